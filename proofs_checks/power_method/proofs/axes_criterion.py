"""POW-N8.four: when all tangent eigenvalues at four clusters on the axes are below 1."""

from __future__ import annotations

from typing import Any

from proofs_checks.power_method.proofs.axes import AXES, IS_TANGENT, SLOPE, START, USE
from proofs_checks.power_method.proofs.axes_eigenvalues import NAMES, listed
from proofs_checks.power_method.proofs.axes_split import FOUND, VALUES
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, obtain, rule, take, witness

_SOME = "exists i: {0}[i] != 0".format
_IS = f"forall i: {SLOPE('w', 'i')} == m*w[i]"
BELOW = f"forall m in number, w in state: ({IS_TANGENT('w')}) and ({_SOME('w')}) and ({_IS}) => m < 1"
_WIDE = "abs(1 - T*t) < sqrt(2)*(t - T)"
CRITERION = f"t > T and {_WIDE}"
_ABSOLUTE = {"": "absolute above", "-": "absolute above minus"}
_SIDES: Steps = [
    step
    for sign, name in _ABSOLUTE.items()
    for step in (
        (f"{sign}(1 - T*t) <= abs(1 - T*t)", rule(name, e="1 - T*t")),
        (
            f"{sign}(1 - T*t) < sqrt(2)*(t - T)",
            leaf(f"1: {sign}(1 - T*t) <= abs(1 - T*t)", f"1: {_WIDE}"),
        ),
    )
]
_ROOM = "1/(1 - alpha*T) > 0"
_SMALL = {
    "own": leaf(f"1: alpha > 0; t > T; {_ROOM}"),
    "together": leaf(f"2: alpha > 0; t > T; {_ROOM}"),
    "less": leaf(f"1: alpha > 0; -(1 - T*t) < sqrt(2)*(t - T); {_ROOM}; sqrt(2)/2 > 0"),
    "more": leaf(f"1: alpha > 0; (1 - T*t) < sqrt(2)*(t - T); {_ROOM}; sqrt(2)/2 > 0"),
}
_PAIR: dict[str, Any] = {"one": "w", "two": "fn(i: 0*w[i])", "re": "m", "im": "0"}
_CHAIN = have(
    [f"{SLOPE('w', 'o')} == m*w[o]"],
    lemma("LEM-same-chain", KNOWN, leaf(), u=SLOPE("w", "o"), w="m*w[o]", z="m*w[o] - 0*(0*w[o])"),
)
formal(
    "LEM-axes.below",
    title="All tangent eigenvalues at four clusters on the axes are below 1 under two conditions",
    statement=model(
        AXES,
        {
            "letters": ["w[token]: vector; m: number"],
            "given": ["t > T", _WIDE, IS_TANGENT("w"), _SOME("w"), _IS],
            "show": ["m < 1"],
        },
    ),
    proof=have(
        [
            *START,
            ("sqrt(2)/2 > 0", leaf()),
            *_SIDES,
            *[(f"{name} < 1", proof) for name, proof in _SMALL.items()],
            (
                "0 == 0 and (" + " or ".join(f"m == {name}" for name in NAMES) + ")",
                lemma(
                    "LEM-axes.eigenvalues",
                    *[KNOWN] * len(AXES["given"]),
                    KNOWN,
                    groups(*[intro("o", leaf())] * 4),
                    obtain(_SOME("w"), "o", witness("o", KNOWN)),
                    groups(*[intro("o", _CHAIN)] * 4),
                    groups(*[intro("o", leaf(use=USE, norms=["1 - alpha*T"]))] * 4),
                    **_PAIR,
                ),
            ),
        ],
        listed(
            [f"m == {name}" for name in NAMES],
            [leaf(f"1: {name} < 1", f"eq 1: m == {name}") for name in NAMES],
        ),
    ),
)


def _nonzero(name: str) -> Tree:
    """A token at which an eigenvector is not zero."""
    return rule(
        "some element, group",
        have(
            [
                (f"dot({name}[o], {name}[o]) > 0", leaf(use=["dot(e1, e1) == 1"])),
                (f"{name}[o] != 0", rule("nonzero vector", u=f"{name}[o]")),
            ],
            witness("o", KNOWN),
        ),
        C=_SOME(name),
        new={"x": "o"},
        spaces={"G": "G"},
    )


def _below(name: str) -> tuple[str, Tree]:
    """The eigenvalue of an eigenvector is below 1, if all are."""
    value = VALUES[name]
    return (
        f"{value} < 1",
        have(
            [
                (
                    f"forall i: dot(square[i], {name}[i]) == 0",
                    groups(*[intro("o", leaf(use=["dot(e1, e2) == 0"]))] * 4),
                ),
                (_SOME(name), _nonzero(name)),
                (f"forall i: {SLOPE(name, 'i')} == {value}*{name}[i]", lemma(f"LEM-axes.{name}")),
            ],
            take(BELOW, [value, name], KNOWN),
        ),
    )


_LONGER = "1: {0} < 1; 1 - alpha*T > 0; 1/alpha > 0; sqrt(2) > 0".format
formal(
    "LEM-axes.only",
    title="Where all tangent eigenvalues at four clusters on the axes are below 1, two conditions hold",
    statement=model(AXES, FOUND, {"given": [BELOW], "show": [CRITERION]}),
    proof=have(
        [
            *START,
            ("sqrt(2) > 0", leaf()),
            ("1/alpha > 0", leaf()),
            *[_below(name) for name in ("u1", "u3", "u4")],
        ],
        both(
            leaf("1: own < 1; 1 - alpha*T > 0; 1/alpha > 0"),
            rule("absolute", leaf(_LONGER("more")), leaf(_LONGER("less")), e="1 - T*t", b="sqrt(2)*(t - T)"),
        ),
    ),
)
