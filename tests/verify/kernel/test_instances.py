"""What an instance may say, what is true there, what it refutes, and the verdict on one claim."""

import copy
import itertools
import operator
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel.claims import Proof
from attnverify.verify.kernel.judging import NO_INSTANCE, judge
from attnverify.verify.kernel.refutation import judge_instance, refutes
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.statements import Statement, read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.kernel.values import MAX_WORK, meter
from attnverify.verify.search.build import KNOWN, intro, leaf

STATEMENT = {
    "spaces": ["E", "F"],
    "groups": ["A", "B"],
    "letters": ["V: operator E; M: matrix E -> F; u: vector E; x[token A]: vector F; c[head, token]: number",
        "n: size; i: token B; f(number): number; y[token]: random vector E; r: number"],
    "show": ["dot(M(V(u)), M(V(u))) >= 0", "forall h in heads, j: c[h, j] > 0", "n == 2", "f(r) == 3",
        "sum(j in A: x[j]) == 0"],
}  # fmt: skip
DATA: dict[str, Any] = {
    "tokens": {"A": 2, "B": 1},
    "heads": 2,
    "dim": {"E": 2, "F": 1},
    "letters": {"V": [[1, "1/2"], ["2/4", "sqrt(2)"]], "M": [[1, 1]], "u": ["log(3)/2", -1], "x": [[1], ["-1"]],
        "c": [[1, 2, 3], [4, 5, 6]], "n": 2, "i": 2, "f": "fn(x: x + 1)", "r": "2"},
}  # fmt: skip


def statement() -> Statement:
    return read(STATEMENT)


def test_all_sorts() -> None:
    report = judge_instance(statement(), DATA)
    assert [truth for _, truth in report.show] == [True] * 5
    assert [text for text, _ in report.show] == STATEMENT["show"]


BAD: list[tuple[tuple[Any, ...], Any, str]] = [
    (("letters", "V"), [[1, 2], [3, 4]], r"V: not symmetric in row 1, column 0"),
    (("letters", "V"), [[1, "sqrt(2)"], ["1414/1000", 1]], "not symmetric"),
    (("letters", "V"), [[1, 2]], "V: a list of 2 is needed, got 1 entries"),
    (("letters", "V"), [[1], [2]], r"V\[0\]: a list of 2"), (("letters", "V"), 3, "V: a list of 2 is needed, got 3"),
    (("letters", "M"), [[1], [1]], "M: a list of 1"), (("letters", "u"), [1, 2, 3], "u: a list of 2"),
    (("letters", "u"), "1", "u: a list of 2"), (("letters", "u"), [1, None], r"u\[1\]: None; a number is"),
    (("letters", "u"), [1, 0.5], r"u\[1\]: 0.5; a number is"),
    (("letters", "u"), [1, True], r"u\[1\]: True; a number is"),
    (("letters", "u"), [1, "1/0"], r"u\[1\]: '1/0' has no value: division by zero"),
    (("letters", "u"), [1, "log(0)"], "has no value"), (("letters", "u"), [1, "u"], "not declared"),
    (("letters", "u"), [1, "1 == 1"], "wanted number"), (("letters", "u"), [1, "1; 2"], "cannot be read further"),
    (("letters", "u"), [1, "(" * 5000 + "1"], "nested"),
    (("letters", "u"), [1, 10**5000], "an integer of 16610 binary digits"),
    (("letters", "u"), [1, "time"], "depends on time"), (("letters", "x"), [[1], [1], [1]], "x: a list of 2"),
    (("letters", "x"), {"0": [1], "1": [1]}, "x: a list of 2 is needed, got a table of 2"),
    (("letters", "c"), [[1, 2, 3]], "c: a list of 2"), (("letters", "n"), -1, "a size is a whole number"),
    (("letters", "n"), "1/2", "a size is a whole number"), (("letters", "n"), "sqrt(2)", "a size is a whole number"),
    (("letters", "i"), 0, "i: 0; allowed are whole numbers from 2 to 2"),
    (("letters", "i"), 3, "allowed are whole numbers from 2 to 2"),
    (("letters", "i"), "2", "allowed are whole numbers"),
    (("letters", "f"), 3, "f: a value of number -> number cannot be written as 3"),
    (("letters", "f"), {"always": 3}, "f: a value of number -> number cannot be written as a table of 1"),
    (("letters", "f"), "fn(x: fn(y: x))", "wanted number"), (("letters", "f"), "fn(x: x < 1)", "wanted number"),
    (("letters", "y"), [[1, 2]] * 3, "y is random and has no value"), (("letters", "z"), 1, "no letter 'z'"),
    (("letters", "r"), "..", "r: '..'"), (("letters",), [1], "'letters' is an object"),
    (("tokens",), 3, "a number for every group is needed: A, B"), (("tokens",), {"A": 2}, "a number for every group"),
    (("tokens", "A"), 0, "tokens of A: 0; allowed are whole numbers from 1 to 64"),
    (("tokens", "B"), 10**9, "tokens of B: 1000000000; allowed"), (("tokens", "B"), True, "tokens of B: True; allowed"),
    (("heads",), 0, "heads: 0; allowed"), (("heads",), "2", "heads: '2'; allowed"),
    (("dim", "E"), -1, "dim of E: -1; allowed"), (("dim", "E"), 10**9, "dim of E: 1000000000; allowed"),
    (("dim",), {"E": 2}, "dim: a number for every space"), (("size",), 3, "no field 'size'"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "message"), BAD)
