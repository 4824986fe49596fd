"""Changes the trusted kernel, one small place at a time, and counts the changes that its fast tests do not notice.

`make bench-mutations`, or `python benchmarks/mutations.py [FILE ...] [--sample N]`. Mutants: a relation replaced by its
neighbour, `and` by `or`, one side of either dropped, `not` dropped, `all` by `any`, a constant moved by one, + by -,
the first two arguments of a call exchanged, a call made for its effect dropped, `raise` deleted, `return e` replaced by
`return None` and `return True`. Results are kept outside the repository and taken up again; what survives is listed,
without those whose reason to be harmless stands in `mutations.md`.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import hashlib
import importlib
import importlib.abc
import importlib.util
import json
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
KERNEL, TESTS = ROOT / "verify/kernel", ROOT / "tests/verify/kernel"
HARMLESS = Path(__file__).with_name("mutations.md")
RESULTS = Path(tempfile.gettempdir()) / "attnverify-mutations.jsonl"
SECONDS = 120  # of processor time; a mutant that loops is noticed too

PROOFS = ("test_holes.py", "test_nodes.py", "test_attacks.py", "test_every_premise.py")
VERDICTS = ("test_judging.py", "test_refutation.py", "test_statements_at_instances.py")
INSTANCES = (
    *VERDICTS,
    "test_evaluation.py",
    "test_instances.py",
    "test_quantifiers.py",
    "test_spectra.py",
    "test_values.py",
)
KILLERS = {
    "judging": (*VERDICTS, *PROOFS),
    "refutation": VERDICTS,
    "boxes": ("test_boxes.py", "test_nodes.py", "test_holes.py"),
    "elementary": ("test_elementary.py", "test_values.py", "test_boxes.py"),
    **dict.fromkeys(("values", "signs", "functions", "evaluation", "operations", "instances"), INSTANCES),
    **dict.fromkeys(("duals", "linear", "quantifiers", "forms", "sturm", "spectra"), ("test_linear.py", *INSTANCES)),
}
SLOW = "not (48b or hostile_work_ends or work_is_bounded)"

_NEIGHBOURS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}
_LIMIT = re.compile(r"_?(MAX|MOST|[A-Z_]*LIMIT|CLAIM_WORK|_?WORK|_?PER_STEP)")


@dataclass(frozen=True)
class Mutant:
    """One changed place: the file, its digest, the line and column, and what was changed into what."""

    file: str
    digest: str
    line: int
    column: int
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
    """Every mutant of a file. Messages of exceptions, annotations and limits of work are not changed."""
    text = path.read_text()
    tree, digest = ast.parse(text), hashlib.sha256(text.encode()).hexdigest()[:16]
    for node in _places(tree):
        for new in _changes(node):
            was, now = _said(node), _said(new)
            if was != now:
                yield Mutant(path.name, digest, node.lineno, node.col_offset, was, now, tree, node, new)


def _said(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:160]


def _places(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that are changed: no messages, no annotations, no docstrings, no limits."""
    if isinstance(node, (ast.Raise, ast.JoinedStr)):
        if isinstance(node, ast.Raise):
            yield node
        return
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _LIMIT.match(node.targets[0].id):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.AST):
                yield from _places(part)


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
            yield ast.Constant(node.value - 1)
        case ast.BinOp() if type(node.op) in _OPERATIONS:
            yield ast.BinOp(node.left, _OPERATIONS[type(node.op)](), node.right)
        case ast.Call(func=ast.Name(id="all" | "any")):
            yield ast.Call(ast.Name("any" if node.func.id == "all" else "all"), node.args, node.keywords)
        case ast.Call(args=[first, second, *rest]) if not isinstance(first, (ast.Starred, ast.Constant)):
            if not isinstance(second, ast.Starred) and not (
                isinstance(node.func, ast.Name) and node.func.id == "isinstance"
            ):
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


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from changed source."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.module = mutant, f"verify.kernel.{mutant.file.removesuffix('.py')}"

    def find_spec(self, name: str, path: object = None, target: object = None) -> importlib.machinery.ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(KERNEL / self.mutant.file)
        exec(compile(self.mutant.source(), self.mutant.file, "exec"), module.__dict__)


