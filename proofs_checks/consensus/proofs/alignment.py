"""Equation (9): range, form and zero set of the misalignment E = 1 - (1/l) sum_i cos(y_i, y_1)."""

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import METRIC, ON_ELLIPSE, TOP
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    absurd,
    both,
    define,
    have,
    intro,
    leaf,
    obtain,
    rule,
    split,
    witness,
)

MISALIGNMENT = {
    "letters": ["f: token"],
    "where": [
        "cosine(X, i) := dot(X[i], X[f])/(norm(X[i])*norm(X[f]))",
        "E(X) := 1 - sum(k: cosine(X, k))/sum(k: 1)",
        "hat(X, i) := X[i]/norm(X[i])",
        "apart(X, i) := dot(hat(X, i) - hat(X, f), hat(X, i) - hat(X, f))",
    ],
    "given": ["forall i: f <= i"],
}
STATE = {"letters": ["x[token]: vector"]}
_NONZERO = "forall i: x[i] != 0"
_N = "sum(k: 1)"
COUNTED = [f"N := {_N}"]
FORM = f"E({{0}}) == 1/(2*{_N})*sum(i: apart({{0}}, i))".format
BOUND = f"forall i: apart({{0}}, i) <= 2*{_N}*E({{0}})".format


def lengths(x: str) -> tuple[str, object]:
    """Tokens other than zero have a length."""
    return (f"forall i: dot({x}[i], {x}[i]) > 0", intro("a1", rule("positive square", u=f"{x}[a1]")))


def form(x: str) -> list[tuple[str, object]]:
    """E as half the mean square of the distances of the directions."""
    squares = f"sum(i: apart({x}, i)) == sum(i: 2 - 2*cosine({x}, i))"
    equal = rule(
        "equal sums",
        have([f"dot({x}[a1], {x}[a1]) > 0", f"dot({x}[f], {x}[f]) > 0"], leaf()),
        e=f"fn(i: apart({x}, i))",
        f=f"fn(i: 2 - 2*cosine({x}, i))",
        new={"x": "a1"},
    )
    mean = define([f"count := {_N}"], leaf(f"eq -1/(2*count): {squares}"))
    return [lengths(x), (squares, equal), (FORM(x), mean)]


def bound(x: str) -> tuple[str, object]:
    """A distance is at most the sum of the distances, which is 2 l E."""
    term = f"sum(i: apart({x}, i)) >= apart({x}, a1)"
    positive = rule(
        "term of a positive sum", leaf(f"1: apart({x}, a2) >= 0"), e=f"fn(i: apart({x}, i))", y="a1", new={"x": "a2"}
    )
    return (
        BOUND(x),
        intro(
            "a1", define([f"count := {_N}"], have([(term, positive)], leaf(f"1: {term}", f"eq -2*count: {FORM(x)}")))
        ),
    )


_FAR = [[2, 0, 0, 0], ["3/5", "4/5", 0, 0], [-1, 0, 0, 0]]


def _at(x: object, **letters: object) -> dict[str, object]:
    return {"tokens": 3, "dim": 4, "letters": {"f": 0, "x": x, **letters}}


formal(
    "CON-E9.d",
    statement=model(MISALIGNMENT, STATE, {"given": [_NONZERO], "show": [FORM("x")]}),
    proof=have(form("x"), KNOWN),
    instance=_at(_FAR),
    twin=Variant("1/l instead of 1/(2 l)", {f"1/(2*{_N})": f"1/{_N}"}, _at(_FAR)),
)

formal(
    "CON-E9.a",
    statement=model(MISALIGNMENT, STATE, {"given": [_NONZERO], "show": ["E(x) > 0"]}),
    refuted={"instance": _at([TOP] * 3)},
    title="E is positive",
    sentence=r"E takes values in $\mathbb{R}^+$.",
    source=Source(PAPER, "Section 5.2, equation (9)"),
    kind="inequality",
    reading=r"as printed: the paper writes $\mathbb{R}_0^+$ where 0 is allowed, so that $\mathbb{R}^+$ is without 0",
)