def test_bad_data_are_refused(path: tuple[Any, ...], value: Any, message: str) -> None:
    data = copy.deepcopy(DATA)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(Rejected, match=message) as caught:
        judge_instance(statement(), data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(("missing", "message"), [
    (("letters", "r"), "no value for r: number"),
    (("heads",), "heads are spoken of, but their number is not given"),
    (("tokens",), "tokens are spoken of, but their number is not given"),
    (("dim",), "no dimension of E is given"),
])  # fmt: skip
def test_missing_data_are_refused(missing: tuple[str, ...], message: str) -> None:
    data = copy.deepcopy(DATA)
    place = data
    for key in missing[:-1]:
        place = place[key]
    del place[missing[-1]]
    with pytest.raises(Rejected, match=f"^instance: {message}"):
        judge_instance(statement(), data)


@pytest.mark.parametrize(("letter", "value", "message"), [
    ("s[token]: random number", "standard_normal", "s is random and has no value"),
    ("P: formula", 1, "P: a value of formula cannot be written as 1"),
])  # fmt: skip
def test_letters_that_have_no_value(letter: str, value: Any, message: str) -> None:
    with pytest.raises(Rejected, match=message):
        judge_instance(read({"letters": [letter], "show": ["1 > 0"]}), {"tokens": 1, "letters": {letter[0]: value}})


@pytest.mark.parametrize("data", [None, 3, "x", [], {1: 2}])
def test_an_instance_is_an_object(data: Any) -> None:
    with pytest.raises(Rejected, match="instance: an object is needed"):
        judge_instance(statement(), data)


def test_indices_that_nobody_counted() -> None:
    with pytest.raises(Rejected, match="heads are spoken of"):
        judge_instance(read({"show": ["sum(h in heads: 1) > 0"]}), {})
    with pytest.raises(Rejected, match="no dimension"):
        judge_instance(read({"show": ["forall a in vector: a == a"]}), {})


def test_deep_data_are_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(Rejected):
        judge_instance(read({"letters": ["a: number"], "show": ["a > 0"]}), {"letters": {"a": deep}})


@pytest.mark.parametrize("value", [["always"], [1, 2], 3, {"always": 1, "ever": 2}], ids=str)
def test_a_function_of_sizes_is_a_table_of_one_value(value: Any) -> None:
    made = read({"letters": ["g(size): number"], "show": ["g(0) > 0"]})
    assert judge_instance(made, {"letters": {"g": {"always": 1}}}).show[0][1] is True
    with pytest.raises(Rejected, match="g: a value of size -> number cannot be written as"):
        judge_instance(made, {"letters": {"g": value}})


# The truth of formulas at instances: exact where it can be, undecided where nothing is known, never wrong.
def test_relations_agree_with_floating_point(truths: Any) -> None:
    """Random expressions against an independent evaluation to fifty digits."""
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.dps = 50
    draw = random.Random(7)
    names = {f: getattr(mpmath, f) for f in ("exp", "log", "sqrt", "tanh", "sin", "cos")}

    def expression(depth: int) -> str:
        if depth == 0:
            return f"{draw.randint(1, 9)}/{draw.randint(1, 9)}"
        if draw.random() < 0.4:
            return f"{draw.choice([*names, 'abs'])}({expression(depth - 1)})"
        return f"({expression(depth - 1)} {draw.choice('+-*/')} {expression(depth - 1)})"

    decided = 0
    for _ in range(150):
        text = expression(3)
        bound = Fraction(draw.randint(-30, 30), 7)
        for number in range(10):
            text = text.replace(f"{number}/", f"mpf({number})/")
        try:
            value = eval(text.replace("mpf", "mpmath.mpf"), {"mpmath": mpmath, "abs": abs, **names})
        except (ZeroDivisionError, ValueError):
            value = None
        (truth,) = truths(f"{text.replace('mpf', '')} < {bound}")
        if value is None or (hasattr(value, "imag") and value.imag != 0) or not mpmath.isfinite(value):
            assert truth is None, text
        elif truth is not None and abs(mpmath.mpf(bound.numerator) / bound.denominator - value.real) > 1e-40:
            decided += 1
            assert truth == (value.real < mpmath.mpf(bound.numerator) / bound.denominator), text
    assert decided > 80


SOFTMAX = "sum(j: exp(dot(X[i], P(X[j])))/sum(k: exp(dot(X[i], P(X[k]))))*X[j])"
MAPS = {
    "softmax": f"dot(X[i], u)^0*X[i] + a*{SOFTMAX}",
    "unit": "unit(X[i] + a*sum(j in upto(i): dot(X[j], P(X[i]))*X[j]))",
    "coefficients": "(dot(X[i], u) - 1)*X[i] + norm(X[i])*sum(j in upto(i): abs(dot(X[j], u))*X[j])",
    "functions": "tanh(dot(X[i], u))*X[i] + (sin(dot(X[i], u)) - cos(a*dot(X[i], X[i])))*u + log(2 + dot(X[i], u)^2)*u",
    "extremes": "max(j: dot(X[j], u))*X[i] + min(dot(X[i], u), 5)*u/(1 + dot(X[i], X[i]))",
}


@pytest.mark.parametrize("name", MAPS)
def test_derivatives_agree_with_differences(truths: Any, name: str) -> None:
    """D against symmetric differences of the same map, whose error is of second order in the step."""
    statement = {
        "letters": ["x[token], h[token], xp[token], xm[token]: vector; P: matrix; u, w: vector; a, e, bound: number"],
        "maps": [f"F(X, i) = {MAPS[name]} on fn(X: 0 == 0)"],
    }
    x, h = [["1/2", "2/3"], ["-1/3", "3/4"]], [["1/5", "-1/2"], ["2/3", "1/7"]]
    step = Fraction(1, 1000)
    moved = {
        side: [
            [str(Fraction(p) + sign * step * Fraction(q)) for p, q in zip(u, w, strict=True)]
            for u, w in zip(x, h, strict=True)
        ]
        for side, sign in (("xp", 1), ("xm", -1))
    }
    values = {"x": x, "h": h, **moved, "P": [["1/3", 1], [0, "-1/2"]], "u": [1, "1/2"], "w": [-1, 1]}
    values |= {"a": "1/4", "e": str(step)}
    error = "abs(dot(D(F, x, h, i) - (F(xp, i) - F(xm, i))/(2*e), {})) < bound"
    close = f"forall i: {error.format('u')} and {error.format('w')}"
    half = f"forall i: {error.format('u').replace('D(F, x, h, i)', 'D(F, x, h, i)/2')}"
    given = {**values, "bound": "1/100000"}
    assert truths([close, half], "", given, statement=statement, tokens=2, dim=2) == [True, False]


def test_kleene_tables(truths: Any) -> None:
    words = {True: "0 == 0", False: "0 == 1", None: "1/0 == 0"}
    for a, b in itertools.product(words, repeat=2):
        found = truths([f"{words[a]} {op} {words[b]}" for op in ("and", "or", "=>")])
        both = False if False in (a, b) else None if None in (a, b) else True
        either = True if True in (a, b) else None if None in (a, b) else False
        implied = True if a is False or b is True else None if None in (a, b) else False
        assert found == [both, either, implied]


def test_forms_agree_with_eigenvalues(truths: Any) -> None:
    """Random symmetric forms against numpy's eigenvalues, away from ties."""
    numpy = pytest.importorskip("numpy")
    draw = random.Random(3)
    for _ in range(25):
        n = draw.choice([1, 2, 3])
        A = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                A[i][j] = A[j][i] = draw.randint(-4, 6)
        B = [[draw.randint(-3, 3) for _ in range(n)] for _ in range(n)]
        least, largest = numpy.linalg.eigvalsh(numpy.array(A))[[0, -1]]
        stretch = numpy.linalg.norm(numpy.array(B), 2)
        c, k = draw.randint(-3, 8), draw.randint(1, 6)
        if min(abs(least - c), abs(largest - c), abs(stretch - k), abs(least)) < 1e-6:
            continue
        formulas = {
            "forall a in vector: dot(a, A(a)) >= c*dot(a, a)": least > c,
            "forall a in vector: dot(a, a) == 1 => dot(a, A(a)) < c": largest < c,
            "forall a in vector, b in vector: dot(a, B(b)) <= k*norm(a)*norm(b)": stretch < k,
            "positive_definite(A)": least > 0,
        }
        values = {"A": A, "B": B, "c": c, "k": k}
        assert truths(list(formulas), "A: operator; B: matrix; c, k: number", values, dim=n) == list(formulas.values())


def test_random_formulas_in_one_number(truths: Any) -> None:
    """No universal truth has a counterexample on a grid, no false existence a witness."""
    draw = random.Random(8)
    grid = [Fraction(k, 4) for k in range(-16, 17)]

    def drawn(depth: int) -> tuple[str, Callable[[Fraction], bool]]:
        if depth == 0:
            a, b, c = draw.randint(-2, 2), draw.randint(-3, 3), draw.randint(-3, 3)
            word, holds = draw.choice(list(RELATIONS.items()))
            return f"{a}*x^2 + {b}*x + {c} {word} 0", lambda x: holds(a * x**2 + b * x + c, 0)
        (left, p), (right, q) = drawn(depth - 1), drawn(depth - 1)
        word, join = draw.choice(list(CONNECTIVES.items()))
        return f"({left}) {word} ({right})", lambda x: join(p(x), q(x))

    seen = set()
    for _ in range(60):
        text, holds = drawn(draw.randint(0, 2))
        everywhere, somewhere = truths([f"forall x in number: {text}", f"exists x in number: {text}"])
        seen |= {everywhere, somewhere}
        assert None not in (everywhere, somewhere)
        assert not (everywhere and not all(map(holds, grid))), text
        assert not (somewhere is False and any(map(holds, grid))), text
        (opposite,) = truths(f"exists x in number: not ({text})")
        assert opposite is not everywhere
    assert seen == {True, False}


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, "<=": operator.le, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
CONNECTIVES: dict[str, Callable[[bool, bool], bool]] = {
    "and": lambda p, q: p and q,
    "or": lambda p, q: p or q,
    "=>": lambda p, q: not p or q,
}


# Statements at instances, and what refutes: an instance, the proof of the negation, the law of random states.
# Whole statements at instances: what refutes them and what does not; bounded work on hostile ones.
PRODUCT: dict[str, Any] = {"letters": ["p, q: size"], "given": ["p >= 1", "q >= 1"], "show": ["p*q >= 1", "p*q >= 2"]}


def test_refuted_only_where_everything_given_holds() -> None:
    false = read(PRODUCT)
    assert refutes(false, {"letters": {"p": 1, "q": 1}})
    assert not refutes(false, {"letters": {"p": 1, "q": 2}})
    assert not refutes(false, {"letters": {"p": 0, "q": 1}})


def test_what_is_not_decided_refutes_nothing() -> None:
    undecided = read({"letters": ["x: number"], "given": ["x >= 0"], "show": ["1/x > 0"]})
    assert not refutes(undecided, {"letters": {"x": 0}})
    report = judge_instance(undecided, {"letters": {"x": 0}})
    assert report.satisfies
    assert report.show == (("1/x > 0", None),)
    vacuous = read({"letters": ["x: number"], "given": ["1/x == 0"], "show": ["x == 1"]})
    report = judge_instance(vacuous, {"letters": {"x": 0}})
    assert not report.satisfies
    assert not report.refutes


def test_a_number_that_only_looks_different_from_zero_refutes_nothing() -> None:
    for zero in ("sqrt(2)*sqrt(2) - 2", "log(4) - 2*log(2)", "exp(log(3)/2) - sqrt(3)", "tanh(log(2)) - 3/5"):
        assert not refutes(
            read({"letters": ["x: number"], "show": ["x == 0", "x <= 0", "x >= 0"]}), {"letters": {"x": zero}}
        )
        assert refutes(read({"letters": ["x: number"], "show": ["x != 0"]}), {"letters": {"x": zero}})


def test_a_step_beyond_the_bound() -> None:
    """|1 - alpha*lam| < 1 for 0 < lam < 100, and the statement with its step bound."""
    letters = ["alpha, lam: number"]
    given = ["0 < alpha", "0 < lam", "lam < 100"]
    false = read({"letters": letters, "given": given, "show": ["abs(1 - alpha*lam) < 1"]})
    true = read({"letters": letters, "given": [*given, "alpha*lam < 2"], "show": ["abs(1 - alpha*lam) < 1"]})
    for alpha, lam in (("1/4", 8), ("sqrt(2)", "sqrt(2)"), ("log(9)", "1/log(3)")):
        assert refutes(false, {"letters": {"alpha": alpha, "lam": lam}})
        assert not refutes(true, {"letters": {"alpha": alpha, "lam": lam}})
    assert not refutes(false, {"letters": {"alpha": "1/4", "lam": 7}})


HALF = "half(X, i) = X[i]/2 on fn(X: sum(i: dot(X[i], u)) == 0)"


@pytest.mark.parametrize("formula", [
    "sum(i, j: exp(c[i]*c[j]/7)/(1 + exp(c[i]/3 + c[j]/5)))^64 > 0",
    "sum(h in 0..99999: sum(k in 0..99999: h*k)) == 0",
    "((((2^64)^64)^64)^64)^64 > 0",
    "forall r in number, s in number, t in number: exp(r) > -exp(s) - exp(t) - exp(r*s*t)",
    "((((log(2)^64)^64)^64)^64)^64 - log(2) == 1",
    "sum(k in 1..99999: 1/k) < 13", "inside_disc(half, fn(i: x[i] - x[i]))",
    "1/sum(k in 1..5000: 1/k^2) > sum(k in 1..5000: 1/k)",
    "norm(sum(i: unit(sum(j: exp(dot(x[i], x[j]))/sum(k: exp(dot(x[i], x[k])))*x[j])))) == 1/3",
])  # fmt: skip
def test_hostile_work_ends(formula: str) -> None:
    statement = read(
        {"letters": ["c[token]: number; x[token]: vector; u: vector"], "show": [formula, "0 == 0"], "maps": [HALF]}
    )
    tokens = 64 if "half" in formula else 8
    data = {
        "tokens": tokens,
        "dim": 2,
        "letters": {
            "u": [1, 0],
            "c": [f"{k}/11" for k in range(tokens)],
            "x": [[f"{k}/13", f"1/{k + 2}"] for k in range(tokens)],
        },
    }
    report = judge_instance(statement, data, MAX_WORK // 5)
    assert report.show[0][1] is None
    assert meter.left > -MAX_WORK


def test_the_same_work_every_time() -> None:
    statement = read(
        {"letters": ["c[token]: number"], "show": ["sum(i, j: exp(c[i]*c[j])) > 3", "max(i: tanh(c[i])) < 1"]}
    )
    data = {"tokens": 3, "letters": {"c": ["1/2", "log(2)", "sqrt(3)"]}}
    used = set()
    for _ in range(3):
        assert [truth for _, truth in judge_instance(statement, data).show] == [True, True]
        used.add(meter.left)
    assert len(used) == 1


TWO_SPACES = {"spaces": ["E", "F"], "letters": ["e, f, g: vector E; p, q, r: vector F"]}


@pytest.mark.parametrize("formula", [
    "forall x in number: sqrt(x*x) != x and sqrt(x*x) != -x => 1 <= 0",
    "forall a in vector F: norm(dot(a, p)*r) != dot(a, p) and norm(dot(a, p)*r) != -dot(a, p) => 1 <= 0",
    "forall a in vector F: norm(a)*e + dot(a, p)*f + dot(a, q)*g != 0 => dot(a, a) > 0",
    "forall a in vector F: norm(a)*e + dot(a, p)*f != 0 => dot(a, a) > 0",
    "forall a in vector F: norm(a) < 0 => 1 <= 0",
    "forall a in vector F: norm(a) == -1 => 1 <= 0",
])  # fmt: skip
def test_a_length_is_no_free_letter(formula: str) -> None:
    """True formulas: what is said of a length and of the vector cannot be chosen independently."""
    axes = {"e": [1, 0, 0], "f": [0, 1, 0], "g": [0, 0, 1], "p": [1, 0], "q": [0, 1], "r": [1, 0]}
    statement = read({**TWO_SPACES, "show": [formula]})
    assert not refutes(statement, {"tokens": 1, "dim": {"E": 3, "F": 2}, "letters": axes})


# Refutations by the proof of the negation in a case, and those about the laws of random states.
# False, but its negation follows for negative numbers only.
SQUARES = {"letters": ["a: number"], "given": ["a < 3"], "show": ["a^2 >= 5*a + 6"]}
NEGATION = intro("", leaf("1/6: a^2 >= 5*a + 6", "1/6: a > 0; a < 2", "1/2: a > 0"))
LAW = {"letters": {"y": "uniform_on_sphere"}}
SAME = {"letters": ["y[token]: random vector"], "given": ["independent(y)", "uniform_on_sphere(y)"]}


def nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


def verdict(statement: Any, refuted: Any, instance: Any) -> str:
    return judge({"statement": statement, "refuted": refuted, "instance": instance}, nothing).verdict


def test_the_negation_holds_in_the_case() -> None:
    refuted = {"case": ["a > 0", "a < 2"], "proof": NEGATION}
    assert verdict(SQUARES, refuted, {"letters": {"a": 1}}) == "REFUTED"


@pytest.mark.parametrize(("case", "a"), [
    ([], 1),  # the negation is not proved
    (["a > 0", "a < 2"], 2),  # the case does not hold at the instance
    (["a > 0", "a < 2", "a > 5"], 1),  # nothing is in the case
    (["a > 0", "a < 2", "forall x in number: sin(x) <= 1"], 1),  # nobody knows whether anything is
    ("a > 0", 1), (["b > 0"], 1),
])  # fmt: skip
def test_cases_that_refute_nothing(case: Any, a: int) -> None:
    assert verdict(SQUARES, {"case": case, "proof": NEGATION}, {"letters": {"a": a}}) == "OPEN"


def test_an_empty_case_is_refused() -> None:
    empty = {"case": ["1 <= 0"], "proof": intro("", KNOWN)}
    assert verdict({**SQUARES, "show": ["a == a"]}, empty, {"letters": {"a": 1}}) == "OPEN"


@pytest.mark.parametrize(("given", "instance", "expected"), [
    ([], {"tokens": 1, "dim": 1, **LAW}, "REFUTED"),
    ([], {"tokens": 1, "dim": 1}, "OPEN"),
    ([], {"tokens": 1, **LAW}, "REFUTED"),
    ([], {"tokens": 1, "dim": 0, **LAW}, "OPEN"),
    (["standard_normal(y)"], {"tokens": 1, "dim": 1, **LAW}, "OPEN"),
])  # fmt: skip
def test_independent_uniform_states_exist(given: list[str], instance: Any, expected: str) -> None:
    statement = {**SAME, "given": [*SAME["given"], *given], "show": ["1 <= 0"]}
    assert verdict(statement, {"proof": intro("", leaf("1: 1 <= 0"))}, instance) == expected


# Statements about flows and maps of self-attention at instances that satisfy every hypothesis, and where they fail.
FLOW: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; P[head]: measurable matrix; v, z: vector; root, K, C: number; M[head]: number",
        "y[token]: moving vector"],
    "where": ["e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "force(X, i) := sum(h in heads, j: e(h, X, i, j)/(root*sum(k: e(h, X, i, k)))*X[j])"],
    "flows": ["six(X, i) = force(X, i) - dot(X[i], W(force(X, i)))*X[i] on fn(X: forall i: dot(X[i], W(X[i])) == 1)"],
    "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)", "dot(v, W(v)) == 1",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))",
        "solves(six, y)", "at_start(forall i: dot(v, y[i]) > 0)", "W(z) == v and C > 0 and C^2 >= dot(v, z)",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, W(a)) == 1 and dot(b, W(b)) == 1"
        " => -M[h] <= dot(a, P[h](b)) <= M[h])"],
    "show": ["always(forall i: dot(v, y[i]) > 0)", "forall i, j: tends(norm(y[i] - y[j]), 0)",
        "exists m in number: m > 0 and always(forall i: dot(v, y[i]) >= m)",
        "decays(diam(i: y[i]/dot(v, y[i])), start(min(i: dot(v, y[i])))/C*sum(h in heads: exp(-2*M[h]))/root)"],
}  # fmt: skip
CONSENSUS: dict[str, Any] = {
    "tokens": 3, "heads": 2, "dim": 2,
    "letters": {"W": [[2, 1], [1, 1]], "P": [[["log(3)", 1], [0, "log(2)"]], [[1, 0], [2, 1]]], "v": [0, 1],
        "z": [-1, 2], "root": "sqrt(2)", "y": [[0, 1]] * 3, "K": 3, "C": 2, "M": [3, 9]},
}  # fmt: skip


