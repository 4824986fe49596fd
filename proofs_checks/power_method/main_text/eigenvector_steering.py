"""Section 2.3: rank-one steering along an eigenvector moves exactly one eigenvalue (Brauer).

Valid for all d: with F u = lambda_i u, (F + size u w^T) u = (lambda_i + size w^T u) u, entry by entry; and for
a linear form l that vanishes on u, l((F + size u w^T) x) = l(F x), so F and F' act alike on the quotient of R^d
by the line of u. The characteristic polynomial is that of the line times that of the quotient (block triangular
form), defective and repeated eigenvalues included.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.3")
SCOPE = "all d >= 2, every F (symmetric or not, defective or not), every eigenpair, all w and rho"


def _moves_one(size: Any, overlap: Any, moved: Any) -> Iterator[Evidence]:
    """size : factor of u w^T.  overlap : w^T u.  moved : the claimed new eigenvalue."""
    lambda_i, u, form, product = sp.symbols("lambda_i u_a form_F_x w_x", real=True)
    given = [sp.Ne(u, 0), *(sp.Ne(symbol, 0) for symbol in sorted(sp.sympify(size * overlap).free_symbols, key=str))]
    yield conjunction(
        {
            "an entry of (F + size u w^T) u": decide.identity(
                {"u stays an eigenvector": (lambda_i * u + size * u * overlap, moved * u)}, given=given, scope=SCOPE
            ),
            "a form that vanishes on u does not see the update": decide.identity(
                {"l(F'x)": (form + size * 0 * product, form)}, scope=SCOPE
            ),
        },
        scope=f"{SCOPE}; by the block triangular form",
    )
    z = sp.Symbol("z")
    corner = sp.Matrix(2, 2, sp.symbols("G_00 G_01 G_10 G_11"))
    F = sp.zeros(3, 3)
    F[0, 0], F[0, 1], F[0, 2], F[1:, 1:] = lambda_i, sp.Symbol("r_1"), sp.Symbol("r_2"), corner
    w = sp.Matrix([[overlap, sp.Symbol("w_2"), sp.Symbol("w_3")]])
    steered = F + size * sp.Matrix([1, 0, 0]) * w
    left = (z * sp.eye(3) - steered).det(method="berkowitz") * (z - lambda_i)
    right = (z * sp.eye(3) - F).det(method="berkowitz") * (z - moved)
    yield decide.identity(
        {"d = 3, u = e_1": (left, right)},
        scope="d = 3, u = e_1, all other entries symbolic: characteristic polynomials",
        covers=False,
    )


def _symbols() -> tuple[Any, ...]:
    return tuple(sp.symbols("lambda_i rho tau lambda_1", real=True))


@claim(
    "POW-S3",
    title="Steering along an eigenvector, w^T u = 1",
    statement=(
        r"If $Fu = \lambda_iu$ and $w^Tu = 1$ (w for instance the left eigenvector of the same eigenvalue), the"
        r" spectrum of $F + \rho uw^T$ is that of F with one $\lambda_i$ replaced by $\lambda_i + \rho$. Only"
        " the right eigenvector is needed; by transposition, only the left one."
    ),
    reading="R1: normalised w^T u = 1",
    source=SOURCE,
    kind="spectrum",
    hypotheses=("rho != 0",),
    instance={"rho": "10", "lambda_i": "-1"},
    twin=Twin("w^T u = 1/2", {"overlap": "1/2"}),
    expected=Verdict.ARGUED,
)
def normalised(overlap: Any = 1) -> Iterator[Evidence]:
    lambda_i, rho, _, _ = _symbols()
    yield from _moves_one(rho, sp.Rational(overlap), lambda_i + rho)


@claim(
    "POW-S3.R2",
    title="Steering along an eigenvector, unit vectors",
    statement=(
        r"If $Fu = \lambda_iu$ with unit vectors u, w, the spectrum of $F + \rho uw^T$ is that of F with one"
        r" $\lambda_i$ replaced by $\lambda_i + \rho w^Tu$."
    ),
    reading="R2: unit vectors",
    source=SOURCE,
    kind="spectrum",
    hypotheses=("rho != 0", "tau != 0", "tau <= 1", "tau >= -1"),
    instance={"rho": "10", "tau": "3/5"},
    twin=Twin("replaced by lambda_i + rho", {"scaled": False}),
    expected=Verdict.ARGUED,
)
def unit_vectors(scaled: bool = True) -> Iterator[Evidence]:
    lambda_i, rho, tau, _ = _symbols()
    yield from _moves_one(rho, tau, lambda_i + (rho * tau if scaled else rho))


@claim(
    "POW-S3.R3",
    title="Steering along an eigenvector, scaled by the principal eigenvalue",
    statement=(
        r"If $Fu = \lambda_iu$ and $w^Tu = 1$, the spectrum of $F + \rho\lambda_1uw^T$ is that of F with one"
        r" $\lambda_i$ replaced by $\lambda_i + \rho\lambda_1$."
    ),
    reading="R3: the update is scaled by lambda_1",
    source=SOURCE,
    kind="spectrum",
    hypotheses=("rho != 0", "lambda_1 != 0"),
    instance={"rho": "10", "lambda_1": "2"},
    twin=Twin("replaced by lambda_i + rho", {"scaled": False}),
    expected=Verdict.ARGUED,
)
def scaled_by_the_eigenvalue(scaled: bool = True) -> Iterator[Evidence]:
    lambda_i, rho, _, lambda_1 = _symbols()
    yield from _moves_one(rho * lambda_1, sp.Integer(1), lambda_i + (rho * lambda_1 if scaled else rho))
