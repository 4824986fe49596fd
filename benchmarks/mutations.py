"""Changes the trusted core, one small place at a time, and counts the changes that its tests do not notice.

`make bench-mutations`, or `python benchmarks/mutations.py [--kernel] [FILE ...] [--sample N]`. Mutants: a relation
replaced by its neighbour, `and` by `or`, one side of either dropped, `not` dropped, `all` by `any`, a constant moved by
one, + by -, the first two arguments of a call exchanged, a call made for its effect dropped, `raise` deleted,
`return e` replaced by `return None` and `return True`. The tests are collected once; every mutant is made in a fork, by
new code for old functions, and meets the tests that enter its function, the fastest first.
What survives is listed, without those whose reason to be harmless stands in `mutations.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pickle
import random
import re
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))
from mutants import Mutant, mutants

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "kernel" if "--kernel" in sys.argv else "core"
KERNEL, TESTS = ROOT / "verify" / FOLDER, ROOT / ("tests/core" if FOLDER == "core" else "tests/verify/kernel")
HARMLESS = Path(__file__).with_name("mutations.md")
SECONDS = 6 if FOLDER == "core" else 60  # beyond what the tests take without a change: a mutant that loops is noticed
SLOW = {
    "kernel": "not (48b or hostile_work_ends or work_is_bounded or deep)",
    "core": "not (deep or damaged or the_corpus or alone or random_letters or false_schema)",
}[FOLDER]
_CACHED = ("rules.py", "definitions.py")  # what they read is kept: only the first test enters them, and all use it
_PLAIN = (bool, int, float, str, tuple, frozenset, Fraction, type(None))


def patch(mutant: Mutant) -> None:
    """Put the changed code into the functions of the imported module; what it computed at import is replaced too."""
    module = import_module(f"attnverify.verify.{FOLDER}.{mutant.file.removesuffix('.py')}")
    changed: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    changed["__package__"] = module.__package__
    exec(compile(mutant.source(), str(module.__file__), "exec"), changed)
    users = [m for name, m in sys.modules.items() if name.startswith("attnverify.verify.") and m is not None]
    for name, new in changed.items():
        old = vars(module).get(name)
        if name.startswith("__") or old is None:
            continue
        if _is_value(old) and _is_value(new):
            if _content(old) != _content(new):
                for user in users:
                    if vars(user).get(name) is old:
                        setattr(user, name, new)
        elif getattr(old, "__module__", module.__name__) == module.__name__:
            _patched(old, new)


def _is_value(x: Any) -> bool:
    """Whether a name stands for this itself: data, a term, an exact number."""
    return isinstance(x, _PLAIN) or type(x).__name__ in ("Term", "Number")


def _content(x: Any) -> Any:
    return x.terms if type(x).__name__ == "Number" else x


def _patched(old: Any, new: Any) -> None:
    """Functions inside `old` get the code of those at the same place inside `new`."""
    if hasattr(old, "__wrapped__"):
        _patched(old.__wrapped__, getattr(new, "__wrapped__", None))
    elif isinstance(old, FunctionType) and isinstance(new, FunctionType):
        if old.__code__.co_freevars == new.__code__.co_freevars:
            old.__code__ = new.__code__
        old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
    elif isinstance(old, dict) and isinstance(new, dict):
        for key, value in old.items():
            if _is_value(value) or type(value) is not type(new.get(key)):
                old[key] = new.get(key)
            else:
                _patched(value, new.get(key))
    elif isinstance(old, type) and isinstance(new, type):
        for name, value in vars(new).items():
            if isinstance(value, (FunctionType, property, staticmethod, classmethod)):
                _patched(vars(old).get(name), value)
            elif not name.startswith("__") and isinstance(value, (*_PLAIN, dict)):
                setattr(old, name, value)
    else:
        for inside in ("fget", "__func__"):
            if hasattr(old, inside):
                _patched(getattr(old, inside), getattr(new, inside, None))
                break


class Runner:
    """A plugin of pytest that runs the tests once for every mutant instead of once."""

    def __init__(self, chosen: Sequence[Mutant]) -> None:
        self.chosen, self.outcomes = chosen, dict[str, str]()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Fork for a run of the unchanged kernel that sees what every test enters, then for every mutant."""
        seconds, entered = self._recorded(session)
        started = time.monotonic()
        for number, mutant in enumerate(self.chosen, start=1):
            place = (mutant.file, mutant.function)
            inside = [k for k in entered if place in entered[k] or mutant.file in _CACHED] or list(entered)
            inside.sort(key=lambda k: seconds[k])
            allowed = SECONDS + int(sum(seconds[k] for k in inside))
            self.outcomes[mutant.key] = found = self._outcome(session, mutant, inside, allowed)
            if found != "killed":
                print(f"{found}: {mutant.name} (line {mutant.line})", file=sys.stderr, flush=True)
            if number % 20 == 0:
                spent = time.monotonic() - started
                print(f"{number} of {len(self.chosen)} in {spent:.0f} s", file=sys.stderr, flush=True)
        return True

    def _recorded(self, session: pytest.Session) -> tuple[list[float], dict[int, set[tuple[str, str]]]]:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            seconds, entered = [], {}
            for number, item in enumerate(session.items):
                codes: set[CodeType] = set()
                began = time.process_time()
                sys.settrace(lambda frame, event, arg, codes=codes: codes.add(frame.f_code))
                _run(item)
                sys.settrace(None)
                seconds.append(time.process_time() - began)
                files = ((Path(code.co_filename), code.co_qualname) for code in codes)
                entered[number] = {(path.name, name) for path, name in files if path.parent == KERNEL}
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump((seconds, entered, session.testsfailed), pipe)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            seconds, entered, failed = pickle.load(pipe)
        os.waitpid(child, 0)
        if failed:
            raise pytest.UsageError("the tests fail without any change")
        return seconds, entered

    def _outcome(self, session: pytest.Session, mutant: Mutant, inside: Sequence[int], allowed: int) -> str:
        """What the tests say of a mutant: killed, killed by time, or survived."""
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGXCPU, signal.SIG_DFL)
            end = int(time.process_time()) + allowed
            resource.setrlimit(resource.RLIMIT_CPU, (end, end + 1))
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            code = 1
            with contextlib.suppress(BaseException):
                patch(mutant)
                for name in ("rules", "definitions") * (FOLDER == "kernel"):
                    import_module(f"attnverify.verify.kernel.{name}").__dict__[name].cache_clear()
                code = 0
                for number in inside:
                    _run(session.items[number])
                    if session.testsfailed:
                        code = 1
                        break
            os._exit(code)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return "killed by time"
        return "survived" if os.WEXITSTATUS(status) == 0 else "killed"


