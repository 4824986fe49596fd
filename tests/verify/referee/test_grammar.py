"""The language of certificates, and what decides them."""

import copy
import json
import subprocess
import sys
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from attnverify.verify.evidence import Evidence
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.combining import Basis, carries, conclude, grounded, twin_fault, vouchers
from attnverify.verify.referee.grammar import GrammarError, evaluate, holds
from attnverify.verify.referee.syntax import GrammarError as SyntaxRefused
from attnverify.verify.referee.syntax import names, parse
from attnverify.verify.verdict import Rung, Verdict

from .conftest import changed

V = {"M": [[1, 2], [2, 4]], "A": [["1/2", "1/2"], ["1/4", "3/4"]], "u": [1, -1], "x": "1/3", "n": 3}


@pytest.mark.parametrize(("relation", "truth"), [
    ("x == 1/3", True),
    ("x != 0.5", True),
    ("0 < x < 1 < n", True),
    ("0 < x < 1/3", False),
    ("integer(n)", True),
    ("integer(n*x + x)", False),
    ("rank(M) == 1", True),
    ("det(M) == 0", True),
    ("trace(A) == 5/4", True),
    ("A @ ones(2) == ones(2)", True),
    ("A > 0", True),
    ("A > 1/4", False),
    ("A != M", True),
    ("dot(u, u) == 2", True),
    ("u @ M @ u == M[0][0] - 2*M[0][1] + M[1][1]", True),
    ("transpose(M) == M", True),
    ("M - 5*identity(2) == [[-4, 2], [2, -1]]", True),
    ("diag(1, 2) == diag([1, 2])", True),
    ("rows(A) + cols(A) == 4", True),
    ("Max(x, n) == 3 ", True),
    ("Min(x, n) == x", True),
    ("Abs(-x) == x", True),
    ("sqrt(x**2) == x", True),
    ("exp(log(n)) == n", True),
    ("exp(1) > 2.718281828459045", True),
    ("exp(1) < 2.718281828459046", True),
    ("tanh(20) < 1", True),
    ("exp(x)*exp(-x) == 1", None),
    ("exp(x)*exp(-x) >= 1", None),
    ("sqrt(2)**2 == 2", None),
])  # fmt: skip
def test_holds(relation: str, truth: bool | None) -> None:
    assert holds(relation, V) is truth


@pytest.mark.parametrize("relation", [
    "y > 0", "1/(x - 1/3) > 0", "(x - 1/3)**-1 > 0", "sqrt(-1) > 0", "log(0) < 1", "x", "M + 1 == 2", "M * A == M",
    "M @ [1, 2, 3] == 0", "det(u) == 0", "M[2][0] == 1", "M[x] == 1", "A == [1, 2, 3]", "[[1, 2], [3]] == 0",
    "identity(10**6) == 1", "9**9**9 > 0", "((9**999)**999)**999 > 0", "x**(1/2) > 0", "integer(x) + 1 > 0",
    "ones(0) == 1",
])  # fmt: skip
def test_refused_with_one_line(relation: str) -> None:
    with pytest.raises(GrammarError) as caught:
        holds(relation, V)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [0.5, float("nan"), True, None, {"a": 1}, "y", "1/0", [], [[1], 2], [[1], [1, 2]]])
def test_values_are_exact_or_refused(bad: Any) -> None:
    with pytest.raises(GrammarError, match=r"x|list|rows"):
        holds("x == x", {"x": bad})


def test_evaluate_is_exact_where_it_can_be() -> None:
    assert evaluate("x + 1/7", {"x": Fraction(1, 7)}) == Fraction(2, 7)
    assert evaluate("exp(0) + sqrt(16) + log(1)", {}) == 5
    low, high = evaluate("sqrt(2)", {}).low, evaluate("sqrt(2)", {}).high  # type: ignore[union-attr]
    assert low**2 < 2 < high**2


def test_more_digits_decide_what_few_cannot() -> None:
    assert holds(f"exp(1) > {Fraction(27182818284590452353602874713526624977, 10**37)}", {}) is True


