"""The lemmas of the batteries about numbers alone, decided here, by z3 and by cvc5: a line for each, then a table.

`python benchmarks/side_by_side.py [SECONDS] [TABLES]`: of processor time for each solver and lemma, 20 by default. A
solver that is not installed is left out. Logarithms and tanh are said by exp, which both solvers read. Judged again: a
proof or a point by the kernel, exactly; of what the solvers say to be unsatisfiable, nothing.
"""

import itertools
import multiprocessing
import resource
import statistics
import sys
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.statements import Statement
from attnverify.verify.kernel.terms import NUMBER, Letter, Rejected, Term, fresh, opened, range_sort
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.referee.lemmas import judged
from attnverify.verify.search.deciding import decide_lemma

LEMMAS = Path(__file__).parents[1] / "tests" / "verify" / "search" / "lemmas.toml"
PLAIN = {"add": "+", "sub": "-", "neg": "-", "mul": "*", "div": "/", "<": "<", "<=": "<=", "==": "=", "!=": "distinct"}
PLAIN |= {"and": "and", "or": "or", "not": "not", "implies": "=>", "exp": "exp", "sin": "sin", "cos": "cos"}
Answer = tuple[str, bool, float]  # PROVED, REFUTED or OPEN; whether it was judged again; seconds


class Script:
    """A statement about numbers in SMT-LIB, with its negation. Raises Rejected where it speaks of anything else."""

    def __init__(self, statement: Statement) -> None:
        self.lines: list[str] = []
        self._new = itertools.count()
        for x in statement.letters:
            if x.sort != NUMBER:
                raise Rejected(f"{x.name} is no number")
            self.lines.append(f"(declare-const {x.name} Real)")
        for fact in statement.given:
            self.lines.append(f"(assert {self.text(fact)})")
        self.lines.append(f"(assert (not (and true {' '.join(map(self.text, statement.show))})))")

    def text(self, t: Term) -> str:
        """A term or formula."""
        if isinstance(t, Letter):
            return t.name
        if t.op == "num":
            p, q = abs(t.args[0].numerator), t.args[0].denominator
            return f"(/ {p}.0 {q}.0)" if t.args[0] >= 0 else f"(- (/ {p}.0 {q}.0))"
        if t.op in ("forall", "exists"):
            if range_sort(t.args[0]) != NUMBER:
                raise Rejected("bound letters are numbers")
            x = fresh(f"bound_{next(self._new)}", NUMBER)
            return f"({t.op} (({x.name} Real)) {self.text(opened(t, x))})"
        if t.op == "pow" and isinstance(t.args[1], int):
            return f"(* 1.0 {' '.join([self.text(t.args[0])] * t.args[1])})"
        if t.op == "pi":
            return self._said(lambda y: f"(and (< 3.1415 {y} 3.1416) (= (sin {y}) 0.0))")
        if not all(isinstance(part, Term) for part in t.args):
            raise Rejected(f"{t.op} is not translated")
        a, *b = map(self.text, t.args)
        if t.op in PLAIN:
            return f"({PLAIN[t.op]} {a} {' '.join(b)})"
        if t.op in ("max2", "min2"):
            return f"(ite ({'>=' if t.op == 'max2' else '<='} {a} {b[0]}) {a} {b[0]})"
        if t.op == "abs":
            return f"(ite (>= {a} 0.0) {a} (- {a}))"
        if t.op == "tanh":
            return f"(- 1.0 (/ 2.0 (+ 1.0 (exp (* 2.0 {a})))))"
        if t.op in ("sqrt", "log") and not t.loose and "bound_" not in a:
            says = f"(=> (> {a} 0.0) (= (exp {{y}}) {a}))" if t.op == "log" else ""
            says = says or f"(=> (>= {a} 0.0) (and (>= {{y}} 0.0) (= (* {{y}} {{y}}) {a})))"
            return self._said(lambda y: says.replace("{y}", y))
        raise Rejected(f"{t.op} is not translated")

    def _said(self, what: Callable[[str], str]) -> str:
        name = f"value_{next(self._new)}"
        self.lines += [f"(declare-const {name} Real)", f"(assert {what(name)})"]
        return name


