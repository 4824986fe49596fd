"""(6.4): the cone of the tokens does not grow, and the limit lies in it, with coefficients of sum at least 1."""

from __future__ import annotations

from proofs_checks.perspective.proofs.later import (
    APART,
    FLOWS,
    LIMIT,
    LINK,
    LINKED,
    NOW,
    counted,
    limits,
    now,
    solutions,
)
from proofs_checks.perspective.proofs.logistic import POINT
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    enter,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

IN_CONE = "{0} == sum(k: dot(S1[k], S1[k])*place(k, {1}))".format
UNITS = "(forall k: dot(place(k, m), place(k, m)) == 1)"
SUM = "sum(k: theta[k]) >= 1"
COEFFICIENTS = "sum(k: dot(S1[k], S1[k])) >= 1"
_AFTER = LIMIT.replace("(0)", "(m)")
_STAYS = "always(forall i: dot(u, later(m)[i]) >= 0)"


def motion(flow: str) -> str:
    """A motion of the flow, counted from every moment."""
    return f"({LINK}) and ({solutions(flow)})"


def _kept(flow: str) -> list[tuple[str, Tree] | str]:
    """A vector of the dual cone at the time m stays in it."""
    start = "at_start(forall i: dot(u, later(m)[i]) >= 0)"
    ahead = "dot(u, place(h, m)) >= 0"
    step = intro("h", have([now("m", "m"), ahead], leaf(f"1: {ahead}", use=[NOW("m", "m")])))
    both_flows = " and ".join(f"(solves({f}, later(m)) => {_STAYS})" for f in FLOWS)
    return [
        (f"solves({flow}, later(m))", take(solutions(flow), ["m"], KNOWN)),
        (start, enter("start", step)),
        (both_flows, lemma("PER-L6.4.hull.dual", x="later(m)")),
        _STAYS,
    ]


_AT_L = have(
    [
        ("m + time == l", leaf("eq 1: time == l - m")),
        (NOW("m", "l"), take(LINKED, ["m", "l"], KNOWN)),
        "dot(u, later(m)[p]) >= 0",
    ],
    leaf("1: dot(u, later(m)[p]) >= 0", use=[NOW("m", "l")]),
)


def shrinks(flow: str) -> Tree:
    """Every token stays in the cone of an earlier moment."""
    later = lemma(
        "LEM-reached",
        leaf("1: m < l"),
        enter("every", intro("", _AT_L)),
        T="l - m",
        C="dot(u, place(p, l)) >= 0",
    )
    same = have(
        [("l == m", rule("antisymmetry", a="l", b="m")), "dot(u, place(p, m)) >= 0"],
        leaf("1: dot(u, place(p, m)) >= 0", use=["l == m"]),
    )
    dual = intro(["u", ""], have(_kept(flow), split("m < l or l <= m", later, same)))
    return intro(["", "p"], lemma("LEM-farkas", dual, x="fn(k: place(k, m))", z="place(p, l)"))


_FAR = "norm(later(m)[t] - z)"
_APART = "-dot(u, z)/norm(u)"
_LEFT_OUT = have(
    [
        (f"dot(u, later(m)[t] - z) <= norm(u)*{_FAR}", rule("Cauchy-Schwarz", u="u", w="later(m)[t] - z")),
        "dot(u, later(m)[t]) >= 0",
    ],
    leaf(
        f"1: dot(u, later(m)[t] - z) <= norm(u)*{_FAR}; 1/norm(u) > 0",
        "1: dot(u, later(m)[t]) >= 0; 1/norm(u) > 0",
    ),
)
_BELOW = have(
    [
        ("dot(u, -z) <= norm(u)*norm(-z)", rule("Cauchy-Schwarz", u="u", w="-z")),
        ("norm(-z) == 1", leaf(norms=["1"], use=["dot(z, z) == 1"])),
        (
            "0 < norm(u)",
            leaf("1: dot(u, z) < 0", "1: dot(u, -z) <= norm(u)*norm(-z)", "eq norm(u): norm(-z) == 1"),
        ),
        (f"{_APART} > 0", leaf("1: dot(u, z) < 0; 1/norm(u) > 0")),
        (f"always({_FAR} >= {_APART})", enter("every", _LEFT_OUT)),
        (f"not tends({_FAR}, 0)", lemma("LEM-kept-away", z=_FAR, b=_APART, c="0")),
        (f"tends({_FAR}, 0)", KNOWN),
    ],
    rule("contradiction", P=f"tends({_FAR}, 0)", C="dot(u, z) >= 0"),
)


