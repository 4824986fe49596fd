"""Section 4: the auto-regressive weights, the fixed first token and the equation of the cosines.

All sizes: a row of weights is a list of positive numbers divided by their sum S and by r = sqrt(n + 1). Adding one more
number e to a partial sum T turns T/(rS) into (T + e)/(rS); at the end T = S. The mask is a factor 0 on the numbers of
later tokens, so that nothing of them is left in row i. Row i of the field is the sum of its pair terms (`pairs`), so an
identity of one pair term, with arbitrary weights, is an identity for all N and h.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.auto_regressive import pairs
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

ALL = "all n >= 1, l >= 1, h >= 1, every P(t)"


@illustration(
    "CON-AR.a",
    title="Auto-regressive weights: row sums, first row, closed subsystems",
    statement=(
        r"With $\alpha_{ij} = 0$ for $j > i$ and $Z_i$ summed over $j \le i$: every row sums to $1/\sqrt{n+1}$,"
        r" $\alpha_{11} = 1/\sqrt{n+1}$ whatever P and y are, and tokens $1, \dots, i$ form a closed subsystem for"
        " every i."
    ),
    source=Source(PAPER, "Section 4, opening display"),
    kind="identity",
)
def weights(power: int = 1, seed: int = 0) -> Iterator[Evidence]:
    r, earlier, own, later, S = sp.symbols("r T e x S", positive=True)
    row = st.normalise_rows(np.array([[own, later], [earlier, own]], dtype=object), causal=True) / r
    N, heads = 4, 2
    odds = np.array(
        [[[sp.Symbol(f"e_{h}_{i}_{j}", positive=True) for j in range(N)] for i in range(N)] for h in (0, 1)]
    )
    alpha = st.normalise_rows(odds, causal=True) / r
    yield conjunction(
        {
            "one more term of a row": decide.identity(
                {"T/(rS) + e/(rS)": (earlier / (r * S) + own / (r * S), (earlier + own) / (r * S))}, scope=ALL
            ),
            "the last row of a partial sum T and a last term": decide.identity(
                {
                    "earlier terms and the own one": (row[1, 0] + row[1, 1], r**-power),
                    "the first row": (row[0, 0], r**-power),
                    "a later token has no weight": (row[0, 1], sp.Integer(0)),
                },
                given=[generic.positive(r)],
                scope=ALL,
            ),
            "the field of token i needs tokens 1, ..., i only": pairs.sum_of_pairs(ALL),
        },
        scope=ALL,
    )
    rows = {f"head {h + 1}, row {i + 1}": (sum(alpha[h, i]), r**-power) for h in range(heads) for i in range(N)}
    yield decide.identity(rows, scope="N = 4, h = 2, generic odds", covers=False)
    yield decide.exact_instances(
        lambda rng: _subsystem(rng, power),
        scope="logits in log(2) Z, d = 4, N = 2..6, h = 1..3: row sums, closed subsystems",
        method="fractions: exact rational arithmetic",
        examples=6,
        seed=seed,
    )


def _subsystem(rng: Any, power: int) -> Any:
    """Row sums of `st.head_weights`, and the first k tokens alone against the first k of all."""
    N, heads, d = int(rng.integers(2, 7)), int(rng.integers(1, 4)), 4
    Y = np.array([[sp.Integer(int(x)) for x in row] for row in rng.integers(-2, 3, (N, d))], dtype=object)
    P = np.array([[[sp.Integer(int(x)) for x in row] for row in head] for head in rng.integers(-2, 3, (heads, d, d))])
    A = st.head_weights(Y, P * sp.log(2), causal=True)
    k = int(rng.integers(1, N))
    first = st.head_weights(Y[:k], P * sp.log(2), causal=True)
    sums = A.sum(axis=-1).ravel()
    same = (st.velocity(Y[:k], first) - st.velocity(Y, A)[:k]).ravel()
    holds = all(entry == sp.Rational(1, 2**power) for entry in sums) and all(entry == 0 for entry in same)
    return decide.Trial(bool(holds), {"sums": [str(entry) for entry in sums]}, [f"sums != {sp.Rational(1, 2**power)}"])


@illustration(
    "CON-T4.2.a",
    title="The first token does not move",
    statement=r"In the auto-regressive model with $U_\eta = I$, $\dot y_1 = 0$, for every P(t) and number of heads.",
    source=Source(PAPER, "Theorem 4.2 and the text before it"),
    kind="equilibrium",
)
def first_token(token: int = 0) -> Iterator[Evidence]:
    """Row 1 is s (1 - |y_1|^2) y_1 and involves y_1 only: coordinates in R^3 carry every n."""
    Y, units = pairs.tokens("y_1", "y_2", "y_3")
    field = st.velocity(Y, pairs.causal_weights(2, 3))
    yield decide.identity(
        {"velocity": (sp.Matrix(field[token]), sp.zeros(3, 1))},
        relations=units,
        scope=ALL + "; the field of the first token involves nothing else",
    )
    one = np.array([[sp.Symbol("y_1_0_0", real=True), sp.Symbol("y_1_0_1", real=True)]], dtype=object)
    alone = st.velocity(one, np.array([[sp.Symbol("s", positive=True)]], dtype=object))[0]
    square = one[0, 0] ** 2 + one[0, 1] ** 2
    yield decide.identity(
        {"s (1 - |y_1|^2) y_1": (sp.Matrix(alone), sp.Symbol("s", positive=True) * (1 - square) * sp.Matrix(one[0]))},
        scope="one token in the plane, off the sphere as well",
        covers=False,
    )


@illustration(
    "CON-T4.2.b",
    title="Scalar equation for the cosine with the first token",
    statement=(
        r"Auto-regressive model on the sphere, $U_\eta = I$, any P. With $c_i = y_1^Ty_i$: $\dot c_i = \sum_{j\le"
        r" i}\bar\alpha_{ij}(c_j - c_i\,y_i^Ty_j)$; for $i = 2$ this is $\dot c_2 = \bar\alpha_{21}(1 - c_2^2)$."
    ),
    source=Source(PAPER, "Theorem 4.2 and the text before it"),
    kind="identity",
)
def cosines(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """y_1 is fixed, so c_i' = y_1.y_i'; per pair with generic y_1, y_i, y_j in R^3, then the sum of pairs."""
    Y, units = pairs.tokens("y_1", "y_i", "y_j")
    e, y_i, y_j = Y
    claimed = e @ y_j - sign * (e @ y_i) * (y_i @ y_j)
    A = pairs.causal_weights(2, 2)
    two = Y[:2]
    own = A[0, 1, 0] + A[1, 1, 0]
    yield conjunction(
        {
            "pair term": decide.identity(
                {"y_1 . pair term": (e @ pairs.pair_term(y_i, y_j), claimed)}, relations=units, scope=ALL
            ),
            "the second token": decide.identity(
                {"c_2'": (two[0] @ st.velocity(two, A)[1], own * (1 - sign * (two[0] @ two[1]) ** 2))},
                relations=units[:2],
                scope=ALL,
            ),
            "the field is the sum of the pair terms": pairs.sum_of_pairs(ALL),
        },
        scope=ALL,
    )
    yield decide.exact_instances(
        lambda rng: _rates(rng, sign),
        scope="rational unit tokens, rational positive causal weights, N = 3..7, d = 2..5, h = 1..3",
        method="fractions: exact rational arithmetic",
        examples=8,
        seed=seed,
    )


def _rates(rng: Any, sign: int) -> Any:
    """`st.decrease.cascade_terms` and the claimed sum against y_1 . velocity."""
    Y, A = exact_state(rng, int(rng.integers(3, 8)), int(rng.integers(2, 6)), int(rng.integers(1, 4)))
    direct = st.velocity(Y, A) @ Y[0]
    c, total = st.decrease.cosines(Y), A.sum(axis=0)
    gain, d = st.decrease.cascade_terms(Y, A)
    claimed = np.sum(total * (c[None, :] - sign * c[:, None] * st.models.gram(Y)), axis=-1)
    holds = np.array_equal(direct, claimed) and np.array_equal(direct, gain * (1 - c * c) + d)
    texts = {"L": [str(x) for x in direct], "R": [str(x) for x in claimed]}
    return decide.Trial(bool(holds), texts, ["L != R"])


def exact_state(rng: Any, N: int, d: int, heads: int) -> tuple[Any, Any]:
    """Rational unit tokens, the first one e_1 rotated, and rational positive causal weights (heads, N, N)."""
    Q = st.sampling.orthogonal(rng, d)
    Y = np.array([Q[0], *(st.sampling.orthogonal(rng, d)[0] for _ in range(N - 1))], dtype=object)
    odds = np.array([[[st.sampling.rational(rng, 1, 9) for _ in range(N)] for _ in range(N)] for _ in range(heads)])
    return Y, st.normalise_rows(odds, causal=True)


@illustration(
    "CON-R4.3",
    title="One head and constant P are a special case",
    statement=(
        "Time-invariant P and h = 1 satisfy Assumption 4.1: a constant P is bounded, and the sum over heads in (6) is"
        " its single term."
    ),
    reading="the substitution only; what the earlier source proves is not decided here",
    source=Source(PAPER, "Remark 4.3"),
    kind="identity",
)
def one_head(heads: int = 1) -> Iterator[Evidence]:
    Y, _ = pairs.tokens("y_1", "y_2", "y_3")
    A = pairs.causal_weights(heads, 3)
    field, single = st.velocity(Y, A), st.velocity(Y, A[0])
    P, t = generic.array("p", 2, 2), sp.Symbol("t", positive=True)
    Z = np.array([[sp.Rational(3, 5), sp.Rational(4, 5)], [sp.Integer(0), sp.Integer(1)]], dtype=object)
    constant = st.Flow(P, causal=True).velocity(0.0, Z)
    at_t = st.Flow(lambda _: P, causal=True).velocity(t, Z)
    scope = "all n, l, constant P"
    yield conjunction(
        {
            "the sum over one head": decide.identity(
                {f"token {i + 1}": (sp.Matrix(field[i]), sp.Matrix(single[i])) for i in range(3)}, scope=scope
            ),
            "a schedule that does not depend on t": decide.identity(
                {"velocity at every t": (sp.Matrix(at_t), sp.Matrix(constant))}, scope=scope
            ),
        },
        scope=scope,
    )
