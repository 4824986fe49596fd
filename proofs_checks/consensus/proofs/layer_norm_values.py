"""Remark 2.2 and Theorem 4.5: the auto-regressive model with a symmetric U under layer normalisation (CON-R2.2.e.T4.5).

gamma = g 1, g > 0, and beta = b 1; `root` is sqrt(n + 1). The tokens y_i = beta + rho u_i lie on a sphere of the
hyperplane across `ones`, and the u_i follow the flow of the theorem there, with the weights that P and the y_i give.
"""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import LOGITS
from proofs_checks.lemmas.causal import SIZE as _SIZE
from proofs_checks.lemmas.causal_limit import SMALL as _SMALL
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, rule, unfold, witness


def _moved(text: str) -> str:
    """What is said of y[i], of u(i)."""
    return re.sub(r"\by\[(\w+)\]", r"u(\1)", text)


SIZE = _moved(_SIZE("i"))
SMALL = _moved(_SMALL)
_Y, _A = "fn(i: u(i))", "fn(i, j: att(y, i, j))"
_FLOW = "almost_always(forall i: rate(u(i)) == sum(j in upto(i): att(y, i, j)*(U(u(j)) - dot(u(i), U(u(j)))*u(i))))"
_SIGNS = "almost_always(forall i: forall j in upto(i): att(y, i, j) > 0)"
_ROWS = "almost_always(forall i: sum(j in upto(i): att(y, i, j)) == 1/root)"
_UNIT = "always(forall i: dot(u(i), u(i)) == 1)"
_LENGTH, _KEEPS = "dot(ones, ones) == dim(E)", "U(ones) == mu*ones"
_LEVEL = "forall i: dot(ones, y[i]) == b*dim(E)"
_HEIGHTS = "forall i: always(dot(v, u(i)) > 0)"
_ACROSS = "forall b1 in vector, c1 in vector: dot(v, b1) == 0 and dot(v, c1) == 0"
_BOUND = (_ACROSS + " => dot(b1, U(c1)) <= {0}*norm(b1)*norm(c1)").format
_STABLE = (
    f"forall R in number: R >= 0 and ({_BOUND('R')}) and (forall i: forall j in before(i): R*B[j] <= lam*B[i])"
    f" and at_start(forall i: {SIZE} <= B[i]) => (forall i: always({SIZE} <= B[i]))"
)
_END = "norm(y[{0}] - (beta + rho*v))".format


def _seated(then: Tree) -> Tree:
    """On the sphere: the heights over the hyperplane and the lengths of the u."""
    return unfold(
        "solves(normed, y)",
        have(
            [
                (_UNIT, enter("every", intro("p", leaf("eq 1/rho^2: dot(y[p] - beta, y[p] - beta) == rho^2")))),
                (
                    f"always({_LEVEL})",
                    enter("every", intro("p", leaf("eq 1: dot(ones, y[p] - beta) == 0", use=[_LENGTH]))),
                ),
            ],
            then,
        ),
    )


def _weighted(name: str, **letters: str) -> Tree:
    """A lemma on tokens with weights for the u, whose signs, row sums and lengths are computed."""
    steps = [
        (
            _FLOW,
            enter("ae", intro("p", leaf(use=["forall i: rate(y[i]) == normed(y, i)", _KEEPS, _LENGTH, _LEVEL]))),
        ),
        (_SIGNS, enter("ae", intro("p,q", leaf()))),
        (_ROWS, enter("ae", intro("p", leaf()))),
    ]
    return _seated(have(steps, lemma(name, spaces=None, s="1/root", a=_A, y=_Y, **letters)))


def _gap(goal: str, then: Tree) -> Tree:
    """With the spectral gap g0 of U below lam and the norm r0 of U on the complement of v."""
    return rule("spectral gap", KNOWN, _top(then), U="U", v="v", lam="lam", C=goal, new={"g": "g0", "rho": "r0"})


_START = (
    "at_start(forall i: dot(v, u(i)) > 0)",
    enter("start", intro("p", leaf("1: dot(v, y[p]) > 0; 1/rho > 0", use=["dot(ones, v) == 0"]))),
)


def _top(then: Tree) -> Tree:
    return unfold(
        "simple_top(U, v, lam)",
        have([("dim(E) > 0", leaf("1: root > 0; root > 0", "eq 1: root^2 == dim(E)"))], then),
    )


_PLACED = "norm(u(p)/dot(v, u(p)) - v)"
_ABOVE = (_HEIGHTS, _top(_weighted("LEM-causal.heights")))
_NEAR = lemma(
    "LEM-small.below",
    KNOWN,
    leaf("1: root > 0; g > 0"),
    unfold(
        "solves(normed, y)",
        _top(
            enter(
                "every",
                rule(
                    "below the square",
                    leaf(f"1: root > 0; g > 0; {_PLACED} >= 0"),
                    leaf(
                        "1: sq rho/dot(v, u(p)) - rho",
                        "2: dot(v, u(p)) > 0; sq rho/dot(v, u(p)) - rho",
                        "eq 1 - 1/dot(v, u(p))^2: dot(y[p] - beta, y[p] - beta) == rho^2",
                        use=["dot(v, v) == 1"],
                    ),
                    a=f"abs({_END('p')})",
                    b=f"rho*{_PLACED}",
                ),
            )
        ),
    ),
    z=_END("p"),
    r=_PLACED,
    c="rho",
)


