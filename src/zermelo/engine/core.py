"""The search core: principal variation search below one move of the root, one source for every game.

`build_core(rules, jit, options)` writes the search of one game as closures over its rules. With the kernel's `jit`
they are compiled together with the rules; with `plain_jit` they run as ordinary Python. Both visit the same nodes.

Every score is seen by the player to move (`player`); what a score s promises about the true score v of its node, for
the window (alpha, beta) it was searched with (fail-soft, Fishburn 1983):

    s <= alpha         v <= s
    alpha < s < beta   v == s
    beta <= s          s <= v

Whoever moves next is asked of the game at every node: signs change only where the player changes. A position that
is over is scored by its parent, a position at the horizon likewise, so `search` is entered only for positions to
be searched. Hooks that the game lacks are compile-time constants here and leave nothing behind.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.leaves import build_bounds, build_leaves
from zermelo.engine.options import HOOK_CUTS_ON, NULL_WINDOWS, TABLE_ON, WHOLE_LINE
from zermelo.engine.ordering import IMPOSSIBLE_MOVE, build_ordering
from zermelo.engine.quiescence import build_quiescence
from zermelo.engine.scores import LONGEST_LINE
from zermelo.engine.table import (
    BOUND_AT,
    COMPLETE_AT,
    EXACT,
    LOWER,
    NO_MOVE,
    NUM_MARKS,
    UPPER,
    build_table,
)
from zermelo.engine.workspace import (
    ALPHA,
    ALPHA_HASTE,
    ALPHA_REAL,
    BAD_PLAYER,
    BETA,
    BETA_HASTE,
    BETA_REAL,
    CODES,
    DEEPEST,
    DEPTH,
    FLAGS,
    GUESSES,
    HASTE,
    KEYS,
    LINE,
    LINE_LENGTHS,
    LINE_ROWS,
    LINES,
    MARGIN,
    MARKS,
    MOST_MOVES,
    MOST_PLIES,
    NO_TAINT,
    NODE_LIMIT,
    NODES,
    NODES_SPENT,
    PATH,
    PATH_SET,
    PLY,
    ROOT_DEPTH,
    SCORE,
    SCORE_REAL,
    STOP,
    STRENGTH,
    TAINT,
    TOO_LONG,
)
from zermelo.kernel.wide import wide

LEAST_DEFERRED = 3
"""With fewer plies left a search is over before another thread could profit from it."""

MARK_FACTOR = 0x1E3779B97F4A7C15
"""Makes of a position's hash and a move one number; any large odd one does."""

TO_THE_END = LONGEST_LINE // 2
"""More depth than this is left only in a search that has no limit of depth."""

WIDE = ("int", "float", "int")


