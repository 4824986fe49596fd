"""What a summary page of the paper says about stability, generality and depth, against what holds."""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.auto_regressive.hemisphere import SIZE, SIZES, leader_following, uniform_decay
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

sp = lazy("sympy")

ALL = "auto-regressive model, all n, l, h >= 1, every bounded measurable P(t), U_h = I, W = I"


def page(where: str) -> Source:
    """A place on the summary page."""
    return Source(PAPER, f"summary page of arXiv 2412.02682, {where}")


@illustration(
    "CON-Y.b",
    title="Perturbations from consensus die out",
    statement=(
        r"For $U_\eta = I$ and bounded P disagreement that is small at first, $|y_i - y_1|_W^2 < 2$ for all i, dies out"
        " exponentially, for full attention on an ellipsoid and in the auto-regressive model on the sphere; with full"
        r" attention $|y_i - y_j|_W^2 \le r < 2$ at first gives $|y_i - y_j|_W^2 \le 2r$ meanwhile (auto-regressive:"
        " CON-T4.2.f). (A common perturbation of all tokens stays: every common point is an equilibrium.)"
    ),
    reading=("the model of Theorems 3.2 and 4.2, U = I, perturbations of agreement; CON-Y.b.R1 reads it for every U"),
    source=page("stability of consensus"),
    kind="stability",
)
def damped(factor: int = 2) -> Iterator[Evidence]:
    s, i = sp.symbols("s i", real=True)
    yield conjunction(
        {
            **uniform_decay(factor),
            "the linear rates -s (1 - 1/i) of later tokens are negative": decide.inequality(
                -s * (1 - 1 / i) < 0, [s > 0, i >= 2], scope=ALL
            ),
        },
        scope=ALL + "; full attention is CON-B1",
    )


@illustration(
    "CON-Y.b.R1",
    title="Perturbations from consensus die out, every value matrix",
    statement="Attention makes consensus stable whatever U is: perturbations from it die out.",
    reading="R1: every symmetric U; v is an eigenvector, so that consensus at v is an equilibrium",
    source=page("stability of consensus"),
    kind="stability",
    no_repair="CON-B5.rate gives the exact condition on the eigenvalues of U",
)
def damped_always(kappa: int = -1) -> Iterator[Evidence]:
    yield decide.refutation(
        {"U": [[kappa, 0], [0, kappa]], "v": [1, 0], "w": [0, 1], "lam": kappa, "mu": kappa, "i": 2},
        ["dot(v, w) == 0", "U@w == mu*w", "mu/i - lam > 0"],
        scope="U = -I, second token, auto-regressive: the eigenvalue (mu/2 - lambda)/sqrt(n+1) is positive",
        method="referee: an exact unstable mode",
    )


@claim(
    "CON-Y.d",
    title="Generality of convergence",
    statement=(
        "Convergence holds under various assumptions on Q, K, V, and is observed even when the assumptions fail."
    ),
    source=page("generality"),
    kind="experiment",
    hypotheses=SIZES,
    instance=SIZE,
    twin=Twin("twice the rate of CON-T4.2.repaired", {"factor": 2}),
    expected=Verdict.OPEN,
)
def generality(factor: int = 1) -> Iterator[Evidence]:
    yield open_(
        "observations when the assumptions fail",
        "none",
        "a report of experiments with trained weights, which are not loaded here; it is no general law, as there are"
        " exact exceptions (CON-H.6, CON-I.b, CON-Y.b.R1)",
    )
    yield conjunction(leader_following(factor), scope=ALL).narrowed(ALL + ", tokens in an open hemisphere: it holds")


@claim(
    "CON-Y.f",
    title="No open questions",
    statement="The paper calls out no open questions.",
    source=page("open questions"),
    kind="typo-check",
    hypotheses=("places >= 0",),
    instance={"places": 3},
    twin=Twin("no such place", {"places": ()}),
    expected=Verdict.OPEN,
)
def open_questions(
    places: tuple[str, ...] = ("Remark 2.2 (conjecture)", "Section 1 (several heads)", "Remark 4.7 (slow v)"),
) -> Iterator[Evidence]:
    yield open_(
        "the wording of the paper",
        "reading",
        f"a matter of reading, not of mathematics; against it speak: {', '.join(places) or 'nothing'}",
    )


@claim(
    "CON-Y.g",
    title="Bibliographic facts",
    statement="The arXiv version 2412.02682 has 40 references.",
    source=page("bibliography"),
    kind="typo-check",
    hypotheses=("references == 40",),
    instance={"references": 40},
    twin=Twin("41 references", {"references": 41}),
    expected=Verdict.OPEN,
)
def bibliography(references: int = 40) -> Iterator[Evidence]:
    yield open_("the arXiv version", "none", f"{references} references: needs the arXiv text, which is not loaded here")


@claim(
    "CON-Y.h",
    title="Depth, collapse and an optimal depth",
    statement=(
        r"Increasing depth leads to collapse, $E \to 0$, and there is an optimal depth beyond which performance"
        " degrades."
    ),
    source=page("depth"),
    kind="experiment",
    hypotheses=SIZES,
    instance=SIZE,
    twin=Twin("twice the rate of CON-T4.2.repaired", {"factor": 2}),
    expected=Verdict.OPEN,
)
def depth(factor: int = 1) -> Iterator[Evidence]:
    """E = (1/2l) sum |y_i - y_1|^2 is at most half the largest square, which decays by CON-T4.2.repaired."""
    total, largest, length = sp.symbols("total largest l", real=True)
    yield open_(
        "performance as a function of depth",
        "none",
        "performance of trained networks is not a statement about this model; only E -> 0 is, and is listed",
    )
    yield conjunction(
        {
            **leader_following(factor),
            "E <= max |y_i - y_1|^2/2": decide.inequality(
                total / (2 * length) <= largest / 2, [length >= 1, total <= length * largest], scope=ALL
            ),
        },
        scope=ALL,
    ).narrowed(ALL + ", tokens in an open hemisphere: E tends to 0 exponentially")
