"""Appendix B: the angle tau*, beyond which turning a token away raises the energy to second order."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.cosine import ROOT
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, obtain, rule, witness

STAR = "0 <= {1} and {1} < pi/2 and {0}*sin({1})^2 == cos({1})".format
FIELD = "(cos({1}) - {0}*sin({1})^2)*exp({0}*cos({1}))".format
TOP = f"({ROOT})"
_COSINE = "PER-B.tau.cosine"


def root(beta: str) -> str:
    """The cosine of tau* at beta."""
    return f"({ROOT.replace('beta', beta)})"


def of_cosine(beta: str = "beta", c: str = "0", b: str = "1", d: str = "0") -> tuple[str, Tree]:
    """What is known of the cosine of tau*."""
    s = root(beta)
    said = [
        f"{beta}*(1 - {s}^2) == {s}",
        f"0 < {s} and {s} < 1",
        f"{c} >= 0 and {beta}*(1 - {c}^2) == {c} => {c} == {s}",
        f"-1 < {c} and {c} < {s} => {c} - {beta}*(1 - {c}^2) < 0",
        f"{c} >= 0 and {beta}*(1 - {c}^2) == {c} and {d} >= 0 and {b}*(1 - {d}^2) == {d} and {b} > {beta} => {c} < {d}",
    ]
    return " and ".join(f"({part})" for part in said), lemma(_COSINE, beta=beta, c=c, b=b, d=d)


def acute(t: str) -> tuple[str, Tree]:
    """The cosine of tau* is positive."""
    return f"cos({t}) > 0", rule("acute angle", leaf(f"1: 0 <= {t}", "1/2: pi > 0"), KNOWN, a=t)


def in_cosine(beta: str, t: str) -> tuple[str, Tree]:
    """The equation of tau* in its cosine."""
    c = f"cos({t})"
    return f"{beta}*(1 - {c}^2) == {c}", leaf(f"eq 1: {beta}*sin({t})^2 == {c}")


def flat(t: str) -> tuple[str, Tree]:
    """An acute angle is below pi."""
    return f"{t} <= pi", leaf(f"1: {t} < pi/2", "1/2: pi > 0")


_THERE = have(
    [
        of_cosine(),
        (
            f"exists a in number: 0 <= a and a <= pi and cos(a) == {TOP}",
            lemma("LEM-arccosine", leaf(f"1: 0 < {TOP}", "1:"), leaf(f"1: {TOP} < 1"), c=ROOT),
        ),
    ],
    obtain(
        f"exists a in number: 0 <= a and a <= pi and cos(a) == {TOP}",
        "a",
        witness(
            "a",
            both(
                KNOWN,
                have(
                    [("cos(pi/2) == 0", rule("quarter turn"))],
                    lemma(
                        "LEM-cosine-reflects.strictly",
                        KNOWN,
                        leaf("1/2: pi > 0"),
                        leaf(f"1: 0 < {TOP}", f"eq -1: cos(a) == {TOP}", "eq 1: cos(pi/2) == 0"),
                        a="a",
                        b="pi/2",
                    ),
                ),
                have(
                    [
                        (
                            f"sin(a)^2 == 1 - {TOP}^2",
                            leaf(f"eq -(cos(a) + {TOP}): cos(a) == {TOP}"),
                        )
                    ],
                    leaf(
                        f"eq beta: sin(a)^2 == 1 - {TOP}^2",
                        f"eq 1: beta*(1 - {TOP}^2) == {TOP}",
                        f"eq -1: cos(a) == {TOP}",
                    ),
                ),
            ),
        ),
    ),
)
THERE = f"exists a in number: {STAR('beta', 'a')}"

formal(
    "LEM-tau-star",
    title="The angle tau* exists",
    statement={"letters": ["beta: number"], "given": ["beta > 0"], "show": [THERE]},
    proof=_THERE,
)

_ITS_COSINE = [acute("tau"), in_cosine("beta", "tau"), of_cosine(c="cos(tau)")]
_ONE = have(
    [
        *_ITS_COSINE,
        acute("t"),
        in_cosine("beta", "t"),
        (f"cos(t) == {TOP}", have([of_cosine(c="cos(t)")], KNOWN)),
        flat("tau"),
        flat("t"),
    ],
    lemma(
        "LEM-one-angle",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        leaf(f"eq 1: cos(tau) == {TOP}", f"eq -1: cos(t) == {TOP}"),
        a="tau",
        b="t",
    ),
)
_FALLS = have(
    [
        acute("tau"),
        in_cosine("beta", "tau"),
        acute("t"),
        in_cosine("b", "t"),
        of_cosine(c="cos(tau)", b="b", d="cos(t)"),
        flat("tau"),
        flat("t"),
    ],
    lemma("LEM-cosine-reflects.strictly", KNOWN, KNOWN, KNOWN, a="t", b="tau"),
)
_BEYOND = have(
    [
        ("cos(abs(x)) == cos(x)", lemma("LEM-absolute-angle", a="x")),
        acute("tau"),
        in_cosine("beta", "tau"),
        (
            "cos(abs(x)) < cos(tau)",
            lemma("LEM-cosine-falls", KNOWN, KNOWN, KNOWN, a="tau", b="abs(x)"),
        ),
        (
            "-cos(x) <= 1",
            rule("below the square", leaf("1:"), leaf("1: sq sin(x)"), a="-cos(x)", b="1"),
        ),
        (
            "1 + beta*(cos(tau) - 1) > 0",
            leaf("1:", "eq 1: beta*(1 - cos(tau)^2) == cos(tau)", times=["1 + cos(tau)"]),
        ),
        ("1 + beta*(cos(x) + cos(tau)) > 0", leaf("1: 1 + beta*(cos(tau) - 1) > 0", "1: beta > 0; -cos(x) <= 1")),
    ],
    leaf(
        "1: cos(abs(x)) < cos(tau); 1 + beta*(cos(x) + cos(tau)) > 0; exp(beta*cos(x)) > 0",
        "eq -exp(beta*cos(x)): beta*(1 - cos(tau)^2) == cos(tau)",
        "eq -(1 + beta*(cos(x) + cos(tau)))*exp(beta*cos(x)): cos(abs(x)) == cos(x)",
    ),
)

_Y = "u*sqrt(k)"
_SMALL = [
    ("k > 1", leaf("1: k > 1/e + 1", "1: 1/e > 0")),
    ("k*e > 1 + e", leaf("1: k > 1/e + 1; e > 0")),
    acute("u"),
    in_cosine("k", "u"),
    ("cos(u) <= 1", rule("below the square", leaf("1:"), leaf("1: sq sin(u)"), a="cos(u)", b="1")),
    ("k*cos(u) >= k - 1/2", leaf("1/2: cos(u) <= 1", "eq 1: k*(1 - cos(u)^2) == cos(u)", times=["1 + cos(u)"])),
    ("sin(u) >= 0", lemma("LEM-sine-nonnegative", KNOWN, leaf("1: u < pi/2", "1/2: pi > 0"), a="u")),
    ("sin(u) <= u", lemma("LEM-sine-below", a="u")),
    ("u*cos(u) <= sin(u)", lemma("LEM-tangent-above", KNOWN, leaf("1: u < pi/2"), a="u")),
    (
        "cos(u) <= k*u^2",
        leaf(
            "1: k > 1; sin(u) <= u; sin(u) >= 0",
            "1: sin(u) <= u; sin(u) >= 0",
            "1: k > 1; sin(u) <= u; 0 <= u",
            "1: sin(u) <= u; 0 <= u",
            "eq -1: k*(1 - cos(u)^2) == cos(u)",
        ),
    ),
    (
        "cos(u)*(k*u^2) <= 1",
        leaf(
            "1: k > 1; u*cos(u) <= sin(u); sin(u) >= 0",
            "1: u*cos(u) <= sin(u); sin(u) >= 0",
            "1: k > 1; u*cos(u) <= sin(u); 0 <= u; cos(u) > 0",
            "1: u*cos(u) <= sin(u); 0 <= u; cos(u) > 0",
            "eq 1: k*(1 - cos(u)^2) == cos(u)",
            times=["cos(u)"],
        ),
    ),
    (f"{_Y} >= 0", leaf("1: 0 <= u; sqrt(k) > 0")),
]
_UNDER = rule(
    "strictly below the square",
    leaf("1:", "1: e > 0"),
    leaf(
        "1: cos(u)*(k*u^2) <= 1; k > 1",
        "1: cos(u)*(k*u^2) <= 1",
        "1: k*cos(u) >= k - 1/2; sq 1 + e",
        "2: k*e > 1 + e",
        "3/2:",
        "1: e > 0",
        "1: k > 1; sq e",
        "1/2: sq e",
        times=["k*cos(u)"],
    ),
    a=_Y,
    b="1 + e",
)
_OVER = cases(
    "1 - e",
    rule(
        "strictly below the square",
        KNOWN,
        leaf(
            "1: cos(u) <= k*u^2; k > 1",
            "1: cos(u) <= k*u^2",
            "1: k*cos(u) >= k - 1/2",
            "1: k > 1; e > 0; 1 - e >= 0",
            "1: e > 0; 1 - e >= 0",
            "1: k*e > 1 + e",
            "1/2:",
            "1: e > 0",
            times=["k"],
        ),
        a="1 - e",
        b=_Y,
    ),
    leaf("1: 1 - e < 0", f"1: {_Y} >= 0"),
)
_NEAR = have(
    [*_SMALL, (f"{_Y} < 1 + e", _UNDER), (f"1 - e < {_Y}", _OVER)],
    rule("absolute", leaf(f"1: {_Y} < 1 + e"), leaf(f"1: 1 - e < {_Y}"), e=f"{_Y} - 1", b="e"),
)
_EDGE: dict[str, Any] = {"letters": {"beta": 0, "b": 1, "tau": "pi/2", "t": 0, "x": "pi"}}
SHOWN = [
    THERE,
    f"{STAR('beta', 'tau')} and {STAR('beta', 't')} => tau == t",
    f"{STAR('beta', 'tau')} => cos(tau) == {TOP}",
    f"{STAR('beta', 'tau')} and b > beta and {STAR('b', 't')} => t < tau",
    f"{STAR('beta', 'tau')} and tau < abs(x) and abs(x) <= pi => {FIELD('beta', 'x')} < 0",
    "forall e in number: e > 0 => (exists B in number: forall k in number, u in number:"
    f" k > B and {STAR('k', 'u')} => abs({_Y} - 1) < e)",
]

formal(
    "PER-B.tau",
    statement={
        "letters": ["beta, b, tau, t, x: number"],
        "given": ["beta > 0"],
        "show": SHOWN,
    },
    proof=[
        lemma("LEM-tau-star"),
        intro("", _ONE),
        intro("", have(_ITS_COSINE, KNOWN)),
        intro("", _FALLS),
        intro("", _BEYOND),
        intro(["e", ""], witness("1/e + 1", intro(["k", "u", ""], _NEAR))),
    ],
    instance={
        "letters": {"beta": "cos(1)/sin(1)^2", "b": "cos(1/2)/sin(1/2)^2", "tau": 1, "t": "1/2", "x": "pi"},
    },
    twin=Variant(
        "the other sign beyond tau*, and the angle pi/2 at beta = 0",
        {
            "beta > 0": "beta >= 0",
            "tau < pi/2": "tau <= pi/2",
            f"{FIELD('beta', 'x')} < 0": f"{FIELD('beta', 'x')} > 0",
        },
        _EDGE,
    ),
)
