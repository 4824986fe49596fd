"""POW-N6.antipodal: two antipodal tokens in the plane, V negative across: Lyapunov stable for the Oja map."""

from __future__ import annotations

from proofs_checks.lemmas.compressed import LENGTH
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.antipodal_circle import SIGNS, STATE, by_sign
from proofs_checks.power_method.proofs.antipodal_near import ACROSS, INSIDE, SHOWN, two
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.claim import Source
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import KNOWN, Steps, both, have, intro, leaf, lemma, split, take, unfold

PLANE: Part = {
    "letters": ["L: number"],
    "where": ["across := dot(w, V(w))"],
    "given": [
        "sum(j: 1) == 2",
        "forall z in vector: z == dot(u, z)*u + dot(w, z)*w",
        "across < 0",
        "alpha > 0",
        "L >= 0",
        "forall z in vector: dot(V(z), V(z)) <= L^2*dot(z, z)",
        "alpha*L < 1",
    ],
}
UNITS = SIGNS["given"][2:]
SPAN = PLANE["given"][1]
NEAR = "forall i: norm(S[i] - s[i]*u) < -alpha*across/40"
NEXT = "value(oja, S, j)"
SUM = "norm(sum(j: S[j]))"
CONTRACTS = f"norm(sum(j: {NEXT})) <= (1 + alpha*across/4)*{SUM}"
DRIFTS = f"norm(sum(j: s[j]*({NEXT} - S[j]))) <= 3*{SUM}^2"
SHOW = [
    f"lyapunov(oja, {STATE})",
    "forall S in state: on(oja, S) and sum(j: S[j]) == 0 => fixed(oja, S)",
    f"forall S in state: on(oja, S) and ({NEAR}) => {CONTRACTS} and {DRIFTS}",
    f"forall j: D(oja, {STATE}, fn(i: s[i]*w), j) == s[j]*w",
    f"forall j: D(oja, {STATE}, fn(i: w), j) == (1 + alpha*across)*w",
    f"not asymptotically_stable(oja, {STATE})",
]
"""The sum of the tokens is what they lack to be opposite; the sum with signs is along the line of the pair."""

BOUNDED: Steps = [
    ("-across > 0", leaf("1: across < 0")),
    (LENGTH, lemma("LEM-scaled-length", KNOWN, leaf("1: alpha*L < 1"))),
    ("alpha^2*dot(V(w), V(w)) <= dot(w, w)", take(LENGTH, ["w"], KNOWN)),
    ("dot(w + alpha*V(w), w + alpha*V(w)) >= 0", KNOWN),
    (
        "alpha*(-across) <= 1",
        leaf(
            "1/2: alpha^2*dot(V(w), V(w)) <= dot(w, w)",
            "1/2: dot(w + alpha*V(w), w + alpha*V(w)) >= 0",
            use=UNITS,
        ),
    ),
]
SIDES = ("", "-")
IN_FRAME = "dot(u, c)*u + dot(w, c)*w"
FORM: Steps = [
    ("dot(s[j]*u, c) == 0", KNOWN),
    (
        "dot(u, c) == 0",
        by_sign(*[leaf(f"eq {sign}1: dot(s[j]*u, c) == 0", use=[f"s[j] == {sign}1"]) for sign in SIDES]),
    ),
    (f"c == {IN_FRAME}", take(SPAN, ["c"], KNOWN)),
    *[
        (f"dot({q}, c) == dot({q}, {IN_FRAME})", lemma("LEM-same-dot", u="c", w=IN_FRAME, z=q))
        for q in ("V(c)", "V(w)", "c")
    ],
]
NEGATIVE = ACROSS.replace("x[i]", "s[i]*u").replace("-k*", "-(-across)*")
PAIR: Steps = [
    ("sum(j: s[j]*u) == 0", leaf(use=["sum(i: s[i]) == 0"])),
    (
        "forall i: dot(s[i]*u, s[i]*u) == 1",
        intro("j", by_sign(*[leaf(use=[f"s[j] == {sign}1", *UNITS]) for sign in SIDES])),
    ),
    (
        NEGATIVE,
        intro(
            "j,c,",
            have(
                FORM,
                leaf(
                    f"eq 1: dot(V(c), c) == dot(V(c), {IN_FRAME})",
                    f"eq dot(w, c): dot(V(w), c) == dot(V(w), {IN_FRAME})",
                    f"eq -across: dot(c, c) == dot(c, {IN_FRAME})",
                    use=["dot(u, c) == 0"],
                ),
            ),
        ),
    ),
]
ONE_STEP = " and ".join(
    "(" + text.replace("Z", "S").replace("k", "(-across)").replace("x[j]", "(s[j]*u)").replace("x[i]", "(s[i]*u)") + ")"
    for text in SHOWN
)
TILT = f"sum(j: dot(s[j]*u, s[{{0}}]*u)*({NEXT} - S[j]))".format
FLAT = [leaf(f"1: norm({TILT('a')}) <= 3*{SUM}^2", use=[f"s[a] == {sign}1", *UNITS]) for sign in SIDES]
TOGETHER = f"D(oja, {STATE}, fn(i: w), j)"
ALONG = "w - alpha*dot(u, V(w))*u"


