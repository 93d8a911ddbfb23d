"""A lean search to the end of the game: is the score of a state at least `beta`? One source for every game.

`build_solver(rules, jit, options)` writes it as closures over the rules, compiled or plain, as `engine.core` does.
It has one window, `beta`, and asks one question; the driver at its end asks it for thresholds that halve the
interval of the score, so that a batch of states is solved in one call.

    score      seen by the player to move, with the plies from the root:
               value * STEP - plies     for value > 0: a win, the sooner the better
               0                        a draw
               value * STEP + plies     for value < 0: a loss, the later the better
    answer     s of `search(state, beta, …)` for the true score v:   s >= beta: v >= s;   s < beta: v <= s

The game must have whole utilities of which player 1's are the negated ones of player 0, and no declared repetition.

What cuts the search, each if the game has the hook (an absent one leaves nothing behind):

    known_result     the state is not searched
    value_bounds     no better result than that, and none sooner than `soonest_wins` says
    relevant_moves   these moves only
    order_moves      the most promising first
    symmetries       near the root a state and its images are one

and for every game the table, asked for all moves before any is searched (enhanced transposition cut-offs,
Plaat, Schaeffer, Pijls and de Bruin 1996).

A state is only searched where nothing is seen of its score without that: `place` looks at each child, and the rules
and the search are compiled as one function, so that what the hooks of a child and the order of the moves have in
common is computed once.
"""

from __future__ import annotations

from typing import Any

from zermelo.kernel.rules import inlines_rules
from zermelo.solve import bisection_words as layout
from zermelo.solve.bisection_table import build_table

STOP, NODES, NODE_LIMIT, SYMMETRY_PLIES = layout.STOP, layout.NODES, layout.NODE_LIMIT, layout.SYMMETRY_PLIES
LOW, HIGH, FIRST, LAST = layout.LOW, layout.HIGH, layout.FIRST, layout.LAST
ONE_QUESTION, ASKED, MARKS, NUM_MARKS = layout.ONE_QUESTION, layout.ASKED, layout.MARKS, layout.NUM_MARKS
KEYS, CODES, CHECKS, STACK, PUT_OFF = layout.KEYS, layout.CODES, layout.CHECKS, layout.STACK, layout.PUT_OFF
STEP, MOST_PLIES, BEYOND, MOST_MOVES = layout.STEP, layout.MOST_PLIES, layout.BEYOND, layout.MOST_MOVES
NODES_SPENT, TOO_MANY_MOVES, TOO_LONG, BAD_MOVE = (
    layout.NODES_SPENT, layout.TOO_MANY_MOVES, layout.TOO_LONG, layout.BAD_MOVE,
)  # fmt: skip
NOT_WHOLE, NO_MOVES, BAD_PLAYER = layout.NOT_WHOLE, layout.NO_MOVES, layout.BAD_PLAYER
IMPOSSIBLE_MOVE, LARGEST_VALUE = layout.IMPOSSIBLE_MOVE, layout.LARGEST_VALUE


