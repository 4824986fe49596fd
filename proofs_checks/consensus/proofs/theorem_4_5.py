"""Theorem 4.5 at v: the auto-regressive model with a symmetric U, its hemisphere, its cascade with gain, its limit.

Nothing is assumed of P(t) but that it is measurable; boundedness is not needed.
"""

from proofs_checks.consensus.proofs.instances import ON_SPHERE, OPPOSITE, TOP, causal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.lemmas.causal import GAP, HEIGHTS, OFF, OFF_BY_SIZE, SIZE, slope
from proofs_checks.lemmas.causal_limit import GAIN, SMALL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, rule, split, unfold, witness

STILL = {"force(X, i) - dot(X[i], force(X, i))*X[i] on": "0*X[i] on"}
_A = "fn(i, j: att(y, i, j))"
_FLOW = "almost_always(forall i: rate(y[i]) == sum(j in upto(i): att(y, i, j)*(U(y[j]) - dot(y[i], U(y[j]))*y[i])))"
_SIGNS = "almost_always(forall i: forall j in upto(i): att(y, i, j) > 0)"
_ROWS = "almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)"


def weighted(then: object) -> object:
    """The model as a flow with weights: signs and row sums are computed."""
    return unfold(
        "solves(causal, y)",
        have(
            [
                (_FLOW, enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)"])))),
                (_SIGNS, enter("ae", intro("p,q", leaf()))),
                (_ROWS, enter("ae", intro("p", leaf()))),
            ],
            then,
        ),
    )


formal(
    "CON-T4.5.e",
    statement=model(CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, {"given": ["lam >= 0"], "show": [HEIGHTS]}),
    proof=weighted(lemma("LEM-causal.heights", s="1/root", a=_A)),
    instance=causal(),
    twin=Variant(
        "tokens on the boundary of the hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) >= 0)"},
        causal(y=[[0, 0, 0, 1]] * 3),
    ),
)

CASCADE = f"almost_always(forall i: rate({SIZE('i')}) <= {slope('i', 'att(y, {0}, {1})')})"

SPECTRUM = {
    "letters": ["g, rho: number"],
    "given": [
        "rho >= 0",
        "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)",
        "forall b in vector: dot(v, b) == 0 => dot(U(b), U(b)) <= rho^2*dot(b, b)",
    ],
}
_MIXED = (
    GAP["given"][-1],
    intro(
        ["b1", "c1", ""],
        have(
            [
                ("dot(b1, U(c1)) <= norm(b1)*norm(U(c1))", rule("Cauchy-Schwarz", u="b1", w="U(c1)")),
                "dot(U(c1), U(c1)) <= rho^2*dot(c1, c1)",
                (
                    "norm(U(c1)) <= rho*norm(c1)",
                    rule(
                        "below the square",
                        leaf("1: rho >= 0; norm(c1) >= 0"),
                        leaf("1: dot(U(c1), U(c1)) <= rho^2*dot(c1, c1)"),
                        a="norm(U(c1))",
                        b="rho*norm(c1)",
                    ),
                ),
            ],
            leaf("1: dot(b1, U(c1)) <= norm(b1)*norm(U(c1))", "1: norm(b1) >= 0; norm(U(c1)) <= rho*norm(c1)"),
        ),
    ),
)

formal(
    "CON-B4",
    statement=model(
        CAUSAL, CAUSAL_SOLUTION, HEMISPHERE, SPECTRUM, {"given": ["lam > 0", "g > 0"], "show": [CASCADE, GAIN, SMALL]}
    ),
    proof=[
        have([_MIXED], weighted(lemma("LEM-causal.tangents", s="1/root", a=_A))),
        have([_MIXED], weighted(lemma("LEM-causal.gain", s="1/root", a=_A))),
        have([_MIXED], weighted(lemma("LEM-causal.small", s="1/root", a=_A))),
    ],
    instance=causal(g="1/2", rho=4),
    twin=Variant("tokens that do not attract each other", STILL, causal(g="1/2", rho=4, y=[TOP, ON_SPHERE, TOP])),
)

_BOUND = (
    "forall b in vector, c in vector: dot(v, b) == 0 and dot(v, c) == 0 => dot(b, U(c)) <= {0}*norm(b)*norm(c)".format
)
_STABLE = (
    f"forall R in number: R >= 0 and ({_BOUND('R')}) and (forall i: forall j in before(i): R*B[j] <= lam*B[i])"
    f" and at_start(forall i: {SIZE('i')} <= B[i]) => (forall i: always({SIZE('i')} <= B[i]))"
)
_GAP_FACT = "forall b in vector: dot(v, b) == 0 => dot(b, U(b)) <= (lam - g)*dot(b, b)"


def _gap(goal: str, then: object) -> object:
    """With the spectral gap g of U below lam and the norm rho of U on the complement of v."""
    return rule("spectral gap", KNOWN, have([_GAP_FACT, _BOUND("rho")], then), U="U", v="v", lam="lam", C=goal)


CONCLUSIONS = [
    "almost_always(forall i: causal(fn(k: v), i) == 0)",
    HEIGHTS,
    f"exists R in number: R >= 0 and ({_BOUND('R')})",
    _STABLE,
    "forall i: exponentially_small(norm(y[i] - v))",
    "forall i: tends(norm(y[i] - v), 0)",
]

