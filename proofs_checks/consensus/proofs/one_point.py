"""Theorem 3.2, the limit: all tokens converge to one point of the open hemisphere, in y and in the projection q."""

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import STILL
from proofs_checks.consensus.proofs.theorem_3_2 import ABOVE, BOTH, LIMIT
from proofs_checks.lemmas.projected_distance import DIAMETER
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

_M = f"start({LEAST})"
ONE_POINT = (
    f"exists s in vector: dot(s, W(s)) == 1 and dot(v, s) >= {_M} and (forall i: exponentially_small(norm(y[i] - s)))"
)
TOGETHER = "forall i, j: exponentially_small(norm(y[i] - y[j]))"
_APART = full(K=6, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]])
ROWS = (
    f"almost_always(forall i: sum(j: {WEIGHT}) == sum(h in heads: 1/root))",
    have(
        [
            (
                f"forall i: almost_always(sum(j: {WEIGHT}) == sum(h in heads: 1/root))",
                intro(
                    "p",
                    lemma(
                        "LEM-rows", enter("ae", intro("h1", leaf())), a="fn(h in heads, j: att(h, y, p, j))", r="1/root"
                    ),
                ),
            )
        ],
        enter("ae", KNOWN),
    ),
)
SIGNS = (f"almost_always(forall i, j: {WEIGHT} >= 0)", enter("ae", intro("p,q", leaf())))

formal(
    "CON-T3.2.i",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": [f"{_M} > 0", ONE_POINT, TOGETHER]}),
    proof=[
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
        have(
            [
                (HEIGHTS, lemma("CON-T3.2.a")),
                (WEIGHTED, lemma("CON-E6.weights")),
                ROWS,
                SIGNS,
                (BOTH, lemma("CON-T3.2.j.each")),
            ],
            obtain(
                ABOVE,
                "kappa,B",
                unfold(
                    "solves(six, y)",
                    lemma(
                        "LEM-one-point",
                        *6 * [KNOWN],
                        leaf(),
                        a=f"fn(i, j: {WEIGHT})",
                        width=DIAMETER,
                        r="sum(h in heads: 1/root)",
                        m=_M,
                    ),
                ),
            ),
        ),
        have([(BOTH, lemma("CON-T3.2.j.each"))], intro("p,q", KNOWN)),
    ],
    instance=full(K=6),
    twin=Variant("tokens that do not attract each other", STILL, _APART),
)

# every consensus point has a neighbourhood of consensus points with the same sign
_OPEN = "forall z in vector, w in vector: dot(v, z) > 0 and norm(z - w) < dot(v, z)/(norm(v) + 1) => dot(v, w) > 0"
_INSIDE = f"exists s in vector: dot(s, W(s)) == 1 and dot(v, s) >= {_M} and (forall i: tends(norm(y[i] - s), 0))"

formal(
    "CON-T3.2.h",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": [_OPEN, f"{_M} > 0", _INSIDE, TOGETHER]}),
    proof=[
        intro(
            ["z", "w", ""],
            have(
                [("dot(v, z - w) <= norm(v)*norm(z - w)", rule("Cauchy-Schwarz", u="v", w="z - w"))],
                leaf(
                    "1: dot(v, z - w) <= norm(v)*norm(z - w)",
                    "1: norm(v) >= 0; norm(z - w) < dot(v, z)/(norm(v) + 1)",
                    "1: dot(v, z) > 0; 1/(norm(v) + 1) > 0",
                ),
            ),
        ),
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
        have(
            [(f"({_M} > 0) and ({ONE_POINT}) and ({TOGETHER})", lemma("CON-T3.2.i"))],
            obtain(
                ONE_POINT,
                "s",
                witness("s", both(KNOWN, KNOWN, intro("p", lemma("LEM-small.tends", z="norm(y[p] - s)")))),
            ),
        ),
        have([(BOTH, lemma("CON-T3.2.j.each"))], intro("p,q", KNOWN)),
    ],
    instance=full(K=6),
    twin=Variant("tokens that do not attract each other", STILL, _APART),
)

_Q = "(y[{0}]/dot(v, y[{0}]))".format
_LIMIT = "(s/dot(v, s))"
_OF_Q = "forall i: exponentially_small(norm(y[i]/dot(v, y[i]) - q))"
_OF_Y = "forall i: exponentially_small(norm(y[i] - q/sqrt(dot(q, W(q)))))"
_PROJECTED = f"exists q in vector: dot(v, q) == 1 and ({_OF_Q}) and ({_OF_Y})"
_FACTOR = f"(1 + norm(v)*norm({_LIMIT}))/{_M}"
_SHIFT = f"dot(v, y[p] - s)*{_LIMIT}"
_ALONG = f"norm({_SHIFT}) <= norm(v)*norm(y[p] - s)*norm({_LIMIT})"

