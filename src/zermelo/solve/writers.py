"""Functions, made from text, that write the numbers of one game's states into arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.kernel.words import Leaf
from zermelo.solve import work as w

STAGE, LOW = w.STAGE, w.LOW


def leaves_of(shape: Any, text: str) -> Iterator[tuple[str, str]]:
    """(text of an expression, kind) for every number in a value of this shape."""
    if isinstance(shape, Leaf):
        yield text, shape.kind
        return
    for index, item in enumerate(shape.items):
        yield from leaves_of(item, f"{text}[{index}]")


def written(head: str, lines: list[str], **names: Any) -> Any:
    """A function from its text."""
    name = head.split("(", maxsplit=1)[0]
    exec("\n    ".join([f"def {head}:", *lines, "return 0"]), names)
    return names[name]


def writers(rules: Any, use_key: bool, parts: Any, field_of: Any) -> tuple[Any, Any, Any, int]:
    """Functions, from text, and the number of a state's words.

    `write_raws` writes a state's identity, `write_row` its words; `read_row` writes its words, unpacked from the
    identity. `parts` describes the identity: (path, kind) of each number, as `identity.Identity` makes it.
    """
    names: dict[str, Any] = {"key": None, "field_of": field_of}
    value = "state"
    if use_key:
        names["key"], _ = rules.compile_alone("key", (rules.compiler.state_type,))
        value = "key(state)"
    state_leaves = list(leaves_of(rules.compiler.shape, "state"))
    if any(kind == "float" for _, kind in (*state_leaves, *parts)):
        from zermelo.kernel.bits import bits_as_int, float_bits

        names.update(float_bits=float_bits, bits_as_int=bits_as_int)

    def number(text: str, kind: str) -> str:
        return f"bits_as_int(float_bits({text}))" if kind == "float" else f"int({text})"

    raws, read, at = [f"value = {value}"], [], 0
    for place, (path, kind) in enumerate(parts):
        if kind == "tag":
            raws.append(f"raws[place + {at * STAGE}] = tag")
            at += 1
        elif kind == "int":
            raws.append(f"raws[place + {at * STAGE}] = {number('value' + path, kind)}")
            read.append(f"rows[{place}] = field_of({at}, index, work, keys)")
            at += 1
        else:
            raws.append(f"number = {number('value' + path, kind)}")
            raws.append(f"raws[place + {at * STAGE}] = number & {LOW}")
            raws.append(f"raws[place + {(at + 1) * STAGE}] = number >> 32")
            read.append(
                f"rows[{place}] = field_of({at}, index, work, keys) | field_of({at + 1}, index, work, keys) << 32"
            )
            at += 2
    row = [f"rows[at + {place}] = {number(text, kind)}" for place, (text, kind) in enumerate(state_leaves)]
    return (
        written("write_raws(state, tag, raws, place)", raws, **names),
        written("write_row(state, rows, at)", row, **names),
        written("read_row(index, work, keys, rows)", read, **names),
        len(state_leaves),
    )
