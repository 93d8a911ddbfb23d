"""Text in figures: how wide it is, how it is shortened, and how it is written into XML.

Widths are those of DejaVu Sans, the widest of the usual fonts: boxes that fit it fit the others.
"""

from __future__ import annotations

import re

_NARROW = dict.fromkeys("iljI.,:;'|!", 0.34) | dict.fromkeys('()[]ftr- "*/\\', 0.42)
_WIDE = dict.fromkeys("mwMW%@—…", 1.0) | dict.fromkeys("=≤≥≈+−∞<>~^→✕", 0.84)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_UNFIT = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # what XML cannot hold

_HALVES = re.compile("[\ud800-\udfff]")
_OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def text_width(text: str, size: float, bold: bool = False) -> float:
    """The width of the text in pixels at this font size, rather too wide than too narrow."""
    units = 0.0
    for sign in text:
        units += _NARROW.get(sign) or _WIDE.get(sign) or (0.7 if sign.isupper() else 0.64 if sign < "\u2e80" else 1.0)
    return units * size * (1.1 if bold else 1.0)


def visible(text: str) -> str:
    """The text with signs in the place of characters that a terminal obeys, or that no file can hold: ␛ and �."""
    return _OBEYED.sub(lambda found: chr(0x2400 + ord(found[0])) if found[0] < " " else "�", text)


def shortened(text: str, most: int) -> str:
    """The text on one line, with … where more than `most` characters were left out."""
    text = visible(" ".join(text.split()))
    return text if len(text) <= most else text[: most - 1] + "…"


def fitting_size(text: str, width: float, size: float, smallest: float = 6.5) -> float:
    """The font size, at most `size`, at which the text is no wider than `width`."""
    wide = text_width(text, size)
    return size if wide <= width else max(smallest, size * width / wide)


def without_halves(text: str) -> str:
    """The text with � for every half of a pair that has lost the other: no encoding can write it."""
    return _HALVES.sub("�", text)


def escaped(text: str) -> str:
    """The text for XML, inside an element or an attribute; characters that XML cannot hold become �."""
    text = _UNFIT.sub("�", text)
    return "".join(_ENTITIES.get(sign, sign) for sign in text)


def px(number: float) -> str:
    """A coordinate: one decimal at most, no negative zero."""
    return f"{round(number, 1) + 0.0:g}" if abs(number) < 100_000 else f"{number:.1f}"
