"""Theorem 3.2 whole: the hemisphere and its consensus states are kept, and all tokens converge to each other.

Bounds on W come from finite dimension, the bound on P from the assumption; uniform continuity of P is not needed.
"""

from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import BOUNDED, RATE, STILL
from proofs_checks.lemmas.least_value import least_form
from proofs_checks.lemmas.projected_distance import DIAMETER, NEAR
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

LIMIT = {
    "letters": ["K: number"],
    "given": ["almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))"],
}
_Q = "y[{0}]/dot(v, y[{0}])".format
_FORM = "dot({0}, W({0})) >= mu*dot({0}, {0})".format
ABOVE = (
    f"exists kappa in number, B in number: kappa > 0 and B > 0 and decays({DIAMETER}, kappa)"
    f" and always(forall i, j: norm(y[i] - y[j]) <= B*{DIAMETER})"
)


def _fill(text: str) -> str:
    return text.replace("M[h]", "(abs(K)/mu)").replace("/C*", "/(dot(v, z) + 1)*")


_LOGITS = enter(
    "ae",
    intro(
        ["h1", "a1", "b1", ""],
        have(
            [
                ("K <= abs(K)", rule("absolute above", e="K")),
                ("norm(a1)^2 <= 1/mu", leaf(f"1: 1/mu > 0; {_FORM('a1')}", use=["dot(a1, W(a1)) == 1"])),
                ("norm(b1)^2 <= 1/mu", leaf(f"1: 1/mu > 0; {_FORM('b1')}", use=["dot(b1, W(b1)) == 1"])),
                (
                    "norm(a1)*norm(b1) <= 1/mu",
                    leaf("1/2: norm(a1)^2 <= 1/mu", "1/2: norm(b1)^2 <= 1/mu", "1/2: sq norm(a1) - norm(b1)"),
                ),
                "dot(a1, P[h1](b1)) <= K*norm(a1)*norm(b1)",
                "dot(-a1, P[h1](b1)) <= K*norm(-a1)*norm(b1)",
            ],
            both(
                leaf(
                    "1: dot(-a1, P[h1](b1)) <= K*norm(-a1)*norm(b1)",
                    "1: K <= abs(K); norm(a1) >= 0; norm(b1) >= 0",
                    "1: abs(K) >= 0; norm(a1)*norm(b1) <= 1/mu",
                ),
                leaf(
                    "1: dot(a1, P[h1](b1)) <= K*norm(a1)*norm(b1)",
                    "1: K <= abs(K); norm(a1) >= 0; norm(b1) >= 0",
                    "1: abs(K) >= 0; norm(a1)*norm(b1) <= 1/mu",
                ),
            ),
        ),
    ),
)
_C = "(dot(v, z) + 1)"
_INSIDE = have(
    [
        ("dot(z, W(z)) >= 0", rule("nonnegative form", W="W", u="z")),
        (f"{_C} > 0", leaf("1: dot(z, W(z)) >= 0", "1:", use=["W(z) == v"])),
        (f"{_C}^2 >= dot(v, z)", leaf("1: dot(z, W(z)) >= 0", "1: sq dot(v, z)", "1:", use=["W(z) == v"])),
        (_fill(BOUNDED), _LOGITS),
        (HEIGHTS, lemma("CON-T3.2.a")),
        (
            f"decays({DIAMETER}, {_fill(RATE)})",
            lemma("CON-B1", *9 * [KNOWN], M="fn(h in heads: abs(K)/mu)", N="sum(j: 1)", C=_C),
        ),
        (
            f"always(forall i: dot(v, y[i]) <= {_C})",
            enter(
                "every",
                intro(
                    "p",
                    have(
                        [
                            (
                                f"dot(z - {_C}*y[p], W(z - {_C}*y[p])) >= 0",
                                rule("nonnegative form", W="W", u=f"z - {_C}*y[p]"),
                            )
                        ],
                        leaf(
                            f"1/2: 1/{_C} > 0; dot(z - {_C}*y[p], W(z - {_C}*y[p])) >= 0",
                            f"1/2: 1/{_C} > 0; {_C}^2 >= dot(v, z)",
                            use=["W(z) == v", "forall i: dot(y[i], W(y[i])) == 1"],
                        ),
                    ),
                ),
            ),
        ),
    ],
    have(
        [(NEAR, lemma("LEM-projected.near", C=_C))],
        obtain(NEAR, "B", witness(_fill(RATE), witness("B", both(leaf(), KNOWN, KNOWN, KNOWN)))),
    ),
)

