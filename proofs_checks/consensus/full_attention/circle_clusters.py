"""CON-B7 on the circle: for every l >= 4 some P = beta I makes an isosceles triangle of clusters attract.

Proof, n = 1, k = l - 2 tokens at the angle 0 and one each at phi, -phi, cos phi = -c, 0 < c < 1/2. (1) Angles obey Z_i
theta_i' = sum_j f(theta_j - theta_i), f(x) = e^(beta cos x) sin x, Z_i > 0.  (2) The state is an equilibrium if k
e^(beta cos phi) = 2c e^(beta cos 2 phi).  (3) As the sums vanish there, the normalisers drop out of the linearisation:
Z_i delta_i' = sum_j f'(x_ij)(delta_j - delta_i). With p = f'(phi), q = f'(2 phi), f'(0) = e^beta its modes are the
rotation, 0; differences within the cluster, -(k e^beta + 2p)/Z_D; the singles against each other, -(kp + 2q)/Z_S; the
singles against the cluster, -(2p/Z_D + kp/Z_S): l modes.  (4) All but the first are negative if p > 0 and kp + 2q > 0.
(5) For c = 2/5, beta = -(25/7) log(5k/4) both hold, and so does (2), for every k >= 2. The rotations act freely, so the
state is exponentially stable up to rotations (indirect method on the quotient).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.full_attention import pairs
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SIMPLEX = Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)")
SCOPE = "n = 1, every l = k + 2 >= 4, k real where it may be"


def pull(x: Any, beta: Any) -> Any:
    """f(x) = e^(beta cos x) sin x."""
    return sp.exp(beta * sp.cos(x)) * sp.sin(x)


def angles_move() -> Evidence:
    """Step 1: y x y' for a pair of the circle, from the definition of the flow; the weight is e^(beta cos)/Z."""
    Y, a = generic.array("y", 2, 2), sp.Symbol("a", real=True)
    moved = st.models.velocity(Y, pairs.alone(a))[0]
    turn = Y[0, 0] * moved[1] - Y[0, 1] * moved[0]
    return decide.identity(
        {"theta' = a sin(theta_j - theta_i)": (turn, a * (Y[0, 0] * Y[1, 1] - Y[0, 1] * Y[1, 0]))},
        relations=pairs.unit_relations(Y),
        scope="every pair of the circle",
    )


def slopes() -> Evidence:
    """f' from f by SymPy, with cos x and e^(beta cos x) as they stand."""
    x, beta = sp.symbols("x beta", real=True)
    cosine, sine = sp.symbols("cosine sine", real=True)
    named = {sp.cos(x): cosine, sp.sin(x): sine}
    return decide.identity(
        {"f'": (sp.diff(pull(x, beta), x).subs(named), sp.exp(beta * cosine) * (cosine - beta * sine**2))},
        scope="every x",
    )


def all_modes() -> Evidence:
    """Step 3 for every k: the cluster enters the linearisation through the sum S of its perturbations."""
    p, q, own, Z_D, Z_S, k = sp.symbols("p q own Z_D Z_S k", positive=True)
    x, S, y_1, y_2 = sp.symbols("x S y_1 y_2", real=True)
    inside = (own * (S - k * x) + p * (y_1 - x) + p * (y_2 - x)) / Z_D
    single = (p * (S - k * y_1) + q * (y_2 - y_1)) / Z_S
    within, against = {S: 0, y_1: 0, y_2: 0}, {S: 0, x: 0, y_2: -y_1}
    apart = {x: 2 * p / Z_D, S: 2 * k * p / Z_D, y_1: -k * p / Z_S, y_2: -k * p / Z_S}
    rate = -(2 * p / Z_D + k * p / Z_S)
    return decide.identity(
        {
            "rotation": ((inside + single).subs({x: 1, S: k, y_1: 1, y_2: 1}), sp.Integer(0)),
            "within the cluster: a member": (inside.subs(within), -(k * own + 2 * p) / Z_D * x),
            "within the cluster: the singles rest": (single.subs(within), sp.Integer(0)),
            "singles against each other: a single": (single.subs(against), -(k * p + 2 * q) / Z_S * y_1),
            "singles against each other: the cluster rests": (inside.subs(against), sp.Integer(0)),
            "singles against the cluster: a member": (inside.subs(apart), rate * apart[x]),
            "singles against the cluster: a single": (single.subs(apart), rate * apart[y_1]),
        },
        scope=SCOPE,
    )