def build_core(rules: Any, jit: Any, options: tuple[Any, ...]) -> Any:
    """The function `run(state, work, table, reals)` for one game: it searches the state as the workspace asks.

    `options` is (use_wide, lean, symmetries, repetition, players, observed), all compile-time constants. An observed
    search, in plain Python only, tells `rules.reporter` what it does.
    """
    use_wide, lean, use_symmetries, repetition, players, observed = options
    use_table = not lean
    next_state, is_terminal, current_player = rules.next_state, rules.is_terminal, rules.current_player
    has_evaluate = "evaluate" in rules.hooks and not lean
    has_noisy = "noisy_moves" in rules.hooks and not lean
    has_symmetries = use_symmetries and "symmetries" in rules.hooks
    two_players = players == 2
    draws_repeat = repetition == "draw"
    loses_repeat = repetition == "loss"
    forbids_repeat = repetition == "forbidden"
    has_repetition = repetition is not None
    has_path_set = loses_repeat or forbids_repeat
    has_null = "null_move" in rules.hooks and not lean and not has_path_set
    score_type = WIDE if use_wide else "int"

    # Threads may work at one table; what is marked there must not depend on the line that led to a position.
    shared = use_table and rules.is_compiled and not use_wide and not has_repetition

    # What the rules know holds for the state alone, and an observed search shows the whole tree.
    has_cuts = not (lean or observed or has_repetition)
    has_known = "known_result" in rules.hooks and has_cuts
    has_bounds = "value_bounds" in rules.hooks and has_cuts

    probe, decides, stored_score, store = build_table(jit, use_wide)
    generate, rank, pick, reward = build_ordering(rules, jit, lean)
    leaves = build_leaves(rules, jit, use_wide, has_evaluate, two_players)
    lowest, final, guess, decided, reached, outcome_of = leaves
    score_bounds: Any = build_bounds(rules, jit, reached) if has_bounds else None
    quiesce: Any = build_quiescence(rules, jit, score_type, leaves) if has_noisy else None

    # ── who a position is, and whether it was there before ───────────────────────────────────────

    @jit()
    def identity(state):
        """The hash under which the table keeps the position: the least of its symmetric images'."""
        _, check = rules.hash_state(state)
        if has_symmetries:
            for image in rules.symmetries(state):
                _, other = rules.hash_state(image)
                check = min(check, other)
        return check

    @jit()
    def ply_of(state, ply, work):
        """The latest ply up to `ply` of the line at which this position stood, or -1."""
        _, check = rules.hash_state(state)
        for earlier in range(ply, -1, -1):
            if work[PATH + earlier] == check:
                return earlier
        return -1

    @jit()
    def bound_of(score, alpha, beta):
        """What a score found with this window promises."""
        if score >= beta:
            return LOWER
        if score <= alpha:
            return UPPER
        return EXACT

    def rest_of_moves(top, first, last, work):
        """The codes of the moves that were not tried, in the order they would have been (observed searches only)."""
        keys = sorted(work[KEYS + top + first : KEYS + top + last], reverse=True)
        if lean:
            return list(work[CODES + top + first : CODES + top + last])
        return [work[CODES + top + MOST_MOVES - 1 - (key & (MOST_MOVES - 1))] for key in keys]

    @jit()
    def keep_line(code, ply, work):
        """The principal line of this ply is the move and then the line of the next ply."""
        if ply < LINE_ROWS - 1:
            row = LINES + ply * LINE_ROWS
            below = row + LINE_ROWS
            length = work[LINE_LENGTHS + ply + 1]
            work[row] = code
            for i in range(length):
                work[row + 1 + i] = work[below + i]
            work[LINE_LENGTHS + ply] = length + 1
        return 0

    # ── the search ───────────────────────────────────────────────────────────────────────────────

    @jit(
        score_type, "state", "int", score_type, score_type, "int", "int", "int", "int", "int",
        "bare ints", "bare ints", "bare floats",
    )  # fmt: skip
    def search(state, depth, alpha, beta, player, ply, top, previous, may_null, work, table, reals):
        """The score of a position that is not over; see the module for what it promises.

        `depth` plies are left; `top` is the first free place of the move stack, `previous` the move that led here.
        """
        # 1. Count, and stop where a limit is met.
        work[NODES] += 1
        if work[STOP] != 0:
            return alpha
        if work[NODES] > work[NODE_LIMIT]:
            work[STOP] = NODES_SPENT
            return alpha
        if ply >= work[MOST_PLIES]:
            work[STOP] = TOO_LONG
            return alpha
        if observed:
            rules.reporter.enter(state, player, False, previous, ply, alpha, beta)
        guesses_before = work[GUESSES]
        open_window = beta > alpha + 1
        if open_window and ply < LINE_ROWS:
            work[LINE_LENGTHS + ply] = 0
        work[DEEPEST] = max(work[DEEPEST], ply)

        # 2. The line so far: needed where positions that come back mean something.
        taint_before = NO_TAINT
        path_set_before = 0
        path_check = 0
        if has_repetition:
            _, path_check = rules.hash_state(state)
            work[PATH + ply] = path_check
            taint_before = work[TAINT]
            work[TAINT] = NO_TAINT
            if has_path_set:
                path_set_before = work[PATH_SET]

        # 3. What the rules know. In exact mode only where the search goes to the end of the game: to a limited depth
        # its value is that of the depth, whatever the truth may be.
        strength = work[STRENGTH] != 0
        cuts = has_cuts and work[FLAGS] & HOOK_CUTS_ON != 0 and (strength or depth > TO_THE_END)
        if (has_known or has_bounds) and cuts and not (open_window and work[FLAGS] & WHOLE_LINE != 0):
            if has_known:
                known, value, plies = rules.known_result(state)
                if known:
                    return reached(value, player, ply + plies, work)
            if has_bounds:
                worst, best_possible = score_bounds(state, player, ply, work)
                if worst >= beta:
                    return worst
                if best_possible <= alpha:
                    return best_possible

        # 4. What the table knows. In exact mode only what this very search would find again.
        check = 0
        table_move = -1
        # (Not one ply above the horizon: there are most nodes there, and memory is slower than a search of one ply.)
        with_table = use_table and depth > 1 and work[FLAGS] & TABLE_ON != 0
        if use_table and with_table:
            check = identity(state)
            if has_path_set:
                check ^= path_set_before >> 1
            slot = probe(check, table, work)
            if slot >= 0:
                data = table[slot + 1]
                table_move = data & NO_MOVE
                # (On the principal line an answer from the table would cut the line short.)
                whole_line = open_window and work[FLAGS] & WHOLE_LINE != 0
                if not whole_line and decides(slot, depth, alpha, beta, ply, table, reals, work):
                    score = stored_score(slot, data, ply, reals)
                    if (data >> COMPLETE_AT) & 1 == 0:
                        work[GUESSES] += 1
                    if has_repetition:
                        work[TAINT] = taint_before
                    if observed:
                        rules.reporter.leave(player, score, (data >> BOUND_AT) & 3, "table")
                    return score

        # 5. The horizon of a game with noisy moves.
        if has_noisy and depth <= 0:
            if has_repetition:
                work[TAINT] = taint_before
            score = quiesce(state, alpha, beta, player, ply, top, work)
            if observed:
                rules.reporter.leave(player, score, bound_of(score, alpha, beta), "guess")
            return score

        # 6. Strength only: where a guess says that the mover stands far above the window, believe it.
        static = lowest()
        may_prune = strength and has_evaluate and not open_window and not use_wide and not lean
        if may_prune and (depth <= 3 or has_null):
            static = guess(state, player, work)
            if outcome_of(beta) == 0 and depth <= 3:
                reduced = static - work[MARGIN] * depth
                if reduced >= beta:
                    work[GUESSES] += 1
                    if has_repetition:
                        work[TAINT] = taint_before
                    if observed:
                        rules.reporter.leave(player, reduced, LOWER, "guess")
                    return reduced

        # 7. Strength only: if passing is good enough, some move will be (null move: Beal 1989; verified at depth).
        if has_null and strength and may_null != 0 and not open_window and depth >= 3 and outcome_of(beta) == 0:
            passed = rules.null_move(state)
            if not is_terminal(passed):
                mover = current_player(passed)
                if mover != player and (not may_prune or static >= beta):
                    work[LINE + ply] = IMPOSSIBLE_MOVE
                    left = depth - 3 - depth // 4
                    score = -search(
                        passed, max(left, 0), -beta, -alpha, mover, ply + 1, top, IMPOSSIBLE_MOVE, ply * 0,
                        work, table, reals,
                    )  # fmt: skip
                    if score >= beta and outcome_of(score) == 0 and work[STOP] == 0:
                        if depth >= 8:
                            score = search(
                                state, left, alpha, beta, player, ply, top, previous, ply * 0, work, table, reals
                            )
                        if score >= beta and outcome_of(score) == 0 and work[STOP] == 0:
                            work[GUESSES] += 1
                            if has_repetition:
                                work[TAINT] = min(taint_before, 0)
                            if observed:
                                rules.reporter.leave(player, score, LOWER, "guess")
                            return score
                    if has_repetition:
                        work[TAINT] = NO_TAINT

        # 8. The moves, most promising first.
        if strength and with_table and table_move < 0 and depth >= 5 and ply > 0:
            depth -= 1  # internal iterative reduction: without a table move the order is poor
        count = generate(state, top, cuts, work)
        if work[STOP] != 0:
            return alpha
        if table_move >= count:
            table_move = -1
        extension = 0
        if strength and count == 1 and ply < 2 * work[ROOT_DEPTH]:
            extension = 1  # the only reply costs no choice

        if has_path_set:
            work[PATH_SET] = path_set_before ^ path_check

        # 9. Every move, until one is too good for the other player to allow it.
        alpha_before = alpha
        best = lowest()
        best_index = NO_MOVE
        tried = 0
        ahead = 0  # 1 where the table's move goes before those that are ranked
        deferring = shared and with_table and not open_window and depth >= LEAST_DEFERRED and work[MARKS] != 0
        deferred = 0
        turns = count
        if shared and deferring:
            turns = 2 * count
        for i in range(turns):
            index = i
            if shared and i >= count:
                if i - count >= deferred:
                    break
                index = MOST_MOVES - 1 - (work[KEYS + top + i - count] & (MOST_MOVES - 1))
            elif not lean:
                if i == 0 and table_move >= 0:
                    index = table_move
                    ahead = 1
                else:
                    if i == ahead:
                        rank(state, player, ply, top, count, table_move, previous, work)
                    index = pick(top + i - ahead, top + count - ahead, work)
            code = work[CODES + top + index]
            mark = 0
            if shared and deferring and i > 0:
                # 9a. Another thread may have found what this one is after.
                if deferred > 0:
                    slot = probe(check, table, work)
                    if slot >= 0 and decides(slot, depth, alpha, beta, ply, table, reals, work):
                        data = table[slot + 1]
                        if (data >> COMPLETE_AT) & 1 == 0:
                            work[GUESSES] += 1
                        return stored_score(slot, data, ply, reals)
                # A move that another thread is searching comes last, when the table may know it.
                if i < count:
                    mark = check ^ (code + 1) * MARK_FACTOR
                    place = work[MARKS] + (mark & (NUM_MARKS - 1))
                    if table[place] == mark:
                        work[KEYS + top + deferred] = work[KEYS + top + i - ahead]
                        deferred += 1
                        continue
                    table[place] = mark
            work[LINE + ply] = code
            child = next_state(state, code)
            score = best
            if is_terminal(child):
                work[NODES] += 1
                if open_window and ply < LINE_ROWS - 1:
                    work[LINE_LENGTHS + ply + 1] = 0
                score = final(child, player, ply + 1, work)
                if observed:
                    rules.reporter.leaf(child, player, True, code, ply + 1, (alpha, beta), score)
            else:
                mover = player
                if two_players:
                    mover = current_player(child)
                    if mover != 0 and mover != 1:  # noqa: PLR1714
                        work[STOP] = BAD_PLAYER
                        return alpha
                repeated = -1
                if has_repetition:
                    repeated = ply_of(child, ply, work)
                left = depth - 1 + extension
                if has_repetition and repeated >= 0:
                    if forbids_repeat:
                        continue
                    work[NODES] += 1
                    if open_window and ply < LINE_ROWS - 1:
                        work[LINE_LENGTHS + ply + 1] = 0
                    if draws_repeat:
                        work[TAINT] = min(work[TAINT], repeated)
                        score = decided(ply * 0, ply)
                    else:
                        score = decided(ply * 0 - 1, ply + 1)
                    if observed:
                        rules.reporter.leaf(child, player, True, code, ply + 1, (alpha, beta), score)
                elif left <= 0 and not has_noisy:
                    work[NODES] += 1
                    work[GUESSES] += 1
                    if open_window and ply < LINE_ROWS - 1:
                        work[LINE_LENGTHS + ply + 1] = 0
                    score = guess(child, player, work)
                    if observed:
                        rules.reporter.leaf(child, player, False, code, ply + 1, (alpha, beta), score)
                else:
                    # 9b. Strength only: moves that come late are searched less deep, or not at all.
                    reduction = 0
                    if strength and tried > 0 and not lean and outcome_of(best) >= 0:
                        if may_prune and depth <= 2 and tried >= 3 and outcome_of(alpha) == 0:
                            bound_here = static + work[MARGIN] * (depth + 1)
                            if bound_here <= alpha:
                                work[GUESSES] += 1
                                if bound_here > best:  # noqa: PLR1730
                                    best = bound_here
                                continue
                        if depth >= 3 and tried >= 3:
                            reduction = 1
                            if tried >= 8 and depth >= 6:
                                reduction = 2
                            if open_window:
                                reduction -= 1
                    # 9c. The first move gets the whole window; the others must first show that they beat it.
                    low = alpha
                    high = beta
                    if tried > 0 and open_window and work[FLAGS] & NULL_WINDOWS != 0:
                        high = alpha + 1
                    while True:
                        a = low
                        b = high
                        if mover != player:
                            a = -high
                            b = -low
                        score = search(
                            child, left - reduction, a, b, mover, ply + 1, top + count, code, ply * 0 + 1,
                            work, table, reals,
                        )  # fmt: skip
                        if mover != player:
                            score = -score
                        if work[STOP] != 0 or score <= alpha:
                            break
                        if reduction > 0:
                            reduction = 0
                        elif high < beta and score < beta:
                            high = beta
                        else:
                            break
            if shared and mark != 0:
                table[work[MARKS] + (mark & (NUM_MARKS - 1))] = 0
            if work[STOP] != 0:
                return alpha
            tried += 1
            if score > best:
                best = score
                best_index = index
                if score > alpha:
                    alpha = score
                    if observed:
                        rules.reporter.window(player, alpha, beta)
                    if open_window and not lean:
                        keep_line(code, ply, work)
                    if score >= beta:
                        if observed and i + 1 < count:
                            if ahead > i:
                                rank(state, player, ply, top, count, table_move, previous, work)
                            rules.reporter.cut(player, rest_of_moves(top, i + 1 - ahead, count - ahead, work))
                        if not lean:
                            reward(code, player, ply, depth, previous, work)
                        break
        if has_path_set:
            work[PATH_SET] = path_set_before
            if forbids_repeat and tried == 0:
                best = decided(ply * 0 - 1, ply)  # every move would bring a position back

        # 10. Keep what was found, as the bound that it is; nothing that depends on the line that led here.
        storable = True
        if draws_repeat:
            taint = work[TAINT]
            storable = taint >= ply
            if storable:
                taint = NO_TAINT
            work[TAINT] = min(taint_before, taint)
        bound = bound_of(best, alpha_before, beta)
        if observed:
            rules.reporter.leave(player, best, bound, "searched")
        if use_table and with_table and storable:
            complete = 0
            if work[GUESSES] == guesses_before:
                complete = 1
            store(check, depth, complete, bound, best, best_index, ply, table, reals, work)
        return best

    # ── the entry ────────────────────────────────────────────────────────────────────────────────

    if use_wide:

        @jit()
        def run(state, work, table, reals):
            """Searches `state` at ply `work[PLY]` with depth `work[DEPTH]`; windows and scores stand in `reals` too."""
            alpha = wide(work[ALPHA], reals[ALPHA_REAL], work[ALPHA_HASTE])
            beta = wide(work[BETA], reals[BETA_REAL], work[BETA_HASTE])
            player = 0
            if two_players:
                player = current_player(state)
            ply = work[PLY]
            score = search(
                state, work[DEPTH], alpha, beta, player, ply, ply * 0, work[LINE + ply - 1], ply * 0 + 1,
                work, table, reals,
            )  # fmt: skip
            work[SCORE] = score[0]
            work[HASTE] = score[2]
            reals[SCORE_REAL] = score[1]
            return 0

    else:

        @jit()
        def run(state, work, table, reals):
            """Searches `state` at ply `work[PLY]` with depth `work[DEPTH]` and the window in `work`."""
            player = 0
            if two_players:
                player = current_player(state)
            ply = work[PLY]
            work[SCORE] = search(
                state, work[DEPTH], work[ALPHA], work[BETA], player, ply, ply * 0, work[LINE + ply - 1], ply * 0 + 1,
                work, table, reals,
            )  # fmt: skip
            return 0

    return run
