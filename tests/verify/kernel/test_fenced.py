"""False claims that a kernel accepted, and near variants, by what they use; each with a true claim that is proved."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from verify.kernel.catalogue import THEOREMS
from verify.kernel.judging import judge
from verify.kernel.refutation import judge_instance
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, leaf, rule, take
from verify.tactics.contradiction import contradictory

ROOT = Path(__file__).parents[3]
SPHERES = "fn(X: forall i: dot(X[i], X[i]) == 1)"
MAP = [f"F(X, i) = unit(2*X[i]) on {SPHERES}"]
AE = enter("ae", leaf())
EIGEN = "forall i: D(F, S, d, i) == m*d[i]"
ALONG = ["fixed(F, S)", "forall i: dot(S[i], d[i]) == 0", "exists i: d[i] != 0", EIGEN, "abs(m) > 1"]
OUTSIDE = rule("outside, eigenvector", KNOWN, KNOWN, KNOWN, take(EIGEN, ["j"], KNOWN), KNOWN, new={"i": "j"})
UNITS = "forall i: dot(S[i], S[i]) == 1"
PARTS: dict[str, Any] = {"letters": "S, d: state; v: vector; m: number; k: token; z: moving number", "maps": MAP}
FLOW = [f"f(X, i) = (1 + z - start(z))*X[i] on {SPHERES}"]

# what is used, the false claim, why it is refused, the true one
Case = tuple[str, dict[str, Any], str, dict[str, Any]]


def claim(show: str, proof: Any = None, *given: str, letters: str = "x: number", **more: Any) -> dict[str, Any]:
    return {"letters": [letters], "given": list(given), "show": [show], "proof": proof or leaf(), **more}


MOVING = "z: moving number; y[token]: moving vector; n: size; c: number; s: random number"
EVENT = "probability({0}) == probability({0})".format
ROWS: list[Case] = [
    ("the start of what is closed in time, in a probability",
     claim("probability(always(time <= 1)) == probability(always(0 <= 1))"), "speaks of time",
     claim(EVENT("s <= 1"), letters=MOVING)),
    ("the same through what is given", claim("0 == 1", None, "probability(s > start(z)) == 1", letters=MOVING),
     "speaks of time", claim("start(z) == c", KNOWN, "start(z) == c", letters=MOVING)),
    ("the start, inside a flow", claim("always(D(f, S, d, k) == d[k])", enter("every", leaf()),
     **{**PARTS, "maps": [], "flows": FLOW}), "the sides differ",
     claim("start(D(f, S, d, k)) == d[k]", **{**PARTS, "maps": [], "flows": FLOW})),
    ("a function of maps", claim("h(F) == 0", letters="h(map): number", maps=MAP), "h is a function of map",
     claim("h(2)^2 >= 0", letters="h(number): number")),
    ("a function of formulas", claim("h(0 <= 1) == 0", letters="h(formula): number"), "h is a function of formula",
     claim("P(2) => P(1 + 1)", KNOWN, "P(2) => P(1 + 1)", letters="P(number): formula")),
    ("a function of operators", claim("0 == 1", letters="h: operator -> number"), "h is a function of operator",
     claim("h[k](v) == h[k](1*v)", letters="h[token]: operator; k: token; v: vector")),
    ("a product over a range that moves", claim("almost_always(rate(prod(k in 0..z: 2)) == 0)", AE, letters=MOVING),
     "no products over a range", claim("almost_always(rate(2^n) == 0)", AE, letters=MOVING)),
    ("a sum over a range that moves", claim("almost_always(rate(sum(k in 0..z: 2)) == 0)", AE, letters=MOVING),
     "wanted size", claim("almost_always(rate(z*sum(i: c)) == rate(z)*sum(i: c))", AE, letters=MOVING)),
    ("a range that moves by a function of the state", claim("always(sum(k in 0..w(y): c) >= 0)",
     letters=f"{MOVING}; w(state): size"), "a range that moves",
     claim("sum(k in 0..n: 1*c) == sum(k in 0..n: c)", letters=MOVING)),
    ("a state off the spheres, outside", claim("outside_disc(F, S)", OUTSIDE, *ALONG, **PARTS),
     "not known to be unit vectors", claim("outside_disc(F, S)", OUTSIDE, *ALONG, UNITS, **PARTS)),
    ("a state off the spheres, unstable", claim("not lyapunov(F, S)", rule("indirect method, unstable"), "fixed(F, S)",
     "outside_disc(F, S)", **PARTS), "not known to be unit vectors",
     claim("not lyapunov(F, S)", rule("indirect method, unstable"), "fixed(F, S)", "outside_disc(F, S)", UNITS,
     **PARTS)),
    ("a state off the spheres, stable", claim("asymptotically_stable(F, S)", rule("indirect method, stable"),
     "fixed(F, S)", "inside_disc(F, S)", **PARTS), "not known to be unit vectors",
     claim("asymptotically_stable(F, S)", rule("indirect method, stable"), *("fixed(F, S)", "inside_disc(F, S)", UNITS),
     **PARTS)),
    ("the derivative where what is normalised is zero",
     claim("D(F, S, d, k) == 0", **{**PARTS, "maps": [f"F(X, i) = unit(0*X[i]) on {SPHERES}"]}), "division by zero",
     claim("D(F, S, d, k) == 0", **{**PARTS, "maps": [f"F(X, i) = unit(v) on {SPHERES}"]})),
    ("unit(0) of two spaces", claim("norm(unit(0*u)) == norm(unit(0*w))", letters="u: vector E; w: vector F",
     spaces=["E", "F"]), "does not give the goal", claim("norm(unit(0*u)) == norm(unit(0*w))", letters="u, w: vector E",
     spaces=["E", "F"])),
    ("a random flow", claim("0 == 1", None, "solves(f, y)", letters="f: random flow; y[token]: moving vector"),
     "only numbers and vectors are random", claim("0 == 0", None, "solves(f, y)",
     letters="f: flow; y[token]: moving vector")),
    ("a flow that is random inside", claim("0 == 1", letters="s: random number",
     flows=[f"f(X, i) = s*X[i] on {SPHERES}"]), "the body of a flow is random",
     claim("0 == 0", letters="p: measurable number", flows=[f"f(X, i) = p*X[i] on {SPHERES}"])),
    ("a space that is a formula", claim("0 == 1", spaces=["E) == 0 or dim(E"]), "is no name",
     claim("dim(E) == dim(E)", spaces=["E"])),
    ("a group that is two", claim("0 == 1", groups=["A, B"]), "is no name", claim("0 == 0", groups=["A", "B"])),
    ("a set that is another one at every time", claim("0 == 1", maps=["F(X, i) = X[i] on fn(X: always(time >= 0))"]),
     "speaks of time", claim("0 == 0", maps=["F(X, i) = X[i] on fn(X: 0 <= 1)"])),
    ("a number by itself", claim("x/x == 1"), "does not give the goal", claim("0/x == 0")),
    ("a root", claim("sqrt(x)^2 == x"), "does not give the goal", claim("sqrt(x^2)^2 == x^2")),
    ("a logarithm", claim("log(x*x) == 2*log(x)"), "does not give the goal", claim("log(x*x) == log(x^2)")),
    ("zero to the power zero", claim("0^n == 0", letters="n: size"), "not give",
     claim("0^(n + 1) == 0", letters="n: size")),
]  # fmt: skip


@pytest.mark.parametrize(("says", "false", "match", "true"), ROWS, ids=lambda x: x if isinstance(x, str) else "")
def test_refused_beside_a_true_one(
    says: str, false: Any, match: str, true: Any, refused: Callable[[Any], None], accepted: Callable[[Any], Any]
) -> None:
    refused({**false, "match": match})
    assert accepted(true), says


@pytest.mark.parametrize(
    ("sort", "directions", "fits"), [("direction E", 2, True), ("direction E", 3, False), ("direction", 3, True)]
)
def test_as_many_directions_of_a_space_as_it_has_dimensions(sort: str, directions: int, fits: bool) -> None:
    statement = read({"spaces": ["E"], "show": [f"sum(k in {sort}: 1) == dim(E)"]})
    values = {"dim": 2, "directions": directions}
    if fits:
        assert judge_instance(statement, values).show[0][1] == (directions == 2)
    else:
        with pytest.raises(Rejected, match="3 directions of E; as many as its dimension"):
            judge_instance(statement, values)


CLASHES: list[tuple[str, list[str], tuple[str, ...]]] = [  # letters, what is given, what of it is named
    ("x: number", ["x > 1", "x < 0"], ("x > 1", "x < 0")),
    ("x: number", ["x > 1", "x < 2"], ()),
    ("x: number", ["x == 1", "x == 2"], ("x == 1", "x == 2")),
    ("x: number", ["x^2 <= -1"], ("x^2 <= -1",)),
    ("a[token]: number", ["forall i: a[i] > 1", "forall i: a[i] < 0"], ("a[any0] > 1", "a[any0] < 0")),
    ("z: moving number", ["always(z >= 1)", "at_start(z <= 0)"], ("z >= 1", "z <= 0")),
    ("z: moving number", ["always(z >= 1)", "always(z < 1)"], ("z >= 1", "z < 1")),
    ("z: moving number", ["always(z >= 0)", "at_start(z <= 0)"], ()),
]


@pytest.mark.parametrize(("letters", "given", "named"), CLASHES)
def test_hypotheses_that_contradict_each_other_are_named(
    letters: str, given: list[str], named: tuple[str, ...]
) -> None:
    assert contradictory(read({"letters": [letters], "given": given, "show": ["0 <= 1"]})) == named


@pytest.mark.parametrize("broken", [KeyError("?"), TypeError("x"), ZeroDivisionError()])
def test_an_error_of_the_kernel_proves_nothing(broken: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise broken

    monkeypatch.setattr("verify.kernel.judging.check", fails)
    found = judge({"statement": {"show": ["0 <= 1"]}, "proof": KNOWN}, fails)  # type: ignore[arg-type]
    assert found.verdict == "OPEN"
    assert found.reason.startswith(f"the kernel failed: {type(broken).__name__}")


def test_the_page_of_theorems_is_that_of_the_catalogue() -> None:
    specification = spec_from_file_location("theorems", ROOT / "docs/theorems.py")
    assert specification is not None
    assert specification.loader is not None
    made = module_from_spec(specification)
    specification.loader.exec_module(made)
    assert (ROOT / "docs/theorems.md").read_text() == made.page()
    assert set(made.OPENED) == set(THEOREMS)
