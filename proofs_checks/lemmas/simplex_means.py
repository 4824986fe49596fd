"""The means of tangent vectors over the corners of a regular simplex: tangent, the same at one corner, of that sum."""

from __future__ import annotations

from proofs_checks.lemmas.simplices import CORNER_WORDS, CORNERS, PRODUCTS, SPAN, corner_by_corner
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take

TANGENT = "forall i: dot(x[i], d[i]) == 0"
SAME_D = "sum(j: same({0}, j)*d[j])".format
MEANS = f"forall i: {SAME_D('i')} == k*g[i]"


def dotted(fact: str, z: str) -> tuple[str, Tree]:
    """An equation of vectors along another one."""
    left, right = fact.split(" == ")
    return f"dot({z}, {left}) == dot({z}, {right})", lemma("LEM-same-dot", u=left, w=right, z=z)


def at(fact: str, p: str) -> str:
    """What holds for every token, for one of them."""
    return fact.removeprefix("forall i: ").replace("[i]", f"[{p}]").replace("(i,", f"({p},")


_OWN = dotted(at(MEANS, "p"), "x[p]")
_NO_OWN = "sum(j: same(p, j)*dot(x[p], d[j])) == sum(j: 0*dot(x[p], d[j]))"
_G_TANGENT = intro(
    "p",
    have(
        [
            at(MEANS, "p"),
            _OWN,
            (
                _NO_OWN,
                rule(
                    "equal sums",
                    corner_by_corner(
                        "q",
                        leaf(use=["x[p] == x[q]", TANGENT]),
                        leaf(use=["dot(x[p], x[q]) == -1/m"]),
                    ),
                    e="fn(j: same(p, j)*dot(x[p], d[j]))",
                    f="fn(j: 0*dot(x[p], d[j]))",
                    new={"x": "q"},
                ),
            ),
        ],
        leaf(f"eq -1/k: {_OWN[0]}", f"eq 1/k: {_NO_OWN}"),
    ),
)
ALIKE_AT = "forall i, j: x[i] == x[j] => {0}[i] == {0}[j]".format
_GALIKE_AT = intro(
    ["p", "q", ""],
    have(
        [
            at(MEANS, "p"),
            at(MEANS, "q"),
            (f"{SAME_D('p')} == {SAME_D('q')}", leaf(use=["x[p] == x[q]"])),
            (
                "k*g[q] == k*g[p]",
                have(
                    [
                        (
                            f"{SAME_D('p')} == k*g[q]",
                            lemma("LEM-same-chain", u=SAME_D("p"), w=SAME_D("q"), z="k*g[q]"),
                        )
                    ],
                    lemma("LEM-both-equal", a=SAME_D("p"), b="k*g[q]", c="k*g[p]"),
                ),
            ),
        ],
        lemma("LEM-scale", u="k*g[q]", w="g[p]", k="k"),
    ),
)
_MEAN = dotted("sum(l: same(q, l)*d[l]) == k*g[q]", "x[p]")
_SPREAD = "sum(j: dot(x[p], sum(l: same(j, l)*d[l]))) == sum(j: dot(x[p], k*g[j]))"
_ROWS = "sum(l: sum(j: same(l, j))*dot(x[p], d[l])) == sum(l: k*dot(x[p], d[l]))"
_GAP = "sum(j: g[j]) - sum(j: d[j])"
_G_SUM = have(
    [
        (
            f"forall i: dot(x[i], {_GAP}) == 0",
            intro(
                "p",
                have(
                    [
                        (
                            _SPREAD,
                            rule(
                                "equal sums",
                                have([at(MEANS, "q")], _MEAN[1]),
                                e="fn(j: dot(x[p], sum(l: same(j, l)*d[l])))",
                                f="fn(j: dot(x[p], k*g[j]))",
                                new={"x": "q"},
                            ),
                        ),
                        (
                            _ROWS,
                            rule(
                                "equal sums",
                                have(["sum(j: same(q, j)) == k"], leaf("eq dot(x[p], d[q]): sum(j: same(q, j)) == k")),
                                e="fn(l: sum(j: same(l, j))*dot(x[p], d[l]))",
                                f="fn(l: k*dot(x[p], d[l]))",
                                new={"x": "q"},
                            ),
                        ),
                    ],
                    leaf(f"eq -1/k: {_SPREAD}", f"eq 1/k: {_ROWS}"),
                ),
            ),
        ),
        (f"{_GAP} == 0", take(SPAN, [_GAP], KNOWN)),
    ],
    lemma("LEM-solved-for", KNOWN, KNOWN, g="sum(j: g[j])", k="1", c="1", x="sum(j: d[j])", t="0"),
)
SHOWN = ["forall i: dot(x[i], g[i]) == 0", ALIKE_AT("g"), "sum(j: g[j]) == sum(j: d[j])"]
formal(
    "LEM-simplex.means",
    title="The means over the corners of a simplex of tangent vectors",
    statement=model(
        CORNER_WORDS,
        {
            "letters": ["d[token], g[token]: vector"],
            "given": ["m >= 2", "k > 0", PRODUCTS, CORNERS, SPAN, TANGENT, MEANS],
            "show": SHOWN,
        },
    ),
    proof=[_G_TANGENT, _GALIKE_AT, _G_SUM],
)