SMALL = "forall i, j: exponentially_small(norm(y[i] - y[j]))"
_PAIR = "norm(y[s] - y[t])"
_PAIRS = have(
    [
        (
            f"exponentially_small({DIAMETER})",
            lemma("LEM-small.decays", KNOWN, KNOWN, enter("every", leaf()), z=DIAMETER, k="kappa"),
        )
    ],
    intro(
        "s,t",
        lemma(
            "LEM-small.below",
            KNOWN,
            KNOWN,
            enter("every", leaf(f"1: {_PAIR} <= B*{DIAMETER}")),
            z=_PAIR,
            r=DIAMETER,
            c="B",
        ),
    ),
)
BOTH = f"({ABOVE}) and ({SMALL})"

formal(
    "CON-T3.2.j.each",
    title="Every solution from an open hemisphere comes together exponentially",
    sentence=(
        "For U = I, any W, from every open hemisphere and for every bounded measurable P, diam q with $q_i ="
        " y_i/v^Ty_i$ decays exponentially and bounds all distances $|y_i - y_j|$ up to a factor: the tokens come"
        " together exponentially. (CON-B1 has an explicit rate.)"
    ),
    statement=model(FULL, SOLUTION, HEMISPHERE, LIMIT, {"show": [ABOVE, SMALL]}),
    proof=[
        unfold(
            "solves(six, y)",
            least_form("W", rule("inverse", KNOWN, _INSIDE, W="W", v="v", C=ABOVE)),
        ),
        have([(HEIGHTS, lemma("CON-T3.2.a"))], obtain(ABOVE, "kappa,B", _PAIRS)),
    ],
    instance=full(K=6),
    twin=Variant(
        "tokens that do not attract each other", STILL, full(K=6, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]])
    ),
)

_STAYS = intro(
    "",
    have(
        [
            (
                f"start({DIAMETER}) <= 0",
                enter(
                    "start",
                    rule(
                        "attained diameter",
                        leaf(f"eq 1: {DIAMETER} == norm({_Q('x')} - {_Q('y1')})", use=["y[x] == y[y1]"]),
                        q="fn(k: y[k]/dot(v, y[k]))",
                        C=f"{DIAMETER} <= 0",
                        new={"y": "y1"},
                    ),
                ),
            )
        ],
        unfold(
            f"decays({DIAMETER}, kappa)",
            enter(
                "every",
                intro(
                    "s,t",
                    have(
                        [
                            (
                                f"{_PAIR} <= 0",
                                leaf(
                                    f"1: {_PAIR} <= B*{DIAMETER}",
                                    f"1: B > 0; {DIAMETER} <= start({DIAMETER})*exp(-kappa*time)",
                                    f"1: B > 0; start({DIAMETER}) <= 0; exp(-kappa*time) > 0",
                                ),
                            )
                        ],
                        rule("equal vectors", leaf(f"1: {_PAIR} <= 0; {_PAIR} >= 0"), u="y[s]", w="y[t]"),
                    ),
                ),
            ),
        ),
    ),
)

CONCLUSIONS = [
    "always(forall i: dot(v, y[i]) > 0)",
    "exists m in number: m > 0 and always(forall i: dot(v, y[i]) >= m)",
    "forall i, j: tends(norm(y[i] - y[j]), 0)",
    "at_start(forall i, j: y[i] == y[j]) => always(forall i, j: y[i] == y[j])",
]

formal(
    "CON-T3.2",
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        LIMIT,
        {"show": CONCLUSIONS},
    ),
    proof=[
        have([(HEIGHTS, lemma("CON-T3.2.a"))], KNOWN),
        have([(HEIGHTS, lemma("CON-T3.2.a"))], witness(f"start({LEAST})", KNOWN)),
        have([(BOTH, lemma("CON-T3.2.j.each"))], intro("s,t", lemma("LEM-small.tends", z=_PAIR))),
        have([(BOTH, lemma("CON-T3.2.j.each"))], obtain(ABOVE, "kappa,B", _STAYS)),
    ],
    instance=full(K=6),
    twin=Variant(
        "tokens outside a hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        full(K=6, y=[ON_ELLIPSE, ON_ELLIPSE, [0, "-1/2", 0, 0]]),
    ),
)
