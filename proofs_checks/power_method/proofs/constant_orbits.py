"""Lemma 7: orbits of the Oja map that stay at a polygonal state, whose limit is no consensus and no bipartite point."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V, OJA_CLASSES
from proofs_checks.power_method.proofs.models import OJA, V
from verify.claim import Source
from verify.formal import formal, model
from verify.tactics.build import KNOWN, absurd, cases, have, intro, leaf, lemma, obtain, rule, split, take, witness

NEAR = "forall e in number: e > 0 => (exists T in size: forall n in size: n >= T => norm(x[n, i] - y[i]) < e)"
LIMIT = f"(forall i: {NEAR})"
SHOWN = f"exists y in state: {LIMIT} and (consensus(y) or bipartite(y))"
STAYS = "forall n in step, i: x[n, i] == x[0, i]"
OFF = "exists i: not (exists l in number: V(x[0, i]) == l*x[0, i])"
GAP = "norm(x[0, t] - y[t])"
EIGEN = "forall i: exists l in number: V(y[i]) == l*y[i]"
FALSE = "1 <= 0"

NO_GAP = cases(
    f"-{GAP}",
    leaf(f"1: -{GAP} >= 0"),
    take(
        f"forall i: {NEAR}",
        ["t"],
        take(
            NEAR.replace("i]", "t]"),
            [GAP],
            obtain(
                f"exists T in size: forall n in size: n >= T => norm(x[n, t] - y[t]) < {GAP}",
                "T0",
                have(
                    [
                        ("x[T0, t] == x[0, t]", take(STAYS, ["T0", "t"], KNOWN)),
                        (
                            f"norm(x[T0, t] - y[t]) < {GAP}",
                            take(f"forall n in size: n >= T0 => norm(x[n, t] - y[t]) < {GAP}", ["T0"], KNOWN),
                        ),
                    ],
                    absurd(
                        lemma(
                            "LEM-two-signs",
                            leaf(use=["x[T0, t] == x[0, t]"]),
                            leaf(f"1: norm(x[T0, t] - y[t]) < {GAP}"),
                            a=f"norm(x[T0, t] - y[t]) - {GAP}",
                        )
                    ),
                ),
            ),
        ),
    ),
)


AT_LIMIT = have(
    [
        (f"{GAP} <= 0", NO_GAP),
        (f"{GAP} == 0", rule("antisymmetry", a=GAP, b="0")),
        ("x[0, t] == y[t]", rule("equal vectors", leaf(f"eq {GAP}: {GAP} == 0"), u="x[0, t]", w="y[t]")),
        ("exists l in number: V(y[t]) == l*y[t]", take(EIGEN, ["t"], KNOWN)),
        (
            "exists l in number: V(x[0, t]) == l*x[0, t]",
            obtain(
                "exists l in number: V(y[t]) == l*y[t]",
                "k",
                witness("k", leaf(use=["x[0, t] == y[t]", "V(y[t]) == k*y[t]"])),
            ),
        ),
    ],
    rule("contradiction", P="exists l in number: V(x[0, t]) == l*x[0, t]", C=FALSE),
)
"""A limit of the class consists of eigenvectors, the first state among them."""

formal(
    "POW-L7.lim.R1",
    title="Every limit is a consensus or a bipartite point",
    sentence=(
        r"Under Assumption 1 and $\alpha < 1/(2\|V\|)$ every trajectory of the Oja map converges to a"
        " consensus or a bipartite point."
    ),
    reading="R1: every limit",
    source=Source(PAPER, "Lemma 7, end of the proof"),
    kind="equilibrium",
    no_repair="by POW-L1 and POW-L7.conv the limit points are consensus, bipartite or polygonal points, and all occur",
    statement=model(
        V,
        OJA,
        OJA_CLASSES,
        ASSUMPTION,
        LENGTH_OF_V,
        {
            "letters": ["x[step, token]: vector"],
            "given": [
                "forall i: dot(x[0, i], x[0, i]) == 1",
                "forall n in step, i: x[n + 1, i] == value(oja, fn(h: x[n, h]), i)",
            ],
            "show": SHOWN,
        },
    ),
    refuted={
        "case": [STAYS, OFF],
        "proof": intro(
            "",
            obtain(
                SHOWN,
                "y",
                obtain(
                    OFF,
                    "t",
                    split(
                        "consensus(y) or bipartite(y)",
                        have(["consensus(y)"], AT_LIMIT),
                        have(["bipartite(y)"], AT_LIMIT),
                    ),
                ),
            ),
        ),
    },
    instance={
        "tokens": 2,
        "dim": 2,
        "letters": {
            "V": [[2, 0], [0, 1]],
            "alpha": "1/8",
            "v1": [1, 0],
            "lam1": 2,
            "norm_of_V": 2,
            "x": {"always": [["4/5", "3/5"], ["-4/5", "-3/5"]]},
        },
    },
)
