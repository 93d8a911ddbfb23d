"""Checks a proof of a game's value with the rules alone: no search, no table, nothing of what wrote the proof.

A proof is a text. Its first line is a header (JSON), its last `sha256 ` and the checksum of all before. Between them
stand the records of each claim, one line a position, numbered from 1; the last one of a claim is the root's:

    3:17      a position of the side that claims: move 3 (in the game's order, from 0) leads to record 17
    12 0 44   one of the other side: where each of its legal moves leads; 0: the game ends there as the claim says

Records refer to lower numbers only, so every line of play that they allow ends. A claim marked `endless` may refer to
any: play that never ends is a draw, and enough for it. A record stands for one position and a position has one record,
so that a line that follows the records down never comes back to where it was.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.core.errors import ZermeloError
from zermelo.core.game import Game, identity_of, moves_of, player_of, root_state
from zermelo.core.repetition import repetition_of, unrolled
from zermelo.core.score import final_score

VERSION = 1
CLAIM = ("side", "outcome", "value", "records", "endless")


class WrongProofError(ZermeloError):
    """A file is not a proof of what it says."""


class Verified(NamedTuple):
    """What a proof proves: pairs (outcome, value), seen by MAX; None where it says nothing on that side."""

    low: tuple[int, Any] | None
    high: tuple[int, Any] | None
    records: int
    endless: bool  # play that never ends was counted as a draw


def read_proof(path: str | Path) -> tuple[dict[str, Any], list[str]]:
    """The header and the records of the file; `WrongProofError` if it is damaged or no proof."""
    try:
        text = Path(path).read_bytes().decode("ascii")
        body, mark, digest = text.rpartition("sha256 ")
        header = json.loads(body.partition("\n")[0])
        version = header["version"] if header["zermelo"] == "proof" else None
    except (ValueError, KeyError, TypeError):
        raise WrongProofError(f"{path}: this is no proof") from None
    if version != VERSION:
        raise WrongProofError(f"{path}: the proof has version {version!r}, and this zermelo reads version {VERSION}")
    if not mark or digest != hashlib.sha256(body.encode("ascii")).hexdigest() + "\n":
        raise WrongProofError(f"{path}: the proof is damaged or incomplete (its checksum is wrong)")
    return header, body.split("\n")[1:-1]


def verify_proof(path: str | Path, game: Game, state: Any = None) -> Verified:
    """What the proof in this file proves for this state of the game; `WrongProofError` if it proves nothing."""
    header, records = read_proof(path)
    kind = repetition_of(game)
    rules = unrolled(game) if kind in ("loss", "forbidden") else game
    root = root_state(game, state)
    if header.get("root") != repr(root):
        raise WrongProofError(f"the proof is of another position: {header.get('root')!s:.200}, and not {root!r:.200}")
    bounds: list[tuple[int, Any] | None] = [None, None]
    begin, any_endless = 0, False
    claims = header.get("claims")
    if not isinstance(claims, list) or not 1 <= len(claims) <= 2:
        raise WrongProofError("the proof claims nothing")
    for claim in claims:
        side, pair, count, endless = _understood(claim)
        if bounds[side] is not None:
            raise WrongProofError(f"the proof claims twice for side {side}")
        if endless and (kind not in (None, "draw") or not (pair <= (0, 0) if side == 0 else pair >= (0, 0))):
            raise WrongProofError(f"the proof counts on play that never ends, which does not give {pair}")
        own = records[begin : begin + count]
        if len(own) != count:
            raise WrongProofError(f"{count} records are meant, {len(own)} are there")
        _check(rules, rules.as_state(root), side, pair, own, endless)
        bounds[side], begin, any_endless = pair, begin + count, any_endless or endless
    if begin != len(records):
        raise WrongProofError("there are more records than the claims have")
    if header.get("exact") is not (bounds[0] == bounds[1]):
        raise WrongProofError("the claims do not give what the header says")
    return Verified(bounds[0], bounds[1], len(records), any_endless)


def _understood(claim: Any) -> tuple[int, tuple[int, Any], int, bool]:
    """Side, pair, number of records, whether play may go on for ever."""
    try:
        side, outcome, value, count, endless = (claim[name] for name in CLAIM)
    except (KeyError, TypeError):
        raise WrongProofError(f"the proof has a claim that is not understood: {claim}") from None
    numbers = type(side) is type(outcome) is type(count) is int and type(value) in (int, float)
    if not numbers or type(endless) is not bool or side not in (0, 1) or outcome not in (-1, 0, 1) or count < 0:
        raise WrongProofError(f"the proof has a claim that is not understood: {claim}")
    return side, (outcome, value), count, endless


def _check(game: Game, root: Any, side: int, pair: tuple[int, Any], records: list[str], endless: bool) -> None:
    """Follows the records from the root; an error at the first one that does not show what it must."""

    def wrong(number: int, state: Any, what: str) -> WrongProofError:
        return WrongProofError(f"the proof fails: {what}\n  record: {number}\n  state: {state!r:.300}")

    def check_end(number: int, state: Any) -> None:
        end = final_score(game, state, 0)[:2]
        if not (end >= pair if side == 0 else end <= pair):
            raise wrong(number, state, f"the game ends there with {end}, {pair} is claimed")

    if not records:
        if not game.is_terminal(root):
            raise wrong(0, root, "the game is not over and there is no record")
        return check_end(0, root)
    number_of = {identity_of(game, root): len(records)}
    taken, open_ends = {len(records)}, [(len(records), root)]
    while open_ends:
        number, state = open_ends.pop()
        if game.is_terminal(state):
            raise wrong(number, state, "the game is over there")
        moves, record = moves_of(game, state), records[number - 1]
        own = player_of(game, state) == side
        if not re.fullmatch(r"\d+:\d+" if own else r"\d+( \d+)*", record, re.ASCII):
            raise wrong(number, state, f"the record is not understood: {record:.60}")
        replies = [tuple(map(int, record.split(":")))] if own else list(enumerate(map(int, record.split(" "))))
        if len(replies) != (1 if own else len(moves)) or not replies[0][0] < len(moves):
            raise wrong(number, state, f"there are {len(moves)} legal moves, and the record is {record:.60}")
        for place, next_number in replies:
            after = game.next_state(state, moves[place])
            if game.is_terminal(after) != (next_number == 0):
                raise wrong(number, after, "the record and the rules do not agree whether the game is over")
            if next_number == 0:
                check_end(number, after)
                continue
            if not next_number < (len(records) + 1 if endless else number):
                raise wrong(number, after, f"record {next_number} is not below: the reasoning would be circular")
            who = identity_of(game, after)
            if who not in number_of and next_number not in taken:
                number_of[who] = next_number
                taken.add(next_number)
                open_ends.append((next_number, after))
            elif number_of.get(who) != next_number:
                raise wrong(number, after, f"record {next_number} is of another position")
    if len(taken) != len(records):
        raise wrong(len(records), root, f"{len(records) - len(taken)} records are not reached")
    return None
