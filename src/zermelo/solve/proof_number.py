"""Proof-number search, depth first, with a bounded table (df-pn: A. Nagai, Df-pn algorithm, doctoral thesis, 2002).

    question     can MAX force a pair that is at least this one (or better than this one)?
    pn, dn       proof and disproof number: how many open ends must at least be answered to prove "yes", or "no"
                 pn = 0: yes is proved; dn = 0: no is proved
    work         positions visited below an entry: what its loss would cost

Positions that come back. Where the game says that a repetition is a draw, a line that returns to a position above
answers the question at once. What rests on such an answer holds below this very set of positions only (the graph
history interaction: A. Kishimoto and M. Müller, A general solution to the graph history interaction problem, AAAI
2004): `low` is the least ply that it refers to. If that is the position's own ply or none, the answer is kept for the
position; otherwise, and as long as it is open, it is kept together with the set of positions above. Proofs against
the repetition need none of this, for who can force more than the draw never needs to come back. Other rules about
repetition are played with the history as part of the position (`core.repetition`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from zermelo.core.errors import InputError
from zermelo.core.game import Game, identity_of, moves_of, player_of
from zermelo.core.recursion import check_ply
from zermelo.core.repetition import repetition_of, unrolled
from zermelo.solve.interval import ENDLESS_DRAW, SOME_DRAW, SOME_WIN, Claim, Interval, Pair, pair_of

NEVER = 1 << 60
"""The number of an answer that is ruled out, and the ply of what refers to nothing above."""

UNKNOWN = (1, 1, NEVER, 0)
BYTES_AN_ENTRY = 400
TICK_NODES = 256

Entry = tuple[int, int, int, int]  # pn, dn, low, work


class Question(NamedTuple):
    """Whether MAX can force `pair` or better; `strictly`: better than `pair`."""

    pair: Pair
    strictly: bool = False

    def met_by(self, pair: Pair) -> bool:
        return pair > self.pair if self.strictly else pair >= self.pair


def question_of(claim: Claim) -> Question:
    """MAX's claim holds if the answer is yes, MIN's if it is no."""
    return Question(claim.pair, strictly=claim.side == 1)


class ProofNumbers:
    """Answers questions about positions of one game; keeps what it has found.

    `tick(nodes)` is called every few hundred positions, and from `most_nodes` on at each, and may end the search by
    raising. `key` gives the identity
    of a position in the table.
    """

    def __init__(
        self,
        game: Game,
        *,
        table_mb: float = 64,
        tick: Callable[[int], None] = lambda nodes: None,  # noqa: ARG005
        most_nodes: int | None = None,
        key: Callable[[Game, Any], Any] = identity_of,
    ):
        kind = repetition_of(game)
        self.rules = unrolled(game) if kind in ("loss", "forbidden") else game
        self.returns_are_draws = kind == "draw"
        self.most_entries = max(1000, int(table_mb * (1 << 20)) // BYTES_AN_ENTRY)
        self.tick, self.key = tick, key
        self.most_nodes = NEVER if most_nodes is None else most_nodes
        self.nodes, self.next_tick = 0, min(TICK_NODES, self.most_nodes)
        self.entries = 0
        self.tables: dict[Question, dict[Any, Entry]] = {}
        self.seen: set[Pair] = {ENDLESS_DRAW} if self.returns_are_draws else set()

    # ── the value ────────────────────────────────────────────────────────────────────────────────

    def find(self, root: Any, interval: Interval) -> None:
        """Asks one question after another until the interval is one pair.

        The pair of the game is that of an end which was met in answering: so "yes" raises the lower bound to the
        least pair met that answers the question, and "no" lowers the upper one to the best that does not.
        """
        self.seen.update(pair for pair in (interval.low, interval.high) if pair is not None)
        while interval.pair is None:
            question = self._next_question(interval)
            if self.ask(question, root):
                interval.at_least(min(pair for pair in self.seen if question.met_by(pair)))
            else:
                interval.at_most(max(pair for pair in self.seen if not question.met_by(pair)))
            for old in [table for table in self.tables if table != question]:
                self.entries -= len(self.tables.pop(old))

    def _next_question(self, interval: Interval) -> Question:
        """Who wins, then whether it is a draw, then the results met in between, halving them."""
        low, high = interval.low, interval.high
        for first in (SOME_WIN, SOME_DRAW):
            if (low is None or low < first) and (high is None or high >= first):
                return Question(first)
        between = sorted(pair for pair in self.seen if (low is None or pair > low) and (high is None or pair <= high))
        if between:
            return Question(between[len(between) // 2])
        assert low is not None
        return Question(low, strictly=True)

    # ── one question ─────────────────────────────────────────────────────────────────────────────

    def ask(self, question: Question, state: Any) -> bool:
        """The answer for this state; what `tick` raises ends the search, and what was found is kept."""
        state = self.rules.as_state(state)
        if self.rules.is_terminal(state):
            pair = pair_of(self.rules, state)
            self.seen.add(pair)
            return question.met_by(pair)
        self.table = self.tables.setdefault(question, {})
        self.question, self.return_is_yes = question, question.met_by(ENDLESS_DRAW)
        who = self.key(self.rules, state)
        pn, dn, _, _ = self.table.get(who, UNKNOWN)
        while pn and dn:
            self.path: dict[Any, int] = {}
            pn, dn, _, _ = self._search(state, who, frozenset(), NEVER, NEVER, 0)
        return pn == 0

    def choose(self, claim: Claim, state: Any) -> int:
        """The number of a move that keeps the claim, which holds in this state. For games without cycles."""
        question = question_of(claim)
        moves = moves_of(self.rules, state)
        children = [self.rules.next_state(state, move) for move in moves]
        table = self.tables.get(question, {})
        wanted = 0 if claim.side == 0 else 1  # which of pn and dn is 0
        best, least = -1, NEVER
        for number, child in enumerate(children):
            if self.rules.is_terminal(child):
                if claim.holds(pair_of(self.rules, child)):
                    return number
                continue
            entry = table.get(self.key(self.rules, child), UNKNOWN)
            if entry[wanted] == 0 and entry[3] < least:
                best, least = number, entry[3]
        if best >= 0:
            return best
        for number, child in enumerate(children):
            if self.ask(question, child) == (claim.side == 0):
                return number
        raise AssertionError("a claim that was proved has no move that keeps it")

    # ── the search ───────────────────────────────────────────────────────────────────────────────

    def _search(self, state: Any, who: Any, above: frozenset[Any], most_pn: int, most_dn: int, ply: int) -> Entry:
        """Works on a position until one of its numbers reaches its limit, or it is answered.

        `who` is the position's key, `above` the set of the keys above it where returning to them means something.
        """
        rules, path, table = self.rules, self.path, self.table
        # 1. Count; a line that does not end is an error with the remedy.
        self.nodes += 1
        before = self.nodes
        if self.nodes >= self.next_tick:
            self.next_tick = min(self.nodes + TICK_NODES, max(self.most_nodes, self.nodes + 1))
            self.tick(self.nodes)
        check_ply(ply)
        mine = 0 if player_of(rules, state) == 0 else 1  # which of (pn, dn) is 0 where the mover gets their way
        path[who] = ply
        below = above | {who} if self.returns_are_draws else above

        # 2. The successors, as far as one of them does not settle the matter.
        children: list[tuple[Any, Any]] = []
        numbers: list[Entry] = []
        for move in moves_of(rules, state):
            child = rules.next_state(state, move)
            if rules.is_terminal(child):
                pair = pair_of(rules, child)
                self.seen.add(pair)
                known = (0, NEVER, NEVER, 0) if self.question.met_by(pair) else (NEVER, 0, NEVER, 0)
                child_who = None
            else:
                child_who = self.key(rules, child)
                returns_to = path.get(child_who)
                if returns_to is None:
                    known = self._known(child_who, below)
                elif not self.returns_are_draws:
                    raise InputError(
                        f"a line of play comes back to a position, and {type(rules).__name__} does not say what that "
                        f"means: write repetition = 'draw' in the game, or give method='retrograde', which counts "
                        f"play that never ends as a draw\n  state: {child!r:.300}"
                    )
                else:
                    known = (0, NEVER, returns_to, 0) if self.return_is_yes else (NEVER, 0, returns_to, 0)
            children.append((child, child_who))
            numbers.append(known)
            if known[mine] == 0 and known[2] >= ply:
                break

        # 3. The most promising successor again and again, as long as it stays that.
        while True:
            own = [entry[mine] for entry in numbers]
            best = min(own)
            against = [entry[1 - mine] for entry in numbers]
            rest = NEVER if best == 0 else min(sum(against), NEVER - 1)
            limits = (most_pn, most_dn)
            if best == 0 or rest == 0 or best >= limits[mine] or rest >= limits[1 - mine]:
                break
            place = own.index(best)
            second = min((number for other, number in enumerate(own) if other != place), default=NEVER)
            own_limit = min(limits[mine], second + second // 4 + 1)
            other_limit = min(limits[1 - mine] - rest + against[place], NEVER)
            child, child_who = children[place]
            new = (own_limit, other_limit) if mine == 0 else (other_limit, own_limit)
            numbers[place] = self._search(child, child_who, below, new[0], new[1], ply + 1)
            for other, (_, other_who) in enumerate(children):  # what was learned of the others on the way
                entry = numbers[other]
                if other_who is not None and entry[0] and entry[1]:
                    numbers[other] = table.get(other_who, entry)

        # 4. What it rests on, and where it may be kept.
        del path[who]
        low = NEVER
        if best == 0:
            low = max(entry[2] for entry in numbers if entry[mine] == 0)
        elif rest == 0:
            best = NEVER
            low = min(entry[2] for entry in numbers)
        if low >= ply:
            low = NEVER
        answered = best in (0, NEVER)
        pair_of_numbers = (best, rest) if mine == 0 else (rest, best)
        entry = (*pair_of_numbers, low, self.nodes - before + 1)
        kept_as = who if not self.returns_are_draws or (answered and low == NEVER) else (who, above)
        self._keep(kept_as, entry)
        return entry

    def _known(self, who: Any, below: frozenset[Any]) -> Entry:
        """What the table knows of a position that stands below these."""
        entry = self.table.get(who)
        if entry is None and self.returns_are_draws:
            entry = self.table.get((who, below))
            if entry is not None and entry[2] != NEVER:
                entry = (entry[0], entry[1], 0, entry[3])  # the same positions above, maybe in another order
        return entry or UNKNOWN

    def _keep(self, key: Any, entry: Entry) -> None:
        if key not in self.table:
            self.entries += 1
        self.table[key] = entry
        if self.entries > self.most_entries:
            self._make_room()

    def _make_room(self) -> None:
        """Forgets what costs least to find again, until a third of the table is free."""
        work = 1
        while self.entries > self.most_entries * 2 // 3:
            for table in self.tables.values():
                for key in [key for key, entry in table.items() if entry[3] <= work]:
                    del table[key]
            self.entries = sum(map(len, self.tables.values()))
            work *= 2

    # ── to a file and back ───────────────────────────────────────────────────────────────────────

    def dump(self) -> Iterable[tuple[Question, bytes]]:
        """What is kept for positions alone, if their keys are 16 bytes (`checkpoint.digest_of`)."""
        for question, table in self.tables.items():
            rows = [ROW.pack(key, pn, dn, work) for key, (pn, dn, _, work) in table.items() if isinstance(key, bytes)]
            yield question, b"".join(rows)

    def load(self, question: Question, rows: bytes) -> None:
        table = self.tables.setdefault(question, {})
        for key, pn, dn, work in ROW.iter_unpack(rows):
            table[key] = (pn, dn, NEVER, work)
        self.entries = sum(map(len, self.tables.values()))


ROW = struct.Struct("<16sqqq")
