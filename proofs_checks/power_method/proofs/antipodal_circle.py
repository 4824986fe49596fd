"""POW-N6.antipodal.circle: collinear polygonal states lie on circles of fixed points, so none attracts others."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, unfold

SIGNS: Part = {
    "letters": ["s[token]: number", "u, w: vector"],
    "given": [
        "forall i: s[i] == 1 or s[i] == -1",
        "sum(i: s[i]) == 0",
        "dot(u, u) == 1",
        "dot(w, w) == 1",
        "dot(u, w) == 0",
    ],
}
UNITS = SIGNS["given"][1:]
STATE = "fn(i: s[i]*u)"
BESIDE, LENGTH = "unit(4*u + d*w)", "norm(4*u + d*w)"
LONG = (f"{LENGTH} >= 4", rule("below the square", KNOWN, leaf("1: sq d", use=UNITS), a="4", b=LENGTH))
NEAR = (
    f"norm({BESIDE} - u) < d",
    rule(
        "strictly below the square",
        KNOWN,
        leaf(
            f"1/4: sq {LENGTH} - 4",
            f"1: d > 0; d > 0; {LENGTH} >= 4",
            "15/4: d > 0; d > 0",
            use=UNITS,
            times=[LENGTH],
        ),
        a=f"norm({BESIDE} - u)",
        b="d",
    ),
)


def by_sign(plus: Tree, minus: Tree) -> Tree:
    """Both values of the sign of the token j."""
    return have(["s[j] == 1 or s[j] == -1"], split("s[j] == 1 or s[j] == -1", plus, minus))


ON = intro("j", by_sign(leaf(use=["s[j] == 1", *UNITS]), leaf(use=["s[j] == -1", *UNITS])))
CLOSE = intro("j", by_sign(leaf(f"1: {NEAR[0]}", use=["s[j] == 1"]), leaf(f"1: {NEAR[0]}", use=["s[j] == -1"])))
STAYS = by_sign(
    leaf(use=["s[j] == 1", *UNITS], norms=["1"]),
    leaf(use=["s[j] == -1", *UNITS], norms=["1"]),
)
FROM = f"forall n in size: n >= k => (forall i: norm(s[i]*{BESIDE} - s[i]*u) < {{}})".format
LATE = "exists k in size: {}".format
ALL = f"forall e in number: e > 0 => ({LATE(FROM('e'))})"
TENDS = (
    f"exists d in number: d > 0 and ({ALL})",
    rule(
        "attracted",
        KNOWN,
        have([LONG, NEAR], both(ON, CLOSE)),
        have([LONG], STAYS),
        F="oja",
        S=STATE,
        x=f"fn(d in number, n in size, i in token: s[i]*{BESIDE})",
        new={"d": "d", "n": "n", "i": "j"},
    ),
)
SAME = f"norm(s[j]*{BESIDE} - s[j]*u) < r"
AT_ONCE = rule(
    "some element",
    have(
        [(SAME, take(FROM("r"), ["k"], KNOWN))],
        by_sign(leaf(f"1: {SAME}", use=["s[j] == 1"]), leaf(f"1: {SAME}", use=["s[j] == -1"])),
    ),
    C=f"norm({BESIDE} - u) <= r",
    new={"x": "j"},
)
CAUCHY = f"dot(w, {BESIDE} - u) <= norm(w)*norm({BESIDE} - u)"
RESTS = have(
    [
        LONG,
        (
            f"norm({BESIDE} - u) <= 0",
            lemma(
                "LEM-not-positive",
                intro("r,", take(ALL, ["r"], obtain(LATE(FROM("r")), "k", AT_ONCE))),
                a=f"norm({BESIDE} - u)",
            ),
        ),
        ("norm(w) == 1", leaf(norms=["1"], use=UNITS)),
        (CAUCHY, rule("Cauchy-Schwarz", u="w", w=f"{BESIDE} - u")),
    ],
    lemma(
        "LEM-two-signs",
        leaf(
            f"1: {LENGTH} >= 4; {CAUCHY}",
            f"4: {CAUCHY}",
            f"1: {LENGTH} >= 4; norm({BESIDE} - u) <= 0",
            f"4: norm({BESIDE} - u) <= 0",
            use=["norm(w) == 1", *UNITS],
        ),
        leaf("1: d > 0"),
        a="-d",
    ),
)
HERE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "s": [1, -1], "u": [1, 0], "w": [0, 1]},
}
formal(
    "POW-N6.antipodal.circle",
    title="Collinear polygonal states are not asymptotically stable",
    role="extension",
    sentence=(
        r"Oja map, any number of tokens, V symmetric, u and w orthonormal, signs $\sigma_i$ with $\sum_i\sigma_i ="
        r" 0$: the state $(\sigma_iu)_i$ is fixed for every step size, the derivative has the eigenvalue 1 with the"
        r" tangent vector $(\sigma_iw)_i$, along the circle of the states $(\sigma_iu')_i$, which are all fixed, and"
        " the state is not asymptotically stable."
    ),
    reading="of POW-N6.antipodal: the neutral direction, for all N; not decided here: Lyapunov stability",
    kind="stability",
    source=Source(PAPER, "Lemma 6 (extension)"),
    statement=model(
        V,
        OJA,
        SIGNS,
        {
            "show": [
                f"fixed(oja, {STATE})",
                f"forall j: D(oja, {STATE}, fn(i: s[i]*w), j) == s[j]*w",
                f"not asymptotically_stable(oja, {STATE})",
            ]
        },
    ),
    proof=[
        unfold("goal", intro("j", STAYS)),
        intro("j", STAYS),
        intro("", have([TENDS], obtain(TENDS[0], "d", RESTS))),
    ],
    instance=HERE,
    twin=Variant(
        "all signs equal",
        {"sum(i: s[i]) == 0": "sum(i: s[i]) == sum(i: 1)"},
        {**HERE, "letters": {**HERE["letters"], "s": [1, 1]}},
    ),
)