_NEAR_Q = intro(
    "p",
    lemma(
        "LEM-small.below",
        KNOWN,
        leaf(f"1: 1/{_M} > 0; norm(v) >= 0; norm({_LIMIT}) >= 0", f"1: 1/{_M} > 0"),
        enter(
            "every",
            have(
                [
                    f"dot(v, y[p]) >= {_M}",
                    ("dot(v, y[p] - s) <= norm(v)*norm(y[p] - s)", rule("Cauchy-Schwarz", u="v", w="y[p] - s")),
                    ("dot(-v, y[p] - s) <= norm(-v)*norm(y[p] - s)", rule("Cauchy-Schwarz", u="-v", w="y[p] - s")),
                    (
                        _ALONG,
                        rule(
                            "below the square",
                            leaf(f"1: norm(v) >= 0; norm(y[p] - s) >= 0; norm({_LIMIT}) >= 0"),
                            leaf(
                                "1: dot(v, y[p] - s) <= norm(v)*norm(y[p] - s);"
                                f" dot(-v, y[p] - s) <= norm(-v)*norm(y[p] - s); sq norm({_LIMIT})"
                            ),
                            a=f"norm({_SHIFT})",
                            b=f"norm(v)*norm(y[p] - s)*norm({_LIMIT})",
                        ),
                    ),
                    (
                        f"norm(y[p] - s + -{_SHIFT}) <= norm(y[p] - s) + norm(-{_SHIFT})",
                        rule("triangle", u="y[p] - s", w=f"-{_SHIFT}"),
                    ),
                    (
                        f"norm(1/dot(v, y[p])*(y[p] - s + -{_SHIFT})) == 1/dot(v, y[p])*norm(y[p] - s + -{_SHIFT})",
                        rule("norm scaled", u=f"y[p] - s + -{_SHIFT}", k="1/dot(v, y[p])"),
                    ),
                ],
                leaf(
                    f"eq 1: norm(1/dot(v, y[p])*(y[p] - s + -{_SHIFT})) == 1/dot(v, y[p])*norm(y[p] - s + -{_SHIFT})",
                    f"1: 1/dot(v, y[p]) > 0; norm(y[p] - s + -{_SHIFT}) <= norm(y[p] - s) + norm(-{_SHIFT})",
                    f"1: 1/dot(v, y[p]) > 0; {_ALONG}",
                    f"1: 1/dot(v, y[p]) > 0; 1/{_M} > 0; dot(v, y[p]) >= {_M}; norm(y[p] - s) >= 0",
                    f"1: 1/dot(v, y[p]) > 0; 1/{_M} > 0; dot(v, y[p]) >= {_M}; norm(y[p] - s) >= 0; norm(v) >= 0;"
                    f" norm({_LIMIT}) >= 0",
                ),
            ),
        ),
        z=f"norm({_Q('p')} - {_LIMIT})",
        r="norm(y[p] - s)",
        c=_FACTOR,
    ),
)
_LENGTH = f"sqrt(dot({_LIMIT}, W({_LIMIT})))"
_POSITIVE = (
    f"dot({_LIMIT}, W({_LIMIT})) > 0",
    leaf("1: 1/dot(v, s) > 0; 1/dot(v, s) > 0", use=["dot(s, W(s)) == 1"]),
)
_SAME = (
    f"{_LENGTH} == 1/dot(v, s)",
    rule(
        "antisymmetry",
        rule("below the square", leaf(), leaf(use=["dot(s, W(s)) == 1"]), a=_LENGTH, b="1/dot(v, s)"),
        rule("below the square", leaf(), leaf(use=["dot(s, W(s)) == 1"]), a="1/dot(v, s)", b=_LENGTH),
        a=_LENGTH,
        b="1/dot(v, s)",
    ),
)

_SAME_POINT = lemma(
    "LEM-small.below",
    KNOWN,
    KNOWN,
    enter("every", leaf(use=[_SAME[0]])),
    z=f"norm(y[p] - {_LIMIT}/{_LENGTH})",
    r="norm(y[p] - s)",
    c="1",
)

formal(
    "CON-B1.point",
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": [_PROJECTED, TOGETHER]}),
    proof=[
        have(
            [(HEIGHTS, lemma("CON-T3.2.a")), (f"({_M} > 0) and ({ONE_POINT}) and ({TOGETHER})", lemma("CON-T3.2.i"))],
            obtain(
                ONE_POINT,
                "s",
                have(
                    [("dot(v, s) > 0", leaf(f"1: dot(v, s) >= {_M}", f"1: {_M} > 0")), _POSITIVE, _SAME],
                    witness(_LIMIT, both(leaf(), _NEAR_Q, intro("p", _SAME_POINT))),
                ),
            ),
        ),
        have([(BOTH, lemma("CON-T3.2.j.each"))], intro("p,q", KNOWN)),
    ],
    instance=full(K=6),
    twin=Variant("tokens that do not attract each other", STILL, _APART),
)
