"""A game's rules, compiled: the same attributes as `rules.Rules`, for the source of a search.

Each rule is compiled alone first, with the types that it is declared to get, so that a mistake in it is told as the
user's mistake. The search then calls that very function; where its result needs another form (a packed move, a bool)
a small function stands between.
"""

# ruff: noqa: ARG001  (Numba fixes the arguments of these functions)
# Numba declares no types.
# pyright: reportCallIssue=false, reportArgumentType=false, reportGeneralTypeIssues=false
# pyright: reportReturnType=false

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from zermelo.core.errors import CompileError
from zermelo.core.game import has_hook
from zermelo.kernel.bits import BitsType, Word, as_bits, as_float, bits, bits_as_int, float_bits
from zermelo.kernel.compile import HOME, Compiler
from zermelo.kernel.hashing import MULTIPLIER, PLAYER_STEP, START_A, START_B
from zermelo.kernel.moves import BAD_MOVE, Packing
from zermelo.kernel.report import explain, refuse, told
from zermelo.kernel.rules import hooks_of
from zermelo.kernel.tuples import common_type, uniform
from zermelo.kernel.views import Known, Maker, Method, ViewType
from zermelo.kernel.words import INT, SIGN, Group, Shape

ARGUMENTS = {
    "next_state": ("state", "move"),
    "order_moves": ("state", "move"),
    "utility": ("state", "player"),
    "evaluate": ("state", "player"),
}
"""What a rule is called with; the others get the state."""

INTS = (types.Integer, types.Boolean, BitsType)


