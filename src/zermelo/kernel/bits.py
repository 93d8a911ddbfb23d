"""`Bits` for Numba: a word of 64 bits whose arithmetic stays in its type.

Numba's own uint64 turns into int64 at the first literal, and then `>>` is arithmetic. Here

    Bits op int     is Bits: the int's 64 bits are taken as they are
    >> <<           bring in zeros; a shift by 64 or more gives 0
    < <= > >=       compare without sign
    // %            without sign; division by zero raises
    int(x)          the same 64 bits as int64

(Functions under `overload` have no annotations: Numba compares them with those of the implementation.)
"""

# ruff: noqa: ARG001, ARG005, PLW0108  (Numba fixes the arguments of these functions and wants lambdas for its overloads)
# Numba declares no types.
# pyright: reportCallIssue=false, reportOptionalCall=false, reportPrivateImportUsage=false

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import (
    NativeValue,
    box,
    intrinsic,
    models,
    overload,
    overload_method,
    register_model,
    typeof_impl,
    unbox,
)

I64 = ir.IntType(64)
WORD = (1 << 64) - 1


class BitsType(types.Type):
    """The type of `Bits`. Ints convert to it; nothing converts from it by itself."""

    def __init__(self) -> None:
        super().__init__("Bits")

    def can_convert_from(self, typingctx: Any, other: types.Type) -> Conversion | None:  # noqa: ARG002
        if isinstance(other, types.IntegerLiteral):
            return Conversion.promote
        if isinstance(other, (types.Integer, types.Boolean)):
            return Conversion.safe
        return None

    def unify(self, typingctx: Any, other: types.Type) -> types.Type | None:  # noqa: ARG002
        return self if isinstance(other, (types.Integer, types.Boolean)) else None


bits = BitsType()


class Word(int):
    """A constant that is `Bits` when compiled: an int that needs all 64 bits."""


@register_model(BitsType)
class BitsModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any):
        super().__init__(dmm, fe_type, I64)


@typeof_impl.register(Word)
def _type_of_word(value: Word, c: Any) -> BitsType:
    return bits


@lower_constant(BitsType)
def _constant(context: Any, builder: Any, ty: Any, value: int) -> Any:
    return ir.Constant(I64, int(value) & WORD)


# ── to and from ints ─────────────────────────────────────────────────────────────────────────────


