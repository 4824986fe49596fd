"""(A.4): minus the identity from squares of quarter turns, coordinate by coordinate and block by block."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import at
from verify.formal import Variant, formal
from verify.tactics.build import Tree, define, have, intro, leaf, lemma, obtain, rule, split, take

SPLITS = "forall c in vector: c == sum(k in direction: dot(b[k], c)*b[k])"
REMOVED = "forall j in direction: B[j](b[j]) == 0"
PAIRED = (
    "forall j in direction: forall k in direction: k != j => (exists l in direction:"
    " (B[j](b[k]) == b[l] and B[j](b[l]) == -b[k]) or (B[j](b[k]) == -b[l] and B[j](b[l]) == b[k]))"
)
EVEN = PAIRED.replace("forall j in direction: ", "").replace("k != j => ", "").replace("B[j]", "C")
TURNS = [[[0, 0, 0], [0, 0, -1], [0, 1, 0]], [[0, 0, 1], [0, 0, 0], [-1, 0, 0]], [[0, -1, 0], [1, 0, 0], [0, 0, 0]]]
AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
FRAME = {**at(1, 3, b=AXES, B=TURNS, C=[[0] * 3] * 3), "directions": 3}

_SUM = "sum(k in direction: dot(b[k], a)*b[k])"
_TWICE = "B[q](B[q]({0}))".format
_EVENLY = "C(C({0}))".format


def turned(matrix: str, sign: str) -> Tree:
    """Two turns of a coordinate, through its partner l."""
    twice, once = f"{matrix}({matrix}(b[r]))", f"{matrix}({sign}b[l])"
    image, back = f"dot(z, {twice}) == dot(z, {once})", f"{sign or '-'}b[r]".replace("--", "")
    end = "b[r]" if sign else "-b[r]"
    back = f"dot(z, {matrix}(b[l])) == dot(z, {end})"
    return have(
        [
            (f"{twice} == {once}", lemma("LEM-same-image", u=f"{matrix}(b[r])", w=f"{sign}b[l]", M=matrix)),
            (image, lemma("LEM-same-dot", u=twice, w=once, z="z")),
            (back, lemma("LEM-same-dot", u=f"{matrix}(b[l])", w=end, z="z")),
        ],
        leaf(f"eq 1: {image}", f"eq {sign}1: {back}"),
    )


def squared(matrix: str) -> tuple[str, Tree]:
    """The square turns a coordinate round."""
    one, other = (f"({matrix}(b[r]) == {s}b[l] and {matrix}(b[l]) == {t}b[r])" for s, t in (("", "-"), ("-", "")))
    partner = f"exists l in direction: {one} or {other}"
    found = obtain(partner, "l", split(f"{one} or {other}", turned(matrix, ""), turned(matrix, "-")))
    return f"dot(z, {matrix}({matrix}(b[r]))) == -dot(z, b[r])", have([partner], found)


def images(matrix: str) -> list[tuple[str, Tree]]:
    """The square of a matrix at a vector that is split along the basis."""
    twice = f"{matrix}({matrix}({{0}}))".format
    return [
        (f"{matrix}(a) == {matrix}({_SUM})", lemma("LEM-same-image", u="a", w=_SUM, M=matrix)),
        (f"{twice('a')} == {twice(_SUM)}", lemma("LEM-same-image", u=f"{matrix}(a)", w=f"{matrix}({_SUM})", M=matrix)),
        (f"dot(z, {twice('a')}) == dot(z, {twice(_SUM)})", lemma("LEM-same-dot", u=twice("a"), w=twice(_SUM), z="z")),
        (_SELF, lemma("LEM-same-dot", u="a", w=_SUM, z="z")),
    ]


_SELF = f"dot(z, a) == dot(z, {_SUM})"
_TERM = f"dot(b[{{0}}], a)*(dot(z, {_TWICE('b[{0}]')}) + dot(z, b[{{0}}]))".format
_ONLY = f"sum(k in direction: {_TERM('k')}) == {_TERM('q')}"
_IMAGE = f"dot(z, {_TWICE('a')}) == dot(z, {_TWICE(_SUM)})"
_OWN = f"dot(z, {_TWICE('b[q]')}) == 0"
_EACH = define(
    [f"z := {_TWICE('a')} + a - dot(b[q], a)*b[q]"],
    have(
        [
            *images("B[q]"),
            (
                _ONLY,
                rule(
                    "single term, directions",
                    have([squared("B[q]")], leaf(f"eq dot(b[r], a): {squared('B[q]')[0]}")),
                    e=f"fn(k in direction: {_TERM('k')})",
                    y="q",
                    new={"x": "r"},
                ),
            ),
            "B[q](b[q]) == 0",
            (_OWN, lemma("LEM-image-of-zero", P="B[q]", u="B[q](b[q])", z="z")),
        ],
        rule(
            "equal vectors",
            leaf(f"eq 1: {_IMAGE}", f"eq 1: {_SELF}", f"eq 1: {_ONLY}", f"eq dot(b[q], a): {_OWN}"),
            u=_TWICE("a"),
            w="dot(b[q], a)*b[q] - a",
        ),
    ),
)
_ADDED = "sum(j in direction: B[j](B[j](a))) == sum(j in direction: dot(b[j], a)*b[j] - a)"

_EACH_SQUARE = rule(
    "equal vector sums, directions",
    _EACH,
    e="fn(j in direction: B[j](B[j](a)))",
    f="fn(j in direction: dot(b[j], a)*b[j] - a)",
    new={"x": "q"},
)
_LEFT, _RIGHT = _ADDED.split(" == ")
_FIRST, _SECOND = f"dot(y, {_LEFT}) == dot(y, {_RIGHT})", f"dot(y, a) == dot(y, {_SUM})"
_END = define(
    [f"y := {_LEFT} + (sum(j in direction: 1) - 1)*a"],
    have(
        [
            (_FIRST, lemma("LEM-same-dot", u=_LEFT, w=_RIGHT, z="y")),
            (_SECOND, lemma("LEM-same-dot", u="a", w=_SUM, z="y")),
        ],
        rule(
            "equal vectors",
            leaf(f"eq 1: {_FIRST}", f"eq -1: {_SECOND}"),
            u=_LEFT,
            w="-(sum(j in direction: 1) - 1)*a",
        ),
    ),
)

_TURNED = f"sum(k in direction: dot(b[k], a)*(dot(z, {_EVENLY('b[k]')}) + dot(z, b[k]))) == sum(k in direction: 0)"
_EVEN_SQUARE = define(
    [f"z := {_EVENLY('a')} + a"],
    have(
        [
            *images("C"),
            (
                _TURNED,
                rule(
                    "equal sums, directions",
                    have([squared("C")], leaf(f"eq dot(b[r], a): {squared('C')[0]}")),
                    e=f"fn(k in direction: dot(b[k], a)*(dot(z, {_EVENLY('b[k]')}) + dot(z, b[k])))",
                    f="fn(k in direction: 0)",
                    new={"x": "r"},
                ),
            ),
        ],
        rule(
            "equal vectors",
            leaf(f"eq 1: dot(z, {_EVENLY('a')}) == dot(z, {_EVENLY(_SUM)})", f"eq 1: {_SELF}", f"eq 1: {_TURNED}"),
            u=_EVENLY("a"),
            w="-a",
        ),
    ),
)

formal(
    "PER-A.4",
    statement={
        "letters": ["b[direction]: vector; B[direction], C: matrix"],
        "given": [SPLITS, REMOVED, PAIRED],
        "show": [
            "forall a in vector: sum(j in direction: B[j](B[j](a))) == -(sum(j in direction: 1) - 1)*a",
            f"({EVEN}) => (forall a in vector: C(C(a)) == -a)",
        ],
    },
    proof=[
        intro("a", take(SPLITS, ["a"], have([(_ADDED, _EACH_SQUARE)], _END))),
        intro(["", "a"], take(SPLITS, ["a"], _EVEN_SQUARE)),
    ],
    instance=FRAME,
    twin=Variant("one more", {"(sum(j in direction: 1) - 1)*a": "sum(j in direction: 1)*a"}, FRAME),
)

BLOCKS = [TURNS[0], TURNS[2]]

formal(
    "PER-A.4.R2",
    no_repair="the other reading, PER-A.4, is true",
    statement={
        "letters": ["b[direction]: vector; B[head]: matrix; first[head]: direction"],
        "given": [
            SPLITS,
            "2*sum(h in heads: 1) == sum(j in direction: 1) + 1",
            "forall h in heads: B[h](b[first[h]]) == 0",
            PAIRED.replace("forall j in direction: ", "forall h in heads: ")
            .replace("k != j", "k != first[h]")
            .replace("B[j]", "B[h]"),
        ],
        "show": ["forall a in vector: sum(h in heads: B[h](B[h](a))) == -(sum(j in direction: 1) - 1)*a"],
    },
    refuted={"instance": {**at(1, 3, b=AXES, B=BLOCKS, first=[0, 2]), "directions": 3, "heads": 2}},
)
