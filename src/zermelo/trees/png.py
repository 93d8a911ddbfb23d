"""The figure as pixels, by CairoSVG, which is imported when it is needed."""

from __future__ import annotations

from typing import Any

from zermelo.core.errors import InputError


def to_png(svg: str, scale: float = 2.0) -> bytes:
    try:
        import cairosvg  # type: ignore[import-not-found]  # noqa: PLC0415  (an extra)
    except ImportError:
        raise InputError("PNG needs CairoSVG: pip install 'zermelo[figures]'; to_svg() needs nothing") from None
    except OSError as error:  # the Python part is there, the Cairo library is not
        raise InputError(f"PNG needs the Cairo library of the system (Debian: libcairo2): {error}") from None
    # It reads nothing but the text itself (since 2.7): a picture of a position that asks for a file gets none.
    draw: Any = cairosvg.svg2png
    try:
        return draw(bytestring=svg.encode("utf-8"), scale=scale)
    except Exception as error:  # Cairo's own: a picture of more pixels than it can hold
        raise InputError(
            f"the figure is too large for a PNG ({error}): keep fewer nodes (nodes=…, plies=…), or take the SVG"
        ) from error
