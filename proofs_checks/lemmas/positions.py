"""Tokens counted in order: the places of two tokens differ by at least 1."""

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, obtain, rule, split, take, witness

_PLACE = "sum(j in upto({0}): 1)".format
_LATER = f"forall i1: i1 < {{0}} => {_PLACE('i1')} + 1 <= {_PLACE('{0}')}".format
_EARLIER = f"forall z1 in before(x): ({_LATER('z1')})"
_TOP = f"{_PLACE('q')} <= {_PLACE('x')}"


def _next(low: str, found: Tree, none: Tree) -> Tree:
    """There is a token y between `low` and x, or x is the one after `low`."""
    some = f"exists y1: {low} < y1 and y1 < x"
    between = have([(some, witness("w", both(KNOWN, KNOWN)))], rule("contradiction", P=some, C=f"w <= {low}"))
    behind = split(f"{low} < w or w <= {low}", between, KNOWN)
    after = rule("one more token", KNOWN, behind, i=low, j="x", e="fn(j: 1)", new={"x": "w"})
    count = f"sum(j in before(x): 1) == {_PLACE(low)}"
    return split(f"({some}) or not ({some})", obtain(some, "y", found), have([(count, after)], none))


def _below(low: str, then: Tree) -> Tree:
    """The place of y, which is between, is above that of `low`."""
    return take(_EARLIER, ["y"], take(_LATER("y"), [low], then))


_NOT_BEFORE = _next(
    "m",
    _below(
        "m",
        have(
            [f"{_PLACE('y')} <= {_PLACE('m')}"],
            absurd(leaf(f"1: {_PLACE('m')} + 1 <= {_PLACE('y')}", f"1: {_PLACE('y')} <= {_PLACE('m')}")),
        ),
    ),
    have(
        [f"{_PLACE('x')} <= {_PLACE('m')}"],
        absurd(leaf(f"1: {_PLACE('x')} <= {_PLACE('m')}", f"eq -1: sum(j in before(x): 1) == {_PLACE('m')}")),
    ),
)
_GREATEST = rule(
    "attained greatest, upto",
    have(
        [(f"{_PLACE('q')} <= {_PLACE('m')}", KNOWN)],
        split(
            "m < x or x <= m",
            _NOT_BEFORE,
            rule("same token", KNOWN, KNOWN, KNOWN, i="m", j="x", P=f"fn(k: {_PLACE('q')} <= {_PLACE('k')})"),
        ),
    ),
    e=f"fn(k: {_PLACE('k')})",
    i="x",
    new={"x": "m"},
    C=_TOP,
)

formal(
    "LEM-positions",
    title="A later token has a later place",
    statement={"show": [f"forall k: {_LATER('k')}"]},
    proof=rule(
        "strong induction",
        intro(
            ["p", ""],
            have(
                [(f"forall q in upto(x): {_TOP}", intro("q", _GREATEST))],
                _next(
                    "p",
                    _below(
                        "p",
                        have(
                            [f"{_PLACE('y')} <= {_PLACE('x')}"],
                            leaf(f"1: {_PLACE('p')} + 1 <= {_PLACE('y')}", f"1: {_PLACE('y')} <= {_PLACE('x')}"),
                        ),
                    ),
                    leaf(f"eq -1: sum(j in before(x): 1) == {_PLACE('p')}"),
                ),
            ),
        ),
        P=f"fn(k: {_LATER('k')})",
    ),
)
