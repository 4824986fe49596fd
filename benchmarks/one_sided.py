"""Mutants of the trusted kernel that survive for certain, because its tests never meet one side of a condition.

`make bench-one-sided`, or `python benchmarks/one_sided.py`. The tests run once, with every part of an `and` or `or`,
every ordered comparison, `raise` and `continue` of the kernel watched. Who drops a part of an `and` that was never
false, a part of an `or` that was never true, or a `raise` that was never reached, is not noticed; nor who writes < for
<= where the sides were never equal. `mutations.py` meets these mutants by chance only. Printed are those that
`mutations.md` does not list; nothing is said of other mutants, nor of exceptions that a part raises.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

import pytest
from mutants import Mutant, mutants
from mutations import KERNEL, ROOT, SLOW, TESTS, harmless

_ORDERS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_WATCHES = ("_part", "_compared", "_reached")
_seen: set[tuple[str, str]] = set()


def _place(file: str, node: ast.expr | ast.stmt) -> str:
    return f"{file}:{node.lineno}:{node.col_offset}:{node.end_lineno}:{node.end_col_offset}"


def _part(place: str, value: Any) -> Any:
    _seen.add((place, "true" if value else "false"))
    return value


def _compared(place: str, order: type[ast.cmpop], a: Any, b: Any) -> Any:
    if a == b:
        _seen.add((place, "equal"))
    return _ORDERS[order](a, b)


def _reached(place: str) -> None:
    _seen.add((place, "reached"))


class _Watching(ast.NodeTransformer):
    """Calls a watch at every place; nothing else changes."""

    def __init__(self, file: str) -> None:
        self.file = file

    def _call(self, watch: str, node: ast.expr | ast.stmt, *arguments: ast.expr) -> ast.Call:
        place = ast.Constant(_place(self.file, node))
        return ast.Call(ast.Name(watch, ast.Load()), [place, *arguments], [])

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        node.values = [self._call("_part", value, self.visit(value)) for value in node.values]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        order = type(node.ops[0])
        if len(node.ops) > 1 or order not in _ORDERS:
            return node
        return self._call("_compared", node, ast.Name(order.__name__, ast.Load()), node.left, node.comparators[0])

    def visit_Raise(self, node: ast.Raise) -> list[ast.stmt]:
        return [ast.Expr(self._call("_reached", node)), node]

    def visit_Continue(self, node: ast.Continue) -> list[ast.stmt]:
        return [ast.Expr(self._call("_reached", node)), node]


class _Loader(importlib.machinery.SourceFileLoader):
    """Imports a module of the kernel with its watches."""

    def get_code(self, fullname: str) -> CodeType:
        tree = _Watching(self.path.rpartition("/")[2]).visit(ast.parse(self.get_data(self.path)))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module).update({name: globals()[name] for name in _WATCHES}, **{o.__name__: o for o in _ORDERS})
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        file = KERNEL / f"{name}.py"
        if package != "attnverify.verify.kernel" or not file.exists():
            return None
        return importlib.util.spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file)))


def unnoticed(mutant: Mutant) -> str:
    """Why no test that ran can notice a mutant; empty where one might."""
    node, new = mutant.node, mutant.new

    def met(place: ast.expr | ast.stmt, side: str) -> bool:
        return (_place(mutant.file, place), side) in _seen

    if isinstance(node, (ast.Raise, ast.Continue)):
        return "" if met(node, "reached") else "never reached"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _ORDERS:
        return "" if met(node, "equal") or not isinstance(new, ast.Compare) else "never equal"
    if isinstance(node, ast.BoolOp):
        kept = _parts(new, node)
        dropped = [value for value in node.values if not any(value is part for part in kept)]
        side = "false" if isinstance(node.op, ast.And) else "true"
        if len(dropped) == 1 and not isinstance(dropped[0], ast.Dict) and not met(dropped[0], side):
            return f"never {side}: {ast.unparse(dropped[0])}"
    return ""


def _parts(new: ast.AST, node: ast.BoolOp) -> Sequence[ast.AST]:
    """What is left of the parts of `node` in the mutant."""
    return new.values if isinstance(new, ast.BoolOp) and not any(new is value for value in node.values) else [new]


def certain() -> Iterator[tuple[Mutant, str]]:
    """The mutants that survive for certain, each with the reason."""
    for path in sorted(KERNEL.glob("*.py")):
        for mutant in mutants(path):
            why = unnoticed(mutant)
            if why:
                yield mutant, why


def main() -> int:
    """Run the tests and print what they cannot notice; 1 if there is something that is not listed as harmless."""
    sys.path.insert(0, str(ROOT))
    sys.meta_path.insert(0, _Finder())
    pytest.main(["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:attnverify", "-k", SLOW, str(TESTS)])
    known, found = harmless(), list(certain())
    others = [(mutant, why) for mutant, why in found if mutant.name not in known]
    for mutant, why in others:
        print(f"{mutant.name} (line {mutant.line}): {why}")
    print(f"{len(found)} mutants survive for certain; {len(found) - len(others)} of them are listed as harmless")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
