"""What a check of a game's rules found.

finding    one fault or warning, with the shortest example that was found
fault      a search on these rules gives wrong answers, or stops with an error
warning    the searches are right, but something is slow, awkward, or surely not meant
note       worth knowing, nothing to change
fact       a figure about the game: how large it is, how fast its rules are
place      the line of the user's own code:   games/mine.py:17
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.core.errors import RulesError

FAULT, WARNING, NOTE = "fault", "warning", "note"
_MANY = 100  # moves: of a longer line the beginning and the end are told
_RANK = {FAULT: 0, WARNING: 1, NOTE: 2}

KINDS = {
    1: "purity",
    2: "identity",
    3: "ending",
    4: "utilities",
    5: "players",
    6: "moves",
    7: "keys",
    8: "symmetry",
    9: "evaluation",
    10: "cycles",
    11: "compiled",
    12: "portability",
    13: "knowledge",
}
"""The thirteen kinds of check, by their number."""


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and the shortest way found to see it.

    `check` is the number of the kind of check (`KINDS`), `rule` the method that broke its promise. Playing `moves`
    from the start leads to `state`, drawn in `drawing`. `place` is file and line of the user's code, where known.
    """

    check: int
    rule: str
    severity: str
    message: str
    remedy: str
    moves: tuple[Any, ...] = ()
    move_texts: tuple[str, ...] = ()
    state: Any = None
    drawing: str = ""
    place: str | None = None

    @property
    def name(self) -> str:
        return KINDS[self.check]

    @property
    def line(self) -> str:
        """The example in words: how to come to the position."""
        count = len(self.moves)
        if not count:
            return "in the first position"
        texts = self.move_texts
        if count > _MANY:
            texts = (*texts[: _MANY // 2], "…", *texts[-_MANY // 2 :])
        return f"after {count:,} move{'s' * (count > 1)}: {' '.join(texts)}"

    def __str__(self) -> str:
        lines = [f"{self.severity}: {self.rule} ({self.check} {self.name})", f"  {self.message}"]
        if self.place:
            lines.append(f"  at {self.place}")
        if self.drawing:
            lines.append(f"  {self.line}")
            lines += [f"    {row}" for row in self.drawing.splitlines()]
        if self.remedy:
            lines.append(f"  remedy: {self.remedy}")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """A record for json.dumps: moves as people write them, the state as its repr."""
        return {
            "check": self.check,
            "name": self.name,
            "rule": self.rule,
            "severity": self.severity,
            "message": self.message,
            "remedy": self.remedy,
            "moves": list(self.move_texts),
            "state": repr_of(self.state),
            "drawing": self.drawing,
            "place": self.place,
        }


@dataclass
class Report:
    """All findings, faults first; `notes` and `facts` are for information and are never a reason to fail.

    `skipped` says for each kind of check that could not be made, why. `seconds` is the time that the check took.
    """

    game: str
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    skipped: dict[int, str] = field(default_factory=dict)
    positions: int = 0
    games: int = 0
    seconds: float = 0.0

    @property
    def faults(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == FAULT]

    @property
    def warnings(self) -> list[Finding]:
        return [finding for finding in self.findings if finding.severity == WARNING]

    @property
    def ok(self) -> bool:
        """Whether no fault was found. There may be warnings."""
        return not self.faults

    def of_kind(self, check: int | str) -> list[Finding]:
        """The findings of one kind of check, by its number or its name."""
        return [finding for finding in self.findings if check in (finding.check, finding.name)]

    def raise_for_findings(self, warnings: bool = False) -> None:
        """A `RulesError` that shows every fault (and every warning, if asked for); nothing if there is none."""
        wanted = self.findings if warnings else self.faults
        if wanted:
            count = f"{len(wanted)} finding{'s' * (len(wanted) > 1)} in the rules of {self.game}"
            error = RulesError("\n\n".join([count, *map(str, wanted)]))
            error.hook, error.state = wanted[0].rule, wanted[0].state
            raise error

    def sort(self) -> None:
        self.findings.sort(key=lambda finding: (_RANK[finding.severity], finding.check, len(finding.moves)))
        self.notes.sort(key=lambda note: note.check)

    def __str__(self) -> str:
        head = f"{self.game}: {self.positions:,} positions in {self.games:,} games, {self.seconds:.1f} s"
        body = [str(finding) for finding in [*self.findings, *self.notes]]
        return "\n\n".join([head, *body, *([] if self.findings else ["no fault, no warning"])])

    def to_json(self) -> dict[str, Any]:
        """A record for json.dumps."""
        return {
            "game": self.game,
            "ok": self.ok,
            "findings": [finding.to_json() for finding in self.findings],
            "notes": [note.to_json() for note in self.notes],
            "facts": self.facts,
            "skipped": {KINDS[check]: why for check, why in self.skipped.items()},
            "positions": self.positions,
            "games": self.games,
            "seconds": self.seconds,
        }


def repr_of(value: Any, longest: int = 400) -> str:
    """The repr, cut if it is long; a type's name where the user's own repr fails."""
    try:
        text = repr(value) if type(value).__repr__ is not object.__repr__ else _with_attributes(value)
    except Exception as error:
        return f"<{type(value).__name__}, whose repr raises {type(error).__name__}>"
    if not isinstance(text, str):
        return f"<{type(value).__name__}>"
    return text if len(text) <= longest else text[:longest] + "…"


def _with_attributes(value: Any) -> str:
    """What an object without a repr of its own holds: Board(cells=['.', 'X'], turn=1)."""
    names = getattr(value, "__dict__", None) or {
        name: getattr(value, name) for name in getattr(type(value), "__slots__", ()) if hasattr(value, name)
    }
    return f"{type(value).__name__}({', '.join(f'{name}={part!r}' for name, part in names.items())})"
