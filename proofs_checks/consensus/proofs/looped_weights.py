"""Section 5.2: the weights of a looped stack of L layers are periodic in depth with period L (CON-G5.2.b)."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, obtain, rule, split, take, witness

_PLACE = "exists q in size, r in size: r < L and {0} == L*q + r".format
_LOOPED = "forall q in size, r in size: r < L => P[L*q + r] == stack[r] and U[L*q + r] == values[r]"


def _placed(q: str, r: str, below: Tree) -> Tree:
    return witness(q, witness(r, both(below, leaf("eq 1: n == L*q + r"))))


_NEXT = obtain(
    _PLACE("n"),
    "q,r",
    have(
        [("r + 1 <= L", rule("next size", m="r", n="L"))],
        split(
            "r + 1 < L or L <= r + 1",
            _placed("q", "r + 1", KNOWN),
            have(
                [("r + 1 == L", rule("antisymmetry", a="r + 1", b="L"))],
                witness(
                    "q + 1",
                    witness("0", both(leaf("1: L >= 1", "1:"), leaf("eq 1: n == L*q + r", "eq 1: r + 1 == L"))),
                ),
            ),
        ),
    ),
)
_HERE, _AGAIN = (
    "P[L*q + r] == stack[r] and U[L*q + r] == values[r]",
    "P[L*(q + 1) + r] == stack[r] and U[L*(q + 1) + r] == values[r]",
)
_REPEATED = have(
    [_HERE, _AGAIN],
    both(
        leaf(use=["d == L*q + r", "P[L*q + r] == stack[r]", "P[L*(q + 1) + r] == stack[r]"]),
        leaf(use=["d == L*q + r", "U[L*q + r] == values[r]", "U[L*(q + 1) + r] == values[r]"]),
    ),
)
_ALL = "forall k in size: " + _PLACE("k")

_SAME = {
    "L": 3,
    **{name: {"always": "7/2"} for name in ("P", "stack")},
    **{name: {"always": -2} for name in ("U", "values")},
}

formal(
    "CON-G5.2.b",
    statement={
        "letters": ["L: size; P[size], U[size], stack[size], values[size]: number"],
        "given": ["L >= 1", _LOOPED],
        "show": ["forall k in size: P[k + L] == P[k] and U[k + L] == U[k]"],
    },
    proof=have(
        [
            (
                _ALL,
                rule(
                    "induction",
                    witness("0", witness("0", both(leaf("1: L >= 1", "1:"), leaf()))),
                    _NEXT,
                    P=f"fn(k in size: {_PLACE('k')})",
                ),
            )
        ],
        intro("d", take(_ALL, ["d"], obtain(_PLACE("d"), "q,r", _REPEATED))),
    ),
    instance={"letters": _SAME},
    twin=Variant(
        "periodic with the number 1 for all weights", {"P[k + L] == P[k]": "P[k + L] == 1"}, {"letters": _SAME}
    ),
)
