"""Supplement D.3, Lemmas 10 and 11: the Jacobian of the attention map, which at a consensus is that of the Oja map.

Lemma 10 is about one token's image f = y/|y|. Along any perturbation only the numbers y_a, dy_a (one component), y.y
and y.dy enter, so neither N nor d does. The inverse norm can be taken as it stands (R1), with |x| = 1 put in first
(R2), or truncated after the second order in alpha (R3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER, derivations
from proofs_checks.power_method.attention.attention_derivative import mean
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 10, eqs. (15)-(17)", reconstructed=True)
SCOPE = "all N, all d, every P, every V, every state with y_i != 0, every perturbation"
SMALL = ("alpha > 0", "-1/2 < alpha*lambda_k < 1/2", "-1/2 < alpha*lambda_j < 1/2")


def _path(radius: Any) -> tuple[Any, Any, Any]:
    """(f_a along the path y + t dy, t, y.dy), where |y| = radius and one component is y_a = y, dy_a = dy."""
    y, dy, b, size, t = sp.symbols("y dy b size t", real=True)
    return (y + t * dy) / sp.sqrt(radius**2 + 2 * t * b + t**2 * size), t, b


@illustration(
    "POW-L10.jac",
    title="Jacobian blocks of the attention map",
    statement=(
        r"$\partial f_i/\partial x_h = \|y_i\|^{-1}\,\partial y_i/\partial x_h + y_i\,\partial\|y_i\|^{-1}/\partial"
        r" x_h = \|y_i\|^{-1}(I - f_if_i^T)\,\partial y_i/\partial x_h$ for $f_i = y_i/\|y_i\|$, $y_i \ne 0$."
    ),
    source=SOURCE,
    kind="identity",
    reading="R1: the inverse norm as it stands",
)
def jacobian(sign: int = -1) -> Iterator[Evidence]:
    r = symbols().c
    f, t, b = _path(r)
    y, dy = sp.symbols("y dy", real=True)
    projected = (dy + sign * (y / r) * (b / r)) / r
    inverse_norm = sp.diff(1 / sp.sqrt(r**2 + 2 * t * b), t).subs(t, 0)
    yield decide.identity({"the derivative": (sp.diff(f, t).subs(t, 0), projected)}, scope=SCOPE)
    yield decide.identity({"the product rule": (dy / r + y * inverse_norm, projected)}, scope=SCOPE)


@illustration(
    "POW-L10.jac.R2",
    title="Jacobian blocks with the unit norm put in first",
    statement=(
        r"Where no $y_i$ is zero: replacing $\|y_i\|^2$ by $1 + 2\alpha x_i^Ts_i + \alpha^2\|s_i\|^2$ before"
        r" differentiating gives, on perturbations with $\delta_i \perp x_i$ at unit tokens, the same Jacobian as the"
        r" exact inverse norm; along $x_i$ itself the two differ by $y_i\,(x_i\cdot\delta_i)/\|y_i\|^3$."
    ),
    source=SOURCE,
    kind="identity",
    reading="R2: unit norm substituted before differentiating",
)
def jacobian_unit_norm(power: int = 3) -> Iterator[Evidence]:
    r = symbols().c
    f, t, b = _path(r)
    y, dy, size, along, moved = sp.symbols("y dy size along moved", real=True)
    # |x + t delta|^2 = 1 + 2 t along + t^2 moved; the substituted square is |y|^2 - |x|^2 + 1.
    square = r**2 + 2 * t * b + t**2 * size - 2 * t * along - t**2 * moved
    substituted = sp.diff((y + t * dy) / sp.sqrt(square), t).subs(t, 0)
    true = sp.diff(f, t).subs(t, 0)
    yield conjunction(
        {
            "the difference for every perturbation": decide.identity(
                {"difference": (substituted - true, y * along / r**power)}, scope=SCOPE
            ),
            "none on tangent perturbations": decide.identity(
                {"tangent": (substituted.subs(along, 0), true)}, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )


def _all_equal(alpha: Any) -> tuple[Any, Any, Any]:
    """(y_j, sigma, |s|^2) at equal tokens x = v_k + t v_j: rows of A sum to one, so s = V x whatever P is."""
    s = symbols()
    t = sp.Symbol("t", real=True)
    mixed = (s.lambda_k, s.lambda_j * t)
    return t + alpha * mixed[1], mixed[0] + t * mixed[1], mixed[0] ** 2 + mixed[1] ** 2


@illustration(
    "POW-L10.jac.R3",
    title="Jacobian blocks with the truncated inverse norm",
    statement=(
        r"The Jacobian obtained with $\|y_i\|^{-1}$ replaced by $1 - \alpha\sigma_i + \alpha^2(3\sigma_i^2/2 -"
        r" \|s_i\|^2/2)$, $\sigma_i = x_i^Ts_i$, equals the exact one on tangent perturbations."
    ),
    source=SOURCE,
    kind="identity",
    reading="R3: the expansion truncated after the second order, read as an equality",
)
def jacobian_truncated(order: int | None = None) -> Iterator[Evidence]:
    s = symbols()
    t = sp.Symbol("t", real=True)
    y, sigma, square = _all_equal(s.alpha)
    inverse = 1 - s.alpha * sigma + s.alpha**2 * (3 * sigma**2 - square) / 2
    truncated = sp.diff(y * inverse, t).subs(t, 0)
    true = (1 + s.alpha * s.lambda_j) / (1 + s.alpha * s.lambda_k)
    scope = "equal tokens at v_k, all moving along v_j: every N, every P"
    if order is None:
        yield decide.refutation(
            {"alpha": "1/4", "lambda_k": 1, "lambda_j": "1/2"},
            [sp.Ne(truncated, true)],
            hypotheses=SMALL,
            scope=scope,
            method="SymPy differentiates the truncated map; an exact witness",
        )
        return
    pairs = {
        f"coefficient of alpha^{n}": (sp.diff(truncated - true, s.alpha, n).subs(s.alpha, 0), sp.Integer(0))
        for n in range(order + 1)
    }
    yield decide.identity(pairs, scope=scope)


@illustration(
    "POW-L10.jac.R3.repaired",
    title="Jacobian blocks with the truncated inverse norm, to second order",
    statement=(
        r"The Jacobian obtained with $\|y_i\|^{-1}$ replaced by $1 - \alpha\sigma_i + \alpha^2(3\sigma_i^2/2 -"
        r" \|s_i\|^2/2)$ agrees with the exact one on tangent perturbations at unit tokens up to terms of order"
        r" $\alpha^3$: by at most $56(\alpha K)^3$ along perturbations of length at most 1, K any bound of the $s_i$"
        r" and of their derivatives, $\alpha K \le 1/2$."
    ),
    source=SOURCE,
    kind="identity",
    reading="R3, up to the third order in alpha",
    repairs="POW-L10.jac.R3",
)
def jacobian_truncated_repaired(weight: int = 3) -> Iterator[Evidence]:
    alpha = sp.Symbol("alpha", real=True)
    # One component of x + alpha s moves by delta + alpha ds; x.s and |s|^2 move by rate and 2 growth; x.delta = 0.
    x, mixed, delta, dmixed, sigma, square, rate, growth, t = sp.symbols(
        "x s delta ds sigma square rate growth t", real=True
    )
    y = x + alpha * mixed + t * (delta + alpha * dmixed)
    at, norm = sigma + t * rate, square + 2 * t * growth
    true = y / sp.sqrt(1 + 2 * alpha * at + alpha**2 * norm)
    truncated = y * (1 - alpha * at + alpha**2 * (weight * at**2 - norm) / 2)
    difference = sp.diff(truncated - true, t).subs(t, 0)
    yield decide.identity(
        {f"coefficient of alpha^{n}": (sp.diff(difference, alpha, n).subs(alpha, 0), sp.Integer(0)) for n in range(3)},
        given=[alpha > 0],
        scope="all N, all d, every P, every V, unit tokens, tangent perturbations; as power series in alpha",
    )


def _blocks(others: int, columns: slice) -> dict[str, tuple[Any, Any]]:
    """Blocks of the attention map and of the Oja map with N + others tokens, both signs of 1 + alpha lambda_k."""
    s = symbols()
    pairs = {}
    for sign in (1, -1):
        attention, oja = derivations.attention_consensus(sign), derivations.oja_consensus(sign)
        for name, left, right in (("own", attention.own, oja.own), ("other", attention.same, oja.same)):
            shifted = sp.Matrix(right[0][:, columns]).subs(s.N, s.N + others)
            pairs[f"{name} block, 1 + alpha lambda_k of sign {sign}"] = (sp.Matrix(left[0][:, columns]), shifted)
    return pairs


def _agreement(others: int, columns: slice, scope: str) -> Iterator[Evidence]:
    s = symbols()
    given = [s.N >= 2, s.c > 0]
    yield decide.identity(_blocks(others, columns), given=given, scope=f"{scope}; symmetric V")
    # Without differentiating: at equal tokens x_j = x the derivative of the weights drops out, since sum_j dA_ij = 0,
    # and the weights themselves are 1/N.
    x, u, w = sp.symbols("x u w", real=True)
    change = mean(u + w - mean(u + w)) * x
    logit = sp.Symbol("l", real=True)
    weight = st.models.softmax(np.full((2, 2), logit, dtype=object), counts=np.array([1, s.N - 1]))[0, 0]
    yield conjunction(
        {
            "sum_j dA_ij x_j = 0": decide.identity({"one component": (change, sp.Integer(0))}, scope=scope),
            "the weights are those of the Oja map": decide.identity(
                {"weight": (sp.cancel(weight), 1 / (s.N + others))}, given=given, scope=scope
            ),
        },
        scope=scope,
        method="The derivative of the weights cancels; exact expansion",
    )


@illustration(
    "POW-L11",
    title="At a consensus the attention map has the Jacobian of the Oja map",
    statement=(
        r"At $x_i = v_k$ for all i, V symmetric and $1 + \alpha\lambda_k \ne 0$ (of either sign), the tangent Jacobian"
        " of the attention map equals that of the Oja map, for every P."
    ),
    source=Source(PAPER, "Lemma 11"),
    kind="identity",
    reading="R1: on tangent perturbations",
)
def same_tangent_jacobian(others: int = 0) -> Iterator[Evidence]:
    scope = "all N, all d, every P, either sign of 1 + alpha lambda_k, tangent"
    yield from _agreement(others, slice(1, 2), scope)


@illustration(
    "POW-L11.R2",
    title="At a consensus the ambient Jacobians agree too",
    statement=(
        r"At $x_i = v_k$ for all i, V symmetric and $1 + \alpha\lambda_k \ne 0$, the ambient derivative of the"
        " normalised attention map equals that of the Oja map on all perturbations, radial ones included, for every"
        " P."
    ),
    source=Source(PAPER, "Lemma 11"),
    kind="identity",
    reading="R2: on all perturbations of the tokens",
)
def same_ambient_jacobian(others: int = 0) -> Iterator[Evidence]:
    scope = "all N, all d, every P, either sign of 1 + alpha lambda_k, ambient"
    yield from _agreement(others, slice(0, 2), scope)