@lower_cast(types.Integer, BitsType)
@lower_cast(types.Boolean, BitsType)
def _int_to_bits(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    wide = types.int64 if getattr(fromty, "signed", False) else types.uint64
    return context.cast(builder, value, fromty, wide)


@lower_cast(types.IntegerLiteral, BitsType)
def _literal_to_bits(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return ir.Constant(I64, fromty.literal_value & WORD)


@lower_cast(BitsType, types.Integer)
def _bits_to_int(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return context.cast(builder, value, types.uint64, toty)


@lower_cast(BitsType, types.Boolean)
def _bits_to_bool(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return builder.icmp_unsigned("!=", value, ir.Constant(I64, 0))


@lower_cast(BitsType, types.Float)
def _bits_to_float(context: Any, builder: Any, fromty: Any, toty: Any, value: Any) -> Any:
    return context.cast(builder, value, types.uint64, toty)


@intrinsic
def bits_as_int(typingctx: Any, word: Any) -> Any:
    """The same 64 bits as a signed int."""
    return types.int64(bits), lambda context, builder, sig, args: args[0]


@intrinsic
def as_bits(typingctx: Any, word: Any) -> Any:
    """Bits of an int or of Bits."""
    return bits(bits), lambda context, builder, sig, args: args[0]


@intrinsic
def as_float(typingctx: Any, word: Any) -> Any:
    """The float whose 64 bits these are."""
    return types.float64(bits), lambda context, builder, sig, args: builder.bitcast(args[0], ir.DoubleType())


@intrinsic
def float_bits(typingctx: Any, value: Any) -> Any:
    """The 64 bits of a float; both zeros have the same."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(builder.fadd(args[0], ir.Constant(ir.DoubleType(), 0.0)), I64)

    return bits(types.float64), lower


@overload(int)
def _int(x):
    return (lambda x: bits_as_int(x)) if isinstance(x, BitsType) else None


@intrinsic
def _bits_as_float(typingctx: Any, word: Any) -> Any:
    return types.float64(bits), lambda context, builder, sig, args: builder.uitofp(args[0], ir.DoubleType())


@overload(float)
def _float(x):
    return (lambda x: _bits_as_float(x)) if isinstance(x, BitsType) else None


# ── operators ────────────────────────────────────────────────────────────────────────────────────


def _mixes_bits(args: tuple[Any, ...]) -> bool:
    """Whether these are ints and Bits, at least one of them Bits."""
    return any(isinstance(arg, BitsType) for arg in args) and all(
        isinstance(arg, (BitsType, types.Integer, types.Boolean)) for arg in args
    )


def _type_operator(function: Any, result: types.Type, count: int) -> None:
    class Template(AbstractTemplate):
        key = function

        def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002
            if len(args) == count and _mixes_bits(args):
                return signature(result, *[bits] * count)
            return None

    infer_global(function)(Template)


def _define(functions: tuple[Any, ...], result: types.Type, count: int, lower: Callable[..., Any]) -> None:
    """Types and lowers functions of `count` words; `lower(context, builder, *words)` gives the result."""

    def implementation(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return lower(context, builder, *args)

    for function in functions:
        _type_operator(function, result, count)
        lower_builtin(function, *[bits] * count)(implementation)


def _shift(name: str) -> Callable[..., Any]:
    def lower(context: Any, builder: Any, word: Any, by: Any) -> Any:
        too_far = builder.icmp_unsigned(">=", by, ir.Constant(I64, 64))
        return builder.select(too_far, ir.Constant(I64, 0), getattr(builder, name)(word, by))

    return lower


def _division(name: str) -> Callable[..., Any]:
    def lower(context: Any, builder: Any, dividend: Any, divisor: Any) -> Any:
        result = cgutils.alloca_once_value(builder, ir.Constant(I64, 0))
        with builder.if_else(builder.icmp_unsigned("==", divisor, ir.Constant(I64, 0))) as (by_zero, normal):
            with by_zero:
                context.error_model.fp_zero_division(builder, ("integer division or modulo by zero",))
            with normal:
                builder.store(getattr(builder, name)(dividend, divisor), result)
        return builder.load(result)

    return lower


def _plain(name: str) -> Callable[..., Any]:
    return lambda context, builder, *words: getattr(builder, name)(*words)


def _comparison(sign: str) -> Callable[..., Any]:
    return lambda context, builder, x, y: builder.icmp_unsigned(sign, x, y)


def _quotient(context: Any, builder: Any, dividend: Any, divisor: Any) -> Any:
    """True division, as of floats."""
    double = ir.DoubleType()
    zero = builder.icmp_unsigned("==", divisor, ir.Constant(I64, 0))
    with cgutils.if_unlikely(builder, zero):
        context.error_model.fp_zero_division(builder, ("division by zero",))
    return builder.fdiv(builder.uitofp(dividend, double), builder.uitofp(divisor, double))


def _define_operators() -> None:
    binary = {
        (operator.and_, operator.iand): _plain("and_"),
        (operator.or_, operator.ior): _plain("or_"),
        (operator.xor, operator.ixor): _plain("xor"),
        (operator.add, operator.iadd): _plain("add"),
        (operator.sub, operator.isub): _plain("sub"),
        (operator.mul, operator.imul): _plain("mul"),
        (operator.lshift, operator.ilshift): _shift("shl"),
        (operator.rshift, operator.irshift): _shift("lshr"),
        (operator.floordiv, operator.ifloordiv): _division("udiv"),
        (operator.mod, operator.imod): _division("urem"),
    }
    for functions, lower in binary.items():
        _define(functions, bits, 2, lower)
    _define((operator.truediv, operator.itruediv), types.float64, 2, _quotient)
    comparisons = {"==": operator.eq, "!=": operator.ne, "<": operator.lt}
    comparisons |= {"<=": operator.le, ">": operator.gt, ">=": operator.ge}
    for sign, function in comparisons.items():
        _define((function,), types.boolean, 2, _comparison(sign))
    _define((operator.invert,), bits, 1, _plain("not_"))
    _define((operator.neg,), bits, 1, _plain("neg"))
    _define((operator.pos, abs), bits, 1, lambda context, builder, word: word)
    zero = ir.Constant(I64, 0)
    _define((bool, operator.truth), types.boolean, 1, lambda c, b, word: b.icmp_unsigned("!=", word, zero))
    _define((operator.not_,), types.boolean, 1, lambda c, b, word: b.icmp_unsigned("==", word, zero))
    _define((min,), bits, 2, lambda c, b, x, y: b.select(b.icmp_unsigned("<", y, x), y, x))
    _define((max,), bits, 2, lambda c, b, x, y: b.select(b.icmp_unsigned(">", y, x), y, x))


_define_operators()


@overload(divmod)
def _divmod(x, y):
    return (lambda x, y: (x // y, x % y)) if _mixes_bits((x, y)) else None


@overload(operator.pow)
def _pow(x, y):
    if not _mixes_bits((x, y)):
        return None

    def power(x, y):
        result, base, exponent = as_bits(1), as_bits(x), as_bits(y)
        while exponent:
            if exponent & 1:
                result *= base
            base *= base
            exponent >>= 1
        return result

    return power


# ── where Numba wants an int: indexes and ranges ─────────────────────────────────────────────────


@infer_global(operator.getitem)
class IndexByBits(AbstractTemplate):
    """`values[word]` for arrays and for tuples of one type."""

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002
        values, index = args
        if isinstance(index, BitsType) and isinstance(values, types.UniTuple):
            return signature(values.dtype, values, types.intp)
        if isinstance(index, BitsType) and isinstance(values, types.Array):
            item = values.dtype if values.ndim == 1 else values.copy(ndim=values.ndim - 1)
            return signature(item, values, types.intp)
        return None


@infer_global(range)
class RangeOfBits(AbstractTemplate):
    """`range` with Bits among its arguments counts in int64."""

    def generic(self, args: Any, kws: Any) -> Any:  # noqa: ARG002
        if args and _mixes_bits(args):
            return signature(types.range_state64_type, *[types.int64] * len(args))
        return None


# ── methods ──────────────────────────────────────────────────────────────────────────────────────


@intrinsic
def _count_ones(typingctx: Any, word: Any) -> Any:
    return types.int64(bits), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic
def _length(typingctx: Any, word: Any) -> Any:
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(I64, 64), zeros)

    return types.int64(bits), lower


@overload_method(BitsType, "bit_count")
def _bits_bit_count(x):
    return lambda x: _count_ones(x)


@overload_method(BitsType, "bit_length")
def _bits_bit_length(x):
    return lambda x: _length(x)


@overload_method(types.Integer, "bit_count")
def _int_bit_count(x):
    if not getattr(x, "signed", False):
        return lambda x: _count_ones(x)
    return lambda x: _count_ones(abs(x))


@overload_method(types.Integer, "bit_length")
def _int_bit_length(x):
    if not getattr(x, "signed", False):
        return lambda x: _length(x)
    return lambda x: _length(abs(x))


# ── between Python and compiled code (tests call small functions directly) ───────────────────────


@box(BitsType)
def _box(typ: Any, value: Any, c: Any) -> Any:
    return c.pyapi.long_from_ulonglong(value)


@unbox(BitsType)
def _unbox(typ: Any, obj: Any, c: Any) -> Any:
    value = c.pyapi.long_as_ulonglong(c.pyapi.number_long(obj))
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))
