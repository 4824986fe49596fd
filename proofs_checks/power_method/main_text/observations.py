"""Sections 3.1 and 3.2: observations on trained models. They need the models' weights, which are not part of
this project, and stay OPEN; what is said beside them is exact where it can be, or about random surrogate
layers.

Where something exact is said, the false twin gets that wrong; elsewhere it changes what is measured, and stays open
like the claim.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.main_text import surrogates
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

sp = lazy("sympy")

SEEDS = range(3)
METHOD = "simulation of random Gaussian layers (surrogates)"
NEEDED = "needs the layer matrices of the trained models"
PLANE = ("rows(F) == cols(F)", "dot(x, x) == 1", "alpha > 0")


def _missing(scope: str, what: str, surrogate: str = "") -> Evidence:
    return open_(scope, METHOD if surrogate else "none without weights", f"{NEEDED}: {what}. {surrogate}".strip())


@claim(
    "POW-2.2.comp",
    title="The principal direction gains more than the average one",
    statement=(
        "In nearly all layers of the trained models the increment (4) for $v_1$ is positive and larger than its"
        " mean over all eigendirections, and the probability (5) exceeds its mean and 1/2. (For symmetric F the"
        " increments of the squared correlations average to zero, POW-EQ67; stated with squares the first half"
        " would only say there that the increment is positive.)"
    ),
    source=Source(PAPER, "Section 3.2"),
    kind="experiment",
    hypotheses=PLANE,
    instance={"F": [[1, 0], [0, "1/2"]], "x": ["3/5", "4/5"], "alpha": 1},
    twin=Twin("the probability (5) exceeds 9/10", {"level": 0.9}),
    expected=Verdict.OPEN,
)
def principal_gains_most(level: float = 0.5) -> Iterator[Evidence]:
    total, positive, above = surrogates.layers_above_average(SEEDS, level)
    found = f"Of {total} random surrogate layers {positive} have a positive increment, {above} satisfy all conditions"
    yield _missing("the layers of the trained models", "states and eigenvectors layer by layer", found)


@claim(
    "POW-B2",
    title="ALBERT: consensus, real and complex principal eigenvalues, near-collinear eigenvectors",
    statement=(
        "The four ALBERT models reach consensus quickly; the principal eigenvalue is real for base and large"
        " and complex for xlarge and xxlarge; that of large is smaller in modulus than the most negative"
        " eigenvalue; the first two eigenvectors of base and large are nearly collinear; no bipartite"
        r" equilibrium is seen. (Exactly: unit eigenvectors of $\lambda_1 > \lambda_2$ with cosine o, $0 < o <"
        r" 1$, make F non-normal on their plane: in an orthonormal basis its off-diagonal entry is $(\lambda_2"
        r" - \lambda_1)\,o/\sqrt{1 - o^2}$, unbounded as $o \to 1$.)"
    ),
    source=Source(PAPER, "Section 3.1"),
    kind="experiment",
    hypotheses=("lambda_1 > lambda_j", "overlap > 0", "overlap < 1"),
    instance={"lambda_1": "1", "lambda_j": "1/2", "overlap": "4/5"},
    twin=Twin("an off-diagonal entry that does not depend on o but through the root", {"power": 0}),
    expected=Verdict.OPEN,
)
def albert(power: int = 1) -> Iterator[Evidence]:
    s = symbols()
    o, root = sp.symbols("overlap root", positive=True)
    scope = "every pair of real eigenvalues with unit eigenvectors of cosine o, on their plane"
    entry = (s.lambda_j - s.lambda_1) * o**power / root
    F, v = sp.Matrix([[s.lambda_1, entry], [0, s.lambda_j]]), sp.Matrix([o, root])
    exact = conjunction(
        {
            "the eigenvectors e_1 and (o, root)": decide.identity(
                {"F v = lambda_2 v": (F * v, s.lambda_j * v), "the commutator": ((F * F.T - F.T * F)[0, 0], entry**2)},
                scope=scope,
                relations=[(root**2, 1 - o**2)],
            ),
            "it does not vanish": decide.inequality(
                (s.lambda_j - s.lambda_1) ** 2 * o**2 > 0, [s.lambda_1 > s.lambda_j, o > 0], scope=scope, degree=4
            ),
        },
        scope=scope,
    )
    yield exact.narrowed(f"near-collinear eigenvectors force non-normality: {scope}")
    yield _missing("the four ALBERT models", "the value and output matrices of the shared layer")


@claim(
    "POW-B3",
    title="Prolonged depth restores alignment",
    statement=(
        "Repeating the identical layers of the ALBERT models beyond their depth improves the alignment of the"
        " tokens with the principal direction or plane. (Exactly: for equal tokens and symmetric F with $|1 +"
        r" \alpha\lambda_j| < |1 + \alpha\lambda_1|$ every further layer improves it, at that ratio.)"
    ),
    source=Source(PAPER, "Section 3.1 and figure captions"),
    kind="experiment",
    hypotheses=PLANE,
    instance={"F": [[1, 0], [0, "1/2"]], "x": ["3/5", "4/5"], "alpha": 1},
    twin=Twin("the squared ratio is at most 1/2", {"ratio": "1/2"}),
    expected=Verdict.OPEN,
)
def prolonged_depth(ratio: str = "1") -> Iterator[Evidence]:
    s = symbols()
    first, other = 1 + s.alpha * s.lambda_1, 1 + s.alpha * s.lambda_j
    yield decide.inequality(
        (other / first) ** 2 < sp.Rational(ratio),
        [other**2 < first**2, first**2 > 0],
        scope="equal tokens, symmetric F: the squared ratio of the components along v_j and v_1, per layer",
        covers=False,
    )
    before, after = surrogates.final_alignment(SEEDS, varying=False)
    found = f"Random surrogates, {surrogates.LAYERS} identical layers: mean alignment from {before:.1f} to {after:.1f}"
    yield _missing("the ALBERT models", "the matrices of the repeated layer and token states", found)


@claim(
    "POW-B4",
    title="No growth over depth and no direction of the cumulative product",
    statement=(
        "In the models with different layers the correlations of the tokens with the principal eigenvector of"
        " the cumulative product of the layers show no trend over depth."
    ),
    source=Source(PAPER, "Section 3.2"),
    kind="experiment",
    hypotheses=PLANE,
    instance={"F": [[1, 0], [0, "1/2"]], "x": ["3/5", "4/5"], "alpha": 1},
    twin=Twin("no trend for identical layers either", {"varying": False}),
    expected=Verdict.OPEN,
)
def no_trend(varying: bool = True) -> Iterator[Evidence]:
    halfway, end = surrogates.product_alignment(SEEDS, varying=varying)
    found = (
        "Random surrogate layers do show a trend, unlike what the paper reports of trained ones: mean alignment with"
        f" the principal direction of the product {halfway:.2f} after half of the layers, {end:.2f} at the end"
    )
    yield _missing("the models with different layers", "all layer matrices and token states", found)
