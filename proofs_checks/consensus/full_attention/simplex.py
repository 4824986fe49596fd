"""CON-B7: regular simplices that attract, for full attention with U = I, h = 1, P = beta I.

Setting: m = n + 1, tokens at the m + 1 corners of a regular simplex, y_i^T y_k = -1/m; alpha_o is the weight of another
corner, kappa = beta(m + 1)/m.

Proof. (1) The field commutes with rotations, which act freely near the simplex (its corners span R^m), and the Gram
matrix G = (y_i^T y_k) is a smooth coordinate on the quotient, a manifold of dimension (m^2 - 1) - m(m - 1)/2. It moves
by g_ik' = half_ik + half_ki, half_ik = sum_j alpha_ij (g_jk - g_ij g_ik), alpha_ij a function of G.  (2) At G =
simplex, half = 0. For a variation e of G, symmetric with zero diagonal and, since G keeps rank m with null vector 1,
sum_{i,k} e_ik = 0: e_ik' = alpha_o [2 kappa e_ik + (c_i + c_k)(1 + (1 - kappa)/m)], c_i = sum_k e_ik.  (3) e with c =
0: eigenvalue 2 kappa alpha_o, (m + 1)(m - 2)/2 times. e_ik = c_i + c_k, sum c = 0: eigenvalue alpha_o ((m + 1)/m)(m - 1
+ kappa), m times. Together these are all.  (4) In the tangent space of the tokens the m(m - 1)/2 infinitesimal
rotations, eigenvalue 0, come on top.  (5) If both eigenvalues are negative the simplex is exponentially stable on the
quotient, by the indirect method of Lyapunov: solutions nearby converge to a rotated simplex. If the second one is
positive it is unstable.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.missing import ORBITS
from proofs_checks.consensus.whole_instance import at_instance
from proofs_checks.missing import missing
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SIMPLEX = Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)")
SCOPE = "all n >= 1, every real beta"


def variation(m: Any, beta: Any) -> tuple[Any, Any]:
    """half_ik and its derivative along e at the simplex with m + 1 corners, m a symbol, in units of alpha_o.

    The sum over j has one term j = k, m - 1 equal ones for the other corners, and none for j = i. Its derivative is
    linear, so the sums over the other corners are c_i - e_ik and c_k - e_ik. The normaliser drops out, since the sum is
    0.
    """
    eps, own, to, through, c_i, c_k = sp.symbols("eps e_ik e_ij e_jk c_i c_k", real=True)

    def term(g_ij: Any, g_jk: Any, g_ik: Any) -> Any:
        return sp.exp(beta * (g_ij + 1 / m)) * (g_jk - g_ij * g_ik)

    def near(e: Any) -> Any:
        return -1 / m + eps * e

    direct = term(near(own), sp.Integer(1), near(own))
    other = term(near(to), near(through), near(own))
    value = (direct + (m - 1) * other).subs(eps, 0)
    slope = sp.diff(other, eps).subs(eps, 0)
    moved = sp.diff(direct, eps).subs(eps, 0) + (m - 1) * slope.subs({to: 0, through: 0})
    moved += (c_i - own) * slope.subs({to: 1, through: 0, own: 0}) + (c_k - own) * slope.subs(
        {to: 0, through: 1, own: 0}
    )
    return value, moved


def gram_field() -> Evidence:
    """g' of two tokens from the definition of the flow, against `st.states.gram_velocity`, for three tokens."""
    Y, A = generic.array("y", 3, 2), generic.array("a", 3, 3)
    moved, G = st.velocity(Y, A), st.models.gram(Y)
    claimed = st.states.gram_velocity(G, A)
    return decide.identity(
        {
            "g_12'": (moved[0] @ Y[1] + Y[0] @ moved[1], claimed[0, 1]),
            "g_13'": (moved[0] @ Y[2] + Y[0] @ moved[2], claimed[0, 2]),
        },
        relations=pairs.unit_relations(Y),
        scope="three tokens; the summand of every j, for all l and n",
    )


def rates(m: Any, beta: Any) -> tuple[Any, Any]:
    """The two nonzero eigenvalues, in units of alpha_o."""
    _, symmetric, mean = st.states.simplex_modes(m, beta)
    far = st.states.simplex_weight(m, beta)
    return sp.simplify(symmetric.trace / far), sp.simplify(mean.trace / far)