class CompiledRules(Known):
    """What the source of a search gets as `rules`; its attributes are compiled functions."""

    is_compiled = True

    def __init__(self, compiler: Compiler, packing: Packing | None):
        self.compiler, self.packing = compiler, packing
        self.hooks = hooks_of(compiler.game)
        self.numba_type = ViewType(f"{compiler.tag}.rules", lambda name: self.functions[name])
        self.functions: dict[str, Any] = {}
        state, player, move = compiler.state_type, types.int64, self._move_type()
        self._check_kinds()
        self.functions["is_terminal"] = self._converted("is_terminal", (state,), bool)
        self.functions["current_player"] = self._converted("current_player", (state,), int)
        self.functions["utility"] = self._number("utility", (state, player))
        self.functions["next_state"] = self._state("next_state", (state, move))
        self.functions["legal_moves"] = self._moves("legal_moves")
        self.functions["hash_state"] = self._hash_state()
        if "evaluate" in self.hooks:
            self.functions["evaluate"] = self._number("evaluate", (state, player))
        if "order_moves" in self.hooks:
            self.functions["order_moves"] = self._number("order_moves", (state, move))
        for hook in ("noisy_moves", "relevant_moves"):
            if hook in self.hooks:
                self.functions[hook] = self._moves(hook)
        if "known_result" in self.hooks:
            self.functions["known_result"] = self._numbers("known_result", ("bool", "number", "int"))
        if "value_bounds" in self.hooks:
            self.functions["value_bounds"] = self._numbers("value_bounds", ("number", "number"))
        if "soonest_wins" in self.hooks:
            self.functions["soonest_wins"] = self._numbers("soonest_wins", ("int", "int"))
        if "most_plies" in self.hooks:
            self.functions["most_plies"] = self._converted("most_plies", (state,), int)
        if "null_move" in self.hooks:
            self.functions["null_move"] = self._state("null_move", (state,))
        if "symmetries" in self.hooks:
            self.functions["symmetries"] = self._symmetries()
        self.functions["state_at"] = self.unpacker("state_at(states, index)", "states", "index")

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["functions"][name]
        except KeyError:
            raise AttributeError(f"the rules have no {name}") from None

    # ── one rule ─────────────────────────────────────────────────────────────────────────────────

    def _where(self, hook: str) -> str:
        return f"{type(self.compiler.game).__name__}.{hook}"

    def _check_kinds(self) -> None:
        """Every rule must be a function in Python."""
        for hook in ("is_terminal", "current_player", "utility", "next_state", "legal_moves", *self.hooks):
            found = getattr(self.compiler.game, hook)
            function = getattr(found, "__func__", found)
            if not hasattr(function, "__code__"):
                raise CompileError(
                    f"{self._where(hook)} cannot be compiled: it is a {type(found).__name__}; write it as a method",
                    hook=hook,
                )

    def _check_arguments(self, hook: str) -> None:
        expected = ARGUMENTS.get(hook, ("state",))
        try:
            inspect.signature(getattr(self.compiler.game, hook)).bind(*expected)
        except TypeError:
            raise self._refuse(hook, f"does not take the arguments ({', '.join(expected)})") from None

    def _code(self, hook: str) -> Any:
        found = getattr(self.compiler.game, hook)
        return getattr(found, "__func__", found).__code__

    def compile_alone(self, hook: str, arguments: tuple[types.Type, ...]) -> tuple[Any, types.Type]:
        """The compiled rule, to be called without self, and the type of its result."""
        code = self._code(hook)
        self._check_arguments(hook)
        try:
            rule = self.compiler.attribute(hook)
            if isinstance(rule, Method):
                dispatcher, full = rule.dispatcher, (self.compiler.self_type, *arguments)
            else:
                dispatcher, full = rule, arguments
            _, full = dispatcher.fold_argument_types(full, {})
            dispatcher.compile(full)
            return rule, dispatcher.overloads[full].signature.return_type
        except Exception as error:  # Numba raises many kinds for what it cannot do
            compiler = self.compiler
            raise explain(error, hook, code, self._where(hook), compiler.files, compiler.problems) from error

    def _refuse(self, hook: str, problem: str) -> CompileError:
        return refuse(self._where(hook), self._code(hook), hook, problem)

    # ── results ──────────────────────────────────────────────────────────────────────────────────

    def _converted(self, hook: str, arguments: tuple[types.Type, ...], convert: Callable[..., Any]) -> Any:
        rule, result = self.compile_alone(hook, arguments)
        wanted = types.boolean if convert is bool else types.int64
        if result == wanted:
            return rule
        if not isinstance(result, INTS):
            wish = "True or False" if convert is bool else "an int"
            raise self._refuse(hook, f"gives {told(result)}; return {wish}")
        return self.compiler.jit_helper(_converting(rule, convert))

    def _number(self, hook: str, arguments: tuple[types.Type, ...]) -> Any:
        rule, result = self.compile_alone(hook, arguments)
        if isinstance(result, BitsType):
            raise self._refuse(hook, "gives Bits, which have no sign; return int(…)")
        if not isinstance(result, (types.Integer, types.Boolean, types.Float)):
            raise self._refuse(hook, f"gives {told(result)}; return an int or a float on every path")
        if result not in (types.int64, types.float64):
            convert = float if isinstance(result, types.Float) else int
            rule = self.compiler.jit_helper(_converting2(rule, convert))
        if hook == "order_moves" and self.packing is not None:
            rule = self.compiler.jit_helper(_decoding(rule, self._decoder()))
        return rule

    def _numbers(self, hook: str, kinds: tuple[str, ...]) -> Any:
        """A rule that gives a tuple of these kinds: "bool", "int", or "number" for an int or a float."""
        rule, result = self.compile_alone(hook, (self.compiler.state_type,))
        items = list(result) if isinstance(result, types.BaseTuple) else []
        allowed = {"bool": types.Boolean, "int": types.Integer, "number": (types.Integer, types.Float)}
        if len(items) != len(kinds) or not all(isinstance(item, allowed[kind]) for item, kind in zip(items, kinds)):
            raise self._refuse(hook, f"gives {told(result)}; return a tuple ({', '.join(kinds)}) on every path")
        parts = [
            f"{'float' if isinstance(item, types.Float) else 'bool' if kind == 'bool' else 'int'}(found[{i}])"
            for i, (item, kind) in enumerate(zip(items, kinds))
        ]
        lines = ["def numbers(state):", "    found = rule(state)", f"    return {', '.join(parts)}"]
        return self._written(lines, "numbers", {"rule": rule})

    def _state(self, hook: str, arguments: tuple[types.Type, ...]) -> Any:
        rule, result = self.compile_alone(hook, arguments)
        if result != self.compiler.state_type:
            cls: Any = self.compiler.shape.cls
            raise self._refuse(hook, f"gives {told(result)}; return {cls.__name__}(…) on every path")
        if len(arguments) == 2 and self.packing is not None:
            return self.compiler.jit_helper(_decoding(rule, self._decoder()))
        return rule

    def _symmetries(self) -> Any:
        rule, result = self.compile_alone("symmetries", (self.compiler.state_type,))
        if _item_type(result) != self.compiler.state_type:
            raise self._refuse("symmetries", f"gives {told(result)}; yield states")
        return rule

    # ── moves ────────────────────────────────────────────────────────────────────────────────────

    def _move_type(self) -> types.Type:
        if self.packing is None:
            return types.int64
        cls = None if self.packing.cls is tuple else self.packing.cls
        return types.BaseTuple.from_types((types.int64,) * self.packing.fields, cls)

    def _moves(self, hook: str) -> Any:
        rule, result = self.compile_alone(hook, (self.compiler.state_type,))
        item = _item_type(result)
        if isinstance(result, types.Tuple) and item is not None:
            rule = self.compiler.jit_helper(_uniform(rule))
        if item is None:
            raise self._refuse(hook, f"gives {told(result)}; yield the moves, or return a list of them")
        if self.packing is None:
            if item == types.int64:
                return rule
            if not isinstance(item, INTS):
                raise self._refuse(hook, f"gives moves of the type {told(item)}; yield ints")
            return self.compiler.jit_helper(_coding(rule, self._plain_coder()))
        if not isinstance(item, types.BaseTuple) or len(item) != self.packing.fields:
            raise self._refuse(hook, f"gives moves of the type {told(item)}; yield {self.packing.cls.__name__}(…)")
        if not all(isinstance(field, INTS) for field in item):
            raise self._refuse(hook, f"gives moves of the type {told(item)}; the fields must be ints")
        return self.compiler.jit_helper(_coding(rule, self._coder()))

    def _coder(self) -> Any:
        """A packed move's code; BAD_MOVE if a field is too large."""
        assert self.packing is not None
        width, count = self.packing.width, self.packing.fields
        half, mask = 1 << (width - 1), (1 << width) - 1
        lines = ["def code_of(move):"]
        lines += [f"    f{i} = int(move[{i}])" for i in range(count)]
        too_large = " or ".join(f"not -{half} <= f{i} < {half}" for i in range(count))
        lines += [f"    if {too_large}: return {BAD_MOVE}"]
        lines += ["    return " + " | ".join(f"(f{i} & {mask}) << {i * width}" for i in range(count))]
        return self._written(lines, "code_of")

    def _plain_coder(self) -> Any:
        """The code of a move that is a bool or Bits; BAD_MOVE for Bits that need all 64 bits."""
        lines = ["def code_of(move):", "    code = int(move)"]
        lines += [f"    return code if code >= 0 else {BAD_MOVE}"]
        return self._written(lines, "code_of")

    def _decoder(self) -> Any:
        assert self.packing is not None
        width, count = self.packing.width, self.packing.fields
        half, mask = 1 << (width - 1), (1 << width) - 1
        fields = ", ".join(f"((code >> {i * width} & {mask}) ^ {half}) - {half}" for i in range(count))
        lines = ["def move_of(code):", f"    return {'' if self.packing.cls is tuple else 'make'}({fields},)"]
        names = {}
        if self.packing.cls is not tuple:
            cls: Any = self.packing.cls
            shape = Group(cls, cls._fields, (INT,) * count)
            names["make"] = Maker(shape, self.packing.cls.__name__)
        return self._written(lines, "move_of", names)

    def _written(self, lines: list[str], name: str, names: dict[str, Any] | None = None) -> Any:
        """A function from text that was made here, compiled."""
        world = {"__name__": HOME, **(names or {})}
        exec("\n".join(lines), world)
        return self.compiler.jit_helper(world[name])

    # ── identity ─────────────────────────────────────────────────────────────────────────────────

    def _hash_state(self) -> Any:
        """See `hashing`: the same steps, word by word."""
        state_type = self.compiler.state_type
        key, key_type = None, state_type
        if has_hook(self.compiler.game, "key"):
            key, key_type = self.compile_alone("key", (state_type,))
        words: list[str] = []
        if not _append_words(key_type, "value", "" if key else " ^ SIGN", words):
            raise self._refuse("key", f"gives {told(key_type)}; return an int or a tuple of ints")
        lines = ["def hash_state(state):", f"    value = {'key(state)' if key else 'state'}"]
        lines += ["    a = as_bits(current_player(state)) * PLAYER_STEP + START_A", "    b = START_B"]
        lines += [f"    a, b = absorb(a, b, {word})" for word in words]
        lines += ["    return bits_as_int(a ^ SIGN), bits_as_int(b ^ SIGN)"]
        names = {
            "key": key,
            "current_player": self.functions["current_player"],
            "absorb": absorb,
            "as_bits": as_bits,
            "bits_as_int": bits_as_int,
            "float_bits": float_bits,
            "SIGN": Word(SIGN),
            "START_A": Word(START_A),
            "START_B": Word(START_B),
            "PLAYER_STEP": Word(PLAYER_STEP),
        }
        return self._written(lines, "hash_state", names)

    # ── from the words of the border ─────────────────────────────────────────────────────────────

    def unpacker(self, head: str = "state_of(words)", words: str = "words", index: str = "") -> Any:
        """A compiled function that makes a state from an array of words, or the state at an index of such an array."""
        places = itertools.count()
        made = _made(self.compiler.shape, "make", places, words, "first + " if index else "")
        first = [f"    first = {index} * {next(places)}"] if index else []
        names = {
            "make": Maker(self.compiler.shape, "State"),
            "as_bits": as_bits,
            "bits_as_int": bits_as_int,
            "as_float": as_float,
        }
        return self._written([f"def {head}:", *first, f"    return {made}"], head.split("(", maxsplit=1)[0], names)


