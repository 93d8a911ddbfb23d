"""Objects that exist for the compiler only: they take no space and their attributes are known beforehand.

    View          `self`, a class, a module, the rules: attributes are constants and functions
    Method        `self.four`: a function with its first argument filled in
    Maker         `State`, `Move`: makes a tuple with the declared types of its fields
    SuperCall     the word `super` inside one class

Each has a Numba type of its own; a value of it is nothing at run time.
"""

# ruff: noqa: ARG001, ARG005  (Numba fixes the arguments of these functions)
# Numba declares no types.
# pyright: reportCallIssue=false, reportArgumentType=false, reportGeneralTypeIssues=false
# pyright: reportReturnType=false

from __future__ import annotations

import inspect
import operator
import re
from collections.abc import Callable
from typing import Any

from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.funcdesc import default_mangler
from numba.core.imputils import lower_builtin, lower_constant, lower_getattr_generic
from numba.core.typing.templates import AttributeTemplate, Signature, infer_getattr, signature
from numba.core.typing.typeof import Purpose, typeof
from numba.extending import models, overload, register_model, typeof_impl

from zermelo.core.errors import CompileError
from zermelo.kernel.bits import BitsType, bits
from zermelo.kernel.constants import Rows
from zermelo.kernel.report import told
from zermelo.kernel.words import Group, Leaf, Shape


class Known:
    """A Python value whose Numba type is known: `numba_type`. A value of that type is empty."""

    numba_type: types.Type


@typeof_impl.register(Known)
def _type_of_known(value: Known, c: Any) -> types.Type:
    return value.numba_type


class EmptyType(types.Opaque):
    """Base of the types that take no space."""


@register_model(EmptyType)
class EmptyModel(models.OpaqueModel):
    pass


@lower_constant(EmptyType)
def _empty_constant(context: Any, builder: Any, ty: Any, value: Any) -> Any:
    return context.get_dummy_value()


# ── attributes ───────────────────────────────────────────────────────────────────────────────────


class ViewType(EmptyType):
    """`lookup(name)` gives the attribute as a value that Numba can type, or raises AttributeError."""

    def __init__(self, name: str, lookup: Callable[[str], Any]):
        self.lookup = lookup
        super().__init__(name)


class View(Known):
    def __init__(self, name: str, lookup: Callable[[str], Any]):
        self.numba_type = ViewType(name, lookup)


@register_model(ViewType)
class ViewModel(models.OpaqueModel):
    pass


@infer_getattr
class ViewAttributes(AttributeTemplate):
    key = ViewType

    def generic_resolve(self, typ: ViewType, attr: str) -> types.Type | None:
        try:
            return typeof(typ.lookup(attr), Purpose.constant)
        except AttributeError:
            return None
        except CompileError as error:
            raise TypingError(str(error)) from error


@lower_getattr_generic(ViewType)
def _view_attribute(context: Any, builder: Any, typ: ViewType, value: Any, attr: str) -> Any:
    found = typ.lookup(attr)
    if isinstance(found, Known):
        return context.get_dummy_value()
    numba_type = typeof(found, Purpose.constant)
    if isinstance(numba_type, types.Dispatcher):
        return context.get_dummy_value()
    return context.get_constant_generic(builder, numba_type, found)


# ── methods ──────────────────────────────────────────────────────────────────────────────────────