def _run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


@cache
def harmless() -> dict[str, str]:
    """The mutants that are listed as harmless, with the reason."""
    rows = re.findall(r"^\| (\w+\.py): (`.+` -> `.*`) \| (.+) \|$", HARMLESS.read_text(), re.M)
    return {
        f"{file}: {change}".replace("\\|", "|"): reason
        for file, changes, reason in rows
        for change in re.split(r"(?<=`) ; (?=`)", changes)
    }


def main() -> int:
    """Run a sample; 1 if something survived that is not listed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", help="files of the folder; all of them where none is named")
    parser.add_argument("--kernel", action="store_true", help="verify/kernel, of which none is listed as harmless")
    parser.add_argument("--sample", type=int, default=200, help="how many mutants (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    names = {name.removesuffix(".py") for name in options.files}
    paths = sorted(p for p in KERNEL.glob("*.py") if p.stem != "__init__" and (not names or p.stem in names))
    every = [mutant for path in paths for mutant in mutants(path)]
    chosen = random.Random(options.seed).sample(every, min(options.sample, len(every)))
    runner = Runner(chosen)
    arguments = ["-q", "-n", "0", "-p", "no:cacheprovider", "-p", "no:attnverify", "-k", SLOW, str(TESTS)]
    pytest.main(arguments, plugins=[runner])
    if len(runner.outcomes) < len(chosen):
        return 2
    return report(every, chosen, runner.outcomes)


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
    print(f"{dead} of {whole} killed ({dead / whole:.1%}); {fine} more are listed as harmless:", end=" ")
    print(f"{others:.1%} of the others\na sample of {whole} out of {len(every)} mutants")
    for mutant in survivors:
        print(f"survived: {mutant.name} (line {mutant.line})")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