def test_an_enclosure_that_touches_decides_only_its_own_direction() -> None:
    assert holds("Abs(exp(1)*exp(-1) - 1) >= 0", {}) is True
    assert holds("Abs(exp(1)*exp(-1) - 1) > 0", {}) is None
    assert holds("Abs(exp(1)*exp(-1) - 1) < 0", {}) is False


def test_an_integer_that_cannot_be_told_is_undecided() -> None:
    assert holds("integer(log(sqrt(2) - sqrt(2)))", {}) is None


def test_numbers_too_long_to_print_and_relations_as_values_are_refused() -> None:
    with pytest.raises(GrammarError, match="an exponent must be an integer"):
        holds("x**(3**10000/2) > 0", {"x": 2})
    with pytest.raises(GrammarError, match="relation"):
        holds("x > 0", {"x": "1 < 2"})


# The parser refuses whatever is outside the language, quickly and with one line.
HOSTILE = [
    "(" * 5000 + "1" + ")" * 5000, "[" * 5000, "2**" * 5000 + "2", "1" * 10**7, "1" * 5000, "x.__class__",
    "__import__('os')", "x__y", "os(1)", "eval(1)", "f'{x}'", "lambda x: x", "x if y else z", "x = 1", "x; y", "1e-5",
    "0x10", "x[0][1][2]", "sqrt", "sqrt(1, 2)", "Max()", "1 +", "", "a b", "[1, 2", "x ! y", "1 < 2 + (3 < 4)", "é",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_refuses_what_is_outside_the_language(text: str) -> None:
    with pytest.raises(SyntaxRefused) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_long_flat_sum_is_read() -> None:
    tree = parse("+".join(["x"] * 20_000))
    assert (tree.kind, len(tree.args)) == ("sum", 20_000)


def test_precedence() -> None:
    assert parse("-x**2") == parse("-(x**2)")
    assert parse("a - b + c").operators == ("-", "+")
    assert parse("a**b**c") == parse("a**(b**c)")
    assert parse("2**-1").args[1].kind == "negative"


def test_names_leaves_functions_out() -> None:
    assert names("rank(M) + exp(a*x_1) == [1, b][0]") == {"M", "a", "x_1", "b"}


def test_the_referee_imports_the_standard_library_alone() -> None:
    code = (
        "import sys, verify.referee.certificates as c\n"
        "c.recheck({'kind': 'witness', 'values': {}, 'hypotheses': [], 'violates': ['exp(1) > 2']})\n"
        "bad = {'sympy', 'numpy', 'scipy', 'z3', 'flint', 'mpmath', 'hypothesis'} & set(sys.modules)\n"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def found(rung, **more):
    return Evidence(rung, "all", "method", **more)


def test_a_claim_is_no_stronger_than_its_premises():
    bases = {
        "A": Basis((found(Rung.PROVED),), ("B",)),
        "B": Basis((found(Rung.PROVED),), ("C",)),
        "C": Basis((found(Rung.TESTED),)),
    }
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.TESTED] * 3
    bases["C"] = Basis((found(Rung.REFUTED),))
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.OPEN, Verdict.OPEN, Verdict.ARGUED_FALSE]


def test_a_fault_of_the_check_leaves_the_claim_and_what_rests_on_it_open():
    bases = {"A": Basis((found(Rung.PROVED),), ("B",)), "B": Basis((found(Rung.PROVED),), (), "cannot fail")}
    combined = conclude(bases)
    assert combined["B"].reason == "cannot fail"
    assert combined["A"].verdict is Verdict.OPEN


@pytest.mark.parametrize("rests_on", [("A",), ("missing",)])
def test_circles_and_gaps_are_refused(rests_on):
    bases = {"A": Basis((), rests_on), "B": Basis(())}
    with pytest.raises(ValueError, match="'A' rests on itself or on a claim that is not decided"):
        conclude(bases)
    assert grounded(bases) == ["B"]


def test_a_long_chain_of_premises():
    bases = {str(n): Basis((found(Rung.PROVED),), (str(n + 1),)) for n in range(5000)}
    bases["5000"] = Basis((found(Rung.TESTED),))
    assert conclude(bases)["0"].verdict is Verdict.TESTED