class MethodType(types.Callable, EmptyType):
    """The dispatcher is called with a value of the owner's type before the arguments.

    Numba knows about functions that call themselves by their names only; a method does it through `self`, and is
    helped here.
    """

    def __init__(self, owner: types.Type, dispatcher: Any):
        self.owner, self.dispatcher = owner, dispatcher
        self._asked: set[tuple[types.Type, ...]] = set()
        self._while_compiling: dict[tuple[types.Type, ...], Any] = {}
        super().__init__(f"method {dispatcher.py_func.__qualname__} of {owner.name} at {id(dispatcher)}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Signature | None:
        pysig, full_args = self.dispatcher.fold_argument_types((self.owner, *args), dict(kws))
        frame = context.callstack.match(self.dispatcher.py_func, full_args)
        if frame is not None:
            result = self._recursive(context, frame, full_args)
        else:
            full = types.Dispatcher(self.dispatcher).get_call_type(context, (self.owner, *args), kws)
            if full is None:
                return None
            result, full_args = full.return_type, full.args
        parameters = list(pysig.parameters.values())[1:]
        return signature(result, *full_args[1:], recvr=self.owner).replace(pysig=inspect.Signature(parameters))

    def _recursive(self, context: Any, frame: Any, args: tuple[types.Type, ...]) -> types.Type:
        """The type of the result as far as it is known, and a call by name for when code is made."""
        if args in self._asked:  # Numba asks for the type of the rest, without this call
            raise TypingError("cannot type infer runaway recursion")
        self._asked.add(args)
        try:
            result = frame.typeinfer.return_types_from_partial()
        finally:
            self._asked.discard(args)
            context.callstack._fail_cache.clear()  # else the refusal above would be remembered
        if result is None:
            raise TypingError("cannot type infer runaway recursion")
        frame.add_return_type(result)
        name = f"{frame.func_id.modname}.{frame.func_id.func_qualname}"
        if args not in self._while_compiling:
            self._while_compiling[args] = _call_by_name(name, args, frame.func_id.unique_id)
        return result

    def get_call_signatures(self) -> Any:
        return self.dispatcher.nopython_signatures, True

    def get_impl_key(self, sig: Signature) -> Any:
        if sig.args in self.dispatcher.overloads:
            return self.dispatcher.get_overload(sig.args)
        return self._while_compiling[sig.args]


def _call_by_name(name: str, arguments: tuple[types.Type, ...], uid: int) -> Any:
    """A key under which Numba finds how to call a function that is not compiled yet."""

    class Key:
        pass

    @lower_builtin(Key, types.VarArg(types.Any))
    def call(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        mangled = default_mangler(name, arguments, abi_tags=_compiler_flags(builder.function.name), uid=uid)
        if not builder.function.name.startswith(mangled):
            return context.call_unresolved(builder, mangled, sig, args)
        status, result = context.call_conv.call_function(builder, builder.function, sig.return_type, sig.args, args)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result

    return Key


def _compiler_flags(symbol: str) -> tuple[str, ...]:
    """The tag for the compiler's flags in a symbol; functions that call each other have the same."""
    found = re.search(r"B\d+v\d+B(\d+)", symbol)
    return () if found is None else (symbol[found.end() : found.end() + int(found[1])],)


@register_model(MethodType)
class MethodModel(models.OpaqueModel):
    pass


class Method(Known):
    """A compiled function with the owner as its first argument."""

    def __init__(self, owner: types.Type, dispatcher: Any):
        self.dispatcher = dispatcher
        self.numba_type = MethodType(owner, dispatcher)


# ── tuples with declared fields ──────────────────────────────────────────────────────────────────


def numba_type_of(shape: Shape) -> types.Type:
    """The Numba type of values of this shape. A bool field is an int there, as `True + 1` is in Python."""
    if isinstance(shape, Leaf):
        return {"int": types.int64, "bool": types.int64, "bits": bits, "float": types.float64}[shape.kind]
    items = tuple(numba_type_of(item) for item in shape.items)
    return types.BaseTuple.from_types(items, shape.cls)


def accepts(field: types.Type, given: types.Type) -> bool:
    """Whether a field of this type may be given a value of that one."""
    if isinstance(field, types.BaseTuple):
        return (
            isinstance(given, types.BaseTuple)
            and len(given) == len(field)
            and all(accepts(f, g) for f, g in zip(field, given))
        )
    numbers = (types.Integer, types.Boolean, BitsType)
    return isinstance(given, (*numbers, types.Float) if isinstance(field, types.Float) else numbers)


class MakerType(types.Callable, EmptyType):
    def __init__(self, shape: Group, name: str):
        assert shape.cls is not None
        self.result, self.label = numba_type_of(shape), name
        defaults = getattr(shape.cls, "_field_defaults", {})
        self.pysig = inspect.Signature(
            [
                inspect.Parameter(
                    field,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    default=defaults.get(field, inspect.Parameter.empty),
                )
                for field in shape.names
            ]
        )
        super().__init__(f"maker of {self.result.name} at {id(shape.cls)}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Signature:  # noqa: ARG002
        try:
            bound = self.pysig.bind(*args, **dict(kws))
        except TypeError as error:
            raise TypingError(f"{self.label}(...): {error}") from None
        fields = list(self.result)
        for name, given in bound.arguments.items():
            field = fields[list(self.pysig.parameters).index(name)]
            if not accepts(field, given):
                raise TypingError(
                    f"field {name!r} of {self.label} is declared {told(field)}, but is given {told(given)}"
                )
        return signature(self.result, *fields).replace(pysig=self.pysig)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Signature) -> Any:  # noqa: ARG002
        return MakerType


@register_model(MakerType)
class MakerModel(models.OpaqueModel):
    pass


@lower_builtin(MakerType, types.VarArg(types.Any))
def _make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.make_tuple(builder, sig.return_type, args)


class Maker(Known):
    def __init__(self, shape: Group, name: str):
        self.numba_type = MakerType(shape, name)


# ── super() ──────────────────────────────────────────────────────────────────────────────────────


class SuperCallType(types.Callable, EmptyType):
    def __init__(self, view: View):
        self.view = view.numba_type
        super().__init__(f"super of {self.view.name}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Signature:  # noqa: ARG002
        return signature(self.view, *args)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Signature) -> Any:  # noqa: ARG002
        return SuperCallType


@register_model(SuperCallType)
class SuperCallModel(models.OpaqueModel):
    pass


@lower_builtin(SuperCallType, types.VarArg(types.Any))
def _super(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


class SuperCall(Known):
    def __init__(self, view: View):
        self.numba_type = SuperCallType(view)


# ── rows of different lengths ────────────────────────────────────────────────────────────────────


class RowsType(EmptyType):
    def __init__(self, rows: Rows):
        self.rows = rows
        super().__init__(f"rows at {id(rows)}")


@register_model(RowsType)
class RowsModel(models.OpaqueModel):
    pass


@typeof_impl.register(Rows)
def _type_of_rows(value: Rows, c: Any) -> types.Type:
    return RowsType(value)


@overload(len)
def _rows_len(rows):
    if not isinstance(rows, RowsType):
        return None
    count = len(rows.rows.starts) - 1
    return lambda rows: count


@overload(operator.getitem)
def _rows_getitem(rows, index):
    if not isinstance(rows, RowsType) or not isinstance(index, (types.Integer, BitsType)):
        return None
    items, starts, count = rows.rows.items, rows.rows.starts, len(rows.rows.starts) - 1

    def row(rows, index):
        place = int(index)
        if place < 0:
            place += count
        if not 0 <= place < count:
            raise IndexError("tuple index out of range")
        return items[starts[place] : starts[place + 1]]

    return row