def _item_type(numba_type: types.Type) -> types.Type | None:
    """The type of what a loop over it gives; None if it cannot be looped over."""
    if isinstance(numba_type, types.BaseTuple):
        return common_type(numba_type)
    iterator = getattr(numba_type, "iterator_type", None)
    return getattr(iterator, "yield_type", None) or getattr(numba_type, "yield_type", None)


def _append_words(numba_type: types.Type, text: str, flip: str, words: list[str]) -> bool:
    """Appends the texts of the words of a value; False if it has a part that is no number."""
    if isinstance(numba_type, types.BaseTuple):
        return all(_append_words(item, f"{text}[{i}]", flip, words) for i, item in enumerate(numba_type))
    if isinstance(numba_type, types.Float):
        words.append(f"float_bits({text})")
    elif isinstance(numba_type, BitsType):
        words.append(text)
    elif isinstance(numba_type, (types.Integer, types.Boolean)):
        words.append(f"as_bits({text}){flip}")
    else:
        return False
    return True


def _made(shape: Shape, make: str, places: Any, words: str, first: str) -> str:
    if isinstance(shape, Group):
        return f"{make}({''.join(_made(item, '', places, words, first) + ', ' for item in shape.items)})"
    word = f"as_bits({words}[{first}{next(places)}])"
    return {"bits": word, "float": f"as_float({word})"}.get(shape.kind, f"bits_as_int({word})")