def test_only_the_evidence_that_carries_the_verdict_speaks_for_it():
    evidence = [
        found(Rung.PROVED, checked_by="referee"),
        found(Rung.PROVED, checked_by="z3's word"),
        found(Rung.TESTED, checked_by="sampling"),
        found(Rung.PROVED, checked_by="a part", covers=False),
        found(Rung.OPEN),
    ]
    assert vouchers(evidence, Verdict.ARGUED) == "referee; z3's word"
    assert vouchers(evidence, Verdict.TESTED) == "referee; z3's word; sampling"
    assert vouchers(evidence, Verdict.OPEN) == ""
    assert not carries(found(Rung.REFUTED), Verdict.ARGUED)
    assert carries(found(Rung.REFUTED, covers=False), Verdict.ARGUED_FALSE)


@pytest.mark.parametrize("expected", list(Verdict))
@pytest.mark.parametrize("verdict", list(Verdict))
def test_which_verdict_of_the_twin_is_a_rejection(expected, verdict):
    if expected in (Verdict.REFUTED, Verdict.ARGUED_FALSE):
        accepted = verdict in (Verdict.REFUTED, Verdict.ARGUED_FALSE)
    else:
        accepted = verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.ARGUED, Verdict.TESTED)
    assert bool(twin_fault("wrong sign", verdict, expected)) is accepted
    assert "it crashed" in twin_fault("wrong sign", verdict, expected, "it crashed")


# Certificates of positivity: the step-size lemma as data, and every way to cheat.
# 1 + alpha*lj > -(1 + alpha*l1) from alpha*(-ln - l1) < 2 and lj >= ln.
STEP: dict[str, Any] = {
    "kind": "positivity",
    "variables": ["alpha", "l1", "lj", "ln"],
    "hypotheses": [{"expr": "alpha", "sign": "positive"}, {"expr": "lj - ln", "sign": "nonnegative"},
        {"expr": "2 + alpha*(l1 + ln)", "sign": "positive"}],
    "goal": {"expr": "2 + alpha*l1 + alpha*lj", "sign": "positive"},
    "terms": [{"coefficient": "1", "factors": [2]}, {"coefficient": "1", "factors": [0, 1]}],
}  # fmt: skip
EQUAL: dict[str, Any] = {
    "kind": "positivity",
    "variables": ["x", "y"],
    "hypotheses": [{"expr": "x - y", "sign": "zero"}, {"expr": "y", "sign": "positive"}],
    "goal": {"expr": "x**2", "sign": "positive"},
    "terms": [
        {"coefficient": "-1", "factors": [0], "cofactor": "-x - y"},
        {"coefficient": "1", "factors": [1, 1], "squares": []},
    ],
}


def case(hypothesis: tuple[str, str], goal: tuple[str, str], terms: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "kind": "positivity", "variables": ["x"], "hypotheses": [{"expr": hypothesis[0], "sign": hypothesis[1]}],
        "goal": {"expr": goal[0], "sign": goal[1]}, "terms": terms,
    }  # fmt: skip


# x**3 + x >= 0 or x < 0 ... the goal x*x >= 0 by cases.
SPLIT: dict[str, Any] = {
    "kind": "split", "on": "x", "hypotheses": [], "goal": {"expr": "x**2", "sign": "nonnegative"},
    "nonnegative": case(("x", "nonnegative"), ("x**2", "nonnegative"), [{"coefficient": "1", "factors": [0, 0]}]),
    "negative": case(("-(x)", "positive"), ("x**2", "nonnegative"), [{"coefficient": "1", "factors": [0, 0]}]),
}  # fmt: skip


def test_confirmed() -> None:
    for certificate in (STEP, EQUAL, SPLIT):
        assert recheck(certificate).status is Status.CONFIRMED


