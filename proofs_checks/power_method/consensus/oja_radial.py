"""Supplement D.2, Lemma 3, class 1: the radial eigenvalues at a consensus, which depend on the continuation of the map.

Off the spheres the map has no meaning of its own, so its derivative along x_i needs a continuation. "ambient" is the
normalised map itself, f_i = y_i/|y_i| for all vectors x. "unit norm" first uses |x_i| = 1, that is
|y_i|^2 = 1 + 2 alpha x_i.s + alpha^2 |s|^2. "truncated" further replaces the inverse root by its expansion up to
alpha^2; then the radial eigenvalues of tokens together and apart differ, but for either sign of 1 + alpha lambda_k. One
moved token and N - 1 resting ones carry all blocks for every N, as in `derivations`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.consensus import consensus_spectrum as cs
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 3, class 1", reconstructed=True)
R1 = "R1: the full derivative of the normalised map, continued to all of R^d"
R2 = "R2: |x_i| = 1 substituted into |y_i| before differentiating"
SIZES = ("integer(N)", "N >= 1", "integer(d)", "d >= 2")
NEGATIVE = ("alpha > 0", "1 + alpha*lambda_k < 0", *SIZES)
# Differences need two tokens, and the paper only admits step sizes below 2/(|lambda_d| - lambda_1).
ADMISSIBLE = (*NEGATIVE, "N >= 2", "lambda_k < lambda_1", "lambda_1 > 0", "alpha*(-lambda_k - lambda_1) < 2")
BELOW = {"alpha": "1", "lambda_1": "2", "lambda_k": "-3", "N": 3, "d": 2}
DERIVED = "SymPy differentiates the continued map; one moved token of N"
FORMULA = "SymPy: closed derivative formula, token by token"


@cache
def continued_jacobian(continuation: str, sign: int) -> Any:
    """The grouped Jacobian at the consensus on v_k, coordinates (v_k, v_j), where 1 + alpha lambda_k has `sign`."""
    if continuation == "ambient":
        return derivations.oja_consensus(sign)
    s = symbols()
    V = derivations.plane((sign * s.c - 1) / s.alpha, s.lambda_j)
    moved = [sp.Symbol("x_0", real=True), sp.Symbol("x_1", real=True)]
    X = np.array([moved, [1, 0]], dtype=object)
    Y = st.oja_step(X, V, s.alpha, counts=np.array([1, s.N - 1], dtype=object))
    at = {moved[0]: 1, moved[1]: 0}
    own, same = (_continued(X[i], Y[i], moved, at, continuation == "truncated") for i in (0, 1))
    return st.linearisation.GroupedJacobian((own,), (same,), {}, np.array([s.N], dtype=object))


def _continued(x: Any, y: Any, moved: list[Any], at: dict[Any, Any], truncated: bool) -> Any:
    """d(y/|y|)/d(moved) : (2, 2), with |y|^2 = 1 + 2 alpha x.s + alpha^2 s.s."""
    s = symbols()
    mean = (y - x) / s.alpha
    along, size = sum(x * mean), sum(mean * mean)
    square = 1 + 2 * s.alpha * along + s.alpha**2 * size
    if truncated:
        inverse = 1 - s.alpha * along + s.alpha**2 * (3 * along**2 - size) / 2
        slopes = [sp.diff(inverse, symbol) for symbol in moved]
    else:
        inverse = 1 / s.c
        slopes = [-sp.diff(square, symbol) / (2 * s.c**3) for symbol in moved]
    rows = [
        [sp.diff(entry, symbol) * inverse + entry * slope for symbol, slope in zip(moved, slopes, strict=True)]
        for entry in y
    ]
    return np.array(sp.Matrix(rows).subs(at).tolist(), dtype=object)


def one_eigenvalue(continuation: str, sign: int, value: Any) -> Iterator[Evidence]:
    """Both routes to: the vectors with v_k in one slot are eigenvectors with `value`, whatever the slot."""
    s = symbols()
    scope = f"all N >= 1, all d >= 2, every symmetric V, all alpha with 1 + alpha lambda_k {'>' if sign > 0 else '<'} 0"
    given = [cs.factor(sign) > 0]
    found = continued_jacobian(continuation, sign)
    derived: cs.Pairs = {
        "the moved token": (cs.in_eigenvalue(found.own[0][:, 0], sign), sp.Matrix([[value, 0]])),
        "every other token": (cs.in_eigenvalue(found.same[0][:, 0], sign), sp.Matrix([[0, 0]])),
    }
    yield cs.identity(derived, scope=scope, method=DERIVED, given=given)

    along_k = np.array([[1, 0], [0, 0]], dtype=object)
    if continuation == "ambient":
        image = cs.closed_derivative("oja", sign, [1, s.N - 1])(along_k)
    else:
        image = _unit_norm_derivative(along_k, sign)
    formula: cs.Pairs = {"Df[w] = value w": (cs.in_eigenvalue(image, sign), value * sp.Matrix(along_k))}
    yield cs.identity(formula, scope=scope, method=FORMULA, given=given)


def _unit_norm_derivative(D: Any, sign: int) -> Any:
    """df = dy/c - y (alpha dx.s + alpha x.ds + alpha^2 s.ds)/c^3, one copy of v_k moved by D[0], the others by D[1]."""
    s = symbols()
    V = derivations.plane((sign * s.c - 1) / s.alpha, s.lambda_j)
    counts = np.array([1, s.N - 1], dtype=object)
    X = np.array([[1, 0], [1, 0]], dtype=object)
    Y, dY = (st.oja_step(rows, V, s.alpha, counts=counts) for rows in (X, D))
    mean, dmean = (Y - X) / s.alpha, (dY - D) / s.alpha
    slope = s.alpha * (D * mean + X * dmean) + s.alpha**2 * mean * dmean
    return dY / s.c - Y * np.sum(slope, axis=-1, keepdims=True) / s.c**3


@illustration(
    "POW-L3.class1",
    title="Radial eigenvalue at a consensus, positive case",
    statement=(
        r"At $x_i = v_k$ with $1 + \alpha\lambda_k > 0$ the $N$ vectors with $v_k$ in one slot are eigenvectors of the"
        r" Jacobian of the Oja map for one eigenvalue; for the full derivative of $y_i/\|y_i\|$ it is 0."
    ),
    reading=R1,
    source=SOURCE,
    kind="spectrum",
)
def class1(value: int = 0) -> Iterator[Evidence]:
    yield from one_eigenvalue("ambient", 1, value / cs.factor(1) ** 2)


@illustration(
    "POW-L3.class1.R2",
    title="Radial eigenvalue at a consensus, positive case, unit norm substituted first",
    statement=(
        r"As POW-L3.class1, for $1 + \alpha\lambda_k > 0$, with $\|y_i\|^2$ replaced by $1 + 2\alpha x_i^T s +"
        r" \alpha^2\|s\|^2$ before differentiating: the $N$ vectors with $v_k$ in one slot are eigenvectors with"
        r" eigenvalue $1/(1 + \alpha\lambda_k)^2$."
    ),
    reading=R2,
    source=SOURCE,
    kind="spectrum",
)
def class1_unit_norm(power: int = 2) -> Iterator[Evidence]:
    yield from one_eigenvalue("unit norm", 1, 1 / cs.factor(1) ** power)


NEGATIVE_CASE = (
    r"For $1 + \alpha\lambda_k < 0$ the radial part of the Jacobian of the Oja map at $x_i = v_k$ has two different"
    r" eigenvalues: one for the all-equal vector (once), another for differences ($N - 1$ times). "
)


def two_eigenvalues(continuation: str) -> Iterator[Evidence]:
    """Refuted when all radial vectors have one eigenvalue mu at N = 3, d = 2, alpha = 1, V = diag(2, -3), k = 2."""
    s = symbols()
    N, at = 3, {s.alpha: 1, s.lambda_k: -3, s.N: 3}
    block = st.linearisation.directional_block(continued_jacobian(continuation, -1), 0)
    coupling = cs.in_eigenvalue(block.coupling, -1).subs(at)[0, 0]
    own = cs.in_eigenvalue(block.own, -1).subs(at)[0, 0]
    J = (coupling * sp.ones(N, N) + own * sp.eye(N)).tolist()
    yield decide.refutation(
        {**BELOW, "J": J, "mu": own + coupling, "together": [1] * N, "apart": [1, -1, 0]},
        ["J@together == mu*together", "J@apart == mu*apart"],
        hypotheses=ADMISSIBLE,
        scope="N = 3, alpha = 1, V = diag(2, -3), consensus on v_2: J is the radial block, one row per token",
        method=DERIVED,
    )


@illustration(
    "POW-L3.class1neg",
    title="Radial eigenvalues at a consensus, negative case",
    statement=NEGATIVE_CASE + "Here with the unit norm substituted before differentiating.",
    reading=R2,
    source=SOURCE,
    kind="spectrum",
)
def class1_negative(continuation: str = "unit norm") -> Iterator[Evidence]:
    yield from two_eigenvalues(continuation)


@illustration(
    "POW-L3.class1neg.R1",
    title="Radial eigenvalues at a consensus, negative case, full derivative",
    statement=NEGATIVE_CASE + "Here for the full derivative of the normalised map.",
    reading=R1,
    source=SOURCE,
    kind="spectrum",
)
def class1_negative_ambient(continuation: str = "ambient") -> Iterator[Evidence]:
    yield from two_eigenvalues(continuation)


@illustration(
    "POW-L3.class1neg.repaired",
    title="One radial eigenvalue in the negative case as well",
    statement=(
        r"For $1 + \alpha\lambda_k < 0$, with the unit norm substituted before differentiating, every vector with $v_k$"
        r" in one slot has the eigenvalue $-1/(1 + \alpha\lambda_k)^2$: one value, $N$ times, as in the positive case."
    ),
    reading=R2,
    source=SOURCE,
    kind="spectrum",
    repairs="POW-L3.class1neg",
)
def class1_negative_repaired(sign: int = -1) -> Iterator[Evidence]:
    yield from one_eigenvalue("unit norm", -1, sign / cs.factor(-1) ** 2)


@illustration(
    "POW-L3.class1neg.R1.repaired",
    title="One radial eigenvalue, zero, in the negative case as well",
    statement=(
        r"For $1 + \alpha\lambda_k < 0$ and the full derivative of the normalised map every vector with $v_k$ in one"
        r" slot has the eigenvalue 0: one value, $N$ times, as in the positive case."
    ),
    reading=R1,
    source=SOURCE,
    kind="spectrum",
    repairs="POW-L3.class1neg.R1",
)
def class1_negative_ambient_repaired(value: int = 0) -> Iterator[Evidence]:
    yield from one_eigenvalue("ambient", -1, value / cs.factor(-1) ** 2)
