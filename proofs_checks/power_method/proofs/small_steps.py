"""Lemma 5 as printed, for all sufficiently small step sizes: two tokens at v and -v are stable at all of them."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, TOKENS
from proofs_checks.power_method.proofs.false_instability import BIPARTITE, ON_EIGENVECTOR, pair, plane
from proofs_checks.power_method.proofs.models import OJA, Part
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, obtain, rule, take, unfold

EVERY_STEP: Part = {
    "letters": ["V: operator"],
    "maps": [OJA["maps"][0].replace("(X, i)", "[a](X, i)").replace("alpha", "a")],
}
"""The Oja map for every step size a."""
*GROUPS, FIXED = BIPARTITE["given"]
UNSTABLE = "forall a in number: 0 < a and a < b and fixed(oja[a], x) => not lyapunov(oja[a], x)"
SMALL = f"exists b in number: b > 0 and ({UNSTABLE})"
HALF = "min(b, 1)/2"
SHORT: Steps = [
    ("min(b, 1) > 0", rule("minimum strictly above", KNOWN, leaf("1:"), a="b", b="1", c="0")),
    ("min(b, 1) <= b", rule("minimum below first", a="b", b="1")),
    ("min(b, 1) <= 1", rule("minimum below second", a="b", b="1")),
    (f"0 < {HALF}", leaf("1/2: min(b, 1) > 0")),
    (f"{HALF} < b", leaf("1/2: min(b, 1) > 0", "1: min(b, 1) <= b")),
    (f"{HALF} <= 1", leaf("1/2: min(b, 1) <= 1", "1/2:")),
]
"""A step size below b and at most 1."""

formal(
    "POW-L5",
    statement=model(EVERY_STEP, ASSUMPTION, TOKENS, {**BIPARTITE, "given": GROUPS}, {"show": SMALL}),
    refuted={
        "case": [text for text in pair("1") if "alpha" not in text],
        "proof": intro(
            "",
            obtain(
                SMALL,
                "b",
                have(
                    [
                        *SHORT,
                        (
                            f"fixed(oja[{HALF}], x)",
                            unfold(
                                "goal",
                                intro(
                                    "t", leaf(use=["sum(j: x[j]) == 0", "forall i: dot(x[i], x[i]) == 1"], norms=["1"])
                                ),
                            ),
                        ),
                        (f"lyapunov(oja[{HALF}], x)", lemma("LEM-pair-stable", alpha=HALF, k="1")),
                        (f"not lyapunov(oja[{HALF}], x)", take(UNSTABLE, [HALF], KNOWN)),
                    ],
                    rule("contradiction", P=f"lyapunov(oja[{HALF}], x)", C="1 <= 0"),
                ),
            ),
        ),
    },
    instance=plane(ON_EIGENVECTOR, "alpha"),
)