@pytest.mark.parametrize("tampered", [
    changed(STEP, ("terms", 0, "coefficient"), "2"),
    changed(STEP, ("terms", 1, "factors"), [0, 2]),
    changed(STEP, ("goal", "expr"), "2 + alpha*l1 + alpha*ln"),
    changed(STEP, ("goal", "sign"), "zero"),
    changed(STEP, ("hypotheses", 2, "sign"), "nonnegative"),  # no strict term is left
    changed(STEP, ("hypotheses", 1, "expr"), "lj + ln"),
    changed(STEP, ("terms", 1, "factors"), [0, -1]),
    changed(STEP, ("terms", 1, "factors"), [0, True]),
    changed(STEP, ("terms", 1, "factors"), [0, 7]),
    changed(STEP, ("terms", 0, "squares"), ["1/lj"]),
    changed(STEP, ("multiplier",), [1]),  # only nonnegative
    changed(STEP, ("multiplier",), [0]),  # not the identity any more
    changed(STEP, ("terms", 0, "cofactor"), "1"),
    changed(EQUAL, ("terms", 0, "cofactor"), "x - y"),
    changed(EQUAL, ("terms", 0, "cofactor"), "1/x"),
    changed(EQUAL, ("hypotheses", 0, "sign"), "nonnegative"),
    changed(EQUAL, ("terms", 1, "coefficient"), "-1"),
    changed(EQUAL, ("terms", 1, "coefficient"), "sqrt(2)"),
    changed(SPLIT, ("on",), "x + 1"),
    changed(SPLIT, ("negative", "hypotheses", 0, "expr"), "x"),
    changed(SPLIT, ("negative", "goal", "expr"), "x**2 + 1"),
    changed(SPLIT, ("goal", "expr"), "x**2 - 1"),
    changed(SPLIT, ("goal", "sign"), "positive"),
    changed(SPLIT, ("negative",), SPLIT["nonnegative"]),
    changed(SPLIT, ("nonnegative", "terms"), []),
])  # fmt: skip
def test_tampering_fails(tampered: Any) -> None:
    assert recheck(tampered).status is Status.FAILED


def test_a_negative_coefficient_is_refused_even_where_the_sum_is_right() -> None:
    terms = [{"coefficient": "3", "factors": [0]}, {"coefficient": "-2", "factors": [0]}]
    assert recheck(case(("x", "positive"), ("x", "positive"), terms)).status is Status.FAILED


def test_a_square_alone_is_not_strict() -> None:
    square = [{"coefficient": "1", "factors": [], "squares": ["x"]}]
    assert recheck(case(("x", "nonnegative"), ("x**2", "nonnegative"), square)).status is Status.CONFIRMED
    assert recheck(case(("x", "nonnegative"), ("x**2", "positive"), square)).status is Status.FAILED


def test_a_multiplier_clears_a_denominator() -> None:
    certificate = case(("x", "positive"), ("1/x", "positive"), [{"coefficient": "1", "factors": []}])
    assert recheck({**certificate, "multiplier": [0]}).status is Status.CONFIRMED
    assert recheck(certificate).status is Status.FAILED


def test_a_case_may_end_in_a_contradiction_but_not_in_a_truth() -> None:
    contradiction = {
        "kind": "positivity",
        "variables": ["x"],
        "hypotheses": [{"expr": "x", "sign": "positive"}, {"expr": "-(x)", "sign": "positive"}],
        "goal": {"expr": "0", "sign": "positive"},
        "terms": [{"coefficient": "1", "factors": [0]}, {"coefficient": "1", "factors": [1]}],
    }
    whole = {
        "kind": "split",
        "on": "x",
        "hypotheses": [{"expr": "x", "sign": "positive"}],
        "goal": {"expr": "2*x", "sign": "positive"},
        "nonnegative": case(("x", "positive"), ("2*x", "positive"), [{"coefficient": "2", "factors": [0]}]),
        "negative": contradiction,
    }
    assert recheck(whole).status is Status.CONFIRMED
    truth = case(("x", "positive"), ("1", "positive"), [{"coefficient": "1", "factors": []}])
    assert recheck({**whole, "negative": truth}).status is Status.FAILED
    assert recheck(changed(whole, ("hypotheses",), [])).status is Status.FAILED


