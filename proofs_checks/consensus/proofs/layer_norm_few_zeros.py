"""Remark 2.2 for any scale gamma: the proofs that the image is an ellipsoid if gamma has no zero or one."""

from __future__ import annotations

from proofs_checks.consensus.proofs.layer_norm_scales import LEFT, MARKS, MASS, NO_ZERO, REACHED
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
)

_IMAGE = "(exists x in vector: rest(x) != 0 and N(x) == y)"
_FILLED = f"(exists u in vector: {REACHED})"
_SAME = f"({_IMAGE} => {_FILLED}) and ({_FILLED} => {_IMAGE})"


def bare() -> tuple[str, Tree]:
    """With k = 0 nothing is marked."""
    own = rule("term of a positive sum", _nonnegative(), e="fn(j: z[j])", y="q", new={"x": "p"})
    each = have(
        ["z[q] == 0 or z[q] == 1", ("k >= z[q]", own)],
        split("z[q] == 0 or z[q] == 1", KNOWN, absurd(leaf("1: k >= z[q]", "eq 1: k == 0", use=["z[q] == 1"]))),
    )
    return "forall j: z[j] == 0", intro("q", each)


def _nonnegative() -> Tree:
    return have(
        ["z[p] == 0 or z[p] == 1"], split("z[p] == 0 or z[p] == 1", leaf(use=["z[p] == 0"]), leaf(use=["z[p] == 1"]))
    )


def into(then: Tree) -> Tree:
    """A token of the image, with the u that it comes from."""
    facts = f"{MASS} and {LEFT} and ({NO_ZERO})"
    return intro(
        "",
        have(
            [(_SAME, lemma("LEM-scales.image")), _FILLED],
            obtain(_FILLED, "u", have([(facts, lemma("LEM-scales.rest"))], then)),
        ),
    )


def out(then: Tree) -> Tree:
    """A token is in the image if it is a scaled u."""
    return intro("", have([(_SAME, lemma("LEM-scales.image")), (_FILLED, then)], KNOWN))


def from_given(*last: Tree, **letters: str) -> Tree:
    """A scaled u; `last` prove what LEM-scales.made asks for beyond the model and the entries at the zeros of gamma."""
    return lemma("LEM-scales.made", *[KNOWN] * 6, *last, spaces=None, **letters)


NONE_MARKED = have(
    [MARKS, bare()],
    intro(
        "y",
        both(
            into(
                both(
                    leaf(f"eq 1: {MASS}", use=["forall j: z[j] == 0"]),
                    leaf(f"eq 1: {LEFT}", use=["forall j: z[j] == 0"]),
                )
            ),
            out(
                from_given(
                    intro("p", leaf(use=["forall j: z[j] == 0"])),
                    leaf(),
                    leaf(),
                    leaf(),
                    leaf(),
                    leaf("eq -1: total(y) == 0"),
                    leaf("eq 1: squares(y) == entries"),
                    w="0",
                    s="0",
                )
            ),
        ),
    ),
)
ONLY = "exists a: z[a] == 1 and (forall j: j != a => z[j] == 0)"
_OF_A = "sum(j: z[j]*dot(b[j], u)) == z[a]*dot(b[a], u)"
_SQUARE_OF_A = "sum(j: z[j]*dot(b[j], u)^2) == z[a]*dot(b[a], u)^2"


def _alone(fact: str) -> tuple[str, Tree]:
    """Of a sum over the marked entries only that of a is left."""
    term = fact.split(" == ")[0].removeprefix("sum(j: ").removesuffix(")")
    return fact, rule(
        "single term", have(["z[x] == 0"], leaf(use=["z[x] == 0"])), e=f"fn(j: {term})", y="a", new={"x": "x"}
    )


ONE_MARKED = have(
    [MARKS, (ONLY, lemma("LEM-marks.one"))],
    obtain(
        ONLY,
        "a",
        intro(
            "y",
            both(
                into(
                    have(
                        [
                            _alone(_OF_A),
                            _alone(_SQUARE_OF_A),
                            ("total(y) == -dot(b[a], u)", leaf(f"eq 1: {MASS}", f"eq -1: {_OF_A}", use=["z[a] == 1"])),
                            (
                                "squares(y) == entries - dot(b[a], u)^2",
                                leaf(f"eq 1: {LEFT}", f"eq -1: {_SQUARE_OF_A}", use=["z[a] == 1"]),
                            ),
                        ],
                        both(
                            KNOWN,
                            leaf(
                                "eq 1: squares(y) == entries - dot(b[a], u)^2",
                                "eq total(y) - dot(b[a], u): total(y) == -dot(b[a], u)",
                            ),
                        ),
                    )
                ),
                out(
                    from_given(
                        KNOWN,
                        leaf(),
                        leaf(),
                        leaf(),
                        leaf(),
                        leaf("eq total(y): k == 1"),
                        leaf("eq 1: squares(y) + total(y)^2 == entries"),
                        w="0",
                        s="total(y)",
                    )
                ),
            ),
        ),
    ),
)
