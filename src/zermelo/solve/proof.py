"""Writes what is needed to believe a value: see `verifier` for the format and for what makes a proof one.

    choose(claim, state)   a strategy: the number of a move that keeps the claim, at a position of the side that claims

For a win one claim is written, the winner's; for draws and graded results both sides' claims. Where play can come back
to a position, a claim better than the draw needs a strategy that comes nearer to the end with each move (that of a
strong solution does); a claim that a draw suffices for may go round for ever.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.core.errors import InputError, ZermeloError
from zermelo.core.game import Game, identity_of, moves_of, player_of
from zermelo.core.repetition import repetition_of, unrolled
from zermelo.solve.files import replace_file
from zermelo.solve.interval import ENDLESS_DRAW, Claim, Pair
from zermelo.solve.verifier import VERSION

MOST_POSITIONS = 2_000_000
"""A proof of more positions is not written unless more are allowed."""

Strategy = Callable[[Claim, Any], int]


class ProofTooLargeError(ZermeloError):
    """The proof would have more positions than allowed."""


class CircularError(Exception):
    """The strategy comes back to a position: another one is needed, or the claim must allow it."""


@dataclass
class Source:
    """Where the game and the position come from, so that `zermelo verify` finds them."""

    name: str | None = None
    position: str | None = None


def claims_for(pair: Pair, only_wins: bool) -> list[Claim]:
    """The claims that prove a pair: the winner's alone where results are only wins, draws and losses."""
    if only_wins and pair[0]:
        return [Claim(0 if pair[0] > 0 else 1, pair)]
    return [Claim(0, pair), Claim(1, pair)]


def rules_for_proof(game: Game) -> Game:
    """The rules in which the records' positions are written: with their history where values depend on it."""
    return unrolled(game) if repetition_of(game) in ("loss", "forbidden") else game


def write_proof(
    path: str | Path,
    game: Game,
    root: Any,
    claims: list[Claim],
    choose: Strategy,
    *,
    endless: bool,
    source: Source | None = None,
    most_positions: int = MOST_POSITIONS,
    tick: Callable[[int], None] = lambda count: None,  # noqa: ARG005
) -> int:
    """Writes the proof and gives the number of its positions.

    `endless` allows a claim that a draw suffices for to go round. Raises `ProofTooLargeError` beyond
    `most_positions`, and `CircularError` where the strategy goes round although it must not.
    """
    rules = rules_for_proof(game)
    described, lines = [], []
    for claim in claims:
        if not all(isinstance(part, (int, float)) for part in claim.pair):
            raise InputError(f"a proof cannot be written: the result {claim.pair[1]!r} is neither an int nor a float")
        round_ = endless and claim.holds(ENDLESS_DRAW)
        builder = _Builder(rules, claim, choose, most_positions, len(lines), tick)
        records = builder.build(rules.as_state(root), round_)
        outcome, value = claim.pair
        described.append(
            {"side": claim.side, "outcome": outcome, "value": value, "records": len(records), "endless": round_}
        )
        lines += records
    source = source or Source()
    header = {
        "zermelo": "proof",
        "version": VERSION,
        "game": source.name or type(game).__name__,
        "position": source.position,
        "root": repr(root),
        "exact": len(claims) == 2,
        "claims": described,
    }
    body = "\n".join([json.dumps(header), *lines, ""])
    replace_file(Path(path), (body + f"sha256 {hashlib.sha256(body.encode('ascii')).hexdigest()}\n").encode("ascii"))
    return len(lines)


@dataclass
class _Open:
    """A position whose record is being written: the moves that belong to it, and the positions they lead to."""

    who: Any
    state: Any
    moves: list[tuple[int, Any]]  # (number of the move, the state after it)
    own: bool
    at: int = 0


class _Builder:
    """The records of one claim."""

    def __init__(
        self, rules: Game, claim: Claim, choose: Strategy, most_positions: int, before: int, tick: Callable[[int], None]
    ):
        self.rules, self.claim, self.choose = rules, claim, choose
        self.most_positions, self.before, self.tick = most_positions, before, tick
        self.numbers: dict[Any, int] = {}

    def build(self, root: Any, endless: bool) -> list[str]:
        if self.rules.is_terminal(root):
            return []
        return self._any_order(root) if endless else self._ends_first(root)

    def _opened(self, state: Any) -> _Open:
        rules = self.rules
        moves = moves_of(rules, state)
        own = player_of(rules, state) == self.claim.side
        numbers = [self.choose(self.claim, state)] if own else range(len(moves))
        return _Open(identity_of(rules, state), state, [(n, rules.next_state(state, moves[n])) for n in numbers], own)

    def _count(self, count: int) -> None:
        if self.before + count > self.most_positions:
            raise ProofTooLargeError(
                f"the proof would have more than {self.most_positions:,} positions: it is not written; "
                f"proof_positions=… allows more"
            )
        if count % 256 == 0:
            self.tick(count)

    def _ends_first(self, root: Any) -> list[str]:
        """Depth first; a position gets its number when all that it refers to have theirs."""
        records: list[str] = []
        numbers, rules = self.numbers, self.rules
        stack = [self._opened(root)]
        on_stack = {stack[0].who}
        while stack:
            top = stack[-1]
            while top.at < len(top.moves):
                after = top.moves[top.at][1]
                if not rules.is_terminal(after):
                    who = identity_of(rules, after)
                    if who in on_stack:
                        raise CircularError
                    if who not in numbers:
                        break
                top.at += 1
            if top.at < len(top.moves):
                stack.append(self._opened(top.moves[top.at][1]))
                on_stack.add(stack[-1].who)
                continue
            records.append(self._record(top))
            self._count(len(records))
            numbers[top.who] = len(records)
            on_stack.discard(top.who)
            stack.pop()
        return records

    def _any_order(self, root: Any) -> list[str]:
        """As they are found; then the numbers are turned round, for the root's is the last."""
        rules = self.rules
        found = [self._opened(root)]
        order = {found[0].who: 0}
        for one in found:  # it grows while it is read
            for _, after in one.moves:
                if not rules.is_terminal(after):
                    who = identity_of(rules, after)
                    if who not in order:
                        order[who] = len(found)
                        found.append(self._opened(after))
                        self._count(len(found))
        self.numbers = {who: len(found) - place for who, place in order.items()}
        return [self._record(one) for one in reversed(found)]

    def _record(self, one: _Open) -> str:
        rules = self.rules
        ends = [0 if rules.is_terminal(after) else self.numbers[identity_of(rules, after)] for _, after in one.moves]
        return f"{one.moves[0][0]}:{ends[0]}" if one.own else " ".join(map(str, ends))
