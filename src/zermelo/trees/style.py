"""Colours of the figures, light and dark, as plain CSS rules (no variables: Cairo and Inkscape read them too).

Colour never speaks alone: MAX carries a triangle that points up and MIN one that points down, leaves are squares,
chance is a diamond, what was never visited is dashed and crossed.
"""

from __future__ import annotations

from zermelo.core.errors import InputError

LIGHT = {
    "paper": "#ffffff",
    "ink": "#1b1f24",
    "faint": "#5f6975",
    "edge": "#8a929c",
    "max": ("#dbeafe", "#1d5fb8"),
    "min": ("#fde2e0", "#c02d22"),
    "chance": ("#fdf0c2", "#8a6100"),
    "other": ("#ece4fb", "#6b46c1"),
    "leaf": ("#d5f2e3", "#0b7a55"),
    "pruned": ("#eef0f2", "#8a929c"),
    "window": ("#f6f7f9", "#b6bcc4"),
    "reason": ("#fff5f4", "#c02d22"),
    "note": ("#fff3cd", "#a86a00"),
}
DARK = {
    "paper": "#11161c",
    "ink": "#e8eef4",
    "faint": "#a3aeba",
    "edge": "#66717d",
    "max": ("#153a68", "#74b6ff"),
    "min": ("#5c1f1b", "#ff9187"),
    "chance": ("#4d3b05", "#f0c24b"),
    "other": ("#37265e", "#b79cf5"),
    "leaf": ("#0f3f2e", "#52d39e"),
    "pruned": ("#20262d", "#7a8591"),
    "window": ("#1b222a", "#58626d"),
    "reason": ("#3a1412", "#ff9187"),
    "note": ("#453404", "#f0c24b"),
}
THEMES = ("auto", "light", "dark")
FONT = '"DejaVu Sans",Verdana,"Segoe UI",Helvetica,Arial,sans-serif'


def checked_theme(theme: str) -> str:
    if theme not in THEMES:
        raise InputError(f"theme={theme!r} is not known: 'auto', 'light' or 'dark' is meant")
    return theme


def css(theme: str) -> str:
    """The style sheet of a figure; "auto" follows the reader's screen. Figures of two themes may share a page."""
    scope = f".zt-{checked_theme(theme)}"
    shapes = (
        f"{scope}{{font-family:{FONT}}}"
        f"{scope} text{{text-anchor:middle;stroke:none}}"
        f"{scope} .start{{text-anchor:start}}"
        f"{scope} .end{{text-anchor:end}}"
        f"{scope} .edge{{fill:none;stroke-width:1.3}}"
        f"{scope} .edge.principal{{stroke-width:4}}"
        f"{scope} .edge.never,{scope} .pruned .shape{{stroke-dasharray:4 3}}"
        f"{scope} .edge.fold,{scope} .folded .shape{{stroke-dasharray:1.5 3}}"
        f"{scope} .cross{{fill:none;stroke-width:2}}"
        f"{scope} .shape{{stroke-width:1.8}}"
        f"{scope} .guess .shape{{stroke-dasharray:5 2.5}}"
        f"{scope} .principal .shape{{stroke-width:3}}"
        f"{scope} .value{{font-weight:bold}}"
        f"{scope} .move{{font-weight:bold;font-size:11px}}"
        f"{scope} .visit{{font-size:10px}}"
        f"{scope} .box{{stroke-width:1}}"
        f"{scope} .small{{font-size:10px}}"
        f"{scope} .words{{font-size:11.5px}}"
        f"{scope} .board{{font-family:\"DejaVu Sans Mono\",Consolas,monospace}}"
    )  # fmt: skip
    if theme == "auto":
        return shapes + colours(scope, LIGHT) + f"@media (prefers-color-scheme:dark){{{colours(scope, DARK)}}}"
    return shapes + colours(scope, DARK if theme == "dark" else LIGHT)


def colours(scope: str, palette: dict[str, str | tuple[str, str]]) -> str:
    rules = [
        f"{scope} text{{fill:{palette['ink']}}}",
        f"{scope} .paper{{fill:{palette['paper']}}}",
        f"{scope} .faint,{scope} .visit{{fill:{palette['faint']}}}",
        f"{scope} .edge,{scope} .cross{{stroke:{palette['edge']}}}",
        f"{scope} .edge.principal{{stroke:{palette['ink']}}}",
        f"{scope} .board{{fill:{palette['ink']}}}",
    ]
    for name in ("max", "min", "chance", "other", "leaf", "pruned"):
        fill, stroke = palette[name]
        rules.append(f"{scope} .{name} .shape{{fill:{fill};stroke:{stroke}}}")
        rules.append(f"{scope} .{name} .mark{{fill:{stroke}}}")
    for name in ("window", "reason", "note"):
        fill, stroke = palette[name]
        rules.append(f"{scope} .{name} .box{{fill:{fill};stroke:{stroke}}}")
    rules.append(f"{scope} .reason text{{fill:{palette['reason'][1]};font-weight:bold}}")
    return "".join(rules)