def test_a_case_split_at_a_pole_forgets_the_pole() -> None:
    # x**2 > 0 from the signs of 1/x and -1/x: neither case is there at x = 0, where the goal is false.
    absurd = ("-1", "nonnegative")
    goal = {"expr": "x**2", "sign": "positive"}
    above = case(("1/x", "nonnegative"), absurd, [{"coefficient": "1", "factors": [0, 1], "squares": ["x"]}])
    above["hypotheses"].append({"expr": "-1/x", "sign": "nonnegative"})
    below = case(("-(1/x)", "positive"), ("x**2", "positive"), [{"coefficient": "1", "factors": []}])
    inner = case(("-(-1/x)", "positive"), ("x**2", "positive"), [{"coefficient": "1", "factors": []}])
    below["multiplier"] = inner["multiplier"] = [0, 0]
    found = recheck(
        {
            "kind": "split", "on": "1/x", "hypotheses": [], "goal": goal,
            "nonnegative": {"kind": "split", "on": "-1/x", "nonnegative": above, "negative": inner}, "negative": below,
        }
    )  # fmt: skip
    assert found.status is Status.FAILED
    assert "denominator" in found.detail


# V = [[0, 2], [1, 0]], eigenvalues +- sqrt 2, eigenvectors (sqrt 2, +-1).
SHIFT = 60
ROOT = hex(1630477228166597777)  # sqrt(2) * 2^60, rounded up


CERTIFICATE = {
    "kind": "eigensystem",
    "matrix": [["0", "2"], ["1", "0"]],
    "factors": [{"polynomial": ["-0x2", "0x0", "0x1"], "multiplicity": 1, "shift": SHIFT,
        "roots": [[ROOT, "0x0"], ["-" + ROOT, "0x0"]]}],
    "names": [["l1", 0, 0], ["l2", 0, 1]],
    "values": {"alpha": "1/2"},
    "defines": [["c", "1 + alpha*l1"]],
    "relations": [{"says": "principal", "holds": "c**2 > (1 + alpha*l2)**2"},
        {"says": "value", "holds": "Abs(l1 - 1414213562373095/10**15) < 1/10**15"}],
}  # fmt: skip
PAIR = {
    "kind": "eigensystem",
    "matrix": [["1/2", "-3"], ["3", "1/2"]],
    "factors": [{"polynomial": ["0x25", "-0x2", "0x1"], "multiplicity": 1, "shift": 0,
        "roots": [["0x1", "0x6"], ["0x1", "-0x6"]]}],
    "names": [["z1", 0, 0], ["z2", 0, 1]],
    "relations": [{"says": "modulus", "holds": "re_z1**2 + im_z1**2 == 37/4"}],
}  # fmt: skip
EXACT = {
    "kind": "eigensystem",
    "matrix": [["1", "0"], ["0", "-2"]],
    "factors": [{"polynomial": ["-0x2", "0x1", "0x1"], "multiplicity": 1, "shift": 0,
        "roots": [["0x1", "0x0"], ["-0x2", "0x0"]]}],
    "names": [["l1", 0, 0], ["l2", 0, 1]],
    "lines": [{"name": "a2", "eigenvalue": "l2", "direction": ["0", "3"]}],
    "logits": [["0", "5"], ["1/7", "-log(3)"]],
    "relations": [{"says": "logit", "holds": "Abs(exp(-a2) - 3) < 1/10**20"}],
}  # fmt: skip
ENCLOSED = {
    **CERTIFICATE,
    "lines": [{"name": "a1", "eigenvalue": "l1", "direction": ["1", "707106781186547524/1000000000000000000"],
        "near": "1414213562373095049/1000000000000000000",
        "inverse": [["0", "0", "1"], ["0", "-353553390593273762/1000000000000000000", "0"], ["-1", "0", "0"]]}],
    "logits": [["1", "0"], ["0", "0"]],
    "defines": [],
    "relations": [{"says": "logit", "holds": "Abs(a1 - 2/3) < 1/10**15"}],
}  # fmt: skip


