"""CON-H.2.c.sharp: for every l >= n + 2 some P keeps an open set of initial states from consensus.

Proof for l = k + m, m = n + 1, k >= 2 (l = n + 2 is CON-B7). State: k tokens at e, one each at y_s = -c e + r u_s, c <
1/m, r = sqrt(1 - c^2), u_s the m corners of a regular simplex of e's orthogonal complement. P = beta I, w = e^(-beta
c), w' = e^(beta g), g = y_s^T y_s'. (1) It is an equilibrium if k w = m c w', that is beta = -log(k/(mc))(m - 1)/((1 +
c)(1 - mc)), which tends to minus infinity as c -> 1/m.  (2) The tangent drives vanish, so the normalisers drop out of
the linearisation J = A + beta B, B delta_i = sum_j alpha_ij e_ij (y_j - g_ij y_i) with e_ij = delta_i^T y_j + y_i^T
delta_j, and A is bounded.  (3) As c -> 1/m the tokens tend to a regular simplex and every token gives the same share
1/m (over sqrt(m)) to each other corner. So J/|beta| -> M, sqrt(m) M delta_i = -(1/m) sum over the other corners q of
e_iq (y_q + y_i/m), delta_q the mean at q.  (4) On means M is symmetric: its form is -(1/m) sum_{p<q} e_pq^2. It
vanishes only for e = 0, the m(m - 1)/2 infinitesimal rotations (CON-B7.spectrum). On differences at e it is -(m +
1)/m^2.  (5) By continuity of eigenvalues, for c close to 1/m all but m(m - 1)/2 eigenvalues of J have negative real
parts; the rotations of the state, whose tokens span R^m, supply that many zeros. So the state is exponentially stable
up to rotations.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus.full_attention import pairs
from attnverify.proofs_checks.consensus.full_attention.unbounded_logits import HYPOTHESES
from attnverify.proofs_checks.consensus.missing import FLOW_SPECTRA
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all n >= 1, l = k + n + 1, k >= 2"


def equilibrium(factor: int = 1) -> Evidence:
    """Step 1, in the plane of e and u_s, which holds the drive of token s since the u add up to 0."""
    k, m = sp.symbols("k m", positive=True, integer=True)
    c, w, r = sp.symbols("c w r", positive=True)
    g = c**2 - (1 - c**2) / (m - 1)
    token, along = sp.Matrix([-c, r]), sp.Matrix([r, c])
    far = k * w / (factor * m * c)
    drive = k * w * sp.Matrix([1, 0]) + far * sp.Matrix([-(m - 1) * c, -r])
    exponent = (1 + c) * (1 - m * c) / (m - 1)
    beta = -sp.log(k / (m * c)) / exponent
    b, bound, log = sp.symbols("b bound log_k", real=True)
    return conjunction(
        {
            "equilibrium": decide.identity(
                {
                    "the direction is tangent": (token.dot(along), sp.Integer(0)),
                    "inner products of singles": ((c**2 + (1 - c**2) * (-1 / (m - 1))), g),
                    "w/w' = e^(beta exponent)": (-c - g, exponent),
                    "the condition k w = m c w'": (k * sp.exp(sp.simplify(beta * exponent)), m * c),
                },
                given=[k >= 2, m >= 2, m * c < 1],
                scope=SCOPE,
            ),
            "no tangent drive, in units of w": decide.identity(
                {"drive": (sp.expand(drive.dot(along) / w), sp.Integer(0))}, given=[k >= 2, m >= 2], scope=SCOPE
            ),
            "log 2 > 1/2": example({"x": "1/2"}, ["exp(x) < 2"], scope=SCOPE, method="ball arithmetic of the referee"),
            "|beta| exceeds every bound as c -> 1/m: log(k/(mc)) >= log k >= log 2": decide.inequality(
                b >= bound,
                [
                    *(m >= 2, c < 1, m * c < 1, log >= sp.Rational(1, 2), bound > 0),
                    *(sp.Eq(b * (1 + c) * (1 - m * c), log * (m - 1)), 4 * bound * (1 - m * c) <= m - 1),
                ],
                scope=SCOPE,
                degree=4,
            ),
        },
        scope=SCOPE,
    )


def at_rest(factor: int = 1) -> Evidence:
    """Step 1 on the circle from the velocity itself: k = 3, m = 2, u = +-1, weights by their odds, x = e^beta/w."""
    c, r, x = sp.symbols("c r x", positive=True)
    one, far = sp.Integer(1), sp.Integer(3) / (factor * 2 * c)
    Y = np.array([[one, 0 * one]] * 3 + [[-c, r], [-c, -r]], dtype=object)
    odds = np.array([[x, x, x, 1, 1]] * 3 + [[1, 1, 1, x, far], [1, 1, 1, far, x]], dtype=object)
    moved = st.models.velocity(Y, st.models.normalise_rows(odds))
    return decide.identity(
        {"velocity": (sp.Matrix(moved), sp.zeros(5, 2))},
        relations=[(r**2, 1 - c**2)],
        scope="n = 1, l = 5",
        covers=False,
    )


def linearisation() -> Evidence:
    """Step 2: the derivative of e^(beta g_ij)(y_j - g_ij y_i) along tangent delta, a pair in R^3; and the velocity it
    belongs to.
    """
    Y, d, a = generic.array("y", 2, 3), generic.array("d", 2, 3), sp.Symbol("a", real=True)
    beta, t = sp.symbols("beta t", real=True)
    moved = Y + t * d
    g, e = Y[0] @ Y[1], d[0] @ Y[1] + Y[0] @ d[1]
    term = [sp.exp(beta * (moved[0] @ moved[1])) * x for x in moved[1] - (moved[0] @ moved[1]) * moved[0]]
    slope = sp.Matrix([sp.diff(x, t).subs(t, 0) for x in term])
    bounded = d[1] - e * Y[0] - g * d[0]
    claimed = sp.exp(beta * g) * (bounded + beta * e * (Y[1] - g * Y[0]))
    return decide.identity(
        {
            "the velocity of a pair": (
                sp.Matrix(st.models.velocity(Y, pairs.alone(a))[0]),
                sp.Matrix(a * (Y[1] - g * Y[0])),
            ),
            "its derivative": (slope, sp.Matrix(claimed)),
        },
        scope="every pair; the normaliser multiplies a sum that is 0",
    )


def limit() -> dict[str, Evidence]:
    """Steps 3 and 4. x = e^beta/w and x' = e^beta/w' vanish in the limit, since both exponents are at most beta times a
    constant.
    """
    k, m, c, w, x = sp.symbols("k m c w x", positive=True)
    square, corner = sp.symbols("square g", real=True)
    (y_p, y_q), (d_p, d_q), (f_p, f_q) = (generic.array(name, 2, 2) for name in "ydf")
    e, other = d_p @ y_q + y_p @ d_q, f_p @ y_q + y_p @ f_q
    far = k * w / (m * c)
    g = c**2 - (1 - c**2) / (m - 1)
    at = {x: 0, c: 1 / m}
    return {
        "3: the shares of the other corners": decide.identity(
            {
                "a token at e": ((w / (k * x * w + m * w)).subs(at), 1 / m),
                "a single, to e": ((k * w / (x * w + k * w + (m - 1) * far)).subs(at), 1 / m),
                "a single, to another": ((far / (x * w + k * w + (m - 1) * far)).subs(at), 1 / m),
                "the regular simplex": (g.subs(at), -1 / m),
            },
            scope=SCOPE,
        ),
        "3: e^beta is negligible: beta - beta(-c) and beta - beta g are negative multiples": decide.inequality(
            [1 + c > 0, 1 - g > 0], [m >= 2, c < 1], scope=SCOPE
        ),
        "4: a pair of corners, variations d and f tangent to them: the product of their e, hence symmetric": (
            decide.identity(
                {
                    "g = -1/m; the last terms vanish for y_p^T f_p = y_q^T f_q = 0": (
                        f_p @ (e * (y_q - corner * y_p)) + f_q @ (e * (y_p - corner * y_q)),
                        e * other - corner * e * (y_p @ f_p + y_q @ f_q),
                    )
                },
                scope="every pair of corners, every two variations; identities of inner products, sums over pairs",
            )
        ),
        "4: it is never positive": decide.inequality(-square / m <= 0, [square >= 0, m >= 2], scope=SCOPE),
        "4: and on differences at e": differences_at_e(),
    }


def differences_at_e() -> Evidence:
    """The other corners are y_q = -e/m + r u_q, r^2 = 1 - 1/m^2, so y_q + e/m = r u_q and delta^T y_q = r delta^T u_q;
    the frame of the simplex in R^(m - 1) is sum u_q u_q^T = (m/(m - 1)) I, as its trace is m.
    """
    m, x = sp.symbols("m x", positive=True)
    frame, square = m / (m - 1), 1 - 1 / m**2
    return decide.identity(
        {"-(1/m) sum (delta^T y_q)(y_q + e/m), x = delta": (-square * frame * x / m, -(m + 1) / m**2 * x)},
        given=[m >= 2],
        scope="all m >= 2",
    )


@claim(
    "CON-H.2.c.sharp",
    title="Almost global consensus for every bounded P: exactly up to n + 1 tokens",
    statement=(
        "For U = I, full attention on the sphere: almost every initial condition leads to consensus for every bounded"
        r" P if and only if $\ell \le n + 1$. For every $\ell \ge n + 2$ some $P = \beta I$, $\beta < 0$, h = 1, has"
        r" an equilibrium of n + 2 clusters, of $\ell - n - 1$, 1, ..., 1 tokens, that is exponentially stable up to"
        " rotations."
    )
    + missing(FLOW_SPECTRA),
    source=HYPOTHESES,
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 1", "integer(k)", "k >= 2", "m == n + 1", "c > 0", "m*c < 1"),
    instance={"n": 2, "k": 3, "m": 3, "c": "3/10"},
    twin=Twin("the condition k w = 2 m c w'", {"factor": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B7", "CON-B7.spectrum", "CON-H.2.c.repaired"),
)
def sharp(factor: int = 1) -> Iterator[Evidence]:
    found = conjunction(
        {"1": equilibrium(factor), "2": linearisation(), **limit()},
        scope="all n >= 1, all l >= n + 2; l = n + 2 by CON-B7",
    )
    yield at_instance(found, n="({m}) - 1", c="1/(2*({m}))")
    yield at_rest(factor)
