"""Two searches in pure Python written for one purpose each, to measure what the general one costs.

    over_rules(game, state, depth)     for any game with alternating moves, an evaluation and `order_moves`: the rules
                                       are the game's own, the search is written straight down
    connect_four(depth)                Connect Four and nothing else: the board is two ints in local names, the rules
                                       stand inline

Both visit the tree that zermelo visits with `Options(aspiration=False)`: iterative deepening, principal variation
search, a table (here a dict), the table's move first and the others ordered by the game's own order, history, killers
and counter-move, mirror images folded. They promise less: no limits, no errors for wrong rules, no lines, no bounds,
no proofs.
Scores are `WON - plies` for a win, else the evaluation times `STEP`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

WON = 1 << 60
STEP = 1 << 15
INFINITE = 1 << 62
LOWER, UPPER, EXACT = 1, 2, 3
HOOK, KILLER, COUNTER = 1 << 19, 1 << 8, 1 << 7
MOST_HISTORY = 1 << 18
TABLE_FROM = 2
"""The least depth at which the table is asked and told."""


def over_rules(game: Any, state: Any, depth: int) -> tuple[int, int]:
    """The score for the player to move, and the nodes visited."""
    nodes = 0
    table: dict[Any, tuple[int, int, int, int]] = {}
    killers = [[-1, -1] for _ in range(depth + 2)]
    tally = [defaultdict(int), defaultdict(int)]  # of this iteration and, halved, of those before
    history = [defaultdict(int), defaultdict(int)]  # the tally when the iteration began
    counters: list[dict[int, int]] = [{}, {}]

    def ordered(state: Any, player: int, ply: int, table_move: int, previous: int) -> Iterator[int]:
        if table_move >= 0:
            yield table_move
        first_killer, second_killer = killers[ply]
        counter, hits = counters[player].get(previous, -1), history[player]
        keyed = []
        for index, move in enumerate(game.legal_moves(state)):
            if move != table_move:
                promise = game.order_moves(state, move) * HOOK + hits[move]
                if move == first_killer:
                    promise += KILLER + 1
                elif move == second_killer:
                    promise += KILLER
                elif move == counter:
                    promise += COUNTER
                keyed.append((-promise, index, move))
        keyed.sort()
        for _, _, move in keyed:
            yield move

    def search(state: Any, depth: int, alpha: int, beta: int, player: int, ply: int, previous: int) -> int:
        nonlocal nodes
        nodes += 1
        table_move, entry = -1, None
        if depth >= TABLE_FROM:
            key = (game.key(state), player)
            for image in game.symmetries(state):
                key = min(key, (game.key(image), player))
            entry = table.get(key)
        if entry is not None:
            stored_depth, bound, score, table_move = entry
            if stored_depth == depth and (
                bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
            ):
                return score
        best, best_move, before = -INFINITE, -1, alpha
        open_window = beta > alpha + 1
        for tried, move in enumerate(ordered(state, player, ply, table_move, previous)):
            child = game.next_state(state, move)
            if game.is_terminal(child):
                nodes += 1
                outcome = game.utility(child, player)
                score = outcome * (WON + STEP - ply - 1)
            elif depth <= 1:
                nodes += 1
                score = game.evaluate(child, player) * STEP
            elif tried and open_window:
                score = -search(child, depth - 1, -alpha - 1, -alpha, 1 - player, ply + 1, move)
                if alpha < score < beta:
                    score = -search(child, depth - 1, -beta, -alpha, 1 - player, ply + 1, move)
            else:
                score = -search(child, depth - 1, -beta, -alpha, 1 - player, ply + 1, move)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if killers[ply][0] != move:
                            killers[ply] = [move, killers[ply][0]]
                        tally[player][move] = min(MOST_HISTORY, tally[player][move] + depth * depth)
                        counters[player][previous] = move
                        break
        if depth >= TABLE_FROM:
            table[key] = depth, LOWER if best >= beta else UPPER if best <= before else EXACT, best, best_move
        return best

    player = game.current_player(state)
    moves = sorted(game.legal_moves(state), key=lambda move: game.order_moves(state, move), reverse=True)
    best = 0
    for now in range(1, depth + 1):
        found, best = [], -INFINITE
        for tried, move in enumerate(moves):
            child, begun, exact = game.next_state(state, move), nodes, True
            if now == 1:
                nodes += 1
                score = game.evaluate(child, player) * STEP
                exact = score > best
            elif tried:
                score = -search(child, now - 1, -best - 1, -best, 1 - player, 1, move)
                exact = score > best
                if exact:
                    score = -search(child, now - 1, -INFINITE, -best, 1 - player, 1, move)
            else:
                score = -search(child, now - 1, -INFINITE, INFINITE, 1 - player, 1, move)
            found.append((not exact, -score if exact else begun - nodes, tried, move))
            best = max(best, score)
        moves = [move for _, _, _, move in sorted(found)]
        history = [hits.copy() for hits in tally]
        for hits in tally:
            for move in hits:
                hits[move] >>= 1
    return best, nodes


COLUMNS, STRIDE, CELLS = range(7), 7, 42
BOARD = sum(63 << 7 * column for column in COLUMNS)
TOPS = tuple(1 << 7 * column + 5 for column in COLUMNS)
BOTTOMS = tuple(1 << 7 * column for column in COLUMNS)
CENTRE = 63 << 21
ORDER = tuple(-abs(2 * column - 6) * HOOK for column in COLUMNS)


def has_four(discs: int) -> bool:
    """Four in a row, in any of the four directions."""
    pairs = discs & discs >> 1
    if pairs & pairs >> 2:
        return True
    pairs = discs & discs >> 7
    if pairs & pairs >> 14:
        return True
    pairs = discs & discs >> 6
    if pairs & pairs >> 12:
        return True
    pairs = discs & discs >> 8
    return pairs & pairs >> 16 != 0


def worth(own: int, other: int) -> int:
    """What the discs are worth, as `zermelo.games.connect_four` counts it."""
    free = BOARD & ~other
    total = 3 * (own & CENTRE).bit_count()
    for step in (1, 7, 6, 8):
        pairs = free & free >> step
        windows = pairs & pairs >> 2 * step
        one, both = own ^ own >> step, own & own >> step
        last_one, last_both = one >> 2 * step, both >> 2 * step
        three = both & last_one | one & last_both
        two = one & last_one | (both ^ last_both) & ~(one | last_one)
        total += 5 * (windows & three).bit_count() + 2 * (windows & two).bit_count()
    return total


def connect_four(depth: int) -> tuple[int, int]:
    """The score of the empty board for the player to move, and the nodes visited."""
    nodes = 0
    table: dict[int, tuple[int, int, int, int]] = {}
    killers = [[-1, -1] for _ in range(depth + 2)]
    tally, history = [[0] * 7, [0] * 7], [[0] * 7, [0] * 7]
    counters = [[-1] * 7, [-1] * 7]

    def search(mover: int, filled: int, plies: int, depth: int, alpha: int, beta: int, ply: int, previous: int) -> int:
        nonlocal nodes
        nodes += 1
        table_move, entry = -1, None
        if depth >= TABLE_FROM:
            # A key's columns have seven bits each, so its mirror image is its columns in reverse.
            key = mover + filled
            mirrored = (
                key >> 42 | (key >> 28 & 0x3F80) | (key >> 14 & 0x1FC000) | (key & 0xFE00000)
                | (key & 0x1FC000) << 14 | (key & 0x3F80) << 28 | (key & 0x7F) << 42
            )  # fmt: skip
            key = min(key, mirrored)
            entry = table.get(key)
        if entry is not None:
            stored_depth, bound, score, table_move = entry
            if stored_depth == depth and (
                bound == EXACT or (bound == LOWER and score >= beta) or (bound == UPPER and score <= alpha)
            ):
                return score
        side = plies & 1
        hits, (first_killer, second_killer), counter = history[side], killers[ply], counters[side][previous]
        keyed = []
        for move in COLUMNS:
            if filled & TOPS[move]:
                continue
            if move == table_move:
                keyed.append((-INFINITE, move))
                continue
            promise = ORDER[move] + hits[move]
            if move == first_killer:
                promise += KILLER + 1
            elif move == second_killer:
                promise += KILLER
            elif move == counter:
                promise += COUNTER
            keyed.append((-promise, move))
        keyed.sort()
        other = mover ^ filled
        best, best_move, before = -INFINITE, -1, alpha
        open_window = beta > alpha + 1
        for tried, (_, move) in enumerate(keyed):
            filled_then = filled | filled + BOTTOMS[move]
            discs = filled_then ^ other  # the mover's, with the new one
            if has_four(discs):
                nodes += 1
                score = WON + STEP - ply - 1
            elif plies == CELLS - 1:
                nodes += 1
                score = 0
            elif depth <= 1:
                nodes += 1
                score = (worth(discs, other) - worth(other, discs)) * STEP
            elif tried and open_window:
                score = -search(other, filled_then, plies + 1, depth - 1, -alpha - 1, -alpha, ply + 1, move)
                if alpha < score < beta:
                    score = -search(other, filled_then, plies + 1, depth - 1, -beta, -alpha, ply + 1, move)
            else:
                score = -search(other, filled_then, plies + 1, depth - 1, -beta, -alpha, ply + 1, move)
            if score > best:
                best, best_move = score, move
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        if killers[ply][0] != move:
                            killers[ply] = [move, killers[ply][0]]
                        tally[side][move] = min(MOST_HISTORY, tally[side][move] + depth * depth)
                        counters[side][previous] = move
                        break
        if depth >= TABLE_FROM:
            table[key] = depth, LOWER if best >= beta else UPPER if best <= before else EXACT, best, best_move
        return best

    moves = sorted(COLUMNS, key=lambda move: ORDER[move], reverse=True)
    best = 0
    for now in range(1, depth + 1):
        found, best = [], -INFINITE
        for tried, move in enumerate(moves):
            begun, exact, filled = nodes, True, BOTTOMS[move]
            if now == 1:
                nodes += 1
                score = worth(filled, 0) * STEP - worth(0, filled) * STEP
                exact = score > best
            elif tried:
                score = -search(0, filled, 1, now - 1, -best - 1, -best, 1, move)
                exact = score > best
                if exact:
                    score = -search(0, filled, 1, now - 1, -INFINITE, -best, 1, move)
            else:
                score = -search(0, filled, 1, now - 1, -INFINITE, INFINITE, 1, move)
            found.append((not exact, -score if exact else begun - nodes, tried, move))
            best = max(best, score)
        moves = [move for _, _, _, move in sorted(found)]
        history = [hits.copy() for hits in tally]
        for hits in tally:
            hits[:] = [number >> 1 for number in hits]
    return best, nodes
