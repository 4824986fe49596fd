"""Supplement D.2, proof of Lemma 1: are equilibria with all tokens on one line on an eigenvector of V?

Coordinates with u = e_1: y_i has the component alpha mu V_b1 across u, for every further direction b, with mu the
imbalance (p - q)/N of the groups. N enters only through p and q, d only through the number of directions b.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


@illustration(
    "POW-L1.eig",
    title="Equilibria on one line lie on an eigenvector",
    statement=(
        "V symmetric and nonsingular. If at an equilibrium of the Oja map p >= 1 tokens are at u and q >= 1 at -u,"
        " then u is an eigenvector of V."
    ),
    source=Source(PAPER, "Lemma 1, proof", reconstructed=True),
    kind="equilibrium",
)
def on_eigenvectors(p: int = 1) -> Iterator[Evidence]:
    V, u, alpha, q = st.as_array([[2, 0], [0, 1]]), np.array([Fraction(4, 5), Fraction(3, 5)]), Fraction(1, 4), 1
    state = st.State(np.stack([u, -u]), np.array([p, q]))
    scope, method = f"V = diag(2, 1), u = (4/5, 3/5), p = {p}, q = {q}", "exact evaluation of the map"
    try:
        outcome = st.examine(state, lambda X, n: st.oja_step(X, V, alpha, counts=n))
    except st.states.NotAnEquilibriumError as error:
        yield open_(scope, method, f"this is no equilibrium: {error}")
        return
    r_1, r_2 = outcome.factors
    yield decide.refutation(
        {"V": V.tolist(), "u": u.tolist(), "alpha": alpha, "p": p, "q": q, "r_1": r_1, "r_2": r_2},
        ["V@u != dot(u, V@u)*u"],
        scope=scope,
        method=method,
    )


@illustration(
    "POW-L1.eig.repaired",
    title="Equilibria on one line lie on an eigenvector unless the two groups are equal",
    statement=(
        r"If at an equilibrium of the Oja map p tokens are at u and q at -u with $p \ne q$ (consensus: q = 0), then"
        r" u is an eigenvector of V, with eigenvalue $N(\|y_i\| - 1)/(\alpha(p - q))$ for a token at u. For p = q"
        " every u gives an equilibrium."
    ),
    source=Source(PAPER, "Lemma 1, proof", reconstructed=True),
    kind="equilibrium",
    repairs="POW-L1.eig",
)
def on_eigenvectors_repaired(imbalance: int = 1) -> Iterator[Evidence]:
    s = symbols()
    q = sp.Symbol("q", integer=True, nonnegative=True)
    V_11, V_b1 = sp.symbols("V_11 V_b1", real=True)
    V = np.array([[V_11, sp.Symbol("V_1b", real=True)], [V_b1, sp.Symbol("V_bb", real=True)]], dtype=object)
    tokens, counts = np.array([[1, 0], [-1, 0]], dtype=object), np.array([s.p, q], dtype=object)
    y = st.oja_step(tokens, V, s.alpha, counts=counts)
    mu = (s.p - q) / (s.p + q)
    given = [generic.positive(s.alpha), generic.at_least(s.p, 1), generic.at_least(q, 0), sp.Ne(s.p, q)]
    scope = "all p >= 1, q >= 0 with p != q, all d, every V, all alpha > 0"
    # |y| is the first coordinate of y at an equilibrium, where the token at u = e_1 keeps its direction.
    eigenvalue = (y[0, 0] - 1) / (s.alpha * (mu if imbalance else 1))
    yield conjunction(
        {
            "the component of y across u is alpha mu V_b1, so V_b1 = 0 for every b": decide.identity(
                {
                    "across": (y[0, 1], s.alpha * mu * V_b1),
                    "at -u as well": (y[1, 1], s.alpha * mu * V_b1),
                    "V_b1 follows": (y[0, 1] / (s.alpha * mu), V_b1),
                },
                given=given,
                scope=scope,
            ),
            "V_11 is the claimed eigenvalue": decide.identity(
                {"eigenvalue": (eigenvalue, V_11)}, given=given, scope=scope
            ),
            "p = q: y_i = x_i whatever u": decide.identity(
                {"y": (sp.Matrix(st.oja_step(tokens, V, s.alpha, counts=np.array([s.p, s.p]))), sp.Matrix(tokens))},
                scope=scope,
            ),
        },
        scope=scope,
    )