def inverse_of_the_bordered_matrix():
    """Of [[M - mu, -v], [e_1, 0]] at v = (1, 1/sqrt 2), mu = sqrt 2, in floating point."""
    mu, v = 2**0.5, np.array([1, 0.5**0.5])
    J = np.array([[-mu, 2, -v[0]], [1, -mu, -v[1]], [1, 0, 0]])
    return [["/".join(map(str, float(x).as_integer_ratio())) for x in row] for row in np.linalg.inv(J)]


def other_eigensystem(certificate, path, value):
    data = copy.deepcopy(certificate)
    *way, last = path
    at = data
    for key in way:
        at = at[key]
    at[last] = value
    return data


def status(certificate):
    return recheck(json.loads(json.dumps(certificate))).status


@pytest.mark.parametrize("certificate", [CERTIFICATE, PAIR, EXACT])
def test_true_certificates(certificate):
    assert recheck(certificate).detail.endswith("enclosed eigenvalues")
    assert status(certificate) is Status.CONFIRMED


def test_an_irrational_eigenvector_is_enclosed():
    good = other_eigensystem(ENCLOSED, ("lines", 0, "inverse"), inverse_of_the_bordered_matrix())
    assert status(good) is Status.CONFIRMED
    assert status(other_eigensystem(good, ("lines", 0, "direction", 1), "4/5")) is Status.FAILED
    assert status(other_eigensystem(good, ("lines", 0, "eigenvalue"), "l2")) is Status.FAILED
    assert status(other_eigensystem(good, ("relations", 0, "holds"), "Abs(a1 - 2/3) < 1/10**60")) is Status.FAILED
    assert "not enclosed" in recheck(ENCLOSED).detail


@pytest.mark.parametrize(("certificate", "path", "value"), [
    (CERTIFICATE, ("matrix", 0, 1), "3"),
    (CERTIFICATE, ("factors", 0, "polynomial", 0), "-0x3"),
    (CERTIFICATE, ("factors", 0, "roots", 0, 0), hex(int(ROOT, 16) + 2**57)),
    (CERTIFICATE, ("factors", 0, "roots", 1, 0), ROOT),
    (CERTIFICATE, ("factors", 0, "multiplicity"), 2),
    (CERTIFICATE, ("names", 1), ["l2", 0, 0]),
    (CERTIFICATE, ("values", "alpha"), "-1/2"),
    (CERTIFICATE, ("relations", 0, "holds"), "c**2 < (1 + alpha*l2)**2"),
    (CERTIFICATE, ("relations", 1, "holds"), "Abs(l1 - 1414213562373195/10**15) < 1/10**15"),
    (CERTIFICATE, ("relations",), []),
    (CERTIFICATE, ("defines", 0, 0), "l1"),
    (PAIR, ("matrix", 1, 0), "2"),
    (PAIR, ("relations", 0, "holds"), "re_z1**2 + im_z1**2 == 38/4"),
    (EXACT, ("lines", 0, "direction", 0), "1"),
    (EXACT, ("lines", 0, "eigenvalue"), "l1"),
    (EXACT, ("logits", 1, 1), "-log(2)"),
    (EXACT, ("lines", 0, "name"), "l1"),
])  # fmt: skip
def test_one_changed_entry_is_caught(certificate, path, value):
    assert status(other_eigensystem(certificate, path, value)) is Status.FAILED


@pytest.mark.parametrize(("path", "value"), [
    (("matrix", 0, 0), "1e999999999"),
    (("matrix", 0, 0), "__import__('os')"),
    (("matrix",), [["1"] * 65] * 65),
    (("factors", 0, "shift"), 10**9),
    (("factors", 0, "polynomial", 0), "0x" + "f" * 50_000),
    (("factors", 0, "roots"), [[ROOT, "0x0"]]),
    (("names",), [["l1", 0, 9]]),
    (("relations", 0, "holds"), "l9 > 0"),
])  # fmt: skip
def test_hostile_data_is_a_failed_certificate(path, value):
    assert status(other_eigensystem(CERTIFICATE, path, value)) is Status.FAILED