def outcome(mutant: Mutant) -> str:
    """What the tests say of a mutant, in a process of its own: killed, killed by time, or survived."""
    import pytest  # before the fork, so that it is imported once

    tests = [
        str(TESTS / name) for name in KILLERS.get(mutant.file.removesuffix(".py"), PROOFS) if (TESTS / name).exists()
    ]
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGXCPU, signal.SIG_DFL)
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        options = ["-x", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:attnverify", "-k", SLOW]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # the module was imported before
        code = 1
        with contextlib.suppress(BaseException):
            finder = _Mutated(mutant)
            sys.meta_path.insert(0, finder)
            importlib.import_module(finder.module)  # at once: later pytest's own finder comes before this one
            code = int(pytest.main([*options, *tests]))
        os._exit(0 if code == 0 else 1)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed by time"
    return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def harmless() -> dict[str, str]:
    """The mutants that are listed as harmless, with the reason."""
    if not HARMLESS.exists():
        return {}
    rows = re.findall(r"^\| (\w+\.py: `.+` -> `.*`) \| (.+) \|$", HARMLESS.read_text(), re.M)
    return {name.replace("\\|", "|"): reason for name, reason in rows}


def main() -> int:
    """Run a sample; 1 if something survived that is not listed, or if the unchanged kernel fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="files of verify/kernel; all of them where none is named")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--results", type=Path, default=RESULTS, help=f"where results are kept (default {RESULTS})")
    options = parser.parse_args()
    names = {name.removesuffix(".py") for name in options.files}
    paths = sorted(p for p in KERNEL.glob("*.py") if p.stem != "__init__" and (not names or p.stem in names))
    every = [mutant for path in paths for mutant in mutants(path)]
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    done = {}
    if options.results.exists():
        done = {row["key"]: row["outcome"] for row in map(json.loads, options.results.read_text().splitlines())}
    missing = [mutant for mutant in chosen if mutant.key not in done]
    for mutant in {mutant.file: mutant for mutant in missing}.values():
        if outcome(replace(mutant, new=mutant.node)) != "survived":
            print(f"{mutant.file}: its tests fail without any change")
            return 1
    with ThreadPoolExecutor(options.processes) as pool, options.results.open("a") as file:
        started = time.monotonic()
        for number, (mutant, found) in enumerate(zip(missing, pool.map(outcome, missing), strict=True), start=1):
            done[mutant.key] = found
            file.write(
                json.dumps({"key": mutant.key, "name": mutant.name, "line": mutant.line, "outcome": found}) + "\n"
            )
            file.flush()
            if number % 20 == 0:
                print(f"{number} of {len(missing)} in {time.monotonic() - started:.0f} s", file=sys.stderr)
    return report(every, chosen, done)


def report(every: Sequence[Mutant], chosen: Sequence[Mutant], done: dict[str, str]) -> int:
    """Print the rates of every file and the survivors."""
    known = harmless()
    killed, listed, total = Counter[str](), Counter[str](), Counter(mutant.file for mutant in chosen)
    survivors = []
    for mutant in chosen:
        if done[mutant.key] != "survived":
            killed[mutant.file] += 1
        elif mutant.name in known:
            listed[mutant.file] += 1
        else:
            survivors.append(mutant)
    for file in sorted(total):
        print(f"{file:18} {killed[file]:4} killed of {total[file]:4}, {listed[file]:3} listed as harmless")
    whole, dead, fine = len(chosen), killed.total(), listed.total()
    others = dead / max(1, whole - fine)
    print(
        f"{dead} of {whole} killed ({dead / whole:.1%}); {fine} more are listed as harmless: {others:.1%} of the others"
    )
    print(f"a sample of {whole} out of {len(every)} mutants")
    for mutant in survivors:
        print(f"survived: {mutant.name} (line {mutant.line})")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