_ALL = {
    "spaces": ["E"],
    "letters": [
        "U: operator; P: measurable matrix; v, ones: vector; lam, mu, root, b, g: number",
        "y[token]: moving vector; B[token]: number",
    ],
    "where": [
        "beta := b*ones",
        "rho := root*g",
        "rest(X) := X - dot(ones, X)/dim(E)*ones",
        "sigma(X) := sqrt(dot(rest(X), rest(X))/dim(E))",
        "N(X) := g/sigma(X)*rest(X) + beta",
        "e(X, i, j) := exp(dot(X[i], P(X[j])))",
        "att(X, i, j) := e(X, i, j)/(root*sum(k in upto(i): e(X, i, k)))",
        "force(X, i) := sum(j in upto(i): att(X, i, j)*U(X[j]))",
        "c(X, i) := (X[i] - beta)/rho",
        "u(i) := (y[i] - beta)/rho",
    ],
    "flows": [
        "normed(X, i) = rest(force(X, i)) - dot(c(X, i), rest(force(X, i)))*c(X, i) on"
        " fn(X: forall i: dot(ones, X[i] - beta) == 0 and dot(X[i] - beta, X[i] - beta) == rho^2)"
    ],
    "maps": ["ln(X, i) = N(X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": [
        "simple_top(U, v, lam)",
        "lam > 0",
        _KEEPS,
        "dot(ones, v) == 0",
        _LENGTH,
        "root > 0",
        "root^2 == dim(E)",
        "g > 0",
        "solves(normed, y)",
        "at_start(forall i: dot(v, y[i]) > 0)",
    ],
    "show": [
        "almost_always(forall i: D(ln, y, fn(h: force(y, h)), i) == normed(y, i))",
        "almost_always(forall i: normed(fn(k: beta + rho*v), i) == 0)",
        "forall i: always(dot(v, y[i]) > 0)",
        f"exists R in number: R >= 0 and ({_BOUND('R')})",
        _STABLE,
        f"forall i: exponentially_small({_END('i')})",
        f"forall i: tends({_END('i')}, 0)",
    ],
}
_SIGNED = [1, 1, -1, -1]
_TOP, _BOTTOM = [4, 4, 2, 2], [2, 2, 4, 4]


def _instance(**letters: Any) -> dict[str, Any]:
    """Three tokens of R^4 at the ends of the axis v of the sphere; U = 2 v v^T."""
    values = {
        "U": [[f"{a * c}/2" for c in _SIGNED] for a in _SIGNED],
        "P": LOGITS[0],
        "v": [f"{a}/2" for a in _SIGNED],
        "ones": [1] * 4,
        "lam": 2,
        "mu": 0,
        "root": 2,
        "b": 3,
        "g": 1,
        "y": [_TOP] * 3,
        "B": [1, 4, 16],
        **letters,
    }
    return {"tokens": 3, "dim": 4, "letters": values}


formal(
    "CON-R2.2.e.T4.5",
    title="Theorem 4.5 under layer normalisation",
    sentence=(
        r"Auto-regressive model (6), h = 1, with layer normalisation in the place of $\pi_W$, $\gamma = g1$, $g >"
        r" 0$, $\beta = b1$, $\rho = \sqrt{n+1}\,g$: $\dot y_i = T_{y_i}N(f_i)$ on $\beta + \rho S$, S the unit"
        r" sphere of the hyperplane $1^Tz = 0$. U symmetric as in Theorem 4.5, with a simple largest eigenvalue"
        r" $\lambda > 0$ and unit eigenvector v, and $U1 = \mu1$, $1^Tv = 0$; P any measurable function for which"
        r" solutions exist. Then all that CON-T4.5 says holds with $\beta + \rho v$ in the place of v: it is an"
        r" equilibrium, the tokens with $v^Ty_i > 0$ keep it and converge to $\beta + \rho v$ exponentially, and it"
        r" is stable, uniformly in the initial time, with the same number R and boxes for $u_i = (y_i -"
        r" \beta)/\rho$."
    ),
    source=Source(PAPER, "Remark 2.2, Theorem 4.5"),
    kind="convergence",
    role="extension",
    statement=_ALL,
    proof=[
        _top(
            _seated(
                enter(
                    "ae",
                    intro(
                        "p",
                        have(
                            [
                                (
                                    "dot(y[p], y[p]) == rho^2 + b^2*dim(E)",
                                    leaf("eq 1: dot(y[p] - beta, y[p] - beta) == rho^2", use=[_LENGTH, _LEVEL]),
                                ),
                                "dot(ones, y[p]) == b*dim(E)",
                            ],
                            leaf(
                                use=[
                                    _LENGTH,
                                    "dot(ones, y[p]) == b*dim(E)",
                                    "dot(y[p], y[p]) == rho^2 + b^2*dim(E)",
                                    "root^2 == dim(E)",
                                ],
                                norms=["g"],
                            ),
                        ),
                    ),
                )
            )
        ),
        _top(
            enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1", _KEEPS, "dot(ones, v) == 0", _LENGTH])))
        ),
        have(
            [_START, _ABOVE],
            intro(
                "p",
                enter(
                    "every", have(["dot(v, u(p)) > 0"], leaf("1: dot(v, u(p)) > 0; rho > 0", use=["dot(ones, v) == 0"]))
                ),
            ),
        ),
        _gap(_ALL["show"][3], witness("r0", KNOWN)),
        intro(
            ["R", ""],
            have(
                [_START],
                _gap(
                    f"forall i: always({SIZE} <= B[i])",
                    _weighted("LEM-causal.boxes", rho="R", g="g0"),
                ),
            ),
        ),
        have(
            [
                _START,
                _ABOVE,
                (SMALL, _gap(SMALL, _weighted("LEM-causal.small", g="g0", rho="r0"))),
            ],
            intro("p", _NEAR),
        ),
        intro("p", lemma("LEM-small.tends", z=_END("p"))),
    ],
    instance=_instance(),
    twin=Variant(
        "tokens outside the hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
        _instance(y=[_TOP, _BOTTOM, _TOP]),
    ),
)
