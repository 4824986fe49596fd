"""Remark 2.2: the flow maps of (2.3), SA, USA and (2.7) commute with permutations of the tokens."""

from __future__ import annotations

from proofs_checks.lemmas.permutations import PERMUTES
from proofs_checks.perspective.proofs.heads_model import HEADS, LOCALLY_BOUNDED
from proofs_checks.perspective.proofs.models import (
    EAST,
    LOG2,
    MOTION,
    NORTH,
    SA,
    SOUTH,
    USA,
    WEIGHTS,
    WEST,
    still,
)
from proofs_checks.perspective.proofs.relabelled import FLOWS, MOVED, TURNED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, obtain, rule, take

_FOUND = "exists j: c[p, j] == 1"
_PICKED = "sum(k: c[{0}, k]*x[k])".format
_Z = f"fn(i: {_PICKED('i')})"
_MOVED = f"always({MOVED})"
_SAME = f"always(forall i: {_PICKED('i')} == y[i])"


def _solved(y: str) -> tuple[str, Tree]:
    """What relabelled solutions are."""
    fact = " and ".join(f"(solves({flow}, x) => solves({flow}, {y}))" for flow in FLOWS)
    return fact, lemma("PER-R2.2.solutions", y=y)


_TERM = f"{_PICKED('p')} == c[p, t]*x[t]"
_ONE = "forall i, j, k: c[i, j] == 1 and k != j => c[i, k] == 0"
_PICKS = (
    f"always(forall i, j: c[i, j] == 1 => {_PICKED('i')} == x[j])",
    enter(
        "every",
        intro(
            ["p", "t", ""],
            have(
                [
                    (
                        _TERM,
                        rule(
                            "single vector term",
                            take(_ONE, ["p", "t", "q"], leaf(use=["c[p, q] == 0"])),
                            e="fn(k: c[p, k]*x[k])",
                            y="t",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf(use=[_TERM, "c[p, t] == 1"]),
            ),
        ),
    ),
)
_PLACE = obtain(
    _FOUND,
    "t",
    have([f"{_PICKED('p')} == x[t]", "y[p] == x[t]"], leaf(use=[f"{_PICKED('p')} == x[t]", "y[p] == x[t]"])),
)
_START = (
    f"at_start(forall i: {_PICKED('i')} == y[i])",
    enter("start", intro("p", have([_FOUND], _PLACE))),
)


def _commutes(flow: str, given: int) -> Tree:
    """The relabelled solution and the one from the relabelled start are the same."""
    ends = ("x[t]", "y[p]")
    back = have(
        [*(f"{_PICKED('p')} == {z}" for z in ends), *(f"{z} == {_PICKED('p')}" for z in ends)],
        leaf(use=[f"{z} == {_PICKED('p')}" for z in ends]),
    )
    name = "heads" if flow == "all" else flow
    return intro(
        "",
        have(
            [
                f"solves({flow}, x)",
                (_ONE, lemma("LEM-permuted-row")),
                _PICKS,
                ("forall i: exists j: c[i, j] == 1", lemma("LEM-permuted-place")),
                _solved(_Z),
                f"solves({flow}, {_Z})",
                (_SAME, lemma(f"LEM-one-solution.{name}", *[KNOWN] * given, _START[1], x=_Z)),
            ],
            enter("every", intro(["p", "t", ""], back)),
        ),
    )


_LOCALLY = f"beta >= 0 and ({LOCALLY_BOUNDED})"

_PLANE = [[1, 0], [0, 1]]
_TWICE = {"c": [[1, 0, 0, 0], [0, 1, 0, 0]] * 2, "Q": [_PLANE], "K": [_PLANE], "V": [_PLANE]}

formal(
    "PER-R2.2",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        HEADS,
        MOTION,
        PERMUTES,
        {
            "letters": ["y[token]: moving vector"],
            "show": [
                *(f"{_MOVED} and solves({flow}, x) => solves({flow}, y)" for flow in FLOWS),
                *(
                    f"{condition} and solves({flow}, x) and solves({flow}, y) and at_start({MOVED}) => {_MOVED}"
                    for flow, condition in zip(FLOWS, ("beta >= 0", "beta >= 0", _LOCALLY), strict=True)
                ),
            ],
        },
    ),
    proof=[
        *[intro("", have([_solved("y")], KNOWN))] * 3,
        _commutes("sa", 3),
        _commutes("usa", 3),
        _commutes("all", 4),
    ],
    instance=TURNED,
    twin=Variant(
        "two tokens in the places of all four",
        {"forall j: sum(i: c[i, j]) == 1": "forall j: sum(i: c[i, j]) <= 2"},
        {**still(EAST, NORTH, WEST, SOUTH, y=[EAST, NORTH, EAST, NORTH], beta=LOG2, **_TWICE), "heads": 1},
    ),
)