def _judged(statement: Statement, values: dict[str, str]) -> bool:
    try:
        return bool(judge_instance(statement, {"tokens": 1, "dim": 1, "letters": values}).refutes)
    except Rejected:
        return False


def by_z3(script: str, statement: Statement) -> tuple[str, bool]:
    """What z3 says."""
    import z3

    solver = z3.Solver()
    solver.from_string(script)
    said = str(solver.check())
    if said != "sat":
        return said, False
    model = solver.model()
    values = {x.name: model.eval(z3.Real(x.name), model_completion=True) for x in statement.letters}
    exact = all(z3.is_rational_value(v) for v in values.values())
    return said, exact and _judged(statement, {name: str(v.as_fraction()) for name, v in values.items()})


def by_cvc5(script: str, statement: Statement) -> tuple[str, bool]:
    """What cvc5 says."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("produce-models", "true")
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, f"(set-logic ALL)\n{script}", "lemma")
    symbols = parser.getSymbolManager()
    while not (command := parser.nextCommand()).isNull():
        command.invoke(solver, symbols)
    result = solver.checkSat()
    if not result.isSat():
        return "unsat" if result.isUnsat() else "unknown", False
    values = {str(x): solver.getValue(x) for x in symbols.getDeclaredTerms()}
    exact = {name: str(Fraction(v.getRealValue())) for name, v in values.items() if v.isRealValue()}
    return "sat", _judged(statement, {x.name: exact.get(x.name, "?") for x in statement.letters})


def by_solver(ask: Callable[..., tuple[str, bool]], script: str, statement: Statement, seconds: int) -> Answer:
    """What a solver says in a process of its own, which ends when it has taken so much of the processor."""
    receiver, sender = multiprocessing.Pipe(False)

    def child() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        try:
            sender.send(ask(script, statement))
        except Exception as error:
            sender.send((type(error).__name__, False))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    process.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said, again = receiver.recv() if receiver.poll() else ("", False)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"unsat": "PROVED", "sat": "REFUTED"}.get(said, "OPEN"), again, taken


def here(fields: dict[str, object], name: str) -> Answer:
    """What this package says."""
    found = decide_lemma(lemma(fields, name))
    verdict = "PROVED" if found.verdict == "CERTIFIED" else found.verdict
    return verdict, found.data is not None and judged(found.data).verdict == found.verdict, found.seconds


def main() -> None:
    """Print what each says of every lemma, and the table."""
    seconds = next((int(a) for a in sys.argv[1:] if a.isdigit()), 20)
    tables = [a for a in sys.argv[1:] if not a.isdigit()]
    solvers = {}
    for name, ask in (("z3", by_z3), ("cvc5", by_cvc5)):
        try:
            __import__(name)
            solvers[name] = ask
        except ImportError:
            print(f"{name} is not installed; it is left out")
    rows: dict[str, list[tuple[bool, Answer]]] = {name: [] for name in ("attnverify", *solvers)}
    for table, lemmas in tomllib.loads(LEMMAS.read_text(encoding="utf-8")).items():
        for name, row in lemmas.items() if not tables or table in tables else ():
            fields = {key: row[key] for key in ("letters", "given", "show") if key in row}
            try:
                statement = lemma(fields, name).statement
                script = "\n".join(Script(statement).lines)
            except Rejected:
                continue
            answers = {"attnverify": here(fields, name)}
            for solver, ask in solvers.items():
                answers[solver] = by_solver(ask, script, statement, seconds)
            for solver, answer in answers.items():
                rows[solver].append((row["truth"], answer))
            told = (f"{solver} {verdict} {taken:.1f} s" for solver, (verdict, _, taken) in answers.items())
            print(f"{name:40} {row['truth']!s:5}", *told, flush=True)
    for solver, found in rows.items():
        right = sum(verdict == ("PROVED" if truth else "REFUTED") for truth, (verdict, _, _) in found)
        wrong = sum(verdict == ("REFUTED" if truth else "PROVED") for truth, (verdict, _, _) in found)
        again = sum(answer[1] for _, answer in found)
        taken = [answer[2] for _, answer in found]
        print(f"{solver}: {right} right, {wrong} wrong, {len(found) - right - wrong} open,", end=" ")
        print(f"{again} judged again; {sum(taken):.0f} s, {statistics.median(taken):.2f} s median")


if __name__ == "__main__":
    main()
