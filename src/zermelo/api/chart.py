"""Bars of the nodes that algorithms visited, by Matplotlib, which is imported when a chart is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from zermelo.core.errors import InputError

if TYPE_CHECKING:
    from zermelo.api.compare import Comparison

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
HATCHES = ("", "//", "..", "xx", "\\\\", "++", "--")


class Chart:
    """A bar chart; notebooks show it. `figure` is Matplotlib's, for changes; `save` writes .png, .svg or .pdf."""

    def __init__(self, figure: Any):
        self.figure = figure

    def save(self, path: Any) -> None:
        self.figure.savefig(path, dpi=150)

    def _repr_png_(self) -> bytes:
        import io

        out = io.BytesIO()
        self.figure.savefig(out, format="png", dpi=110)
        return out.getvalue()


def bar_chart(comparisons: Sequence[Comparison], *, log: bool = True) -> Chart:
    """Bars of nodes visited, a group a comparison and a bar an algorithm; hatched too, so that colour is not needed."""
    from zermelo.api.compare import LABELS

    try:
        from matplotlib.figure import Figure  # type: ignore[import-not-found]  (an extra)
    except ImportError:
        raise InputError(
            "a bar chart needs Matplotlib: pip install 'zermelo[figures]'; the table needs nothing"
        ) from None
    if not comparisons:
        raise InputError("there is nothing to draw: give at least one comparison")
    names = list(dict.fromkeys(row.algorithm for comparison in comparisons for row in comparison.rows))
    groups, bars = len(comparisons), len(names)
    figure = Figure(figsize=(max(5.5, 1.0 + groups * max(1.1, 0.42 * bars)), 4.2), layout="constrained")
    axes = figure.subplots()
    width = 0.82 / bars
    for place, name in enumerate(names):
        xs, heights = [], []
        for group, comparison in enumerate(comparisons):
            found = [row.nodes for row in comparison.rows if row.algorithm == name]
            if found:
                xs.append(group + (place - (bars - 1) / 2) * width)
                heights.append(found[0])
        drawn = axes.bar(
            xs,
            heights,
            width,
            label=LABELS.get(name, name),
            color=COLOURS[place % len(COLOURS)],
            hatch=HATCHES[place % len(HATCHES)],
            edgecolor="white",
        )
        axes.bar_label(
            drawn,
            [f"{height:,}" for height in heights],
            fontsize=7,
            rotation=90 if groups * bars > 6 and bars > 2 else 0,
            padding=2,
        )
    axes.set_xticks(range(groups), [comparison.title for comparison in comparisons])
    axes.set_ylabel("nodes visited")
    if log:
        axes.set_yscale("log")
        axes.set_ylim(bottom=1, top=axes.get_ylim()[1] * 2)
    axes.spines[["top", "right"]].set_visible(False)
    figure.legend(fontsize=8, frameon=False, loc="outside upper center", ncols=2)
    return Chart(figure)
