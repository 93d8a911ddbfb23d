"""A search's functions in plain Python, without what this game does not need: constant conditions are decided once.

The compiler drops the branches of hooks that a game lacks; plain Python would ask for them at every node. So a function
is made anew from its source, with constants in place of their names and without the branches that are never taken. The
lines keep their numbers: a traceback and a debugger show the source as it stands.
"""

from __future__ import annotations

import ast
import functools
import linecache
import textwrap
import types
from collections.abc import Callable
from typing import Any

CONSTANTS = (bool, int, type(None))


def folded(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, shorter; the function itself where its source cannot be read."""
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or ()))
    constants = {}
    for name in code.co_names:
        if name in function.__globals__:
            constants[name] = function.__globals__[name]
    for name, cell in cells.items():
        try:
            constants[name] = cell.cell_contents
        except ValueError:  # not set yet: the function itself, or a later one
            continue
    known = tuple((name, value) for name, value in sorted(constants.items()) if type(value) in CONSTANTS)
    try:
        short = _folded_code(code, known, tuple(type(value) for _, value in known))
    except SyntaxError:
        return function
    closure = tuple(cells[name] for name in short.co_freevars)
    new = types.FunctionType(short, function.__globals__, function.__name__, function.__defaults__, closure)
    return functools.update_wrapper(new, function)


@functools.lru_cache(maxsize=1024)
def _folded_code(
    code: types.CodeType,
    known: tuple[tuple[str, Any], ...],
    kinds: tuple[type, ...],  # noqa: ARG001  (True and 1 are equal, and two keys here)
) -> types.CodeType:
    """The code of the function with these names replaced by their values."""
    definition = _Folding(dict(known)).visit(_definition(code))
    free = ast.arguments(
        posonlyargs=[], args=[ast.arg(name) for name in code.co_freevars], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    outer = ast.FunctionDef(name="outer", args=free, body=[definition], decorator_list=[])
    module = ast.fix_missing_locations(ast.Module(body=[ast.copy_location(outer, definition)], type_ignores=[]))
    return _code_in(_code_in(compile(module, code.co_filename, "exec"), "outer"), code.co_name)


def _definition(code: types.CodeType) -> ast.FunctionDef:
    first = code.co_firstlineno
    lines = linecache.getlines(code.co_filename)[first - 1 : _last_line(code)]
    (definition,) = ast.parse("\n" * (first - 1) + textwrap.dedent("".join(lines))).body or [None]
    if not isinstance(definition, ast.FunctionDef) or definition.name != code.co_name:
        raise SyntaxError
    definition.decorator_list = []
    return definition


def _last_line(code: types.CodeType) -> int:
    inner = (_last_line(const) for const in code.co_consts if isinstance(const, types.CodeType))
    return max(*(last or 0 for _, last, _, _ in code.co_positions()), *inner)


def _code_in(code: types.CodeType, name: str) -> types.CodeType:
    return next(const for const in code.co_consts if isinstance(const, types.CodeType) and const.co_name == name)


class _Folding(ast.NodeTransformer):
    def __init__(self, known: dict[str, Any]):
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.known:
            return ast.copy_location(ast.Constant(self.known[node.id]), node)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Constant):
            return ast.copy_location(ast.Constant(not node.operand.value), node)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """Constants that decide nothing are left out; one that decides is the last."""
        self.generic_visit(node)
        kept: list[ast.expr] = []
        for value in node.values:
            if not isinstance(value, ast.Constant) or value is node.values[-1]:
                kept.append(value)
            elif bool(value.value) == isinstance(node.op, ast.Or):
                kept.append(value)
                break
        node.values = kept
        return node if len(kept) > 1 else kept[0]

    def visit_If(self, node: ast.If) -> Any:
        node.test = self.visit(node.test)
        if not isinstance(node.test, ast.Constant):
            self.generic_visit(node)
            return node
        chosen: list[ast.stmt] = []
        for statement in node.body if node.test.value else node.orelse:
            found = self.visit(statement)
            chosen.extend(found if isinstance(found, list) else [found])
        return chosen or ast.copy_location(ast.Pass(), node)
