"""The data of the simulations in sections 5.1.1 to 5.1.3: printed matrices as exact decimals, and the systems.

What the paper leaves open is drawn from a stated law with a seed: the constant factors P' and the frequencies of 5.1.2,
and all initial tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import attnverify.stability as st
from attnverify.verify.lazy import lazy

flint = lazy("flint")
np = lazy("numpy")
sp = lazy("sympy")

Row = tuple[str, str, str]
Matrix = tuple[Row, ...]

P_1: Matrix = (("0.08", "-0.19", "0.20"), ("-0.23", "0.31", "-0.23"), ("0.18", "-0.17", "-0.16"))
P_2: Matrix = (("-0.31", "0.03", "0.11"), ("0.06", "-0.06", "0.13"), ("0.14", "0.11", "0.10"))
P_3: Matrix = (("0.36", "0.42", "0.13"), ("0.10", "-0.07", "-0.20"), ("0.15", "-0.21", "0.12"))
U_3: Matrix = (("-0.26", "0.50", "0.56"), ("0.50", "-0.72", "-0.50"), ("0.56", "-0.50", "-0.02"))

# D_h(t) = 2 diag(wave(k pi t)): a pair (wave, k) for each diagonal entry.
Wave = tuple[str, int]
D_1: tuple[Wave, ...] = (("cos", 10), ("sin", 10), ("cos", 6))
D_2: tuple[Wave, ...] = (("cos", 6), ("sin", 6), ("cos", 4))

TOKENS = 10
# The largest wave number times pi t turns once in 1/5; a step of 1/100 is 20 per turn.
STEP = 0.01


def rational(matrix: Matrix) -> Any:
    """The matrix as a SymPy matrix of rationals."""
    return sp.Matrix([[sp.Rational(entry) for entry in row] for row in matrix])


def texts(matrix: Matrix) -> list[list[str]]:
    """The matrix for a witness: decimals as fractions."""
    return [[str(sp.Rational(entry)) for entry in row] for row in matrix]


def floats(matrix: Matrix) -> Any:
    """The matrix in double precision."""
    return np.array(matrix, dtype=float)


def balls(matrix: Matrix) -> Any:
    """The matrix as balls that contain the printed decimals."""
    return st.motion.balls(np.array([[Fraction(entry) for entry in row] for row in matrix], dtype=object))


def diagonals(heads: Sequence[Sequence[Wave]], pi: Callable[[], Any] = lambda: np.pi) -> Callable[[Any], Any]:
    """t -> the diagonals of D_h(t), one list for each head. pi : the number, of a type that fits t."""
    functions = {"cos": st.numbers.cos, "sin": st.numbers.sin}
    return lambda t: [[2 * functions[wave](k * pi() * t) for wave, k in waves] for waves in heads]


def simulation_1(U: Any = None) -> Any:
    """5.1.1: two heads on the sphere, full attention; U = I unless given."""
    return st.Flow(st.models.modulated(diagonals((D_1, D_2)), np.stack([floats(P_1), floats(P_2)])), U)


def simulation_3() -> Any:
    """5.1.3: one head, auto-regressive, symmetric U."""
    return st.Flow(
        st.models.modulated(diagonals((D_1,)), floats(P_3)[np.newaxis]), floats(U_3)[np.newaxis], causal=True
    )


def rigorous_schedule_1() -> Any:
    """P_1(t), P_2(t) of 5.1.1 in balls, t a series."""
    return st.models.modulated(diagonals((D_1, D_2), flint.arb.pi), np.stack([balls(P_1), balls(P_2)]))


def rigorous_simulation_3() -> Any:
    """5.1.3 in balls, t a series."""
    P = st.models.modulated(diagonals((D_1,), flint.arb.pi), balls(P_3)[np.newaxis])
    return st.Flow(P, balls(U_3)[np.newaxis], causal=True)


def simulation_2(seed: int, *, d: int = 500, heads: int = 2) -> Any:
    """5.1.2: auto-regressive, U = I, D_h(t) of |2 sin(wt + phi)|, w in ]0, 1[, phi in ]0, 2 pi[ uniform.

    The law of P' is not printed; here its entries are uniform in [-0.5, 0.5], the law that 5.1.1 states.
    """
    rng = np.random.default_rng([seed, 512])
    w, phi = rng.uniform(0, 1, (heads, d)), rng.uniform(0, 2 * np.pi, (heads, d))
    P = rng.uniform(-0.5, 0.5, (heads, d, d))
    return st.Flow(st.models.modulated(lambda t: np.abs(2 * np.sin(w * t + phi)), P), causal=True)


def cube_tokens(seed: int, runs: int, *, tokens: int = 50, d: int = 500) -> Any:
    """Initial tokens (runs, tokens, d) of 5.1.2: element-wise uniform in ]-0.5, 0.5[, projected."""
    rng = np.random.default_rng([seed, 50])
    return st.models.onto_ellipsoid(rng.uniform(-0.5, 0.5, (runs, tokens, d)))


def hemisphere_tokens(seed: int, runs: int, v: Any, *, tokens: int = TOKENS) -> Any:
    """Uniform tokens (runs, tokens, 3) on the open hemisphere about v."""
    Y = st.draws.random_tokens(np.random.default_rng([seed, 3]), runs, tokens, 3)
    return np.where((Y @ v)[..., np.newaxis] < 0, -Y, Y)


def principal_direction() -> Any:
    """The unit eigenvector of U of 5.1.3 to its largest eigenvalue, with a positive first entry."""
    v = np.linalg.eigh(floats(U_3))[1][:, -1]
    return v * np.sign(v[0])
