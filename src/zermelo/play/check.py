"""`zermelo check`: looks for mistakes in the rules of a game, and tells how large it is and how fast.

Exit code 1 if a fault was found. Warnings and notes leave it at 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.play import words
from zermelo.play.console import console, one_line, print_board, print_json, printable
from zermelo.play.loading import load_position
from zermelo.play.options import Compiled, GameName, Json, Position, any_number, whole_number
from zermelo.play.running import live_line

if TYPE_CHECKING:
    from rich.console import Console

    from zermelo.check import Finding, Report
    from zermelo.check.inspection import CheckProgress

_STYLES = {"fault": "bold red", "warning": "bold yellow", "note": "bold cyan"}
_BAR = 20
_INDENT = 2
_ROUGH = 1000  # a factor above which only the order of magnitude is told


def check(
    game: GameName,
    position: Position = "",
    seconds: Annotated[
        float, typer.Option("--seconds", help="Play about this long.", metavar="S", parser=any_number)
    ] = 5.0,
    games: Annotated[
        int, typer.Option("--games", help="Play at most this many random games.", metavar="N", parser=whole_number)
    ] = 200,
    seed: Annotated[int, typer.Option("--seed", help="Plays other games.", metavar="N", parser=whole_number)] = 0,
    compiled: Compiled = None,
    as_json: Json = False,
) -> None:
    """Find mistakes in the rules of a game before a search does."""
    from zermelo.check import check as check_rules

    rules, state = load_position(game, position)
    latest: list[CheckProgress] = []

    def text(spent: float) -> str:
        return progress_text(latest[-1], spent) if latest else f"checking  {words.duration(spent)}"

    def remember(progress: CheckProgress) -> None:
        latest[:] = [progress]

    with live_line(text):
        report = check_rules(
            rules,
            state if position.strip() else None,
            seed=seed,
            games=games,
            seconds=seconds,
            compiled=compiled,
            on_progress=remember,
        )
    if as_json:
        print_json({**report.to_json(), "game": game})
    else:
        show(report, game)
    if not report.ok:
        raise typer.Exit(1)


def progress_text(progress: CheckProgress, spent: float) -> str:
    done = round(progress.share * _BAR)
    found = f"{progress.findings} finding{'' if progress.findings == 1 else 's'}"
    return (
        f"{'■' * done}{'·' * (_BAR - done)}  {progress.station}  {progress.positions:,} positions  "
        f"{progress.games:,} games  {found}  {words.duration(spent)}  (Ctrl-C: found so far)"
    )


def show(report: Report, name: str) -> None:
    from rich.text import Text

    out = console()
    for finding in [*report.findings, *report.notes]:
        show_finding(out, finding)
        out.print()
    show_facts(out, report)
    out.print()
    out.print(Text.assemble(f"{one_line(name)}: ", verdict(report)))
    played = f"{report.positions:,} positions · {report.games:,} random games · {words.duration(report.seconds)}"
    out.print(Text(played, style="dim"))


def verdict(report: Report) -> Any:
    from rich.text import Text

    counts = [
        (f"{len(found)} {word}{'' if len(found) == 1 else 's'}", _STYLES[word])
        for word, found in (("fault", report.faults), ("warning", report.warnings))
        if found
    ]
    if not counts:
        return Text("no fault was found", style="bold green")
    return Text(", ").join(Text(words, style=style) for words, style in counts)


def show_finding(out: Console, finding: Finding) -> None:
    """Which rule, what is wrong and where; the moves that show it, the position, the remedy."""
    from rich.padding import Padding
    from rich.text import Text

    head = Text.assemble(
        (finding.severity, _STYLES[finding.severity]),
        "  ",
        (finding.rule, "bold"),
        (f"  ({finding.check} {finding.name})", "dim"),
    )
    out.print(head)
    out.print(Padding(Text(printable(finding.message)), (0, 0, 0, _INDENT), expand=False))
    if finding.place:
        out.print(Padding(Text(printable(finding.place), style="dim"), (0, 0, 0, _INDENT), expand=False))
    if finding.drawing:
        out.print(Padding(Text(printable(finding.line)), (0, 0, 0, _INDENT), expand=False))
        print_board(out, "\n".join(" " * 2 * _INDENT + row for row in finding.drawing.splitlines()))
    if finding.remedy:
        remedy = Text.assemble(("remedy  ", "bold green"), printable(finding.remedy))
        out.print(Padding(remedy, (0, 0, 0, _INDENT), expand=False))


def show_facts(out: Console, report: Report) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for name, value in facts_in_words(report):
        table.add_row(name, Text(printable(value)))
    out.print(table)


def facts_in_words(report: Report) -> list[tuple[str, str]]:
    """The figures of a report, each as a name and a few words; those that are not known are left out."""
    facts = report.facts
    lines: list[tuple[str, str]] = []
    if "branching_mean" in facts:
        lines.append(("moves", f"{facts['branching_mean']:g} on average, at most {facts['branching_max']}"))
    if "plies_mean" in facts:
        shortest, longest = facts["plies_min"], facts["plies_max"]
        lines.append(("length", f"{facts['plies_mean']:g} plies of a random game, {shortest} to {longest}"))
    if "utility_min" in facts:
        total = f", {words.number(facts['utility_sum'])} in all" if "utility_sum" in facts else ""
        lines.append(
            ("results", f"{words.number(facts['utility_min'])} to {words.number(facts['utility_max'])}{total}")
        )
    if "evaluation_min" in facts:
        lines.append(("guesses", f"{words.number(facts['evaluation_min'])} to {words.number(facts['evaluation_max'])}"))
    if "shortest_cycle" in facts:
        lines.append(("repetition", f"positions come back after {facts['shortest_cycle']} plies"))
    lines += [("positions", positions_in_words(facts))] if positions_in_words(facts) else []
    lines += [("speed", speed_in_words(facts))] if "positions_per_second_plain" in facts else []
    if 11 in report.skipped:
        lines.append(("compiled", f"not compared: {report.skipped[11]}"))
    elif "positions_compared" in facts and not report.of_kind(11):
        lines.append(("compiled", f"the same in {facts['positions_compared']:,} positions"))
    return lines


def positions_in_words(facts: dict[str, Any]) -> str:
    if "positions" in facts:
        return f"{facts['positions']:,} (all of them)"
    if "positions_estimate" in facts:
        estimate, factor = facts["positions_estimate"], facts["positions_estimate_factor"]
        if factor <= _ROUGH:
            return f"about {size(estimate)}, within a factor of {factor:g} (estimated)"
        return f"roughly {size(estimate)}, somewhere from {size(estimate / factor)} to {size(estimate * factor)}"
    if "positions_at_least" in facts:
        return f"more than {facts['positions_at_least']:,}"
    return ""


def size(number: float) -> str:
    """A large number as people write it: 5,400, or 4.5e12."""
    return f"{number:,.0f}" if number < 1e7 else f"{number:.1e}".replace("e+", "e")


def speed_in_words(facts: dict[str, Any]) -> str:
    plain = facts["positions_per_second_plain"]
    if "positions_per_second_compiled" not in facts:
        return f"{plain:,} positions a second in plain Python"
    fast = facts["positions_per_second_compiled"]
    return f"{plain:,} positions a second in plain Python, {fast:,} compiled ({fast / plain:,.0f} times)"