def _at_least_one(coefficient: str, positive: Tree) -> Tree:
    """Coefficients of the limit have a sum of at least 1."""
    return lemma(
        "PER-L6.4.hull.sum",
        KNOWN,
        KNOWN,
        intro("q", positive),
        KNOWN,
        x="fn(k: place(k, m))",
        theta=f"fn(k: {coefficient})",
    )


def limit(flow: str) -> Tree:
    """The limit lies in the cone of every moment, with coefficients of sum at least 1."""
    dual = intro(
        ["u", ""],
        have(
            _kept(flow),
            cases(
                "dot(u, z)", leaf("1: dot(u, z) >= 0"), rule("some element", _BELOW, new={"x": "t"}, C="dot(u, z) >= 0")
            ),
        ),
    )
    found = f"exists S1 in state: {IN_CONE('z', 'm')}"
    unit = "dot(later(m)[p], later(m)[p]) == 1"
    step = intro("p", enter("start", have([now("m", "m"), unit], leaf(f"eq 1: {unit}", use=[NOW("m", "m")]))))
    return intro(
        "",
        have(
            [
                (f"solves({flow}, later(m))", take(solutions(flow), ["m"], KNOWN)),
                limits(),
                (_AFTER, take(limits()[0], ["m"], KNOWN)),
                (found, lemma("LEM-farkas", dual, x="fn(k: place(k, m))")),
                (UNITS, unfold(f"solves({flow}, later(m))", step)),
            ],
            obtain(
                found,
                "S",
                witness(
                    "S",
                    both(KNOWN, _at_least_one("dot(S[k], S[k])", leaf())),
                ),
            ),
        ),
    )


_BETWEEN = {**APART, "letters": {**APART["letters"], "m": 0, "l": 1, "theta": ["3/5", "4/5"]}}

formal(
    "PER-L6.4.hull",
    sentence=r"The convex cone of the tokens does not grow under SA and USA, $\beta \geq 0$: it contains the tokens at"
    r" all later times. If $x_i(t) \to x^*$ for all $i$, $x^*$ lies in it at all times, $x^* = \sum_k\theta_kx_k$ with"
    r" $\theta_k \geq 0$, and $\sum_k\theta_k \geq 1$ for all such coefficients.",
    reading="the coefficients are written as squares of lengths; the solution is given, with the time counted from"
    " any moment; x* is a unit vector",
    statement=model(
        WEIGHTS,
        counted("0"),
        SA,
        USA,
        POINT,
        {
            "letters": ["m, l, theta[token]: number"],
            "given": ["beta >= 0", "m >= 0"],
            "show": [
                f"{UNITS} and (forall k: theta[k] >= 0) and z == sum(k: theta[k]*place(k, m)) => {SUM}",
                *(
                    f"{motion(flow)} and m <= l => (forall i: exists S1 in state: {IN_CONE('place(i, l)', 'm')})"
                    for flow in FLOWS
                ),
                *(
                    f"{motion(flow)} and ({LIMIT}) => (exists S1 in state: {IN_CONE('z', 'm')} and {COEFFICIENTS})"
                    for flow in FLOWS
                ),
            ],
        },
    ),
    proof=[
        intro("", _at_least_one("theta[k]", KNOWN)),
        *(shrinks(flow) for flow in FLOWS),
        *(limit(flow) for flow in FLOWS),
    ],
    instance=_BETWEEN,
    twin=Variant("at least 2", {SUM: SUM.replace("1", "2")}, _BETWEEN),
)
