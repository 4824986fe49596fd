"""Section 2.3: row sums and bounds of the attention weights, for every number of tokens by induction over the terms.

With odds e_j = exp(y_i^T P y_j), their partial sums S_k and their sum S, and r = sqrt(n+1): alpha_ij = e_j/(r S). The
auto-regressive model sums over j <= i only; nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.examples import exact_texts
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
ALL = "all n, l, h >= 1, every P(t), U(t), W and every state, full and auto-regressive"


@illustration(
    "CON-A1",
    title="Row sums of the attention weights",
    statement=(
        r"$\sum_j\alpha_{ij}^\eta = 1/\sqrt{n+1}$ for every i, $\eta$, t and y, in the full and in the auto-regressive"
        r" model; hence $\sum_j\sum_\eta\alpha_{ij}^\eta = h/\sqrt{n+1}$."
    ),
    source=Source(PAPER, "Section 2.3, definition of alpha and Z; Section 4"),
    kind="identity",
)
def row_sums(power: int = 1) -> Iterator[Evidence]:
    r, S, S_k, e, h = sp.symbols("r S S_k e h", positive=True)
    yield conjunction(
        {
            "one more term adds its odds to the partial sum": decide.identity(
                {"sum": (S_k / (r * S) + e / (r * S), (S_k + e) / (r * S))}, scope=ALL
            ),
            "all terms, S_k = S": decide.identity({"row": (S / (r * S), 1 / r**power)}, scope=ALL),
            "one more head adds 1/r": decide.identity({"heads": (h / r**power + 1 / r, (h + 1) / r**power)}, scope=ALL),
        },
        scope=ALL,
    )
    d, Y, P = 2, generic.array("y", 3, 2), generic.array("P", 2, 2, 2)
    rows = {
        f"{'auto-regressive' if causal else 'full'}, head {eta + 1}, token {i + 1}": (
            st.head_weights(Y, P, causal=causal)[eta, i].sum(),
            1 / sp.sqrt(d) ** power,
        )
        for causal in (False, True)
        for eta in range(2)
        for i in range(3)
    }
    yield decide.identity(
        rows, scope="the weights themselves, n = 1, l = 3, h = 2, symbolic tokens and P", covers=False
    )


@illustration(
    "CON-A4",
    title="Bounds on the attention weights",
    statement=(
        r"If $|y_i^TP_\eta y_j| \le M_\eta$ for all i, j, then in the full model $e^{-2M_\eta}/(l\sqrt{n+1}) \le"
        r" \alpha_{ij}^\eta \le e^{2M_\eta}/(l\sqrt{n+1})$. On $E_W^n$ the logits of head $\eta$ are at most"
        r" $\|P_\eta\|/\lambda_{\min}(W)$ in modulus, so that $M_\eta = \sup\|P_\eta\|/\lambda_{\min}(W)$ will do."
    ),
    source=Source(PAPER, "Section 2.3; proofs of Theorems 3.2 and 4.2"),
    kind="inequality",
)
def weight_bounds(power: int = 2) -> Iterator[Evidence]:
    """E >= 1 is e^M; e one of the odds, S_k the sum of k odds, S of all l of them, share = e/S."""
    E, k, S_k, e, S, count, r = sp.symbols("E k S_k e S l r", positive=True)
    bounded = [generic.at_least(E, 1), e <= E, e * E >= 1]
    sums = [count * E >= S, count <= S * E]
    share = e / (r * S)
    norm, operator, least, lam, xi, a, b = sp.symbols("norm operator least lam xi a b", real=True)
    yield conjunction(
        {
            "one more term: S_k <= k E gives S_k + e <= (k + 1) E": decide.inequality(
                S_k + e <= (k + 1) * E, [*bounded, S_k <= k * E], scope=ALL
            ),
            "one more term: S_k >= k/E gives S_k + e >= (k + 1)/E": decide.inequality(
                (S_k + e) * E >= k + 1, [*bounded, S_k * E >= k], scope=ALL
            ),
            "lower bound": decide.inequality(
                share >= 1 / (E**power * count * r), [*bounded, *sums, r > 0], scope=ALL, degree=4
            ),
            "upper bound": decide.inequality(share <= E**power / (count * r), [*bounded, *sums], scope=ALL, degree=4),
            "lambda_min |y|^2 <= 1, term by term": decide.inequality(
                least * xi**2 <= lam * xi**2, [lam >= least, least > 0], scope=ALL
            ),
            "|y_i^T P y_j| <= |P| |y_i| |y_j| <= |P|/lambda_min, with norm = |y_i| |y_j|": decide.inequality(
                operator * norm <= operator / least, [operator >= 0, least > 0, least * norm <= 1, norm >= 0], scope=ALL
            ),
            "least |y_i| |y_j| <= 1 from least |y_i|^2 <= 1 and least |y_j|^2 <= 1": decide.inequality(
                least * a * b <= 1, [least * a**2 <= 1, least * b**2 <= 1, least > 0], squares=(a - b,), scope=ALL
            ),
        },
        scope=ALL,
    )
    yield conjunction(
        {
            "lower bound": decide.smt(share >= 1 / (E**power * count * r), [*bounded, *sums], scope=ALL),
            "upper bound": decide.smt(share <= E**power / (count * r), [*bounded, *sums], scope=ALL),
        },
        scope=f"{ALL}; odds and sums within the bounds of the other steps",
        method="z3",
    ).narrowed("the last step, a second route")

    def trial(rng: Any) -> Any:
        """A row of l weights with logits L log 2, |L| <= 3: E = 8, r = 2."""
        count_ = int(rng.integers(1, 7))
        L = rng.integers(-3, 4, size=count_)
        odds = np.array([Fraction(2) ** int(entry) for entry in L], dtype=object)
        weights = st.normalise_rows(odds) / 2
        least, most = Fraction(1, 2 * count_ * 8**power), Fraction(8**power, 2 * count_)
        values = {"a": exact_texts(weights), "low": str(least), "high": str(most)}
        smallest, largest = int(np.argmin(weights)), int(np.argmax(weights))
        if weights[smallest] < least:
            return decide.Trial(False, values, [f"a[{smallest}] < low"])
        return decide.Trial(bool(weights[largest] <= most), values, [f"a[{largest}] > high"])

    yield decide.exact_instances(
        trial, scope="rational rows, l <= 6, M = 3 log 2", method="Fractions: the weights themselves"
    )
