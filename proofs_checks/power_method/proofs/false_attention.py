"""Lemmas 9 and 15: the attention matrix and polygonal states of the attention map, refuted by exact instances."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, instance, values
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, ATTENTION_CLASSES, NONSINGULAR, TOKENS
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES, P, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, obtain, rule, take

ENTRY = "weight(bipartite, {0}, {1})".format
RANK_AT_LEAST_TWO = f"exists i, j, k, l: {ENTRY('i', 'k')}*{ENTRY('j', 'l')} != {ENTRY('i', 'l')}*{ENTRY('j', 'k')}"
TWO_DIFFERENT_ROWS = "forall i, j, k: {} or {} or {}".format(
    *[f"(forall l: {ENTRY(a, 'l')} == {ENTRY(b, 'l')})" for a, b in ("ij", "ik", "jk")]
)
"""Rank 2: two rows with a minor that is not zero, and of any three rows two are equal."""

formal(
    "POW-L9.bip",
    statement=model(V, P, ATTENTION, BIPARTITE, {"show": [RANK_AT_LEAST_TWO, TWO_DIFFERENT_ROWS]}),
    refuted={"instance": instance(2, 1, values(odds="1"))},
)

formal(
    "POW-L9.entries.R2",
    statement=model(
        V,
        P,
        ATTENTION,
        BIPARTITE,
        {
            "show": [
                f"forall i in A, j in B: {ENTRY('i', 'i')} != {ENTRY('i', 'j')}"
                f" and {ENTRY('i', 'i')} != {ENTRY('j', 'i')} and {ENTRY('i', 'i')} != {ENTRY('j', 'j')}",
                f"forall i in A, j in B: {ENTRY('i', 'j')} != {ENTRY('j', 'i')}"
                f" and {ENTRY('i', 'j')} != {ENTRY('j', 'j')} and {ENTRY('j', 'i')} != {ENTRY('j', 'j')}",
            ]
        },
    ),
    refuted={"instance": instance(2, 2, values())},
)

GROWS = "exists b in number: b > 0 and (forall s in number: 0 < s and s < b => abs(1 + s*kappa) > 1)"
"""For all small steps s the mode with the factor 1 + s kappa diverges."""

_BELOW = "forall s in number: 0 < s and s < b => abs(1 + s*kappa) > 1"
_AT = "1/(2 + 1/b)"


SMALL_STEPS_SHRINK = intro(
    "",
    obtain(
        GROWS,
        "b",
        have(
            [
                ("1/b > 0", KNOWN),
                (f"0 < {_AT}", leaf("1:", times=["2 + 1/b"])),
                (f"{_AT} < b", leaf("2: b > 0", times=["2 + 1/b"])),
                (f"{_AT} <= 1/2", leaf("1/2: 1/b > 0", times=["2 + 1/b"])),
            ],
            take(
                _BELOW,
                [_AT],
                have(
                    [
                        (
                            f"abs(1 + {_AT}*kappa) < 1",
                            rule(
                                "absolute",
                                leaf(f"26/25: 0 < {_AT}", use=["kappa == -26/25"]),
                                leaf(f"26/25: {_AT} <= 1/2", "37/25:", use=["kappa == -26/25"]),
                                e=f"1 + {_AT}*kappa",
                                b="1",
                            ),
                        )
                    ],
                    leaf(f"1: abs(1 + {_AT}*kappa) > 1", times=[f"1 - abs(1 + {_AT}*kappa)"]),
                ),
            ),
        ),
    ),
)

CLUSTERING: Part = {
    "given": ["alpha > 0", "fixed(attention, x)", "off_one_line(x)", "not polygonal(x)"],
}
SQUARE: Part = {
    "tokens": 4,
    "dim": 2,
    "letters": {
        "V": [[1, 1], [1, -1]],
        "P": [["-log(3)", "-log(3)"], ["-log(3)", "log(3)"]],
        "alpha": "1/10",
        "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
    },
}
"""Four tokens along two axes, none of them an eigenvector."""

formal(
    "POW-L9.clust.R1",
    statement=model(
        V,
        P,
        NONSINGULAR,
        ATTENTION,
        ATTENTION_CLASSES,
        TOKENS,
        CLUSTERING,
        {
            "letters": ["z[token], g[token]: number"],
            "given": [
                "forall i: sum(j: weight(x, i, j)*z[j]) == 0",
                "forall i, j: x[i] == x[j] => g[i] == g[j]",
            ],
            "show": ["sum(j: g[j]*z[j]) == 0"],
        },
    ),
    refuted={
        "instance": {**SQUARE, "letters": {**SQUARE["letters"], "z": [1, 1, -1, -1], "g": [1, 0, 0, 0]}},
    },
)
"""Rank m: what A sends to zero is orthogonal to every g that is constant on the m clusters, an m-dimensional space."""

SAME = "x[i] == x[k] and x[j] == x[l]"
LOGIT = "dot(x[{0}], P(x[{1}]))".format
TOTAL = "sum(l: exp(dot(x[{0}], P(x[l]))))".format
formal(
    "POW-L9.numbers",
    statement=model(
        V,
        P,
        NONSINGULAR,
        ATTENTION,
        ATTENTION_CLASSES,
        TOKENS,
        CLUSTERING,
        {
            "show": [
                f"forall i, j, k, l: exp({LOGIT('i', 'j')}) == exp({LOGIT('k', 'l')}) => {SAME}",
                f"forall i, k: {TOTAL('i')} == {TOTAL('k')} => x[i] == x[k]",
                "forall i, j, k: weight(x, i, j) == weight(x, i, k) => x[j] == x[k]",
            ]
        },
    ),
    refuted={"instance": SQUARE},
)

POLYGONAL: Part = {"given": ["alpha > 0", "polygonal(x)"]}
NO_EIGENVECTOR: Part = {"given": ["forall i: not (exists m in number: V(x[i]) == m*x[i])"]}
UNSTABLE: Part = {"show": "not lyapunov(attention, x)"}
PAIR: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [[2, 0], [0, 1]],
        "P": [["-24/5", "7/5"], ["7/5", "24/5"]],
        "alpha": "1/10",
        "x": [["4/5", "3/5"], ["-4/5", "-3/5"]],
        "v1": [1, 0],
        "lam1": 2,
    },
}
"""Two antipodal tokens off the eigenvectors of a positive definite V: asymptotically stable."""

for id, more in (("POW-L15.R1", {}), ("POW-L15.R3", NO_EIGENVECTOR)):
    formal(
        id,
        statement=model(V, P, ATTENTION, ATTENTION_CLASSES, ASSUMPTION, TOKENS, POLYGONAL, more, UNSTABLE),
        refuted={"instance": PAIR},
    )

formal(
    "POW-T3.poly",
    statement=model(
        V,
        P,
        ATTENTION,
        ATTENTION_CLASSES,
        ASSUMPTION,
        TOKENS,
        POLYGONAL,
        {
            "letters": ["w: vector", "low: number"],
            "given": [
                "forall b in vector: dot(b, V(b)) >= low*dot(b, b)",
                "eigenvector(V, w, low)",
                "abs(low) > lam1 => alpha < 2/(abs(low) - lam1)",
            ],
        },
        UNSTABLE,
    ),
    refuted={"instance": {**PAIR, "letters": {**PAIR["letters"], "w": [0, 1], "low": 1}}},
)

FROZEN = "unit(X[i] + alpha*V(sum(j: weight(x, i, j)*X[j])))"
EQUAL_MODE = "fn(h: w)"
formal(
    "POW-L15.bound",
    statement=model(
        V,
        P,
        ATTENTION,
        ATTENTION_CLASSES,
        ASSUMPTION,
        TOKENS,
        POLYGONAL,
        NO_EIGENVECTOR,
        {
            "letters": ["w: vector", "g, kappa: number"],
            "maps": [f"frozen(X, i) = {FROZEN} on {SPHERES}"],
            "given": [
                "w != 0",
                "forall i: dot(x[i], w) == 0",
                f"forall i: D(frozen, x, {EQUAL_MODE}, i) == (1 + alpha*g)*w",
                f"forall i: D(attention, x, {EQUAL_MODE}, i) == (1 + alpha*kappa)*w",
                "g > 0",
            ],
            "show": GROWS,
        },
    ),
    refuted={"proof": SMALL_STEPS_SHRINK, "under": ["kappa == -26/25"]},
    instance={
        **PAIR,
        "letters": {**PAIR["letters"], "w": ["-3/5", "4/5"], "g": "34/25", "kappa": "-26/25"},
    },
)
"""The mode in which all components are equal: the factor is 1 + alpha g with frozen weights, 1 + alpha kappa with
moving ones, and neither g nor kappa depends on alpha."""