@intrinsic
def absorb(typingctx: Any, a: Any, b: Any, word: Any) -> Any:
    """One step of the hash: see `hashing`."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        wide, narrow = ir.IntType(128), ir.IntType(64)
        old_a, old_b, new = args
        factor = builder.zext(builder.xor(old_a, new), wide)
        product = builder.mul(factor, ir.Constant(wide, MULTIPLIER))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), narrow)
        low = builder.trunc(product, narrow)
        folded = builder.xor(builder.xor(high, low), old_b)
        return context.make_tuple(builder, sig.return_type, [folded, low])

    return types.UniTuple(bits, 2)(bits, bits, bits), lower


# ── the small functions between a rule and a search ──────────────────────────────────────────────


def _converting(rule: Any, convert: Any) -> Any:
    def converted(state):
        return convert(rule(state))

    return converted


def _converting2(rule: Any, convert: Any) -> Any:
    def converted(state, other):
        return convert(rule(state, other))

    return converted


def _uniform(rule: Any) -> Any:
    def uniform_tuple(state):
        return uniform(rule(state))

    return uniform_tuple


def _decoding(rule: Any, move_of: Any) -> Any:
    def decoding(state, code):
        return rule(state, move_of(code))

    return decoding


def _coding(rule: Any, code_of: Any) -> Any:
    def coded(state):
        for move in rule(state):
            yield code_of(move)

    return coded
