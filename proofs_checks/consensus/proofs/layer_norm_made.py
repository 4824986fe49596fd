"""Remark 2.2 for any scale gamma: a vector with given entries where gamma does not vanish."""

from __future__ import annotations

from proofs_checks.consensus.proofs.layer_norm_scales import DIAGONAL, MARKS, NO_ZERO, REACHED, ZEROS, entry, flat
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, witness

_F = "(c(y, {0}) - s*z[{0}])".format
_ENTRIES = f"forall i: dot(b[i], v) == {_F('i')}"
_MADE = f"exists v in vector: {_ENTRIES}"
_ACROSS, _ALONG = "sum(j: c(y, j)*dot(b[j], w)) == 0", "sum(j: z[j]*dot(b[j], w)) == 0"
_WIDTH = "dot(w, w) == entries - squares(y) - s*total(y)"
_SUM_V, _SQUARES_V = "sum(j: dot(b[j], v)) == dot(ones, v)", "sum(j: dot(b[j], v)^2) == dot(v, v)"
_SPLIT = "sum(j: dot(b[j], v)^2) == sum(j: c(y, j)^2 + s^2*z[j])"
_MIXED = "sum(j: dot(b[j], v)*dot(b[j], w)) == dot(v, w)"
_U = "(v + w)"
_LEVEL = "sum(j: dot(b[j], v)) == sum(j: c(y, j) - s*z[j])"
_CROSS = "sum(j: dot(b[j], v)*dot(b[j], w)) == sum(j: c(y, j)*dot(b[j], w) - s*(z[j]*dot(b[j], w)))"


def _termwise(fact: str, each: Tree) -> tuple[str, Tree]:
    """An equation of sums, term by term at x = p."""
    left, right = fact.split(" == ")
    functions = [f"fn(j: {side.removeprefix('sum(j: ').removesuffix(')')})" for side in (left, right)]
    return fact, rule("equal sums", each, e=functions[0], f=functions[1], new={"x": "p"})


_OWN_V = f"dot(b[p], v) == {_F('p')}"
_PLACED = have(
    [
        _OWN_V,
        "z[p]*c(y, p) == 0",
        (f"dot(b[p], G{_U}) == dot(G(b[p]), v)", leaf(use=["G(w) == 0"])),
        (
            f"dot(b[p], G{_U}) == gamma[p]*dot(b[p], v)",
            leaf(f"eq 1: dot(b[p], G{_U}) == dot(G(b[p]), v)", use=[DIAGONAL]),
        ),
    ],
    entry(
        leaf(
            f"eq -1: dot(b[p], G{_U}) == gamma[p]*dot(b[p], v)",
            "eq 1: z[p]*c(y, p) == 0",
            use=["gamma[p] == 0", "z[p] == 1"],
        ),
        leaf(
            f"eq -1: dot(b[p], G{_U}) == gamma[p]*dot(b[p], v)",
            f"eq -gamma[p]: {_OWN_V}",
            use=["z[p] == 0"],
        ),
    ),
)
formal(
    "LEM-scales.made",
    title="A vector with given entries where gamma does not vanish",
    statement=model(
        ZEROS,
        {
            "letters": ["w, y: vector; s: number"],
            "given": [
                NO_ZERO,
                "dot(ones, w) == 0",
                "G(w) == 0",
                _ACROSS,
                _ALONG,
                "s*k == total(y)",
                _WIDTH,
            ],
            "show": [f"exists u in vector: {REACHED}"],
        },
    ),
    proof=have(
        [
            MARKS,
            (_MADE, witness(f"sum(j: {_F('j')}*b[j])", lemma("LEM-basis.entries", f=f"fn(j: {_F('j')})"))),
        ],
        obtain(
            _MADE,
            "v",
            have(
                [
                    (f"{_SUM_V} and {_SQUARES_V}", lemma("LEM-scales.sums", u="v")),
                    (_MIXED, lemma("LEM-basis.product", u="v")),
                    _termwise(_LEVEL, KNOWN),
                    _termwise(_CROSS, have([_OWN_V], leaf(f"eq dot(b[p], w): {_OWN_V}"))),
                    _termwise(
                        _SPLIT,
                        have(
                            [
                                _OWN_V,
                                "z[p]*c(y, p) == 0",
                                "z[p] == 0 or z[p] == 1",
                                (
                                    "z[p]^2 == z[p]",
                                    split("z[p] == 0 or z[p] == 1", leaf(use=["z[p] == 0"]), leaf(use=["z[p] == 1"])),
                                ),
                            ],
                            leaf(
                                f"eq dot(b[p], v) + {_F('p')}: {_OWN_V}",
                                "eq s^2: z[p]^2 == z[p]",
                                "eq -2*s: z[p]*c(y, p) == 0",
                            ),
                        ),
                    ),
                ],
                witness(
                    _U,
                    both(
                        leaf(
                            f"eq -1: {_SUM_V}", f"eq 1: {_LEVEL}", "eq -1: s*k == total(y)", "eq 1: dot(ones, w) == 0"
                        ),
                        leaf(
                            f"eq -1: {_SQUARES_V}",
                            f"eq 1: {_SPLIT}",
                            "eq s: s*k == total(y)",
                            f"eq 1: {_WIDTH}",
                            f"eq -2: {_MIXED}",
                            f"eq 2: {_CROSS}",
                            f"eq 2: {_ACROSS}",
                            f"eq -2*s: {_ALONG}",
                        ),
                        lemma("LEM-basis.equal", KNOWN, intro("p", _PLACED), u="y", w=f"beta + G{_U}"),
                    ),
                ),
            ),
        ),
    ),
    instance=flat(y=[3, 2], w=[0, 0], s=1),
)