def test_the_flow_at_consensus() -> None:
    report = judge_instance(read(FLOW), CONSENSUS)
    assert report.satisfies
    assert [truth for _, truth in report.show] == [True] * 4
    assert not report.refutes


@pytest.mark.parametrize(("letter", "value", "failing"), [
    ("W", [[2, 1], [1, "1/2"]], 0), ("root", "-sqrt(2)", 1), ("root", "14142/10000", 2), ("v", [1, 1], 3),
    ("K", "241/100", 4), ("y", [[0, 1], [0, 1], [0, -1]], 6), ("y", [[0, 1], ["1/2", 1], [0, 1]], 5), ("C", "7/5", 7),
    ("M", [1, 9], 8),
])  # fmt: skip
def test_every_hypothesis_can_fail(letter: str, value: Any, failing: int) -> None:
    data = copy.deepcopy(CONSENSUS)
    data["letters"][letter] = value
    report = judge_instance(read(FLOW), data)
    assert report.given[failing][1] is False
    assert not report.refutes


def test_a_token_at_the_antipode_refutes_the_statement_without_its_start() -> None:
    """Tokens at v and -v stand still: without the open half-space at the start there is no consensus."""
    dropped = {
        **FLOW,
        "given": [text for text in FLOW["given"] if not text.startswith("at_start")],
        "show": FLOW["show"][1:2],
    }
    data = copy.deepcopy(CONSENSUS)
    data["letters"]["y"] = [[0, 1], [0, 1], [0, -1]]
    assert refutes(read(dropped), data)
    assert not refutes(read(dropped), CONSENSUS)


