"""The rates of Theorem 3.2 in terms of n, h, bounds of P, W and the least height (CON-X2), and the time (CON-Y.e)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.exact_rate import EXACT, SUM
from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BOUNDED, RATE, STILL
from proofs_checks.lemmas.projected_distance import DIAMETER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

NORMS = {
    "letters": ["K[head]: number; mu: number"],
    "given": [
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K[h]*norm(a)*norm(b))",
        "forall h in heads: K[h] >= 0",
        "mu > 0",
        "forall a in vector: dot(a, W(a)) >= mu*dot(a, a)",
    ],
}
_TOP = {"letters": ["C: number; z: vector"], "given": ["W(z) == v", "C > 0", "C^2 == dot(v, z)"]}
LOGITS = BOUNDED.replace("M[h]", "(K[h]/mu)")
GUARANTEED = RATE.replace("M[h]", "(K[h]/mu)")
_MOVES = "exists i, j: y[i] != y[j]"
_NORM = "norm(a1)*norm(b1) <= 1/mu"
_FORM = "dot({0}, W({0})) >= mu*dot({0}, {0})".format


def _side(sign: str) -> Tree:
    along = f"dot({sign}a1, P[h1](b1)) <= K[h1]*norm({sign}a1)*norm(b1)"
    return have([along], leaf(f"1: {along}", f"1: K[h1] >= 0; {_NORM}"))


ON_ELLIPSOID = (
    LOGITS,
    enter(
        "ae",
        intro(
            ["h1", "a1", "b1", ""],
            have(
                [
                    ("norm(a1)^2 <= 1/mu", leaf(f"1: 1/mu > 0; {_FORM('a1')}", use=["dot(a1, W(a1)) == 1"])),
                    ("norm(b1)^2 <= 1/mu", leaf(f"1: 1/mu > 0; {_FORM('b1')}", use=["dot(b1, W(b1)) == 1"])),
                    (
                        _NORM,
                        leaf("1/2: norm(a1)^2 <= 1/mu", "1/2: norm(b1)^2 <= 1/mu", "1/2: sq norm(a1) - norm(b1)"),
                    ),
                ],
                both(_side("-"), _side("")),
            ),
        ),
    ),
)
_LARGEST = "max(g in heads: K[g])"
_COMMON = (
    f"almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= {_LARGEST}*norm(a)*norm(b))",
    enter(
        "ae",
        intro(
            ["h1", "a1", "b1"],
            have(
                [
                    "dot(a1, P[h1](b1)) <= K[h1]*norm(a1)*norm(b1)",
                    (f"K[h1] <= {_LARGEST}", rule("below the greatest, heads", e="fn(g in heads: K[g])", y="h1")),
                ],
                leaf(
                    "1: dot(a1, P[h1](b1)) <= K[h1]*norm(a1)*norm(b1)",
                    f"1: K[h1] <= {_LARGEST}; norm(a1) >= 0; norm(b1) >= 0",
                ),
            ),
        ),
    ),
)
_LOW = (
    f"start({LEAST}) <= C",
    enter(
        "start",
        rule(
            "some element",
            have(
                [
                    ("dot(z - C*y[p], W(z - C*y[p])) >= 0", rule("nonnegative form", W="W", u="z - C*y[p]")),
                    (f"{LEAST} <= dot(v, y[p])", rule("above the least", e="fn(k: dot(v, y[k]))", y="p")),
                ],
                leaf(
                    "1/2: 1/C > 0; dot(z - C*y[p], W(z - C*y[p])) >= 0",
                    f"1: {LEAST} <= dot(v, y[p])",
                    "eq -1/2/C: C^2 == dot(v, z)",
                    use=["W(z) == v", "forall i: dot(y[i], W(y[i])) == 1"],
                ),
            ),
            C=f"{LEAST} <= C",
            new={"x": "p"},
        ),
    ),
)
_SHARES = "sum(h in heads: 1 - exp(-2*(K[h]/mu))) >= 0"
_COMPARED = have(
    [
        (HEIGHTS, lemma("CON-T3.2.a")),
        (
            _SHARES,
            rule(
                "positive sum, heads",
                have(
                    [
                        (
                            "exp(-2*(K[g]/mu)) <= exp(0)",
                            rule("exp monotone", leaf("2: K[g] >= 0; 1/mu > 0"), a="-2*(K[g]/mu)", b="0"),
                        ),
                    ],
                    leaf("1: exp(-2*(K[g]/mu)) <= exp(0)"),
                ),
                e="fn(h in heads: 1 - exp(-2*(K[h]/mu)))",
                new={"x": "g"},
            ),
        ),
        ("sum(h in heads: exp(-2*(K[h]/mu))) > 0", leaf()),
    ],
    unfold(
        "solves(six, y)",
        have(
            [_LOW],
            both(
                leaf(f"1: start({LEAST}) > 0; 1/C > 0; sum(h in heads: exp(-2*(K[h]/mu))) > 0; 1/root > 0"),
                leaf(
                    f"1: 1/root > 0; {_SHARES}",
                    f"1: 1/root > 0; 1/C > 0; sum(h in heads: exp(-2*(K[h]/mu))) > 0; {_LOW[0]}",
                ),
            ),
        ),
    ),
)
_HEIGHT = ("C^2 >= dot(v, z)", leaf(use=["C^2 == dot(v, z)"]))
_DECAYS = have([ON_ELLIPSOID, _HEIGHT], lemma("CON-B1", M="fn(h in heads: K[h]/mu)", N="sum(j: 1)"))
_EXACTLY = have(
    [
        _COMMON,
        (
            f"exponentially_small({DIAMETER}) and (at_start({_MOVES}) => ({EXACT}))",
            lemma("CON-B1.rate", K=_LARGEST),
        ),
    ],
    KNOWN,
)
_VALUES: dict[str, Any] = {"K": [6, 6], "mu": 1, "z": [1, "1/4", 0, 0], "C": "sqrt(5)/2"}
_APART = full(**_VALUES, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]])

formal(
    "CON-X2",
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        NORMS,
        _TOP,
        {
            "show": [
                f"decays({DIAMETER}, {GUARANTEED})",
                LOGITS,
                f"{GUARANTEED} > 0 and {GUARANTEED} <= {SUM}",
                f"at_start({_MOVES}) => ({EXACT})",
            ]
        },
    ),
    proof=[_DECAYS, ON_ELLIPSOID[1], _COMPARED, _EXACTLY],
    instance=full(**_VALUES),
    twin=Variant("tokens that do not attract each other", STILL, _APART),
)

_SOON = f"always(time >= log(D0/eps)/({GUARANTEED}) => {DIAMETER} <= eps)"
_TIME = {
    "letters": ["D0, eps: number"],
    "given": ["eps > 0", "D0 > 0", f"at_start({DIAMETER} <= D0)"],
}
formal(
    "CON-Y.e",
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        NORMS,
        _TOP,
        _TIME,
        {"show": [f"decays({DIAMETER}, {GUARANTEED})", _SOON, f"at_start({_MOVES}) => ({EXACT})"]},
    ),
    proof=[
        _DECAYS,
        have(
            [
                ON_ELLIPSOID,
                _HEIGHT,
                (
                    f"decays({DIAMETER}, {GUARANTEED}) and {_SOON}",
                    lemma("CON-Y.e.time", M="fn(h in heads: K[h]/mu)", N="sum(j: 1)"),
                ),
            ],
            KNOWN,
        ),
        _EXACTLY,
    ],
    instance=full(**_VALUES, D0=1, eps="1/2"),
    twin=Variant(
        "tokens that do not attract each other",
        STILL,
        {**_APART, "letters": {**_APART["letters"], "D0": 100, "eps": "1/2"}},
    ),
)
