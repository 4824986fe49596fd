"""Heads with independent ranges: a combination of what they make of an eigenvector of F is along it only if it is even.

The ranges of the V_h are independent where matrices R_h keep the range of V_h and send those of the other heads to 0.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import LAYER, Part
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, leaf, lemma, rule, split, take

RANGES: Part = {
    "letters": ["V[head], R[head], F: matrix", "v: vector", "lam: number"],
    "given": [
        *LAYER["given"],
        "F(v) == lam*v",
        "forall h in heads, u in vector: R[h](V[h](u)) == V[h](u)",
        "forall h in heads, k in heads, u in vector: k != h => R[h](V[k](u)) == 0",
    ],
}

KEEPS, SENDS = RANGES["given"][2:]
Z = "V[s](v)"


def seen(g: str) -> tuple[str, Tree]:
    """What R_h leaves of the combination with the factors g, along V_h v."""
    term = f"{g}*dot({Z}, R[s](V[k](v)))"
    whole = f"sum(k in heads: {term})"
    own = term.replace("[k]", "[s]")
    return (
        f"{whole} == {own}",
        rule(
            "single term, heads",
            have(
                [("R[s](V[t](v)) == 0", take(SENDS, ["s", "t", "v"], KNOWN))],
                leaf(use=["R[s](V[t](v)) == 0"]),
            ),
            e=f"fn(k in heads: {term})",
            y="s",
            new={"x": "t"},
        ),
    )


def image(left: str, right: str) -> list[tuple[str, Tree] | str]:
    """R_h of both sides, along V_h v."""
    return [
        (f"R[s]({left}) == R[s]({right})", lemma("LEM-same-image", u=left, w=right, M="R[s]")),
        (
            f"dot({Z}, R[s]({left})) == dot({Z}, R[s]({right}))",
            lemma("LEM-same-dot", u=f"R[s]({left})", w=f"R[s]({right})", z=Z),
        ),
    ]


COMBINED = "sum(k in heads: g[k]*V[k](v))"
WHOLE = "sum(k in heads: V[k](v))"
ACTIVE: Part = {"letters": ["g[head]: number; s: head"], "given": [f"{Z} != 0"]}
HEADS = {
    "V": [[[2, 0], [0, 0]], [[0, 0], [0, 3]]],
    "R": [[[1, 0], [0, 0]], [[0, 0], [0, 1]]],
    "F": [[2, 0], [0, 3]],
    "v": [1, 0],
    "lam": 2,
    "s": 0,
}
formal(
    "LEM-active-head",
    title="Independent heads combine to a multiple of an eigenvector only by the factor that each of them has",
    statement=model(
        RANGES,
        ACTIVE,
        {"letters": ["m: number"], "given": [f"{COMBINED} == m*v"], "show": "lam != 0 and lam*g[s] == m"},
    ),
    proof=have(
        [
            (f"dot({Z}, {Z}) > 0", rule("positive square", u=Z)),
            (f"R[s]({Z}) == {Z}", take(KEEPS, ["s", "v"], KNOWN)),
            (f"{WHOLE} == F(v)", take(RANGES["given"][0], ["v"], KNOWN)),
            (f"{WHOLE} == lam*v", lemma("LEM-same-chain", u=WHOLE, w="F(v)", z="lam*v")),
            (f"dot({Z}, R[s]({Z})) == dot({Z}, {Z})", lemma("LEM-same-dot", u=f"R[s]({Z})", w=Z, z=Z)),
            *image(COMBINED, "m*v"),
            *image(WHOLE, "lam*v"),
            seen("g[k]"),
            seen("1"),
            (
                f"g[s]*dot({Z}, {Z}) == m*dot({Z}, R[s](v))",
                leaf(
                    f"eq -1: {seen('g[k]')[0]}",
                    f"eq 1: dot({Z}, R[s]({COMBINED})) == dot({Z}, R[s](m*v))",
                    f"eq -g[s]: dot({Z}, R[s]({Z})) == dot({Z}, {Z})",
                ),
            ),
            (
                f"dot({Z}, {Z}) == lam*dot({Z}, R[s](v))",
                leaf(
                    f"eq -1: {seen('1')[0]}",
                    f"eq 1: dot({Z}, R[s]({WHOLE})) == dot({Z}, R[s](lam*v))",
                    f"eq -1: dot({Z}, R[s]({Z})) == dot({Z}, {Z})",
                ),
            ),
        ],
        both(
            split(
                "lam == 0 or lam != 0",
                absurd(
                    lemma(
                        "LEM-two-signs",
                        leaf(f"eq: dot({Z}, {Z}) == lam*dot({Z}, R[s](v))", use=["lam == 0"]),
                        leaf(f"1: dot({Z}, {Z}) > 0"),
                        a=f"-dot({Z}, {Z})",
                    )
                ),
                KNOWN,
            ),
            leaf(
                f"eq lam: g[s]*dot({Z}, {Z}) == m*dot({Z}, R[s](v))",
                f"eq -m: dot({Z}, {Z}) == lam*dot({Z}, R[s](v))",
                times=[f"dot({Z}, {Z})"],
            ),
        ),
    ),
    instance={"dim": 2, "heads": 2, "letters": {**HEADS, "g": [5, 7], "m": 10}},
)

EVEN = "forall k in heads, l in heads: V[k](v) != 0 and V[l](v) != 0 => g[k] == g[l]"
formal(
    "LEM-even-heads",
    title="Factors that agree on the heads that do something to an eigenvector make a multiple of it",
    statement=model(RANGES, ACTIVE, {"given": [EVEN], "show": f"{COMBINED} == lam*g[s]*v"}),
    proof=have(
        [
            (f"{WHOLE} == F(v)", take(RANGES["given"][0], ["v"], KNOWN)),
            (f"{WHOLE} == lam*v", lemma("LEM-same-chain", u=WHOLE, w="F(v)", z="lam*v")),
            (
                f"{COMBINED} == sum(k in heads: g[s]*V[k](v))",
                rule(
                    "equal vector sums, heads",
                    split(
                        "V[t](v) == 0 or V[t](v) != 0",
                        leaf(use=["V[t](v) == 0"]),
                        have([("g[t] == g[s]", take(EVEN, ["t", "s"], KNOWN))], leaf(use=["g[t] == g[s]"])),
                    ),
                    e="fn(k in heads: g[k]*V[k](v))",
                    f="fn(k in heads: g[s]*V[k](v))",
                    new={"x": "t"},
                ),
            ),
            (
                f"g[s]*{WHOLE} == g[s]*(lam*v)",
                lemma("LEM-same-multiple", u=WHOLE, w="lam*v", k="g[s]"),
            ),
        ],
        lemma("LEM-same-chain", u=COMBINED, w="sum(k in heads: g[s]*V[k](v))", z="lam*g[s]*v"),
    ),
    instance={"dim": 2, "heads": 2, "letters": {**HEADS, "g": [5, 7]}},
)