MAP: dict[str, Any] = {
    "letters": ["V: operator; v, w: vector; x[token]: vector; alpha, lam, low: number; N: size"],
    "where": ["S := sum(j: x[j])/N", "r(i) := norm(x[i] + alpha*V(S))", "D := sum(i: oja(x, i) - x[i])"],
    "maps": ["oja(X, i) = unit(X[i] + alpha/N*V(sum(j: X[j]))) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "N == sum(j: 1)", "alpha > 0", "forall i: dot(x[i], x[i]) == 1"],
    "show": ["0 == 0"],
}
OJA: dict[str, Any] = {
    "tokens": 2, "dim": 3,
    "letters": {"V": [[2, 0, 0], [0, -10, 0], [0, 0, 1]], "v": [1, 0, 0], "w": [0, 1, 0],
        "x": [["3/5", "4/5", 0], ["5/13", 0, "12/13"]], "alpha": "1/4", "lam": 2, "low": -10, "N": 2},
}  # fmt: skip


def test_a_map_whose_images_have_irrational_length() -> None:
    """The growth of the energy, an identity between sums of roots."""
    energy = "dot(sum(i: {0}), V(sum(i: {0})))/(2*N)"
    statement = {
        **MAP,
        "where": MAP["where"][:2],
        "show": [
            f"{energy.format('oja(x, i)')} - {energy.format('x[i]')}"
            f" == {factor}/(2*alpha)*sum(i: (1 + r(i))*dot(oja(x, i) - x[i], oja(x, i) - x[i]))"
            f" + {energy.format('(oja(x, i) - x[i])')}"
            for factor in (1, 2)
        ],
    }
    assert [truth for _, truth in judge_instance(read(statement), OJA).show] == [True, False]


def test_the_edge_of_stability_is_not_decided_by_the_linearisation() -> None:
    shown = [
        *MAP["given"], "alpha*(-low - lam) == 2", "asymptotically_stable(oja, fn(i: v))", "inside_disc(oja, fn(i: v))",
    ]  # fmt: skip
    statement = {**MAP, "where": [], "show": shown}
    edge = [truth for _, truth in judge_instance(read(statement), OJA).show]
    assert edge == [True] * 6 + [None, False]  # an eigenvalue -1 is not inside the open disc
    for low, stable in ((-9, True), (-11, False)):
        data = copy.deepcopy(OJA)
        data["letters"] |= {"V": [[2, 0, 0], [0, low, 0], [0, 0, 1]], "low": low}
        assert [truth for _, truth in judge_instance(read(statement), data).show][-2:] == [stable, stable]


# The verdict on one claim: what earns each, what keeps a claim open, and hostile data that end soon.
LEAF = {"leaf": "arithmetic"}
SQUARE = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x^2 > 0"]}
WRONG = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x^2 > x"]}
AT_HALF = {"letters": {"x": "1/2"}}
EVERY_HALF = [{"letters": {"x": f"{k}/2"}} for k in range(1, 11)]
BOXED = {"letters": ["x: number"], "given": ["0 <= x", "x <= 1"], "show": ["x*(1 - x) <= 1"]}
MOTION = {"letters": ["z: moving number"], "given": ["at_start(z == 0)"], "show": ["always(z == 0)"]}


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


def said(data: Any) -> tuple[str, str]:
    found = judge(data, no_lemma)
    return found.verdict, found.reason


def test_a_proof_proves() -> None:
    found = judge({"statement": SQUARE, "proof": LEAF, "instance": AT_HALF}, no_lemma)
    assert (found.verdict, found.reason, found.undecided, found.twin) == ("PROVED", "", (), "none")


DEEP = "forall y in number: exp(y) + y^2 >= x - x"
VACUOUS: list[tuple[dict[str, Any], str, str, str]] = [  # what is added, the id, the verdict, the reason
    ({"instance": AT_HALF}, "", "PROVED", ""),
    ({}, "", "OPEN", f"may be vacuous: {NO_INSTANCE}"),
    ({}, "LEM-square", "PROVED", ""),
    ({}, "MY-LEM-square", "OPEN", f"may be vacuous: {NO_INSTANCE}"),
    ({"statement": {**SQUARE, "given": [], "show": ["x^2 >= 0"]}}, "", "PROVED", ""),
    ({"statement": {**SQUARE, "given": ["x > 0", DEEP]}, "instance": AT_HALF}, "", "OPEN", f"at the instance {DEEP!r}"),
    ({"statement": {**SQUARE, "given": ["x > 0", DEEP]}, "instance": AT_HALF}, "LEM-square", "PROVED", ""),
    ({"statement": {**SQUARE, "given": ["x > 0", "x < 0"]}}, "", "OPEN", "may be vacuous"),
    ({"statement": {**SQUARE, "given": ["x > 0", "x < 0"]}, "instance": AT_HALF}, "LEM-square", "OPEN", "is false"),
]


@pytest.mark.parametrize(("more", "id", "verdict", "reason"), VACUOUS)
def test_what_nothing_shows_to_hold_is_not_proved(more: dict[str, Any], id: str, verdict: str, reason: str) -> None:
    found = judge({"statement": SQUARE, "proof": LEAF, **more}, no_lemma, id=id)
    assert found.verdict == verdict
    assert reason in found.reason
    assert bool(reason) == bool(found.reason)


def test_a_bisection_certifies() -> None:
    proof = {"boxes": ["x", None, None], "letters": {"x": ["0", "1"]}}
    assert said({"statement": BOXED, "proof": proof, "instance": AT_HALF})[0] == "CERTIFIED"


def test_a_counterexample_refutes() -> None:
    verdict, reason = said({"statement": WRONG, "refuted": {"instance": AT_HALF}})
    assert verdict == "REFUTED"
    assert reason == "at the counterexample 'x^2 > x' is false"


def test_a_proof_of_the_negation_refutes_where_the_hypotheses_hold() -> None:
    statement = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x < 0"]}
    contradiction = {"rule": "contradiction", "with": {"P": "x < 0", "C": "1 <= 0"}}
    with_rule = {"intro": "", "then": {**contradiction, "premises": [{"known": True}, {"intro": "", "then": FALSUM}]}}
    found = judge({"statement": statement, "refuted": {"proof": with_rule}, "instance": AT_HALF}, no_lemma)
    assert found.verdict == "REFUTED", found.reason
    assert judge({"statement": statement, "refuted": {"proof": with_rule}}, no_lemma).verdict == "OPEN"


FALSUM = {
    "have": "x*1 > 0",
    "by": LEAF,
    "then": {"have": "1/x > 0", "by": LEAF, "then": {**LEAF, "terms": [{"c": "1", "facts": ["x < 0", "1/x > 0"]}]}},
}


def test_a_motion_refutes() -> None:
    motion = {
        "frame": ["e"],
        "letters": {"z": "time"},
        "given": [{"enter": "start", "then": LEAF}],
        "show": {"intro": "", "then": {"rule": "time goes on", "with": {"T": "1", "C": "1 <= 0"}, "premises": [LATER]}},
    }
    assert said({"statement": MOTION, "refuted": {"motion": motion}})[0] == "REFUTED"


LATER = {"enter": "every", "then": {"have": "time == 0", "then": {"leaf": "arithmetic", "use": ["time == 0"]}}}


def test_true_at_drawn_instances_is_tested() -> None:
    assert said({"statement": SQUARE, "tested": EVERY_HALF}) == ("TESTED", "true at 10 drawn instances")


OPEN: list[tuple[dict[str, Any], str]] = [
    ({}, "has a statement"),
    ({"statement": SQUARE}, "has a proof, or a refutation"),
    ({"statement": SQUARE, "proof": LEAF, "tested": EVERY_HALF}, "has a proof, or a refutation"),
    ({"statement": SQUARE, "proof": LEAF, "verdict": "PROVED"}, "no field 'verdict'"),
    ({"statement": WRONG, "proof": LEAF}, "leaf"),
    ({"statement": SQUARE, "proof": LEAF, "instance": {"letters": {"x": 0}}}, "at the instance 'x > 0' is false"),
    ({"statement": WRONG, "proof": LEAF, "instance": AT_HALF}, "everything given holds and 'x^2 > x' is false"),
    ({"statement": SQUARE, "refuted": {"instance": AT_HALF}}, "nothing that is claimed is false"),
    ({"statement": WRONG, "refuted": {"instance": {"letters": {"x": -1}}}}, "'x > 0' is false"),
    ({"statement": {**WRONG, "given": ["1/(x - x) > 0"]}, "refuted": {"instance": AT_HALF}}, "is undecided"),
    ({"statement": WRONG, "refuted": {"instance": AT_HALF, "proof": LEAF}}, "a refutation is"),
    ({"statement": WRONG, "refuted": {"example": AT_HALF}}, "a refutation is"),
    ({"statement": WRONG, "refuted": []}, "a refutation is"),
    ({"statement": WRONG, "refuted": {"proof": {"intro": "", "then": LEAF}}, "instance": AT_HALF}, "leaf"),
    ({"statement": SQUARE, "tested": EVERY_HALF[1:]}, "at least 10 instances"),
    ({"statement": SQUARE, "tested": [*EVERY_HALF[1:], EVERY_HALF[1]]}, "tested twice"),
    ({"statement": WRONG, "tested": EVERY_HALF}, "'x^2 > x' is false"),
    ({"statement": SQUARE, "tested": [*EVERY_HALF[1:], {"letters": {"x": -1}}]}, "'x > 0' is false"),
    ({"statement": {**SQUARE, "show": ["1/(x - x) > 0"]}, "tested": EVERY_HALF}, "is undecided"),
    ({"statement": {**SQUARE, "show": []}, "proof": []}, "'show' is empty"),
    ({"statement": SQUARE, "proof": [LEAF, LEAF]}, "2 proofs for 1 goals"),
    ({"statement": SQUARE, "proof": {"lemma": "L"}}, "no lemma is cited here"),
]


@pytest.mark.parametrize(("data", "reason"), OPEN, ids=lambda part: part if isinstance(part, str) else None)
def test_a_claim_stays_open(data: dict[str, Any], reason: str) -> None:
    verdict, found = said(data)
    assert verdict == "OPEN"
    assert reason in found


TWINS: list[tuple[Any, str, str]] = [
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": AT_HALF}, "refuted", ""),
    ({"replace": {"x > 0": "x >= 0"}, "instance": {"letters": {"x": 0}}}, "refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"x": 2}}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"x": -2}}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"y": 2}}}, "not refuted", "the twin's instance"),
    ({"replace": {"x^2": "x^4"}}, "not refuted", "accepted for the false twin as well"),
    ({"replace": {"y": "x"}}, "not refuted", "does not occur"),
    ({"replace": {"": "x"}}, "not refuted", "does not occur"),
    ({"replace": {"x^2 > 0": "x^2 > q"}}, "not refuted", "not declared"),
    ({"replace": {}}, "not refuted", "which texts"),
    ({"replace": {"x": 7}}, "not refuted", "which texts"),
    ({}, "not refuted", "which texts"),
    ("x", "not refuted", "which texts"),
]


@pytest.mark.parametrize(("twin", "found", "fault"), TWINS)
def test_a_twin_is_judged_by_its_own_hypotheses(twin: Any, found: str, fault: str) -> None:
    judgement = judge({"statement": SQUARE, "proof": LEAF, "twin": twin, "instance": AT_HALF}, no_lemma)
    assert judgement.verdict == "PROVED"
    assert judgement.twin == found
    assert fault in judgement.twin_fault
    assert bool(fault) == bool(judgement.twin_fault)


def test_no_negation_is_accepted_where_the_statement_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second line of defence, so that the proof is taken for granted here."""
    monkeypatch.setattr("attnverify.verify.kernel.judging.check", lambda *_: Proof(frozenset(), frozenset(), 0))
    data = {"statement": SQUARE, "refuted": {"proof": LEAF}, "instance": AT_HALF}
    assert said(data) == ("OPEN", "at the instance everything given holds and 'not the statement' is false")
    assert said({**data, "statement": WRONG})[0] == "REFUTED"


def test_the_twin_of_a_tested_claim() -> None:
    twin = {"replace": {"x^2 > 0": "x^2 > x"}, "instance": AT_HALF}
    assert judge({"statement": SQUARE, "tested": EVERY_HALF, "twin": twin}, no_lemma).twin == "refuted"


def test_a_twin_that_grows_without_bound() -> None:
    """Every letter replaced by a megabyte."""
    statement = {"letters": ["x: number"], "show": [" + ".join(["x"] * 30) + " == 30*x"]}
    found = judge({"statement": statement, "proof": LEAF, "twin": {"replace": {"x": "y" * 1_000_000}}}, no_lemma)
    assert found.twin == "not refuted"
    assert "longer than" in found.twin_fault


def test_a_proof_that_is_nested_too_deeply() -> None:
    proof: Any = LEAF
    for _ in range(300):
        proof = {"have": "x > 0", "then": proof}
    assert "nested" in said({"statement": SQUARE, "proof": proof})[1]
