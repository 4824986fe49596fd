"""The mutants of the trusted core: every small change of its source, one place at a time."""

import ast
import copy
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_NEIGHBOURS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
}  # fmt: skip
# Calls whose first two arguments may change places, what counts work, and what only words a message.
_SYMMETRIC = ("min", "max", "dot", "_dot", "_joined", "same", "product", "mul", "times")
_COUNTING = ("spend", "check_size", "_account", "_work")
_WORDING = ("_shown", "shown", "show", "said", "_said_range", "poly_text", "_atom", "_frozen", "__repr__", "error")
_LIMIT = re.compile(
    r"_?(MAX|MOST|[A-Z_]*LIMIT|[A-Z_]*WORK|_?PER_STEP|BITS|PRECISIONS|TRIALS|LARGEST|DEGREE|MEMORY|NESTED)|width$"
)  # and precision


@dataclass(frozen=True)
class Mutant:
    """One changed place: the file, its digest, the line and column, the function, and what was changed into what."""

    file: str
    digest: str
    line: int
    column: int
    function: str
    was: str
    now: str
    tree: ast.AST = field(repr=False)
    node: ast.AST = field(repr=False)
    new: ast.AST = field(repr=False)

    @property
    def name(self) -> str:
        """What it is called in results and in the list of harmless ones; it outlives changes elsewhere in the file."""
        return f"{self.file}: `{self.was}` -> `{self.now}`"

    @property
    def key(self) -> str:
        """The place in this version of the file: no result is taken over when the file changed."""
        return f"{self.digest}:{self.line}:{self.column}:{self.name}"

    def source(self) -> str:
        """The source of the file with the change."""
        return ast.unparse(ast.fix_missing_locations(_replaced(self.tree, self.node, self.new)))


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file.

    Not changed: the wording of messages, annotations, what counts work, working precision, the order of two factors or
    of two summands.
    """
    text = path.read_text()
    lines = text.splitlines()
    tree, digest = ast.parse(text), hashlib.sha256(text.encode()).hexdigest()[:16]
    for node, function in _places(tree, ""):
        for new in _changes(node):
            was, now = _said(node), _said(new)
            if was != now:
                if isinstance(node, ast.Constant):  # a number says nothing without its line
                    was = f"{was} in {lines[node.lineno - 1].strip()}"[:160]
                yield Mutant(path.name, digest, node.lineno, node.col_offset, function, was, now, tree, node, new)


def _said(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:160]


def _places(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    """The nodes that are changed: no messages, no annotations, no docstrings, no limits; each with its function.

    `function` is the qualified name of the outermost function around the node, which a test enters if it meets it.
    """
    if isinstance(node, (ast.Raise, ast.JoinedStr)):
        if isinstance(node, ast.Raise):
            yield node, function
        return
    if isinstance(node, ast.Assign) and all(_LIMIT.match(name) for name in _targets(node)):
        return
    if isinstance(node, ast.Call) and _called(node) in _COUNTING:
        return
    if isinstance(node, ast.keyword) and node.arg == "strict":  # the lengths are equal
        return
    if isinstance(node, ast.FunctionDef) and node.name in _WORDING:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) in _COUNTING:
        return
    yield node, function
    inside = function
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and (not function or function.endswith(".")):
        inside = f"{function}{node.name}" + ("." if isinstance(node, ast.ClassDef) else "")
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _places(part, inside)


def _targets(node: ast.Assign) -> list[str]:
    """The names that are assigned; one empty text where something else is."""
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    return [part.id if isinstance(part, ast.Name) else "" for part in parts]


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare():
            for position, op in enumerate(node.ops):
                new = copy.copy(node)
                new.ops = [*node.ops[:position], _NEIGHBOURS[type(op)](), *node.ops[position + 1 :]]
                yield new
        case ast.BoolOp():
            yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
            for position in range(len(node.values)):
                rest = [*node.values[:position], *node.values[position + 1 :]]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
            if node.value:  # x[-1] is x[0] where there is one part
                yield ast.Constant(node.value - 1)
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            yield ast.BinOp(node.left, _OPERATIONS[type(node.op)](), node.right)
        case ast.Call(func=ast.Name(id="all" | "any")):
            yield ast.Call(ast.Name("any" if node.func.id == "all" else "all"), node.args, node.keywords)
        case ast.Call(args=[first, second, *rest]) if not isinstance(first, (ast.Starred, ast.Constant)):
            symmetric = _called(node) in _SYMMETRIC or (_called(node) == "add" and not rest)
            if not isinstance(second, ast.Starred) and not symmetric and _called(node) != "isinstance":
                yield ast.Call(node.func, [second, first, *rest], node.keywords)
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield ast.Pass()
        case ast.Return(value=ast.expr()) if not isinstance(node.value, ast.Constant):
            yield ast.Return(None)
            yield ast.Return(ast.Constant(True))
        case ast.Continue():
            yield ast.Break()


def _replaced(tree: ast.AST, old: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of the tree in which one node, known by identity, is another one."""
    if tree is old:
        return new
    copied = copy.copy(tree)
    for name, value in ast.iter_fields(tree):
        if isinstance(value, list):
            setattr(copied, name, [_replaced(x, old, new) if isinstance(x, ast.AST) else x for x in value])
        elif isinstance(value, ast.AST):
            setattr(copied, name, _replaced(value, old, new))
    return copied
