"""Rules that become part of the search around them, instead of being called by it.

Several rules look at one state, and a search asks them one after another: what they all compute, like the threats on
a board, is then computed once, and what is the same for all moves of a state, before the loop over them. The compiler
does that by itself where it sees everything as one function.

Operations that are the same but for a number, like shifts along the lines of a board, are then done side by side.
Numba leaves that out unless it is asked.
"""

# Numba declares no types.
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from numba.core import config
from numba.core.generators import GeneratorDescriptor


@contextlib.contextmanager
def inlining() -> Iterator[None]:
    """While something is compiled, generators are inlined too, and like operations are done side by side."""
    of_generator, side_by_side = GeneratorDescriptor.from_generator_fndesc, config.SLP_VECTORIZE

    def inlined(*arguments: Any) -> Any:
        descriptor = of_generator(*arguments)
        descriptor.inline = True
        return descriptor

    GeneratorDescriptor.from_generator_fndesc, config.SLP_VECTORIZE = inlined, 1
    try:
        yield
    finally:
        GeneratorDescriptor.from_generator_fndesc, config.SLP_VECTORIZE = of_generator, side_by_side