formal(
    "CON-T4.5.plus",
    title="Theorem 4.5 at v",
    sentence=(
        r"Auto-regressive model (6), W = I, h = 1, U constant and symmetric with simple largest eigenvalue"
        r" $\lambda > 0$ and unit eigenvector v, P any measurable function for which solutions exist, bounded or not."
        r" Then (v, ..., v) is an equilibrium; the tokens of $D^\ell(v) = \{v^Ty_i > 0\}$ stay in it and converge to v"
        r" exponentially. It is stable, uniformly in the initial time: with a number R that depends on U alone the"
        r" bounds $|y_i/(v^Ty_i) - v| \le B_i$ hold at all times if they hold at the start and $RB_j \le \lambda B_i$"
        r" for j < i."
    ),
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        {
            "letters": ["B[token]: number"],
            "given": ["simple_top(U, v, lam)", "lam > 0"],
            "show": CONCLUSIONS,
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1"]))),
        lemma("CON-T4.5.e"),
        _gap(f"exists R in number: R >= 0 and ({_BOUND('R')})", witness("rho", KNOWN)),
        intro(
            ["R", ""],
            _gap(
                f"forall i: always({SIZE('i')} <= B[i])",
                weighted(lemma("LEM-causal.boxes", rho="R", s="1/root", a=_A)),
            ),
        ),
        have(
            [
                (SMALL, _gap(SMALL, weighted(lemma("LEM-causal.small", s="1/root", a=_A)))),
            ],
            intro("p", OFF_BY_SIZE),
        ),
        intro("p", lemma("LEM-small.tends", z=OFF("p"))),
    ],
    instance=causal(B=[1, 4, 16]),
    twin=Variant(
        "tokens outside the hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        causal(B=[1, 4, 16], y=[TOP, OPPOSITE, TOP]),
    ),
)

formal(
    "CON-T4.5.a",
    statement=model(
        CAUSAL,
        {
            "letters": ["c[token]: number"],
            "given": ["forall i: c[i] == 1 or c[i] == -1"],
            "show": [
                "almost_always(forall i: causal(fn(k: v), i) == 0)",
                "almost_always(forall i: causal(fn(k: c[k]*v), i) == 0)",
            ],
        },
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1"]))),
        enter(
            "ae",
            intro(
                "p",
                split(
                    "c[p] == 1 or c[p] == -1",
                    leaf(use=["U(v) == lam*v", "dot(v, v) == 1", "c[p] == 1"]),
                    leaf(use=["U(v) == lam*v", "dot(v, v) == 1", "c[p] == -1"]),
                ),
            ),
        ),
    ],
    instance=causal(c=[1, -1, 1], without="y"),
    twin=Variant("factors other than signs", {"c[i] == -1": "c[i] == 2"}, causal(c=[1, 2, 1], without="y")),
)

FIRST = {"letters": ["f: token"], "given": ["forall i: f <= i"]}
RATES = [
    "almost_always(rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root)",
    "almost_always(rate(dot(v, y[f])) == (lam - dot(y[f], U(y[f])))*dot(v, y[f])/root)",
    "lam >= 0 and at_start(forall i: dot(v, y[i]) > 0) => almost_always(rate(y[f]/dot(v, y[f])"
    " - v) == (U(y[f]/dot(v, y[f]) - v) - lam*(y[f]/dot(v, y[f]) - v))/root)",
]

formal(
    "CON-T4.5.b.rates",
    title="The equations of the first token",
    sentence=(
        r"Auto-regressive model, W = I, h = 1, $U = U^T$, $Uv = \lambda v$, |v| = 1, $b_1 = v^Ty_1$. For every P"
        r" $\dot y_1 = (Uy_1 - (y_1^TUy_1)y_1)/\sqrt{n+1}$ and $\dot b_1 = (\lambda - y_1^TUy_1)b_1/\sqrt{n+1}$. If"
        r" $\lambda \ge 0$ and all $v^Ty_i(0) > 0$, $p_1 = y_1/b_1 - v$ has $\dot p_1 = (U - \lambda"
        r" I)p_1/\sqrt{n+1}$."
    ),
    statement=model(CAUSAL, CAUSAL_SOLUTION, FIRST, {"show": RATES}),
    proof=[
        weighted(lemma("LEM-causal.first", s="1/root", a=_A)),
        enter("ae", leaf(use=["rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root", "U(v) == lam*v"])),
        intro(
            "",
            have(
                [(HEIGHTS, lemma("CON-T4.5.e"))],
                enter("ae", leaf(use=["rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root", "U(v) == lam*v"])),
            ),
        ),
    ],
    instance=causal(f=0),
    twin=Variant("without the projection", {"(U(y[f]) - dot(y[f], U(y[f]))*y[f])/root": "U(y[f])/root"}, causal(f=0)),
)

formal(
    "CON-T4.5.d",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        {
            "show": [
                "almost_always(forall i: rate(dot(v, y[i]))"
                " == sum(j in before(i): att(y, i, j)*(lam*dot(v, y[j]) - dot(v, y[i])*dot(y[i], U(y[j]))))"
                " + att(y, i, i)*(lam - dot(y[i], U(y[i])))*dot(v, y[i]))"
            ]
        },
    ),
    proof=unfold(
        "solves(causal, y)",
        enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == causal(y, i)", "U(v) == lam*v"]))),
    ),
    instance=causal(y=[TOP, OPPOSITE, TOP]),
    twin=Variant(
        "without the projection",
        {"lam*dot(v, y[j]) - dot(v, y[i])*dot(y[i], U(y[j]))": "lam*dot(v, y[j])"},
        causal(y=[TOP, OPPOSITE, TOP]),
    ),
)
