"""Section 5.2: with several heads no value matrix is the identity: no theorem covers the layers (CON-G5.2.i)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import diagonal
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, cases, have, intro, leaf, obtain, rule, split, witness

# d = n + 1 = w H for H heads of the inner dimension w; U_h = out_h V_h goes through R^w = F.
LAYER: dict[str, Any] = {
    "spaces": ["E", "F"],
    "letters": ["V[head]: matrix E -> F; out[head]: matrix F -> E"],
    "where": ["H := sum(h in heads: 1)", "U(h, x) := out[h](V[h](x))"],
    "given": ["dim(E) == H*dim(F)", "dim(F) >= 1", "H >= 2"],
}
_HALF, _BACK = [[1, 0, 0, 0], [0, 1, 0, 0]], [[1, 0], [0, 1], [0, 0], [0, 0]]
_INSTANCE = {"heads": 2, "dim": {"E": 4, "F": 2}, "letters": {"V": [_HALF] * 2, "out": [_BACK] * 2}}
_SMALLER = (
    "dim(F) < dim(E)",
    leaf("1: H >= 2; dim(F) >= 1", "1: H >= 2", "1: dim(F) >= 1", "1:", "eq -1: dim(E) == H*dim(F)"),
)


def lost(head: str, goal: str, then: Tree) -> Tree:
    """Some direction x is lost in the inner dimensions of a head."""
    return have([_SMALLER], rule("fewer dimensions", KNOWN, then, spaces={"E": "E", "E2": "F"}, V=f"V[{head}]", C=goal))


def _contradicted(head: str) -> Tree:
    """A value matrix that is the identity would keep what is lost."""
    kept, gone = f"dot(x, U({head}, x)) == dot(x, x)", f"dot(x, U({head}, x)) == 0"
    return lost(
        head,
        "1 <= 0",
        have(
            [
                f"U({head}, x) == x",
                (kept, leaf(use=[f"U({head}, x) == x"])),
                (gone, leaf(use=[f"V[{head}](x) == 0"])),
                ("dot(x, x) > 0", rule("positive square", u="x")),
            ],
            leaf(f"eq -1/dot(x, x): {kept}", f"eq 1/dot(x, x): {gone}"),
        ),
    )


_LOST = "exists q in vector E: q != 0 and U(h1, q) == 0"

formal(
    "CON-G5.2.i.repaired",
    statement=model(
        LAYER,
        {
            "show": [
                "forall h in heads: not (forall q in vector E: U(h, q) == q)",
                "forall h in heads: exists q in vector E: q != 0 and U(h, q) == 0",
                "H > 1",
            ]
        },
    ),
    proof=[
        intro(
            ["h1", ""],
            _contradicted("h1"),
        ),
        intro("h1", lost("h1", _LOST, witness("x", both(KNOWN, leaf(use=["V[h1](x) == 0"]))))),
        leaf("1: H >= 2", "1:"),
    ],
    instance=_INSTANCE,
    twin=Variant(
        "as many inner dimensions",
        {"dim(E) == H*dim(F)": "dim(E) == dim(F)"},
        {"heads": 2, "dim": {"E": 2, "F": 2}, "letters": {"V": [diagonal(1, 1)] * 2, "out": [diagonal(1, 1)] * 2}},
    ),
)

# U_h = I for Theorems 3.2 and 4.2, one head for Theorem 4.5; GPT-2 XL has dim(E) = 1600, 25 heads and dim(F) = 64.
_COVERED = "(forall h in heads, q in vector E: U(h, q) == q) or H == 1"

formal(
    "CON-G5.2.i",
    statement=model(LAYER, {"show": [_COVERED]}),
    instance=_INSTANCE,
    refuted={
        "proof": intro(
            "",
            split(
                _COVERED,
                rule("some element, heads", _contradicted("x1"), C="1 <= 0", new={"x": "x1"}),
                leaf("1: H >= 2", "eq 1: H == 1"),
            ),
        )
    },
)

_PLANE = [diagonal(1, 1)]
_WHOLE = {
    "heads": 1,
    "dim": {"E": 2, "F": 2},
    "letters": {"V": _PLANE, "out": _PLANE, "Q": _PLANE, "K": _PLANE},
}
_ONTO = "(forall a in vector E: out[h](V[h](a)) == a) => dim(E) <= dim(F)"
_KEEPS = "(forall a in vector E: a != 0 => (exists b in vector E: dot(Q[h](a), K[h](b)) != 0)) => dim(E) <= dim(F)"


def _small(matrix: str, then: Tree) -> Tree:
    """With fewer inner dimensions some x is lost, which contradicts `then`."""
    lost_there = rule("fewer dimensions", KNOWN, then, spaces={"E": "E", "E2": "F"}, V=matrix, C="dim(E) <= dim(F)")
    return cases(
        "dim(F) - dim(E)",
        leaf("1: dim(F) - dim(E) >= 0"),
        have([("dim(F) < dim(E)", leaf("1: dim(F) - dim(E) < 0"))], lost_there),
    )


formal(
    "CON-A5.needed",
    title="U = I or a nonsingular P need as many inner dimensions as the tokens have",
    sentence=(
        r"If $W_\eta V'_\eta = I_{n+1}$, or if $P_\eta = Q_\eta^TK_\eta$ is nonsingular, then the inner dimension w"
        r" is at least $n + 1$. So with $n + 1 = hw \ge 2$, the layout of h heads, only for h = 1."
    ),
    source=Source(PAPER, "Section 2.3, definition of U and P"),
    kind="rank",
    role="extension",
    reading="the necessity in CON-A5; not decided here: that w >= n + 1 suffices",
    statement={
        "spaces": ["E", "F"],
        "letters": ["V[head], Q[head], K[head]: matrix E -> F; out[head]: matrix F -> E"],
        "where": ["H := sum(h in heads: 1)"],
        "given": ["dim(E) >= 2"],
        "show": [
            f"forall h in heads: {_ONTO}",
            f"forall h in heads: {_KEEPS}",
            "dim(E) == H*dim(F) and dim(E) <= dim(F) => H == 1",
        ],
    },
    proof=[
        intro(
            ["h1", ""],
            _small(
                "V[h1]",
                have(
                    [
                        "out[h1](V[h1](x)) == x",
                        ("dot(x, out[h1](V[h1](x))) == dot(x, x)", leaf(use=["out[h1](V[h1](x)) == x"])),
                        ("dot(x, out[h1](V[h1](x))) == 0", leaf(use=["V[h1](x) == 0"])),
                        ("dot(x, x) > 0", rule("positive square", u="x")),
                    ],
                    absurd(
                        leaf(
                            "eq -1/dot(x, x): dot(x, out[h1](V[h1](x))) == dot(x, x)",
                            "eq 1/dot(x, x): dot(x, out[h1](V[h1](x))) == 0",
                        )
                    ),
                ),
            ),
        ),
        intro(
            ["h1", ""],
            _small(
                "Q[h1]",
                have(
                    ["exists b in vector E: dot(Q[h1](x), K[h1](b)) != 0"],
                    obtain(
                        "exists b in vector E: dot(Q[h1](x), K[h1](b)) != 0",
                        "b",
                        rule(
                            "contradiction",
                            leaf(use=["Q[h1](x) == 0"]),
                            KNOWN,
                            P="dot(Q[h1](x), K[h1](b)) == 0",
                            C="dim(E) <= dim(F)",
                        ),
                    ),
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    "H > 0",
                    ("H == 0 or H >= 1", rule("sizes are whole", n="sum(h in heads: 1)")),
                    ("dim(F) > 0", leaf("1: dim(E) >= 2", "1: dim(E) <= dim(F)", "2:")),
                    (
                        "H <= 1",
                        leaf("1: 1/dim(F) > 0; dim(E) <= dim(F)", "eq -1/dim(F): dim(E) == H*dim(F)"),
                    ),
                ],
                split(
                    "H == 0 or H >= 1",
                    absurd(leaf("eq 1/H: H == 0")),
                    rule("antisymmetry", a="H", b="1"),
                ),
            ),
        ),
    ],
    instance=_WHOLE,
    twin=Variant("more inner dimensions than the tokens have", {"=> dim(E) <= dim(F)": "=> dim(E) < dim(F)"}, _WHOLE),
)
