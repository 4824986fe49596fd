"""Supplement D.3, Remark 7: the scalars nu_i of a clustering equilibrium, and states with flipped tokens.

x_i^T P x_j and y_i are linear in each of their arguments, so identities between them hold for all sizes when they
hold on unit matrices and vectors, whose at most three token indices and three coordinates all occur at N = d = 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.proofs_checks.power_method.clustering.clustering import EXACT, INSTANCE, SIZES
from attnverify.proofs_checks.power_method.clustering.clustering_condition import SCOPE
from attnverify.proofs_checks.power_method.missing import IMPLICIT
from attnverify.proofs_checks.power_method.symbols import symbols
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

REMARK = Source(PAPER, "Remark 7", reconstructed=True)
_STATE = ("X", "L", "A", "nu", "n")


@claim(
    "POW-R7.flip",
    title="Flipping all tokens keeps a clustering equilibrium, flipping some can destroy it",
    statement=(
        "For every X, $A(-X) = A(X)$ and $y_i(-X) = -y_i(X)$, so $-X$ is an equilibrium of the attention map with"
        r" the same $\nu_i$ when X is. Flipping only some tokens can destroy it: at an exact two-value equilibrium"
        " the flip of either token does, as it does after all small changes of V, P (the residual is continuous, and"
        r" the equilibrium persists and is isolated because $\det(I - J) \neq 0$ there, POW-R6.two). It need not: in"
        " an exact four-value equilibrium the flip of one antipodal pair only exchanges its two tokens. (Proved:"
        " POW-R7.flip.all and, at the exact equilibria, POW-R7.flip.some; what remains are the small changes of V, P.)"
        + missing(IMPLICIT)
    ),
    reading="typically: at an exact example and in a neighbourhood of it; some flips preserve others",
    source=REMARK,
    kind="equilibrium",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("the flip of the pair in place of the flip of one token", {"flips": (0, 1)}),
    expected=Verdict.ARGUED,
    rests_on=("POW-R6.two", "POW-R7.flip.all", "POW-R7.flip.some"),
)
def flipping(flips: Sequence[int] = (0,)) -> Iterator[Evidence]:
    X, P, V = generic.array("x", 3, 3), generic.array("P", 3, 3), generic.array("V", 3, 3)
    A, alpha = generic.array("A", 3, 3), symbols().alpha
    even = {
        "logits": (sp.Matrix(st.models.logits(-X, P)), sp.Matrix(st.models.logits(X, P))),
        "y": (sp.Matrix(st.attention_step(-X, A, V, alpha)), sp.Matrix(-st.attention_step(X, A, V, alpha))),
    }
    two, four = cluster_examples.TWO, cluster_examples.FOUR
    parts = {
        "-X": decide.identity(even, scope=SCOPE),
        "a partial flip that destroys": _flipped(two, flips, destroys=True),
        "so does the other token's": _flipped(two, [1], destroys=True),
        "a partial flip that preserves": _flipped(four, [0, 1], destroys=False),
    }
    yield conjunction(parts, scope=f"{SCOPE}; existence for the partial flips")


def _flipped(given: Any, flips: Sequence[int], *, destroys: bool) -> Evidence:
    """Whether the state after the flip of some tokens is no equilibrium any more, by its exact attention weights."""
    m = len(given.tokens)
    signs = [-1 if i in flips else 1 for i in range(m)]
    tokens = [
        [str(sign * sp.Rational(entry)) for entry in token] for sign, token in zip(signs, given.tokens, strict=True)
    ]
    after = replace(given, tokens=tokens)
    values = given.values() | {f"{name}_after": value for name, value in after.values().items() if name in _STATE}
    values["signs"] = signs
    kept = cluster_examples.equilibrium(m, "_after")
    residual = "A_after@X_after@transpose(V) == diag(nu_after)@X_after"
    if destroys:
        kept = [relation for relation in kept if relation != residual] + [residual.replace("==", "!=")]
    relations = [*cluster_examples.equilibrium(m), "X_after == diag(signs)@X", *kept]
    return example(values, relations, scope="an exact equilibrium", method=EXACT)
