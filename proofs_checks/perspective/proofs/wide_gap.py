"""Three tokens on the circle, beta < -2/3: the pull rises up to an angle beyond the gaps of the regular triangle."""

from __future__ import annotations

from proofs_checks.lemmas.angles import RIGHT
from proofs_checks.perspective.proofs.triangle_gaps import RISES
from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, leaf, lemma, obtain, witness

WIDE = f"exists top in number: 0 < top and top < pi and cos(top) < -1/2 and {RISES}"
_DEFINED = "8*(1 - beta)*e == -3*beta - 2"
_EXCESS = f"exists e in number: 0 < e and e < 1/2 and {_DEFINED}"
_LOW = "-1/2 - e"
_ANGLE = f"exists t in number: 0 <= t and t <= pi and cos(t) == {_LOW}"
_IS = f"cos(y) == {_LOW}"
_STRICTLY = "LEM-cosine-reflects.strictly"
_AT_ANGLE = both(
    lemma(_STRICTLY, KNOWN, KNOWN, leaf(f"eq 1: {_IS}", "1: 0 < e", "3/2:"), a="0", b="y"),
    lemma(_STRICTLY, KNOWN, KNOWN, leaf(f"eq -1: {_IS}", "eq 1: cos(pi) == -1", "1: e < 1/2"), a="y", b="pi"),
    leaf(f"eq 1: {_IS}", "1: 0 < e"),
    leaf("1: 0 < e", "1: -beta > 0; 0 < e; 1 - e > 0", f"eq 1/4: {_DEFINED}", use=[_IS]),
)

formal(
    "LEM-wide-gap",
    title="For beta < -2/3 the pull rises with the gap beyond the gaps of the regular triangle",
    statement={"letters": ["beta: number"], "given": ["beta < -2/3"], "show": [WIDE]},
    proof=have(
        [(_EXCESS, witness("(-3*beta - 2)/(8*(1 - beta))", KNOWN))],
        obtain(
            _EXCESS,
            "e",
            have(
                [
                    (_ANGLE, lemma("LEM-arccosine", c=_LOW)),
                    ("1 - e > 0", leaf("1: e < 1/2", "1/2:")),
                    (RIGHT, lemma("LEM-right-angle")),
                ],
                obtain(_ANGLE, "y", witness("y", _AT_ANGLE)),
            ),
        ),
    ),
)
