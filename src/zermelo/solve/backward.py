"""From the ends of the game back to its start: every position's score, once all positions and moves are known.

Three ways, from the narrowest to the most general:

    sweep    every move leads to a higher index (games in layers): one pass from the last index to the first
    order    the game has no cycle: a position is scored when its last successor is (topological order)
    spread   the game has cycles: retrograde analysis, one result after the other

`spread` is retrograde analysis (Ströhlein 1970; Thompson 1986, "Retrograde analysis of certain endgames") for any
number of results. Those that are better for player 0 than endless play are taken from the best downwards. A position
gets result r if player 0 is to move and one successor has r, or if player 1 is to move and no successor is left that
is worse for player 0: a counter of successors that are not refuted tells. Within one result positions come in the
order of their distance (a queue), so that who forces it takes the shortest way and the other the longest. Then the
results that are worse than endless play, from the worst upwards, with the players exchanged. What is left is a draw:
neither can force anything better than going on for ever.

Codes and counters in `scores`: see `work`. `results[0..]` are here the ranks of results by their numbers, and
`results[room + rank]` the step: what one ply more does to a code (+1: later is worse for player 0).
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.prefetch import prefetch
from zermelo.solve import work as w

BUDGET, COUNT, EDGES, AT, DONE, HEAD, TAIL = w.BUDGET, w.COUNT, w.EDGES, w.AT, w.DONE, w.HEAD, w.TAIL
RANK, SIDE, DRAW, WRONG, FIRST_WRONG = w.RANK, w.SIDE, w.DRAW, w.WRONG, w.FIRST_WRONG
RESULTS, RESULTS_ROOM, HALF, LOW = w.RESULTS, w.RESULTS_ROOM, w.HALF, w.LOW

FAR, NEAR = 16, 8
"""How far ahead in the queue memory is asked for: what belongs to a position, and then its predecessors."""


def build_backward(jit: Any, in_words: bool) -> Any:
    """The passes, in the order of the operations from PREPARE to VERIFY.

    `in_words`: edges and predecessors are two to an int; in plain Python they are lists of ints.
    """
    if in_words:

        @jit()
        def number_at(numbers, place):
            return (numbers[place >> 1] >> ((place & 1) << 5)) & LOW

        @jit()
        def put_number(numbers, place, number):
            shift = (place & 1) << 5
            numbers[place >> 1] = (numbers[place >> 1] & ~(LOW << shift)) | number << shift
            return 0

    else:

        @jit()
        def number_at(numbers, place):
            return numbers[place]

        @jit()
        def put_number(numbers, place, number):
            numbers[place] = number
            return 0

    @jit()
    def score_of(index, work, starts, scores, edges, results):
        """The code of a position that is not over, from those of its successors."""
        first = starts[index]
        last = starts[index + 1] >> 1
        place = first >> 1
        best = scores[number_at(edges, place)]
        for other in range(place + 1, last):
            code = scores[number_at(edges, other)]
            if first & 1:
                best = min(best, code)
            else:
                best = max(best, code)
        return best - results[work[RESULTS_ROOM] + (best >> 32)]

    @jit()
    def todo(index, starts):
        """The counter of a position that nothing is known of."""
        first = starts[index]
        return -1 - ((first & 1) + 2 * ((starts[index + 1] >> 1) - (first >> 1)))

    @jit()
    def is_over(index, starts):
        return starts[index] >> 1 == starts[index + 1] >> 1

    @jit()
    def prepare(work, starts, scores, results):
        """Codes for the positions that are over, counters for the others."""
        for index in range(work[COUNT]):
            if is_over(index, starts):
                scores[index] = (results[scores[index]] << 32) + HALF
            else:
                scores[index] = todo(index, starts)
        return 0

    @jit()
    def sweep(work, starts, scores, edges, results):
        """From index AT - 1 down; AT begins as COUNT."""
        last = max(0, work[AT] - work[BUDGET])
        index = work[AT]
        while index > last:
            index -= 1
            if not is_over(index, starts):
                scores[index] = score_of(index, work, starts, scores, edges, results)
        work[AT] = index
        if index == 0:
            work[DONE] = 1
        return 0

    @jit()
    def link(work, starts, edges, firsts, before):
        """before[firsts[i] : firsts[i + 1]] are the positions with a move to i; firsts begins as zeros."""
        count = work[COUNT]
        for edge in range(work[EDGES]):
            firsts[number_at(edges, edge)] += 1
        total = 0
        for index in range(count):
            total += firsts[index]
            firsts[index] = total  # the end; each predecessor that is written moves it down to the start
        firsts[count] = total
        for index in range(count - 1, -1, -1):
            for edge in range(starts[index] >> 1, starts[index + 1] >> 1):
                child = number_at(edges, edge)
                firsts[child] -= 1
                put_number(before, firsts[child], index)
        return 0

    @jit()
    def order(work, starts, scores, edges, results, firsts, before, queue):
        """Scores what has scored successors only, starting with HEAD and TAIL 0; TAIL tells how many there were."""
        head = work[HEAD]
        tail = work[TAIL]
        if head == 0:
            for index in range(work[COUNT]):
                if scores[index] >= 0:
                    queue[tail] = index
                    tail += 1
        last = min(head + work[BUDGET], work[COUNT])
        while head < tail and head < last:
            index = queue[head]
            head += 1
            for place in range(firsts[index], firsts[index + 1]):
                earlier = number_at(before, place)
                scores[earlier] += 2
                if scores[earlier] >= -2:
                    scores[earlier] = score_of(earlier, work, starts, scores, edges, results)
                    queue[tail] = earlier
                    tail += 1
        work[HEAD] = head
        work[TAIL] = tail
        if head == tail:
            work[DONE] = 1
        return 0

    @jit()
    def reset(work, starts, scores, results, queue):
        """Forgets scores except those of positions that are over; these are sorted by rank behind the queue.

        queue[count + k] for k from results[2 * room + rank] to results[2 * room + rank + 1].
        """
        count = work[COUNT]
        place = 2 * work[RESULTS_ROOM]
        for rank in range(work[RESULTS] + 1):
            results[place + rank] = 0
        for index in range(count):
            if is_over(index, starts):
                results[place + (scores[index] >> 32)] += 1
            else:
                scores[index] = todo(index, starts)
        total = 0
        for rank in range(work[RESULTS] + 1):
            total += results[place + rank]
            results[place + rank] = total
        for index in range(count - 1, -1, -1):
            if is_over(index, starts):
                slot = place + (scores[index] >> 32)
                results[slot] -= 1
                queue[count + results[slot]] = index
        work[HEAD] = 0
        work[TAIL] = 0
        work[SIDE] = 0
        work[RANK] = work[RESULTS]  # one above the best
        return 0

    @jit()
    def spread(work, scores, results, firsts, before, queue):
        """Spreads one result after the other; see the module."""
        head = work[HEAD]
        tail = work[TAIL]
        last = head + work[BUDGET]
        step = 0
        while head < last:
            if head == tail:
                # The next result: from the best down to above the draw, then from the worst up to below it.
                rank = work[RANK] - 1
                if work[SIDE] == 1:
                    rank = work[RANK] + 1
                elif rank == work[DRAW]:
                    work[SIDE] = 1
                    rank = 0
                if rank == work[DRAW]:
                    work[DONE] = 1
                    break
                work[RANK] = rank
                place = 2 * work[RESULTS_ROOM] + rank
                for seed in range(results[place], results[place + 1]):
                    queue[tail] = queue[work[COUNT] + seed]
                    tail += 1
                continue
            side = work[SIDE]
            step = 1 - 2 * side
            index = queue[head]
            head += 1
            if head + FAR < tail:
                soon = queue[head + FAR]
                prefetch(scores, soon)
                prefetch(firsts, soon)
                prefetch(before, firsts[queue[head + NEAR]] >> 1)
            code = scores[index] - step
            for place in range(firsts[index], firsts[index + 1]):
                earlier = number_at(before, place)
                left = scores[earlier]
                if left >= 0:
                    continue
                player = (-1 - left) & 1
                if player != side:
                    left += 2
                    scores[earlier] = left
                if player == side or left >= -2:
                    scores[earlier] = code
                    queue[tail] = earlier
                    tail += 1
        work[HEAD] = head
        work[TAIL] = tail
        return 0

    @jit()
    def finish(work, scores):
        """What nobody can force is a draw."""
        for index in range(work[COUNT]):
            if scores[index] < 0:
                scores[index] = (work[DRAW] << 32) + HALF
        return 0

    @jit()
    def verify(work, starts, scores, edges, results, queue):
        """Compares each code with the rules: a result's own, or the best of the successors'.

        `queue[i]` is here the rank of the result of position i, for those that are over.
        """
        for index in range(work[COUNT]):
            if is_over(index, starts):
                right = (queue[index] << 32) + HALF
            else:
                right = score_of(index, work, starts, scores, edges, results)
            if scores[index] != right:
                if work[WRONG] == 0:
                    work[FIRST_WRONG] = index
                work[WRONG] += 1
        return 0

    return prepare, sweep, link, order, reset, spread, finish, verify