def modes(size: int) -> Evidence:
    """Step 3 for `size` tokens in the cluster: the matrix of the linearisation, applied to one vector of each mode."""
    p, q, own, Z_D, Z_S = sp.symbols("p q own Z_D Z_S", positive=True)
    N = size + 2

    def slope(i: int, j: int) -> Any:
        return own if max(i, j) < size else q if min(i, j) >= size else p

    rows = [[sp.Integer(0) if i == j else slope(i, j) for j in range(N)] for i in range(N)]
    L = sp.Matrix(rows) - sp.diag(*(sum(row) for row in rows))
    L = sp.diag(*([1 / Z_D] * size + [1 / Z_S] * 2)) * L
    inside = sp.Matrix([1, -1] + [0] * size)
    against = sp.Matrix([0] * size + [1, -1])
    # The cluster and the singles move towards each other in the ratio of their rates.
    apart = sp.Matrix([2 * p / Z_D] * size + [-size * p / Z_S] * 2)
    return decide.identity(
        {
            "rotation": (L * sp.ones(N, 1), sp.zeros(N, 1)),
            "within the cluster": (L * inside, -(size * own + 2 * p) / Z_D * inside),
            "singles against each other": (L * against, -(size * p + 2 * q) / Z_S * against),
            "singles against the cluster": (L * apart, -(2 * p / Z_D + size * p / Z_S) * apart),
        },
        scope=f"k = {size}",
    )


@claim(
    "CON-B7.circle",
    title="On the circle consensus is almost global for two tokens only",
    statement=(
        r"n = 1, U = I, h = 1: for every $\ell \ge 4$ and $P = -\frac{25}7\log(\frac54(\ell-2))I$ there is an"
        r" equilibrium of three clusters, of $\ell - 2$, 1 and 1 tokens, that is exponentially stable up to rotations."
        r" With PER-N8.below for $\ell = 3$ and CON-H.2.c.repaired: on the circle almost every initial condition leads"
        r" to consensus for every bounded P if and only if $\ell \le 2$."
    )
    + missing(FLOW_SPECTRA),
    source=SIMPLEX,
    kind="stability",
    role="extension",
    hypotheses=("integer(k)", "k >= 2"),
    instance={"k": 3},
    twin=Twin("beta = +(25/7) log(5k/4)", {"sign": 1}),
    expected=Verdict.ARGUED,
    rests_on=("PER-N8.below", "CON-H.2.c.repaired"),
)
def three_clusters(sign: int = -1) -> Iterator[Evidence]:
    k, (c, w, b) = sp.Symbol("k", positive=True, integer=True), sp.symbols("c w b", positive=True)
    r, log = sp.symbols("r log_k", real=True)
    beta = sign * b
    # e^(beta cos phi) = w; then e^(beta cos 2 phi) = k w/(2c) at an equilibrium.
    far = k * w / (2 * c)
    p = w * (-c - beta * (1 - c**2))
    q = far * ((2 * c**2 - 1) - beta * 4 * c**2 * (1 - c**2))
    at = {c: sp.Rational(2, 5)}
    bounds = [b >= sp.Rational(45, 14), w > 0, k >= 2]
    found = conjunction(
        {
            "1: angles": angles_move(),
            "3: f'": slopes(),
            "2: an equilibrium: k f(-phi) + f(-2 phi) = 0, f(phi) + f(-phi) = 0, r = sin phi": decide.identity(
                {
                    "single": (k * w * (-r) + far * (2 * c * r), sp.Integer(0)),
                    "the condition, at c = 2/5: beta(cos phi - cos 2 phi) = 7 beta/25": (
                        (-c - (2 * c**2 - 1)).subs(at),
                        sp.Rational(7, 25),
                    ),
                    "so e^(7 beta/25) = 2c/k": (sp.exp(sign * sp.log(5 * k / 4)), (2 * c / k).subs(at)),
                    "kp + 2q": (k * p + 2 * q, k * w * (1 - c**2) / c * (-1 - beta * c * (1 + 4 * c))),
                },
                given=[k >= 2],
                scope=SCOPE,
            ),
            "3: the modes": all_modes(),
            "5: log(5k/4) >= log(5/2) > 9/10": example(
                {"x": "9/10"}, ["exp(x) < 5/2"], scope=SCOPE, method="ball arithmetic of the referee"
            ),
            "5: hence b = (25/7) log(5k/4) >= 45/14": decide.inequality(
                b >= sp.Rational(45, 14), [sp.Eq(b, 25 * log / 7), log >= sp.Rational(9, 10)], scope=SCOPE
            ),
            "5: p > 0": decide.inequality((p / w).subs(at) > 0, bounds, scope=SCOPE),
            "5: kp + 2q > 0": decide.inequality(((k * p + 2 * q) / (k * w)).subs(at) > 0, bounds, scope=SCOPE),
        },
        scope=SCOPE,
    )
    yield at_instance(found, k=3)
    for size in (2, 3):
        yield modes(size).narrowed(f"the matrix of the linearisation for k = {size}")