@inlines_rules
def build_solver(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The function `run(state, states, work, table, found)` for one game; see `solve_batch` below.

    `options` is (symmetries, early_cuts, players, table_plies, early_plies, far_plies), compile-time constants: see
    `bisection.Tuning`.
    """
    use_symmetries, early_cuts, players, table_plies, early_plies, far_plies = options
    hooks = rules.hooks
    has_known = "known_result" in hooks
    has_bounds = "value_bounds" in hooks
    has_soonest = "soonest_wins" in hooks
    has_most_plies = "most_plies" in hooks
    has_relevant = "relevant_moves" in hooks
    has_order = "order_moves" in hooks
    has_symmetries = use_symmetries and "symmetries" in hooks
    two_players = players == 2

    fetch, probe, store = build_table(jit)

    # ── scores without a search ──────────────────────────────────────────────────────────────────

    @jit()
    def as_score(value, plies):
        """The score of a result after so many plies."""
        if value > 0:
            return value * STEP - plies
        if value < 0:
            return value * STEP + plies
        return value * STEP

    @jit()
    def whole(value, work):
        """The utility as an int; the search stops if it is none."""
        if value != value or value >= LARGEST_VALUE or value <= -LARGEST_VALUE or value != int(value):  # noqa: PLR0124
            work[STOP] = NOT_WHOLE
            return 0
        return int(value)

    @jit()
    def final(state, player, ply, work):
        """The score of a finished game."""
        value = whole(rules.utility(state, 0), work)
        if two_players and rules.utility(state, 1) != -value:
            work[STOP] = NOT_WHOLE
        if player != 0:
            value = -value
        return as_score(value, ply)

    @jit()
    def known_score(state, player, ply, work):
        """The score if the rules know it, else BEYOND."""
        if has_known:
            known, value, plies = rules.known_result(state)
            if known:
                value = whole(value, work)
                if player != 0:
                    value = -value
                return as_score(value, ply + plies)
        return BEYOND

    @jit()
    def score_bounds(state, player, ply, work):
        """The lowest and the highest score that a state with no known result can have."""
        lowest = -BEYOND
        highest = BEYOND
        if has_bounds:
            low, high = rules.value_bounds(state)
            low = whole(low, work)
            high = whole(high, work)
            if player != 0:
                low, high = -high, -low
            own = 1
            others = 1
            if has_soonest:
                own, others = rules.soonest_wins(state)
                if player != 0:
                    own, others = others, own
            last = MOST_PLIES - ply
            if has_most_plies:
                last = rules.most_plies(state)
            # A loss at best comes as late, a win at worst as late, as the game can last.
            highest = high * STEP
            if high > 0:
                highest -= ply + own
            elif high < 0:
                highest += ply + last
            lowest = low * STEP
            if low < 0:
                lowest += ply + others
            elif low > 0:
                lowest -= ply + last
        return lowest, highest

    # ── who a position is ────────────────────────────────────────────────────────────────────────

    @jit()
    def identity(state, ply, work):
        """The hash under which the table keeps the position; near the root the least of its symmetric images'."""
        _, check = rules.hash_state(state)
        if has_symmetries and ply <= work[SYMMETRY_PLIES]:
            for image in rules.symmetries(state):
                _, other = rules.hash_state(image)
                check = min(check, other)
        return check

    # ── the moves ────────────────────────────────────────────────────────────────────────────────

    @jit()
    def outlook(state, player, ply, work):
        """The lowest and the highest score that a state can have, as far as that is seen without a search."""
        if has_known:
            score = known_score(state, player, ply, work)
            if score != BEYOND:
                return score, score
        return score_bounds(state, player, ply, work)

    @jit()
    def reach_of(state, ply):
        """How many plies the search below a state may go, at most."""
        if has_most_plies:
            return rules.most_plies(state)
        return MOST_PLIES - ply

    @jit()
    def place(code, count, pending, state, beta, player, ply, top, work, table):
        """Looks where a move leads: the lowest and the highest score, for the player, of the child.

        If that leaves `beta` open, the move goes to place `pending` of the stack, its number and promise with it.
        """
        if code == IMPOSSIBLE_MOVE:
            work[STOP] = BAD_MOVE
            return beta, beta
        if top + pending >= STACK or count >= MOST_MOVES:
            work[STOP] = TOO_MANY_MOVES
            return beta, beta
        child = rules.next_state(state, code)
        if rules.is_terminal(child):
            score = final(child, player, ply + 1, work)
            return score, score
        mover = player
        if two_players:
            mover = rules.current_player(child)
            if mover != 0 and mover != 1:  # noqa: PLR1714
                work[STOP] = BAD_PLAYER
                return beta, beta
        lowest, highest = outlook(child, mover, ply + 1, work)
        if mover != player:
            lowest, highest = -highest, -lowest
        if lowest < beta and highest >= beta:
            reach = reach_of(child, ply + 1)
            if reach > table_plies:
                check = identity(child, ply + 1, work)
                work[CHECKS + top + pending] = check
                fetch(check, reach > far_plies, table, work)
            promise = 0
            if has_order:
                promise = int(rules.order_moves(state, code))
            work[CODES + top + pending] = code
            work[KEYS + top + pending] = promise * MOST_MOVES + (MOST_MOVES - 1 - count)
        return lowest, highest

    # ── the search ───────────────────────────────────────────────────────────────────────────────

    @jit("int", "state", "int", "int", "int", "int", "int", "bare ints", "bare ints")
    def search(state, check, beta, player, ply, top, work, table):
        """Whether the score of a state is at least `beta`, where that is not seen without a search.

        See the module for what it promises; `check` is the state's identity.
        """
        # 1. Count, and stop where a limit is met.
        work[NODES] += 1
        if work[NODES] > work[NODE_LIMIT] and work[STOP] == 0:
            work[STOP] = NODES_SPENT
        if ply >= MOST_PLIES:
            work[STOP] = TOO_LONG
        if work[STOP] != 0:
            return beta

        # 2. What the table knows.
        reach = reach_of(state, ply)
        keep = reach > table_plies
        far = reach > far_plies
        if keep:
            bound, score = probe(check, far, ply, table, work)
            if bound > 0 and score >= beta:
                return score
            if bound < 0 and score < beta:
                return score

        # 3. The moves. One that is seen to be good enough ends the matter; those that are not are left out.
        best = -BEYOND
        before = work[NODES]
        count = 0
        pending = 0
        if has_relevant:
            for code in rules.relevant_moves(state):
                lowest, highest = place(code, count, pending, state, beta, player, ply, top, work, table)
                if lowest >= beta:
                    return lowest
                count += 1
                if highest < beta:
                    best = max(best, highest)
                else:
                    pending += 1
        else:
            for code in rules.legal_moves(state):
                lowest, highest = place(code, count, pending, state, beta, player, ply, top, work, table)
                if lowest >= beta:
                    return lowest
                count += 1
                if highest < beta:
                    best = max(best, highest)
                else:
                    pending += 1
        if count == 0:
            work[STOP] = NO_MOVES
        if work[STOP] != 0:
            return beta

        # 4. Likewise for what the table knows of the children.
        if early_cuts and reach > early_plies and pending > 1:
            left = 0
            for i in range(pending):
                child = rules.next_state(state, work[CODES + top + i])
                reach = reach_of(child, ply + 1)
                bound = 0
                score = 0
                if reach > table_plies:
                    bound, score = probe(work[CHECKS + top + i], reach > far_plies, ply + 1, table, work)
                if two_players and rules.current_player(child) != player:
                    score = -score
                    bound = -bound
                if bound > 0 and score >= beta:
                    return score
                if bound < 0 and score < beta:
                    best = max(best, score)
                else:
                    work[KEYS + top + left] = work[KEYS + top + i]
                    work[CODES + top + left] = work[CODES + top + i]
                    work[CHECKS + top + left] = work[CHECKS + top + i]
                    left += 1
            pending = left

        # 5. Every move that is left, the most promising first, until one is good enough. What another thread is
        # searching is put off: in the end the table may know it.
        marks = 0
        if far:
            marks = work[MARKS]
        first = pending
        put_off = 0
        while pending > 0:
            pending -= 1
            chosen = top + pending
            for i in range(top, top + pending):
                if work[KEYS + i] > work[KEYS + chosen]:
                    chosen = i
            known = work[CHECKS + chosen]
            mark = 0
            if marks != 0:
                if put_off > 0:
                    bound, score = probe(check, far, ply, table, work)
                    if (bound > 0 and score >= beta) or (bound < 0 and score < beta):
                        return score
                if pending + 1 < first and work[KEYS + chosen] > PUT_OFF:
                    mark = marks + (known & (NUM_MARKS - 1))
                    if table[mark] == known:
                        work[KEYS + chosen] += PUT_OFF * 2
                        put_off += 1
                        pending += 1
                        continue
                    table[mark] = known
            child = rules.next_state(state, work[CODES + chosen])
            work[KEYS + chosen] = work[KEYS + top + pending]
            work[CODES + chosen] = work[CODES + top + pending]
            work[CHECKS + chosen] = work[CHECKS + top + pending]
            mover = player
            if two_players:
                mover = rules.current_player(child)
            if mover == player:
                score = search(child, known, beta, mover, ply + 1, top + pending, work, table)
            else:
                score = -search(child, known, 1 - beta, mover, ply + 1, top + pending, work, table)
            if mark != 0:
                table[mark] = 0
            if work[STOP] != 0:
                return beta
            if score > best:
                best = score
                if score >= beta:
                    break
        if has_bounds:
            lowest, highest = score_bounds(state, player, ply, work)
            best = max(lowest, min(best, highest))
        if keep:
            store(check, far, best, best >= beta, ply, work[NODES] - before, table, work)
        return best

    # ── the driver ───────────────────────────────────────────────────────────────────────────────

    @jit()
    def rank_of(score, span):
        """The place of a score among those that the game can have if it lasts at most `span` plies."""
        if score > 0:
            value = (score + STEP - 1) // STEP
            return value * (span + 1) - (value * STEP - score)
        if score < 0:
            value = (STEP - 1 - score) // STEP
            return (value * STEP + score) - value * (span + 1)
        return score

    @jit()
    def score_of(rank, span):
        """The score at this place."""
        if rank > 0:
            value = (rank + span) // (span + 1)
            return value * STEP - (value * (span + 1) - rank)
        if rank < 0:
            value = (span - rank) // (span + 1)
            return (value * (span + 1) + rank) - value * STEP
        return rank

    @jit()
    def threshold(low, high, span):
        """The next question for a score known to be from `low` to `high`."""
        if high >= BEYOND and low <= -BEYOND:
            return low * 0 + 1
        if high >= BEYOND:
            return low + 1
        if low <= -BEYOND:
            return high
        first = rank_of(low, span)
        last = rank_of(high, span)
        # Near results are the cheaper questions: quarter the interval on the side of the nearer one.
        middle = first + (last - first) // 2
        if middle <= 0 and -(-first // 2) < middle:
            middle = -(-first // 2)
        elif middle >= 0 and last // 2 > middle:
            middle = last // 2
        middle = min(max(middle, first), last - 1)
        return min(max(score_of(middle + 1, span), low + 1), high)

    @jit()
    def solve_one(state, work, table):
        """Halves the interval work[LOW] … work[HIGH] of the score until it is one number, or a limit is met."""
        ply = work[NODES] * 0
        if rules.is_terminal(state):
            work[LOW] = final(state, ply, ply, work)
            work[HIGH] = work[LOW]
            return 0
        player = ply
        if two_players:
            player = rules.current_player(state)
        score = known_score(state, player, ply, work)
        if score != BEYOND:
            work[LOW] = score
            work[HIGH] = score
        else:
            lowest, highest = score_bounds(state, player, ply, work)
            if work[ONE_QUESTION] != 0:
                if player != 0:
                    work[LOW], work[HIGH] = -work[HIGH], -work[LOW]
                lowest = max(lowest, work[LOW])
                highest = min(highest, work[HIGH])
            work[LOW] = lowest
            work[HIGH] = highest
            span = MOST_PLIES
            if has_most_plies:
                span = rules.most_plies(state)
            while work[LOW] < work[HIGH]:
                beta = threshold(work[LOW], work[HIGH], span)
                work[ASKED] = beta
                score = search(state, identity(state, ply, work), beta, player, ply, ply, work, table)
                if work[STOP] != 0:
                    break
                if score >= beta:
                    work[LOW] = score
                else:
                    work[HIGH] = score
                if work[ONE_QUESTION] != 0:
                    break
        if player != 0:  # what people see is MAX's
            score = work[LOW]
            work[LOW] = -work[HIGH]
            work[HIGH] = -score
        return 0

    @jit()
    def solve_batch(first_state, states, work, table, found):  # noqa: ARG001  (the entry of compiled code takes a state)
        """Solves the states from work[FIRST] to before work[LAST].

        `found` gets for each: the lowest and the highest score that MAX can have, and the nodes. Ends early
        where work[STOP] says so; work[FIRST] is then the state that was not finished.
        """
        while work[FIRST] < work[LAST]:
            index = work[FIRST]
            before = work[NODES]
            solve_one(rules.state_at(states, index), work, table)
            found[3 * index] = work[LOW]
            found[3 * index + 1] = work[HIGH]
            found[3 * index + 2] = work[NODES] - before
            if work[STOP] != 0:
                return work[STOP]
            work[FIRST] = index + 1
        return work[STOP]

    return solve_batch
