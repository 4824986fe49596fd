"""Theorem 2, polygonal part, repaired: for three or more tokens no polygonal point of the Oja map is Lyapunov stable.

Where the linearisation says nothing, all tokens at +-u and the compression of V to the complement of u without
positive eigenvalue, the energy F(X) = (1/2N) m^T V m, m = sum_j x_j, decides: one step increases it unless the state
is fixed, F = 0 at polygonal states, F > 0 somewhere in every neighbourhood when two tokens sit on each pole, and near
such a state no fixed point has F > 0. By LaSalle's principle (cited) a trajectory that stays near would tend to such
a fixed point.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja import polygonal_setting as setting
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")


def _one_step() -> dict[str, tuple[Any, Any]]:
    """alpha s.(f - x) = (1 + r)|f - x|^2/2 for y = x + alpha s, r = |y|, f = y/r; x and s span a plane."""
    s = symbols()
    r = sp.Symbol("r", positive=True)
    push = np.array(sp.symbols("s_1 s_2", real=True), dtype=object)
    x = np.array([sp.Integer(1), sp.Integer(0)], dtype=object)
    step = (x + s.alpha * push) / r - x
    return {"alpha s.(f - x) = (1 + |y|) |f - x|^2 / 2": (s.alpha * push @ step, (1 + r) * (step @ step) / 2)}


def _norm() -> list[tuple[Any, Any]]:
    """r^2 = |x + alpha s|^2."""
    s1, s2 = sp.symbols("s_1 s_2", real=True)
    alpha = symbols().alpha
    return [(sp.Symbol("r", positive=True) ** 2, (1 + alpha * s1) ** 2 + alpha**2 * s2**2)]


def _energy() -> dict[str, tuple[Any, Any]]:
    """F(m + D) - F(m) = s.D + D^T V D/(2N), s = V m/N: only V on the plane of m and D enters."""
    N = symbols().N
    V = setting.generic("V", 2, symmetric=True)
    m, D = (np.array(sp.symbols(f"{name}_1 {name}_2", real=True), dtype=object) for name in "mD")
    difference = ((m + D) @ V @ (m + D) - m @ V @ m) / (2 * N)
    return {"F(m + D) - F(m) = s.D + D.V D/(2N)": (difference, (V @ m / N) @ D + D @ V @ D / (2 * N))}


def _nearby() -> tuple[dict[str, tuple[Any, Any]], list[tuple[Any, Any]]]:
    """Two tokens near u and two near -u with sum e v_1; v_1 = (v_c, v_s) in an orthonormal basis (u, .) of a plane."""
    N, first = symbols().N, symbols().lambda_1
    e, cosine, sine, c, t = sp.symbols("e v_c v_s c t", real=True)
    k = c - e * cosine / 2
    X = np.array([[c, e * sine / 2], [c, e * sine / 2], [-k, t], [-k, -t]], dtype=object)
    m = np.sum(X, axis=0)
    v = np.array([cosine, sine], dtype=object)
    complement = np.array([-sine, cosine], dtype=object)
    V = first * np.outer(v, v) + sp.Symbol("lambda_2", real=True) * np.outer(complement, complement)
    unit = [(cosine**2, 1 - sine**2), (c**2, 1 - e**2 * sine**2 / 4), (t**2, 1 - k**2)]
    pairs = {f"token {i + 1} is a unit vector": (x @ x, sp.Integer(1)) for i, x in enumerate(X)}
    pairs["their sum is e v_1"] = (sp.Matrix(m), sp.Matrix(e * v))
    pairs["F = e^2 lambda_1/(2N)"] = (m @ V @ m / (2 * N), e**2 * first / (2 * N))
    return pairs, unit


def _room() -> Any:
    """0 < c - e cosine/2 <= 1, so that the last two tokens exist."""
    e, cosine, sine, c = sp.symbols("e v_c v_s c", real=True)
    given = [e > 0, e <= 1, cosine >= 0, cosine <= 1, sine <= 1, sine >= -1, c > 0, c <= 1]
    given.append(sp.Eq(c**2, 1 - e**2 * sine**2 / 4))
    scope = "0 < e <= 1"
    return conjunction(
        {
            "c >= c^2 >= 3/4": decide.inequality(
                [c - c**2 >= 0, 1 - e**2 * sine**2 / 4 >= sp.Rational(3, 4)], given, scope=scope, squares=[e, sine]
            ),
            "0 < k <= 1": decide.inequality(
                [c - e * cosine / 2 > 0, c - e * cosine / 2 <= 1],
                [e > 0, e <= 1, cosine >= 0, cosine <= 1, c >= sp.Rational(3, 4), c <= 1],
                scope=scope,
            ),
        },
        scope=scope,
    )


@illustration(
    "POW-T2.poly.repaired",
    title="No polygonal equilibrium of three or more tokens is Lyapunov stable",
    statement=(
        r"Let V be symmetric with $\lambda_1 > 0$, $d \ge 2$ and $L = \max(0, -\lambda_d)$. For $N \ge 3$ tokens"
        r" and $0 < \alpha < 1/L$ (every $\alpha$ if $L = 0$) no state with $\sum_jx_j = 0$ is Lyapunov stable for"
        r" the Oja map. (How the energy rises is POW-N4.rise; tokens on one line are POW-T2.poly.line.)"
    ),
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
    repairs="POW-T2.poly",
)
def repaired_theorem(times: int = 1) -> Iterator[Evidence]:
    s = symbols()
    L, r = sp.Symbol("L", nonnegative=True), sp.Symbol("r", positive=True)
    given = [s.alpha * L < 1, s.N >= 3]
    scope = "all N >= 3, all d >= 2, every symmetric nonsingular V with lambda_1 > 0, 0 < alpha < 1/max(0, -lambda_d)"
    pairs, unit = _nearby()
    # D^T V D >= -L |D|^2 and |D|^2 <= N sum |D_i|^2 (Cauchy-Schwarz) leave this coefficient of |D_i|^2.
    coefficient = (1 + r) / (2 * s.alpha) - L / 2
    yield conjunction(
        {
            "a token's own gain": decide.identity(_one_step(), relations=_norm(), scope=scope),
            "the energy of the sum": decide.identity(_energy(), scope=scope),
            "the energy increases off the fixed points": decide.inequality(
                [coefficient >= times * (1 / s.alpha - L) / 2, (1 / s.alpha - L) / 2 > 0], given, scope=scope
            ),
            "two tokens at each pole: states with F > 0 as close as one likes": decide.identity(
                pairs, relations=unit, scope=scope
            ),
            "those states exist": _room(),
        },
        scope=scope
        + "; near tokens +-u, as many on each side, a fixed point has V m = 0 or all tokens on one line with m = 0,"
        " hence F = 0",
    )
