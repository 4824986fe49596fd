"""The first token of the model of Section 4.2 converges from every start (CON-T4.5.c), whatever P is.

The b[k] are an orthonormal basis of eigenvectors of U, of the eigenvalues mu[k], as the spectral theorem has it; m is
the largest eigenvalue that the start charges, and x the direction of its projection on the eigenspace of m.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import LOGITS, TOP, causal, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_5 import weighted
from proofs_checks.lemmas.charged import EIGENBASIS, charged
from proofs_checks.lemmas.leading_part import ORTHONORMAL
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
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

_SLOPE = "rate(y[f]) == 1/root*(U(y[f]) - dot(y[f], U(y[f]))*y[f])"
_UNIT = "dot(y[f], y[f]) == 1"
_CHARGES = f"at_start(forall k in direction: {charged('k', 'dot(b[k], y[f])')})"
_SIZE = "norm(y[f]/dot({0}, y[f]) - {0})".format
_PART = f"N > 0 and U(x) == m*x and dot(x, x) == 1 and {_CHARGES}"
_NEAR = f"always(norm(y[f] - x) <= start({_SIZE('x')})*exp(-(1/root*gap)*time))"
_LIMIT = (
    "exists m1 in number, g1 in number, N1 in number, x1 in vector: g1 > 0 and N1 > 0 and U(x1) == m1*x1"
    " and dot(x1, x1) == 1 and {0}forall k in direction:"
    " (mu[k] <= m1 - g1 and dot(b[k], x1) == 0) or dot(b[k], {1}) == N1*dot(b[k], x1))"
).format
_SOME = _LIMIT("at_start(", "y[f]")
_FACTS = [
    (f"almost_always({_SLOPE})", weighted(lemma("LEM-causal.first", s="1/root", a="fn(i, j: att(y, i, j))"))),
    (f"always({_UNIT})", unfold("solves(causal, y)", enter("every", KNOWN))),
]


_LEADING = _LIMIT("(", "start(y[f])")
_EXISTS = have(
    [
        ("dot(start(y[f]), start(y[f])) == 1", enter("start", leaf(use=[_UNIT]))),
        (_LEADING, lemma("LEM-leading", y="start(y[f])")),
    ],
    obtain(
        _LEADING,
        "m2,g2,N2,x2",
        witness(
            "m2",
            witness("g2", witness("N2", witness("x2", both(KNOWN, KNOWN, KNOWN, KNOWN, enter("start", KNOWN))))),
        ),
    ),
)
_C = "dot(v, b[p])"
_SIDE = f"(b[p] - {_C}*v)"
_BELOW = f"dot({_SIDE}, U({_SIDE})) <= (lam - g3)*dot({_SIDE}, {_SIDE})"


def _comes(sign: str) -> Tree:
    """A simple largest eigenvalue: the token comes to v, or to -v for the sign -."""
    x, height = f"{sign}v", f"{sign}start(dot(v, y[f]))"
    start, bound = f"start({_SIZE(x)})", "1/root*g3"
    lower, level = (
        f"mu[{{0}}] <= lam - g3 and dot(b[{{0}}], {x}) == 0",
        f"dot(b[{{0}}], y[f]) == {height}*dot(b[{{0}}], {x})",
    )
    each = f"({lower}) or {level}".format
    near = f"norm(y[f] - {x}) <= {start}*exp(-({bound})*time)"
    along = f"dot(start(y[f]), b[p]) == dot(start(y[f]), {_C}*v)"
    charges = intro(
        "p",
        have(
            [
                "U(b[p]) == mu[p]*b[p]",
                "dot(b[p], b[p]) == 1",
                ("dot(b[p], U(v)) == lam*dot(b[p], v)", leaf(use=["U(v) == lam*v"])),
                (
                    f"(mu[p] - lam)*{_C} == 0",
                    leaf("eq 1: dot(b[p], U(v)) == lam*dot(b[p], v)", use=["U(b[p]) == mu[p]*b[p]"]),
                ),
            ],
            split(
                f"{_C} == 0 or {_C} != 0",
                enter("start", {"left": _lower(sign)}),
                have([_SAME, (along, _ALONG)], enter("start", {"right": leaf(f"eq 1: {along}")})),
            ),
        ),
    )
    return intro(
        "",
        rule(
            "spectral gap",
            KNOWN,
            unfold(
                "simple_top(U, v, lam)",
                have(
                    [
                        (f"{height} > 0", leaf(f"1: {height} > 0")),
                        (f"forall k in direction: at_start({each('k')})", charges),
                        (
                            f"always(norm(y[f] - {x}) <= {start}*exp(-({bound})*time))",
                            lemma(
                                "LEM-charged",
                                *[KNOWN] * 4,
                                leaf(use=["U(v) == lam*v"]),
                                leaf(use=["dot(v, v) == 1"]),
                                leaf("1: 1/root > 0"),
                                KNOWN,
                                enter("start", intro("p", take(f"forall k in direction: {each('k')}", ["p"], KNOWN))),
                                s="1/root",
                                y="y[f]",
                                x=x,
                                m="lam",
                                gap="g3",
                                N=height,
                            ),
                        ),
                    ],
                    unfold(
                        "goal",
                        witness(
                            start,
                            witness(
                                bound,
                                both(
                                    leaf(),
                                    leaf("1: g3 > 0; 1/root > 0"),
                                    enter(
                                        "every",
                                        rule(
                                            "absolute at most",
                                            KNOWN,
                                            leaf(f"1: {near}", f"2: norm(y[f] - {x}) >= 0"),
                                            e=f"norm(y[f] - {x})",
                                            b=f"{start}*exp(-({bound})*time)",
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            U="U",
            new={"g": "g3", "rho": "rho"},
            C=f"exponentially_small(norm(y[f] - {x}))",
        ),
    )


_FORM = "dot(b[p], U(b[p])) <= (lam - g3)*dot(b[p], b[p])"


def _lower(sign: str) -> Tree:
    """A basis vector across v has a lower eigenvalue."""
    return both(
        have(
            [("dot(v, b[p]) == 0", KNOWN), _FORM],
            leaf(f"1: {_FORM}", use=["U(b[p]) == mu[p]*b[p]", "dot(b[p], b[p]) == 1"]),
        ),
        leaf(f"eq {sign}1: {_C} == 0"),
    )


_SAME = (
    f"b[p] == {_C}*v",
    have(
        [
            ("mu[p] == lam", leaf(f"eq 1/{_C}: (mu[p] - lam)*{_C} == 0")),
            (f"dot(v, {_SIDE}) == 0", leaf(use=["dot(v, v) == 1"])),
            _BELOW,
        ],
        rule(
            "equal vectors",
            leaf(
                f"1: 1/g3 > 0; {_BELOW}",
                use=[
                    "U(b[p]) == mu[p]*b[p]",
                    "U(v) == lam*v",
                    "mu[p] == lam",
                    "dot(v, v) == 1",
                    "dot(b[p], b[p]) == 1",
                ],
            ),
            u="b[p]",
            w=f"{_C}*v",
        ),
    ),
)
_ALONG = lemma("LEM-same-dot", u="b[p]", w=f"{_C}*v", z="start(y[f])")

_SIMPLE = "simple_top(U, v, lam) and start(dot(v, y[f])) {0} 0 => exponentially_small(norm(y[f] - {1}v))".format

AT_REST = {
    **causal(
        U=diagonal(2, 1, -3, 0),
        P=LOGITS[0],
        f=0,
        b=diagonal(1, 1, 1, 1),
        mu=[2, 1, -3, 0],
        x=TOP,
        m=2,
        gap=1,
        N=1,
    ),
    "directions": 4,
}
_RESTS = "U(x) == m*x and dot(x, x) == 1 and at_start(y[f] == x) => always(y[f] == x)"
_STILL = f"norm(y[f] - x) <= start({_SIZE('x')})*exp(-(1/root*0)*time)"
_STAYS = intro(
    "",
    have(
        [
            (
                f"always({_STILL})",
                lemma(
                    "LEM-charged",
                    *[KNOWN] * 6,
                    leaf("1: 1/root > 0"),
                    leaf("1:"),
                    enter("start", intro("p", {"right": leaf(use=["y[f] == x"])})),
                    s="1/root",
                    y="y[f]",
                    gap="0",
                    N="1",
                ),
            ),
            (f"start({_SIZE('x')}) == 0", enter("start", leaf(use=["y[f] == x", "dot(x, x) == 1"]))),
        ],
        enter(
            "every",
            have(
                [("norm(y[f] - x) <= 0", leaf(f"1: {_STILL}", f"eq 1: start({_SIZE('x')}) == 0"))],
                rule("equal vectors", leaf("1: norm(y[f] - x) <= 0; norm(y[f] - x) >= 0"), u="y[f]", w="x"),
            ),
        ),
    ),
)
TO_V = _SIMPLE(">", "")
SHOWN = [f"({_PART}) => {_NEAR}", TO_V, _SIMPLE("<", "-"), _RESTS, _SOME]
formal(
    "CON-T4.5.c",
    statement=model(
        {**CAUSAL, "given": CAUSAL["given"][2:]},
        CAUSAL_SOLUTION,
        {
            "letters": ["f: token; b[direction], x: vector; mu[direction]: number; m, gap, N: number"],
            "given": ["forall i: f <= i", *EIGENBASIS, *ORTHONORMAL],
            "show": SHOWN,
        },
    ),
    proof=[
        have(_FACTS, intro("", lemma("LEM-charged", s="1/root", y="y[f]"))),
        have(_FACTS, _comes("")),
        have(_FACTS, _comes("-")),
        have(_FACTS, _STAYS),
        have(_FACTS, _EXISTS),
    ],
    instance=AT_REST,
    twin=Variant(
        "the opposite limit",
        {"> 0 => exponentially_small(norm(y[f] - v))": "> 0 => exponentially_small(norm(y[f] - -v))"},
        AT_REST,
    ),
)
