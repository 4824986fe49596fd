"""Remark 2.2 for any scale gamma: the image of layer normalisation, exactly (CON-R2.2.f.R1.repaired)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.layer_norm_few_zeros import ONLY, bare
from proofs_checks.consensus.proofs.layer_norm_image import CASES, EXACT, FAMILY, IMAGE
from proofs_checks.consensus.proofs.layer_norm_scales import MARK, MARKS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

_OWN_ENTRY = "forall j: z[j] == 0 => dot(b[j], u) == dot(b[j], w)"
_IMAGE_ENTRY = "gamma[q]*(dot(b[q], u) - dot(b[q], w)) == 0"
_DIFFERENCES = "sum(j: dot(b[j], u) - dot(b[j], w)) == dot(b[a], u) - dot(b[a], w)"
_SUM = "sum(j: dot(b[j], {0})) == dot(ones, {0})".format
_SUMS = f"{_SUM('{0}')} and sum(j: dot(b[j], {{0}})^2) == dot({{0}}, {{0}})".format
_LEFT_OVER = have(
    [
        (_SUMS("u"), lemma("LEM-scales.sums", u="u")),
        (_SUMS("w"), lemma("LEM-scales.sums", u="w")),
        (
            _DIFFERENCES,
            rule(
                "single term",
                have(["z[r] == 0", "dot(b[r], u) == dot(b[r], w)"], leaf("eq 1: dot(b[r], u) == dot(b[r], w)")),
                e="fn(j: dot(b[j], u) - dot(b[j], w))",
                y="a",
                new={"x": "r"},
            ),
        ),
        (
            "dot(b[a], u) == dot(b[a], w)",
            leaf(
                f"eq -1: {_DIFFERENCES}",
                f"eq 1: {_SUM('u')}",
                f"eq -1: {_SUM('w')}",
                "eq 1: dot(ones, u) == 0",
                "eq -1: dot(ones, w) == 0",
            ),
        ),
    ],
    intro(
        "q",
        split(
            "q < a or a <= q",
            have(["z[q] == 0"], KNOWN),
            split(
                "a < q or q <= a",
                have(["z[q] == 0"], KNOWN),
                rule("same token", i="a", j="q", P="fn(k0: dot(b[k0], u) == dot(b[k0], w))"),
            ),
        ),
    ),
)
_INJECTIVE = intro(
    "",
    have(
        [
            MARKS,
            (
                _OWN_ENTRY,
                intro(
                    ["q", ""],
                    have(
                        [
                            ("dot(G(b[q]), u) == dot(G(b[q]), w)", leaf(use=["G(u) == G(w)"])),
                            (
                                _IMAGE_ENTRY,
                                leaf(
                                    "eq 1: dot(G(b[q]), u) == dot(G(b[q]), w)",
                                    use=["forall j: G(b[j]) == gamma[j]*b[j]"],
                                ),
                            ),
                        ],
                        split(
                            MARK("q"),
                            absurd(leaf("eq -1: z[q] == 1", "eq 1: z[q] == 0")),
                            leaf(f"eq 1/gamma[q]: {_IMAGE_ENTRY}"),
                        ),
                    ),
                ),
            ),
        ],
        lemma(
            "LEM-basis.equal",
            KNOWN,
            split(
                "k == 0 or k == 1",
                have([bare()], intro("q", KNOWN)),
                have([(ONLY, lemma("LEM-marks.one"))], obtain(ONLY, "a", _LEFT_OVER)),
            ),
        ),
    ),
)

_INTO = "{} and rest(x) != 0 => {}".format
_OUT = "{} and {} => image(y)".format


def _read(case: str, shape: str, at: str, then: Tree) -> Tree:
    """What the lemma says of one token."""
    family = FAMILY("t", shape.format("t"))
    return have([(EXACT, lemma("LEM-scales.exact"))], take(f"{case} => ({family})", [at], then))


SEEN = ("image(N(x))", witness("x", both(KNOWN, leaf())))
_ORIGIN = "dot(ones, {0}) == 0 and dot({0}, {0}) == entries".format
SPHERE = f"(exists q in vector: {_ORIGIN('q')} and {{}} == beta + G(q))".format


def same(y: str) -> tuple[str, Tree]:
    """The image is that of a sphere under the scales."""
    return f"(image({y}) => {SPHERE(y)}) and ({SPHERE(y)} => image({y}))", lemma("LEM-scales.image", y=y)


def _forward(case: str, shape: str) -> Tree:
    return intro(
        "", have([SEEN], _read(case, shape, "N(x)", both(intro("q", KNOWN), KNOWN) if "flat" in shape else KNOWN))
    )


_VALUES = {
    "b": [[int(i == j) for j in range(4)] for i in range(4)],
    "gamma": [2, 0, 1, 0],
    "G": [[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]],
    "ones": [1] * 4,
    "beta": [1, 0, 2, 5],
    "z": [0, 1, 0, 1],
    "x": [3, 1, 3, 1],
    "y": [3, 0, 2, 5],
    "u": [1, -1, 1, -1],
    "w": [1, 1, -1, -1],
}
INSTANCE: dict[str, Any] = {"tokens": 4, "dim": 4, "letters": _VALUES}

formal(
    "CON-R2.2.f.R1.repaired",
    sentence=(
        r"The image of N is $\beta + \{\gamma \star u : 1^Tu = 0, |u|^2 = n+1\}$. Let k be the number of zero entries"
        r" of $\gamma$ and $c^m = (y^m - \beta^m)/\gamma^m$ for the others. For k = 0 and k = 1 the image is an"
        r" ellipsoid of dimension n - 1, in a hyperplane: $\sum c = 0$, $|c|^2 = n+1$, or $y^m = \beta^m$ at the zero,"
        r" $|c|^2 + (\sum c)^2 = n+1$. For $2 \le k \le n$ it is a filled ellipsoid of dimension n + 1 - k, in the"
        r" subspace of the other entries: $y^m = \beta^m$ at the zeros, $|c|^2 + (\sum c)^2/k \le n+1$. For k = n + 1"
        r" it is the point $\beta$. For $k \le 1$ the map $u \mapsto \gamma \star u$ is injective on $1^Tu = 0$."
    ),
    reading="the standard deviation divides by n + 1",
    statement=model(
        IMAGE,
        {
            "letters": ["x, y, u, w: vector"],
            "show": [
                f"rest(x) != 0 => {SPHERE('N(x)')}",
                f"{_ORIGIN('u')} => image(beta + G(u))",
                *[_INTO(case, shape.format("N(x)")) for case, shape in CASES],
                *[_OUT(case, shape.format("y")) for case, shape in CASES],
                "(k == 0 or k == 1) and dot(ones, u) == 0 and dot(ones, w) == 0 and G(u) == G(w) => u == w",
            ],
        },
    ),
    proof=[
        intro("", have([SEEN, same("N(x)")], KNOWN)),
        intro(
            "",
            have([same("(beta + G(u))"), (SPHERE("(beta + G(u))"), witness("u", both(KNOWN, KNOWN, leaf())))], KNOWN),
        ),
        *[_forward(*case) for case in CASES],
        *[intro("", _read(*case, "y", KNOWN)) for case in CASES],
        _INJECTIVE,
    ],
    instance=INSTANCE,
    twin=Variant("without the number k of zeros", {"total(N(x))^2/k <= entries": "total(N(x))^2 <= entries"}, INSTANCE),
)
