"""Section 2.3: flows of smooth fields on the state space, and solutions of (6) for time-varying P.

The steps from a Lipschitz bound to unique solutions for all times are those of `setting.lipschitz`. For (6), with the
notation there, u the operator norms of the U_eta, p of the P_eta, r = sqrt(n+1) and F = sum u/r (in the coordinates
W^(1/2) y, norms are taken for W^(1/2) U W^(-1/2) and W^(-1/2) P W^(-1/2)):

a. |y_i^T P y_j - z_i^T P z_j| <= 2 p delta, by y_i^T P y_j - z_i^T P z_j = (y_i - z_i)^T P y_j + z_i^T P (y_j - z_j).
b. Along a segment of logits with rates lambda_j, |lambda_j| <= Lam, a weight a_j of a row has the rate a_j (lambda_j -
   mean). By Cauchy-Schwarz the sum S of the moduli satisfies S^2 <= sum_j a_j (lambda_j - mean)^2 <= Lam^2, so that
   sum_j |alpha_ij - alpha'_ij| <= 2 p delta/r.
c. |<y, F> y - <z, F> z| <= |y - z| |F|: the projections onto two lines at the angle theta differ by sin(theta).
d. Altogether L = sum_eta u_eta (2 p_eta + 2)/r, and |X_i| <= F; both are free of t for bounded P and U.

On the sphere the bound in d is proved by the kernel (CON-A6.lipschitz).
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import EXISTENCE
from attnverify.proofs_checks.consensus.setting.lipschitz import existence_steps
from attnverify.proofs_checks.consensus.symbols import column, exact, metric, product, unit
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1")


@claim(
    "CON-2.3.a",
    title="Smooth fields on the state space have flows for all times",
    statement=(
        r"Every smooth vector field on $(E_W^n)^l$ has a flow defined for all $\tau \in R$. In the coordinates"
        r" $W^{1/2}y$ the field X is Lipschitz: $X \circ \pi$ is smooth on the shell $|x_j| \ge 1/2$; a segment"
        r" between tokens at distance at most 1 stays in the shell, where the derivative is bounded on $|x_j| \le 1$"
        r" by some L; for larger distances $|X - X'| \le 2B \le 2B|y - z|$. The rest is an extension to a bounded"
        r" Lipschitz field on all of space, successive approximation, and invariance of the state space. (Of a field"
        " that depends on t, measurability in t and a Lipschitz bound free of t suffice: CON-A6.)"
    )
    + missing(EXISTENCE),
    source=Source(PAPER, "Section 2.3, first paragraph"),
    kind="invariance",
    hypotheses=SIZES,
    instance={"n": 2, "l": 4},
    twin=Twin("x/|x| is 1-Lipschitz for |x| >= 1/2", {"stretch": 1}),
    expected=Verdict.ARGUED,
)
def complete(stretch: int = 2) -> Iterator[Evidence]:
    s, g, distance, B = sp.symbols("s g distance B", real=True)
    scope = "all n, l >= 1, every W, every smooth vector field"
    x, y = generic.array("x", 2), generic.array("y", 2)
    between = (1 - s) * x + s * y
    yield conjunction(
        {
            "a point of the segment between two unit vectors": decide.identity(
                {"square": (product(between, between), 1 - s * (1 - s) * product(x - y, x - y))},
                relations=[(x[0] ** 2, 1 - x[1] ** 2), (y[0] ** 2, 1 - y[1] ** 2)],
                scope=scope,
            ),
            "it is in the shell: |x - y| <= 1 gives at least 3/4 > 1/4": decide.inequality(
                1 - s * (1 - s) * g >= sp.Rational(3, 4),
                [s >= 0, s <= 1, g >= 0, g <= 1],
                squares=(2 * s - 1,),
                scope=scope,
            ),
            "|X - X'| <= 2 B <= 2 B |y - z| for |y - z| >= 1": decide.inequality(
                2 * B * distance >= 2 * B, [distance >= 1, B >= 0], scope=scope
            ),
            **existence_steps(scope, stretch),
        },
        scope=scope,
    )


def softmax_steps(scope: str, bound: str = "1") -> dict[str, Evidence]:
    """Step b: e is one odds of a row, E their sum; a weight a has a rate within Lam, S and V are sums over the row.

    bound : the multiple of Lam that the moduli of the rates of a row are claimed to add up to at most.
    """
    e, E, a, limit, spread, variance = sp.symbols("e E a Lam S V", nonnegative=True)
    rate, mean = sp.symbols("rate mean", real=True)
    claimed = sp.Rational(bound) * limit
    return {
        "b. the rate of a weight": decide.identity(
            {"a (lambda - mean)": ((rate * e * E - e * mean * E) / E**2, (e / E) * (rate - mean))}, scope=scope
        ),
        "b. Cauchy-Schwarz, d = |lambda - mean|: V - 2 S S + S^2 is the sum of a (d - S)^2": decide.identity(
            {"a (d - S)^2": (a * (rate - spread) ** 2, a * rate**2 - 2 * spread * a * rate + spread**2 * a)},
            scope=scope,
        ),
        "b. V is the sum of a lambda^2 less mean^2": decide.identity(
            {"a (lambda - mean)^2": (a * (rate - mean) ** 2, a * rate**2 - 2 * mean * a * rate + mean**2 * a)},
            scope=scope,
        ),
        "b. a lambda^2 <= a Lam^2, so V <= Lam^2 - mean^2": decide.inequality(
            a * rate**2 <= a * limit**2, [rate <= limit, rate >= -limit], scope=scope
        ),
        "b. so the moduli of the rates of a row add up to at most Lam": decide.inequality(
            spread <= claimed,
            [variance - 2 * spread * spread + spread**2 >= 0, variance <= limit**2 - mean**2],
            scope=scope,
        ),
        "b. which two weights 1/2 with the rates Lam and -Lam attain": decide.inequality(
            sp.Le(limit / 2 + limit / 2, claimed, evaluate=False), [], scope=scope
        ),
    }


@claim(
    "CON-A6",
    title="The initial value problem for (6) is well posed",
    statement=(
        r"For P and U bounded (and measurable in t) the initial value problem for (6) on $(E_W^n)^l$ has exactly one"
        " solution for all t >= 0, full or auto-regressive: absolutely continuous, satisfying (6) for almost every t."
        r" The field is Lipschitz with the constant $L = \sum_\eta\|U_\eta\|(2\|P_\eta\| + 2)/\sqrt{n+1}$ and bounded"
        r" by $F = \sum_\eta\|U_\eta\|/\sqrt{n+1}$, in the coordinates $W^{1/2}y$, both free of t; so two solutions"
        r" satisfy $d(y(t), z(t)) \le e^{Lt}d(y(0), z(0))$, d the largest distance of a token. (Locally bounded P and"
        r" U suffice, interval by interval.)"
    )
    + missing(EXISTENCE),
    reading="solutions in the sense of Caratheodory; P measurable, without which (6) has no integral form",
    source=Source(PAPER, "equation (6); Assumptions 3.1, 4.1, 4.4"),
    kind="invariance",
    hypotheses=(*SIZES, "integer(h)", "h >= 1", "u >= 0", "p >= 0"),
    instance={"n": 2, "l": 4, "h": 2, "u": 1, "p": 3},
    twin=Twin("2 p + 1 instead of 2 p + 2", {"constant": 1}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A1", "CON-A3", "CON-A6.lipschitz", "CON-A6.unique"),
)
def well_posed(constant: int = 2) -> Iterator[Evidence]:
    scope = "all n, l, h >= 1, every W, all bounded measurable P(t), U(t), full and auto-regressive"
    y, z, F, w, v = (generic.array(name, 2) for name in ("y", "z", "F", "w", "v"))
    P = generic.array("P", 2, 2)
    u, p, delta, near, far, length, r = sp.symbols("u p delta near far length r", nonnegative=True)
    yield conjunction(
        {
            **change_of_variables(scope),
            "a. the difference of two logits, y_i = y, y_j = w, z_i = z, z_j = v": decide.identity(
                {"logit": (y @ P @ w - z @ P @ v, (y - z) @ P @ w + z @ P @ (w - v))}, scope=scope
            ),
            "a. at most 2 p delta, the tokens being of length 1": decide.inequality(
                p * near * length + p * length * far <= 2 * p * delta,
                [near <= delta, far <= delta, sp.Eq(length, 1)],
                scope=scope,
            ),
            **softmax_steps(scope),
            **projection_steps(scope),
            "c. the projection does not lengthen: |F|^2 - |Pi F|^2 is a square": decide.identity(
                {
                    "at y = e_1": (
                        product(F, F) - product(st.models.tangent(unit(2), F), st.models.tangent(unit(2), F)),
                        product(unit(2), F) ** 2,
                    )
                },
                scope=scope,
            ),
            "d. weights, tokens and projection together": decide.inequality(
                u * (2 * p * delta / r) + u * delta / r + (u / r) * delta <= u * (2 * p + constant) / r * delta,
                [r > 0],
                scope=scope,
            ),
            **existence_steps(scope),
        },
        scope=scope,
    )
    yield decide.exact_instances(
        lambda rng: _mirrored(constant),
        scope="P = 0, U = I, n = 3, l = 4",
        method="exact evaluation of (6)",
        examples=1,
    )
    Y, A, U, B = generic.array("y", 2, 2), generic.array("a", 1, 2, 2), generic.array("U", 1, 2, 2), metric(2)
    turned = np.array([B @ U[0] @ np.array([[B[1, 1], -B[0, 1]], [-B[0, 1], B[0, 0]]])]) / (
        B[0, 0] * B[1, 1] - B[0, 1] ** 2
    )
    yield decide.identity(
        {"coordinates": (column(st.models.velocity(Y, A, U, B @ B) @ B), column(st.models.velocity(Y @ B, A, turned)))},
        scope="the model (6) itself with n = 1, l = 2, h = 1 and a symbolic root B of W",
        covers=False,
    )


def projection_steps(scope: str) -> dict[str, Evidence]:
    """Step c in the span of y = e_1, z = c e_1 + s e_2 and F, which has three dimensions."""
    c, s = sp.symbols("c s", real=True)
    y, z, F = unit(3), np.array([c, s, 0], dtype=object), generic.array("F", 3)
    gap = product(y, F) * y - product(z, F) * z
    return {
        "c. the difference of two projections of one drive": decide.identity(
            {"its square": (product(gap, gap), s**2 * (F[0] ** 2 + F[1] ** 2))},
            relations=[(s**2, 1 - c**2)],
            scope=scope,
        ),
        "c. it is at most that of the tokens times the drive": decide.inequality(
            (1 - c**2) * (F[0] ** 2 + F[1] ** 2) <= (2 - 2 * c) * product(F, F), [c <= 1, c >= -1], scope=scope
        ),
    }


def _mirrored(constant: int) -> decide.Trial:
    """P = 0, y = e_1, -e_1, -e_1, -e_1, and the same turned towards e_2, each token by 14/25.

    f and g are the drives, D the change of the field at the first token.
    """
    Y = np.array([unit(4), *[-unit(4)] * 3])
    Z = exact([["527/625", "336/625", 0, 0], *[["-527/625", "336/625", 0, 0]] * 3])
    f, g, A = Y.sum(axis=0) / 8, Z.sum(axis=0) / 8, np.full((1, 4, 4), sp.Rational(1, 8), dtype=object)
    D, delta = (st.models.velocity(Z, A) - st.models.velocity(Y, A))[0], sp.Rational(14, 25)
    sizes = {"n": 3, "l": 4, "h": 1, "u": 1, "p": 0, "r": 2, "delta": delta}
    state = {"Y": Y, "Z": Z, "f": f, "g": g, "D": D}
    return decide.Trial(
        bool(product(D, D) <= (constant * delta / 2) ** 2),
        {**sizes, **{name: np.vectorize(str)(array).tolist() for name, array in state.items()}, "delta": str(delta)},
        [
            "r**2 == n + 1",
            *(f"dot(Y[{k}] - Z[{k}], Y[{k}] - Z[{k}]) == delta**2" for k in range(4)),
            "l*r*f == Y[0] + Y[1] + Y[2] + Y[3]",
            "l*r*g == Z[0] + Z[1] + Z[2] + Z[3]",
            "D == g - dot(Z[0], g)*Z[0] - f + dot(Y[0], f)*Y[0]",
            f"r**2*dot(D, D) > (u*(2*p + {constant})*delta)**2",
        ],
    )


def change_of_variables(scope: str) -> dict[str, Evidence]:
    """y -> W^(1/2) y turns (6) into the model on the sphere, with W^(-1/2) P W^(-1/2) and W^(1/2) U W^(-1/2).

    In a basis of eigenvectors of W, b_k its roots: the products are sums over k, the field is compared entry by entry.
    """
    b_k, b_m = sp.symbols("b_k b_m", positive=True)
    y, z, F, P, U, q = sp.symbols("y_k z_m F_k P_km U_km q", real=True)
    return {
        "coordinates: metric, logits, values and field, term (k, m)": decide.identity(
            {
                "<y, F>_W": (b_k**2 * y * F, (b_k * y) * (b_k * F)),
                "y^T P z": (y * P * z, (b_k * y) * (P / (b_k * b_m)) * (b_m * z)),
                "U z": (b_k * (U * z), (b_k * U / b_m) * (b_m * z)),
                "F - q y": (b_k * (F - q * y), b_k * F - q * (b_k * y)),
            },
            scope=scope,
        )
    }