@illustration(
    "CON-B7.spectrum",
    title="The tangent spectrum at a regular simplex",
    statement=(
        r"U = I, h = 1, $P = \beta I$, $\ell = n + 2$ tokens at a regular simplex of $S^n$, $m = n + 1$: an equilibrium"
        r" with the eigenvalues 0 ($m(m-1)/2$ times, rotations), $2\kappa\alpha_o$ ($(m+1)(m-2)/2$ times) and"
        r" $\alpha_o\frac{m+1}m(m - 1 + \kappa)$ (m times), $\kappa = \beta(m+1)/m$, $\alpha_o = e^{-\beta/m}/(\sqrt"
        r" m(e^\beta + me^{-\beta/m}))$."
    ),
    reading=(
        "that the tokens span the space is part of what a simplex is; every tangent vector is in exactly one way the"
        " sum of an eigenvector of each of three kinds, and the multiplicities are the sizes of what stands in"
        " one-to-one correspondence with a kind: antisymmetric numbers on all tokens but one; symmetric ones with the"
        " diagonal and the sum zero; vectors"
    ),
    source=SIMPLEX,
    kind="spectrum",
    role="extension",
)
def spectrum(sign: int = 1) -> Iterator[Evidence]:
    m, b = sp.Symbol("m", positive=True, integer=True), sp.Symbol("b", real=True)
    value, moved = variation(m, b)
    kappa = b * (m + sign) / m
    own, c_i, c_k = sp.symbols("e_ik c_i c_k", real=True)
    swapped = moved.subs({c_i: c_k, c_k: c_i}, simultaneous=True)
    both = 2 * kappa * own + (c_i + c_k) * (1 + (1 - kappa) / m)
    row = (m - 1) * c_i
    in_pattern = both.subs({own: c_i + c_k, c_i: row, c_k: (m - 1) * c_k}, simultaneous=True)
    symmetric, mean = rates(m, b)
    total = m * (m - 1) / 2 + (m + 1) * (m - 2) / 2 + m
    found = conjunction(
        {
            "1: the Gram matrix moves by itself": gram_field(),
            "2, 3, 4": decide.identity(
                {
                    "an equilibrium": (value, sp.Integer(0)),
                    "the linearisation on the quotient": (moved + swapped, both),
                    "c = 0": (both.subs({c_i: 0, c_k: 0}), symmetric * own),
                    "row sums of e_ik = c_i + c_k, sum c = 0: m c_i - c_i": (m * c_i + (0 - c_i), row),
                    "the mean moves": (in_pattern, mean * (c_i + c_k)),
                    "the dimensions add up to (m + 1)(m - 1)": (total, (m + 1) * (m - 1)),
                    "symmetric, hollow, sum 0: the two families": ((m + 1) * m / 2 - 1, (m + 1) * (m - 2) / 2 + m),
                },
                given=[m >= 2],
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
    yield at_instance(found, m=3)
    for N in (3, 4):
        yield at_instance(small_spectrum(N, sign), m=N - 1)


def small_spectrum(N: int, sign: int) -> Evidence:
    """Every Gram coordinate differentiated for N corners, beta a symbol; applied to one vector of each family."""
    m, beta = N - 1, sp.Symbol("beta", real=True)
    corners = [(i, k) for i in range(N) for k in range(i)]
    g = {pair: sp.Symbol(f"g_{pair[0]}_{pair[1]}", real=True) for pair in corners}
    G = np.array([[sp.Integer(1) if i == k else g[max(i, k), min(i, k)] for k in range(N)] for i in range(N)])
    odds = np.frompyfunc(lambda x: sp.exp(beta * (x + sp.Rational(1, m))), 1, 1)(G)
    field = st.states.gram_velocity(G, st.normalise_rows(odds))
    at = dict.fromkeys(g.values(), sp.Rational(-1, m))
    J = sp.Matrix([[sp.diff(field[pair], g[other]).subs(at) for other in corners] for pair in corners])
    kappa = beta * (m + sign) / sp.Integer(m)
    far = 1 / (sp.exp(beta * (1 + sp.Rational(1, m))) + m)
    c = [1, -1] + [0] * (N - 2)
    mean = sp.Matrix([c[i] + c[k] for i, k in corners])
    equations = {"moving the mean": (J * mean, far * sp.Rational(m + 1, m) * (m - 1 + kappa) * mean)}
    if N >= 4:
        square = sp.Matrix([{(1, 0): 1, (3, 2): 1, (2, 1): -1, (3, 0): -1}.get(pair, 0) for pair in corners])
        equations["symmetric"] = (J * square, far * 2 * kappa * square)
    return decide.identity(equations, scope=f"{N} corners, every beta, up to the factor 1/sqrt(m)", covers=False)


@claim(
    "CON-B7",
    title="Consensus is not almost global: simplices that attract",
    statement=(
        r"U = I, h = 1, $P = \beta I$, $\ell = n + 2$: the regular simplices of $S^n$ are exponentially stable up to"
        r" rotations if and only if $\beta < -\frac{n(n+1)}{n+2}$ ; for larger $\beta$ they are"
        " unstable. Below the threshold an open set of initial states never reaches consensus."
        " (Proved: the spectrum and its signs, CON-B7.spectrum, CON-B7.signs.)"
    )
    + missing(ORBITS),
    source=SIMPLEX,
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 1"),
    instance={"n": 2, "beta": -2},
    twin=Twin("the threshold -n(n+1)/(n+3)", {"last": 3}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B7.spectrum", "CON-B7.signs"),
)
def attracting(last: int = 2) -> Iterator[Evidence]:
    n, (beta, far) = sp.Symbol("n", integer=True), sp.symbols("beta far", real=True)
    symmetric, mean = rates(n + 1, beta)
    below, above = (n + last) * beta < -n * (n + 1), (n + last) * beta > -n * (n + 1)
    given = [n >= 1, far > 0]
    yield conjunction(
        {
            "below the threshold both are negative": decide.inequality(
                [far * symmetric < 0, far * mean < 0], [*given, below], scope=SCOPE
            ),
            "above it one is positive": decide.inequality(far * mean > 0, [*given, above], scope=SCOPE),
            "on it that one vanishes": decide.identity(
                {"threshold": (mean.subs(beta, -n * (n + 1) / (n + last)), sp.Integer(0))}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    yield decide.smt([symmetric < 0, mean < 0], [n >= 1, below], scope=SCOPE)
