"""Two of the methods of `solve`, each from a run to what it found; and the proof that each can give a strategy for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError, TooLongError, ZermeloError
from zermelo.core.game import moves_of, player_of
from zermelo.core.recursion import room_for_recursion
from zermelo.core.repetition import Remembered
from zermelo.solve.interval import ENDLESS_DRAW, Claim, Pair
from zermelo.solve.proof import (
    MOST_POSITIONS,
    CircularError,
    ProofTooLargeError,
    Source,
    Strategy,
    claims_for,
    write_proof,
)

if TYPE_CHECKING:
    from zermelo.api.solve_run import Found, Run
    from zermelo.solve.solution import Solution

LONGEST_KEPT_LINE = 1000


# ── retrograde analysis ──────────────────────────────────────────────────────────────────────────


def retrograde(run: Run) -> Found:
    """Every position that can be reached is solved."""
    from zermelo.api.solve_run import Found

    solution = _solve_all(run)
    pair = pair_in(solution, run.root)
    run.interval.at_least(pair)
    run.interval.at_most(pair)
    run.compiled = solution.compiled
    run.notes += [note for note in solution.notes if not note.startswith("in plain Python")]
    run.save("retrograde", [], [])
    if run.proof is not None:
        prove(run, _strategy_of(solution), endless=solution.cyclic)
    return Found(solution.distance(run.root), _line_of(solution, run.root))


def _solve_all(run: Run) -> Solution:
    from zermelo.api.search import COMPILE_SECONDS
    from zermelo.api.solve_all import solve_positions
    from zermelo.api.solve_run import Stopped
    from zermelo.solve.failure import TooManyPositionsError
    from zermelo.solve.snapshot import Keeper, found_in

    saved = run.saved if run.saved is not None and run.saved.kind == "retrograde" and run.saved.parts else None
    known = 0 if saved is None else found_in(saved.about)
    before, left = run.nodes - known, run.nodes_left()

    def save(about: list[Any], parts: list[Any]) -> None:
        run.nodes = before + found_in(about)
        run.save("retrograde", about, parts)

    keeper = Keeper(run.save_is_due, save, None if saved is None else (saved.about, saved.parts))
    compiled, seconds = run.asked_compiled, run.seconds_left()
    if compiled is None and saved is None and seconds is not None and seconds < COMPILE_SECONDS:
        compiled = False  # compiling cannot be interrupted, and would overrun the limit
    try:
        solution = solve_positions(
            run.game,
            run.root,
            compiled,
            None if left is None else left + known,
            lambda progress: run.tick(before + progress.found),
            None if run.checkpoint_path is None else keeper,
        )
        run.nodes = before + len(solution)
        return solution
    except TooManyPositionsError:
        if run.limits.nodes is None:
            raise
        keeper.save_now()
        run.nodes = run.limits.nodes
        raise Stopped("nodes") from None
    except (Stopped, KeyboardInterrupt):
        keeper.save_now()
        raise


def pair_in(solution: Solution, state: Any) -> Pair:
    """The pair of a position: the outcome belongs to the value, for MAX gains what MIN loses."""
    value = solution.value(state)
    return next(pair for pair in solution.results if pair[1] == value)


def _line_of(solution: Solution, state: Any) -> tuple[Any, ...]:
    """Best moves to the end, or, in a draw without end, until a position comes back."""
    game, line, met = solution.game, [], set()
    while not game.is_terminal(state) and state not in met:
        met.add(state)
        line.append(solution.best(state).move)
        state = game.next_state(state, line[-1])
    return tuple(line)


def _strategy_of(solution: Solution) -> Strategy:
    def choose(claim: Claim, state: Any) -> int:  # noqa: ARG001  (the best move keeps every claim that holds)
        state = state.state if isinstance(state, Remembered) else state  # no line comes back here: nothing to remember
        return moves_of(solution.game, state).index(solution.best(state).move)

    return choose


# ── proof-number search ──────────────────────────────────────────────────────────────────────────


def proof_numbers(run: Run) -> Found:
    """Questions about who can force what, answered by df-pn."""
    from zermelo.api.solve_run import Found
    from zermelo.core.game import identity_of
    from zermelo.solve.checkpoint import digest_of
    from zermelo.solve.proof_number import ProofNumbers, Question

    def tick(nodes: int) -> None:
        if run.save_is_due():
            save()
        run.tick(nodes)

    def save() -> None:
        kept = list(search.dump())
        seen = sorted(search.seen)
        run.save("proof-number", [seen, *[list(question) for question, _ in kept]], [rows for _, rows in kept])

    key = identity_of if run.checkpoint_path is None else digest_of
    search = ProofNumbers(run.game, table_mb=run.table_mb, tick=tick, most_nodes=run.limits.nodes, key=key)
    if run.saved is not None and run.saved.kind == "proof-number":
        search.seen.update((outcome, value) for outcome, value in run.saved.about[0])
        for (pair, strictly), rows in zip(run.saved.about[1:], run.saved.parts):
            search.load(Question((pair[0], pair[1]), strictly), rows)
    with room_for_recursion():
        try:
            search.find(run.root, run.interval)
        finally:
            run.nodes = search.nodes
            save()
        if run.proof is not None:
            prove(run, search.choose, endless=False)
        return Found(None, _kept_line(run, search))


def _kept_line(run: Run, search: Any) -> tuple[Any, ...]:
    """Moves of both sides that keep the value; none if they go round in a decided game."""
    game, pair = search.rules, run.interval.pair
    assert pair is not None
    state, line, met = game.as_state(run.root), [], set()
    search.tick = lambda nodes: None  # noqa: ARG005  (the value is proved: limits no longer matter)
    while not game.is_terminal(state) and len(line) < LONGEST_KEPT_LINE:
        if search.returns_are_draws and state in met:
            return tuple(line) if pair == ENDLESS_DRAW else ()
        met.add(state)
        moves = moves_of(game, state)
        line.append(moves[search.choose(Claim(player_of(game, state), pair), state)])
        state = game.next_state(state, line[-1])
    return tuple(line)


# ── proofs ───────────────────────────────────────────────────────────────────────────────────────


def prove(run: Run, choose: Strategy, *, endless: bool) -> None:
    """Writes the proof that was asked for, with this strategy; a note says why there is none."""
    from zermelo.api.solve_run import Stopped

    proof, pair = run.proof, run.interval.pair
    if proof is None or pair is None:
        return
    source = Source(*proof.source) if proof.source is not None else None
    nodes = run.nodes

    def write(choose: Strategy, endless: bool) -> int:
        return write_proof(
            proof.path,
            run.game,
            run.root,
            claims_for(pair, _only_wins(run)),
            choose,
            endless=endless,
            source=source,
            most_positions=MOST_POSITIONS if proof.most_positions is None else proof.most_positions,
            tick=lambda count: run.tick(nodes),  # noqa: ARG005
        )

    try:
        try:
            proof.positions = write(choose, endless)
        except CircularError:
            if run.game.repetition not in (None, "draw"):
                raise
            solution = _solve_all(run)
            run.nodes = nodes
            proof.positions = write(_strategy_of(solution), solution.cyclic)
    except CircularError:
        run.notes.append("no proof was written: the strategy that was found comes back to positions")
    except Stopped as stopped:
        run.notes.append(f"no proof was written: it was stopped ({stopped.reason})")
    except (ProofTooLargeError, InputError, TooLongError) as error:
        run.notes.append(str(error))
    except ZermeloError as error:
        run.notes.append(f"no proof was written: {error}")


def _only_wins(run: Run) -> bool:
    """Whether the game says that there are no results beyond +1 and -1, so that a win is all that needs a proof."""
    pair = run.interval.pair
    assert pair is not None
    return (pair[0] > 0 and run.interval.highest == pair[1]) or (pair[0] < 0 and run.interval.lowest == pair[1])


def prove_with_history(run: Run) -> None:
    """The proof where values depend on the moves before: the strategy is found with the history in the position."""
    from zermelo.solve.proof_number import ProofNumbers

    nodes = run.nodes
    search = ProofNumbers(run.game, table_mb=run.table_mb, tick=lambda count: run.tick(nodes))  # noqa: ARG005
    with room_for_recursion():
        prove(run, search.choose, endless=False)