MOVED = by_sign(*[leaf(use=[f"s[j] == {sign}1", *SIGNS["given"][1:]], norms=["1"]) for sign in SIDES])
COMPRESSED = have(
    [
        ("V(w) == dot(u, V(w))*u + dot(w, V(w))*w", take(SPAN, ["V(w)"], KNOWN)),
        (
            f"alpha*V(w) + 1*({ALONG}) == alpha*(dot(u, V(w))*u + dot(w, V(w))*w) + 1*({ALONG})",
            lemma("LEM-same-combination", u="V(w)", w="dot(u, V(w))*u + dot(w, V(w))*w", z=ALONG, k="alpha", l="1"),
        ),
        (f"{TOGETHER} == alpha*V(w) + 1*({ALONG})", MOVED),
    ],
    lemma("LEM-same-chain", u=TOGETHER, w=f"alpha*V(w) + 1*({ALONG})", z="(1 + alpha*across)*w"),
)
CIRCLE = " and ".join(f"({text})" for text in all_formal()["POW-N6.antipodal.circle"].statement["show"])
TILTED: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [["1/2", 1], [1, -1]],
        "alpha": "1/2",
        "s": [1, -1],
        "u": [1, 0],
        "w": [0, 1],
        "L": "3/2",
    },
}
formal(
    "POW-N6.antipodal",
    title="Antipodal pairs with a contracting complement are Lyapunov stable",
    role="extension",
    sentence=(
        r"Oja map, N = 2, d = 2, V symmetric, u and w orthonormal, $w^TVw < 0$ and $\alpha\|V\| < 1$: the state (u,"
        " -u) is Lyapunov stable. The antipodal states are all fixed, a circle; near (u, -u) the sum of the two tokens,"
        r" what they lack to be opposite, becomes shorter by the factor $1 + \alpha w^TVw/4$ at least, and their"
        " difference moves by at most three times the square of its length. It is not asymptotically stable: a tangent"
        r" eigenvalue is 1, along the circle; the other is $1 + \alpha w^TVw$."
    ),
    kind="stability",
    source=Source(PAPER, "Lemma 6 (extension)"),
    statement=model(V, OJA, SIGNS, PLANE, {"show": SHOW}),
    proof=[
        have([*BOUNDED, *PAIR], lemma("LEM-pair-stable", x=STATE, k="-across")),
        intro("S,", unfold("goal", intro("t", leaf(use=["sum(j: S[j]) == 0", INSIDE.replace("Z", "S")], norms=["1"])))),
        intro(
            "S,",
            two(
                f"{CONTRACTS} and {DRIFTS}",
                have(
                    [
                        *BOUNDED,
                        *PAIR,
                        (ONE_STEP, lemma("LEM-pair-near", Z="S", x=STATE, k="-across")),
                        (f"norm({TILT('a')}) <= 3*{SUM}^2", KNOWN),
                        "s[a] == 1 or s[a] == -1",
                    ],
                    both(
                        KNOWN,
                        split("s[a] == 1 or s[a] == -1", *FLAT),
                    ),
                ),
            ),
        ),
        intro("j", MOVED),
        intro("j", COMPRESSED),
        have([(CIRCLE, lemma("POW-N6.antipodal.circle"))], KNOWN),
    ],
    instance=TILTED,
    twin=Variant(
        "w^T V w > 0",
        {"across < 0": "across > 0", "< -alpha*across/40": "< alpha*across/40"},
        {**TILTED, "letters": {**TILTED["letters"], "V": [["1/2", 1], [1, "1/2"]]}},
    ),
)
