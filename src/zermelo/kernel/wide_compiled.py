"""Wide scores for Numba: tuples of (int64, float64, int64) with the operations of `wide.Wide`."""

from __future__ import annotations

import operator

from numba.core import types
from numba.extending import overload

from zermelo.kernel.wide import wide

WIDE = types.Tuple((types.int64, types.float64, types.int64))


@overload(wide)
def _wide(outcome, value, haste):  # noqa: ARG001
    return lambda outcome, value, haste: (int(outcome), float(value), int(haste))


@overload(operator.neg)
def _negated(score):
    if score == WIDE:
        return lambda score: (-score[0], -score[1], -score[2])
    return None


@overload(operator.add)
def _added(score, steps):
    if score == WIDE and isinstance(steps, types.Integer):
        return lambda score, steps: (score[0], score[1], score[2] + steps)
    return None


@overload(operator.sub)
def _subtracted(score, steps):
    if score == WIDE and isinstance(steps, types.Integer):
        return lambda score, steps: (score[0], score[1], score[2] - steps)
    return None
