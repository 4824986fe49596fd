"""Limitations: inverting the feed-forward map with ReLU on its image, where a pattern of active units is constant."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, split, take, witness

PATTERN = "forall i: (active[i] == 1 and pre(i, solution) >= 0) or (active[i] == 0 and pre(i, solution) <= 0)"
INVERSE = "forall f in vector: slope(Minv(f)) == f"
RELU = "max(0, pre(t, solution))"
ACTIVE, IDLE = "active[t] == 1 and pre(t, solution) >= 0", "active[t] == 0 and pre(t, solution) <= 0"
OUTPUTS = "sum(i: max(0, pre(i, solution))*out[i]) == sum(i: active[i]*pre(i, solution)*out[i])"

UNIT = take(
    PATTERN,
    ["t"],
    split(
        f"({ACTIVE}) or ({IDLE})",
        have(
            [
                (
                    f"{RELU} <= pre(t, solution)",
                    rule("maximum below", KNOWN, KNOWN, a="0", b="pre(t, solution)", c="pre(t, solution)"),
                ),
                (f"pre(t, solution) <= {RELU}", rule("maximum above second", a="0", b="pre(t, solution)")),
                (f"{RELU} == pre(t, solution)", rule("antisymmetry", a=RELU, b="pre(t, solution)")),
            ],
            leaf(use=[f"{RELU} == pre(t, solution)", "active[t] == 1"]),
        ),
        have(
            [
                (f"{RELU} <= 0", rule("maximum below", leaf(), KNOWN, a="0", b="pre(t, solution)", c="0")),
                (f"0 <= {RELU}", rule("maximum above first", a="0", b="pre(t, solution)")),
                (f"{RELU} == 0", rule("antisymmetry", a=RELU, b="0")),
            ],
            leaf(use=[f"{RELU} == 0", "active[t] == 0"]),
        ),
    ),
)


def shifted(u: str, w: str, z: str) -> Tree:
    """Equal vectors plus the same vector."""
    return lemma("LEM-same-combination", u=u, w=w, z=z, k="1", l="1")


def inactive(y: str) -> tuple[str, Tree]:
    """An input on the other side leaves the unit idle."""
    value = f"max(0, dot(e, {y}))"
    below, above = f"{value} <= 0", f"0 <= {value}"
    return f"{value} == 0", have(
        [
            (below, rule("maximum below", leaf(), leaf(use=["dot(e, e) == 1"]), a="0", b=f"dot(e, {y})", c="0")),
            (above, rule("maximum above first", a="0", b=f"dot(e, {y})")),
        ],
        rule("antisymmetry", a=value, b="0"),
    )


VALUES = {
    "w": [[1, 0], [0, 1], [-1, -1]],
    "out": [[1, 0], [0, 1], [1, 1]],
    "b": [1, 0, 0],
    "active": [1, 1, 0],
    "bias": [1, 0],
    "target": [4, 3],
    "Minv": [[1, 0], [0, 1]],
    "e": [1, 0],
    "input": [2, 3],
}
formal(
    "POW-FFN",
    statement={
        "letters": [
            "w[token], out[token]: vector",
            "b[token], active[token]: number",
            "bias, target, e, input: vector",
            "Minv: matrix",
        ],
        "where": [
            "pre(i, y) := dot(w[i], y) + b[i]",
            "ffn(y) := sum(i: max(0, pre(i, y))*out[i]) + bias",
            "slope(y) := sum(i: active[i]*dot(w[i], y)*out[i])",
            "offset := sum(i: active[i]*b[i]*out[i]) + bias",
            "solution := Minv(target - offset)",
            "along(y) := sum(i: max(0, dot(e, y))*out[i]) + bias",
        ],
        "given": [INVERSE, "dot(e, e) == 1"],
        "show": [
            "ffn(input) == target => (exists y in vector: ffn(y) == target)",
            f"({PATTERN}) => ffn(solution) == target",
            "along(-e) == along(-2*e) and norm(-e - (-2*e)) == 1",
        ],
    },
    proof=[
        intro("", witness("input", KNOWN)),
        intro(
            "",
            have(
                [
                    (
                        OUTPUTS,
                        rule(
                            "equal vector sums",
                            UNIT,
                            e="fn(i: max(0, pre(i, solution))*out[i])",
                            f="fn(i: active[i]*pre(i, solution)*out[i])",
                            new={"x": "t"},
                        ),
                    ),
                ],
                take(
                    INVERSE,
                    ["target - offset"],
                    have(
                        [
                            (
                                "1*sum(i: max(0, pre(i, solution))*out[i]) + 1*bias"
                                " == 1*sum(i: active[i]*pre(i, solution)*out[i]) + 1*bias",
                                shifted(
                                    "sum(i: max(0, pre(i, solution))*out[i])",
                                    "sum(i: active[i]*pre(i, solution)*out[i])",
                                    "bias",
                                ),
                            ),
                            (
                                "1*slope(solution) + 1*offset == 1*(target - offset) + 1*offset",
                                shifted("slope(solution)", "target - offset", "offset"),
                            ),
                        ],
                        lemma(
                            "LEM-same-chain",
                            KNOWN,
                            KNOWN,
                            u="ffn(solution)",
                            w="slope(solution) + offset",
                            z="target",
                        ),
                    ),
                ),
            ),
        ),
        have(
            [inactive("-e"), inactive("-2*e")],
            both(leaf(use=[inactive("-e")[0], inactive("-2*e")[0]]), leaf(use=["dot(e, e) == 1"])),
        ),
    ],
    instance=plane(VALUES, tokens=3),
    twin=Variant(
        "two inputs with different outputs",
        {"along(-e) == along(-2*e)": "along(e) == along(2*e)"},
        plane(VALUES, tokens=3),
    ),
)