_RAY = "exists k in number: k > 0 and x[p] == k*x[f]"


def _off_zero(then: object) -> object:
    """Tokens of an ellipsoid are not zero."""
    return have(
        [
            (
                _NONZERO,
                intro(
                    "p",
                    split(
                        "x[p] == 0 or x[p] != 0",
                        absurd(
                            have(["dot(x[p], W(x[p])) == 1"], leaf("eq -1: dot(x[p], W(x[p])) == 1", use=["x[p] == 0"]))
                        ),
                        KNOWN,
                    ),
                ),
            ),
            lengths("x"),
        ],
        then,
    )


_TO_FIRST = (
    "forall i: x[i] == x[f]",
    intro(
        "p",
        have(
            [
                "dot(x[p], x[p]) > 0",
                "dot(x[f], x[f]) > 0",
                (
                    "apart(x, p) <= 0",
                    define(
                        COUNTED,
                        have(["apart(x, p) <= 2*N*E(x)"], leaf("1: apart(x, p) <= 2*N*E(x)", "eq 2*N: E(x) == 0")),
                    ),
                ),
                (
                    _RAY,
                    witness(
                        "norm(x[p])/norm(x[f])",
                        both(
                            leaf(),
                            rule(
                                "equal vectors",
                                leaf("1: apart(x, p) <= 0; sq norm(x[p])"),
                                u="x[p]",
                                w="norm(x[p])/norm(x[f])*x[f]",
                            ),
                        ),
                    ),
                ),
            ],
            obtain(
                _RAY,
                "k",
                have(
                    [
                        "dot(x[p], W(x[p])) == 1",
                        ("k^2*dot(x[f], W(x[f])) == dot(x[p], W(x[p]))", leaf(use=["x[p] == k*x[f]"])),
                        (
                            "k == 1",
                            leaf(
                                "eq 1/(k + 1): k^2*dot(x[f], W(x[f])) == dot(x[p], W(x[p]))",
                                "eq 1/(k + 1): dot(x[p], W(x[p])) == 1",
                                use=["dot(x[f], W(x[f])) == 1"],
                            ),
                        ),
                    ],
                    leaf(use=["x[p] == k*x[f]", "k == 1"]),
                ),
            ),
        ),
    ),
)

formal(
    "CON-E9.b",
    statement=model(
        MISALIGNMENT,
        STATE,
        {
            "letters": ["W: operator"],
            "given": ["positive_definite(W)", "forall i: dot(x[i], W(x[i])) == 1"],
            "show": ["E(x) == 0 => (forall i, j: x[i] == x[j])", "(forall i, j: x[i] == x[j]) => E(x) == 0"],
        },
    ),
    proof=[
        intro(
            "",
            _off_zero(
                have([*form("x"), bound("x"), _TO_FIRST], intro("p,q", leaf(use=["x[p] == x[f]", "x[q] == x[f]"])))
            ),
        ),
        intro(
            "",
            _off_zero(
                define(
                    COUNTED,
                    have(
                        [
                            *form("x"),
                            (
                                "sum(i: apart(x, i)) == sum(i: 0)",
                                rule(
                                    "equal sums",
                                    have(["x[q] == x[f]"], leaf(use=["x[q] == x[f]"])),
                                    e="fn(i: apart(x, i))",
                                    f="fn(i: 0)",
                                    new={"x": "q"},
                                ),
                            ),
                        ],
                        leaf(f"eq 1: {FORM('x')}", "eq 1/(2*N): sum(i: apart(x, i)) == sum(i: 0)"),
                    ),
                )
            ),
        ),
    ],
    instance=_at([ON_ELLIPSE] * 3, W=METRIC),
    twin=Variant(
        "antipodal tokens instead of equal ones",
        {"(forall i, j: x[i] == x[j])": "(forall i: x[i] == -x[f])"},
        _at([ON_ELLIPSE] * 3, W=METRIC),
    ),
)
