"""POW-N8.four: tangent states at four clusters on the axes in eigenvectors of the derivative."""

from __future__ import annotations

from proofs_checks.power_method.proofs.axes import ACROSS, AXES, GROUPS, IS_TANGENT, SLOPE, START, USE, state
from proofs_checks.power_method.proofs.exact_clusters import FRAME, SIZES
from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule, witness

_LONG, _SHORT = "(-sqrt(2) - 1)*e2", "(sqrt(2) - 1)*e2"
EIGENVECTORS = {
    "u1": {"A": "-e2", "B": "e2", "G": "-e1", "H": "e1"},
    "u2": ACROSS,
    "u3": {"A": _SHORT, "B": _SHORT, "G": "e1", "H": "e1"},
    "u4": {"A": _LONG, "B": _LONG, "G": "e1", "H": "e1"},
}
VALUES = {"u1": "own", "u2": "together", "u3": "more", "u4": "less"}


def combined(a: str, i: str) -> str:
    """A combination of the eigenvectors, at a token."""
    return " + ".join(f"{a}{k}*u{k}[{i}]" for k in range(1, 5))


FOUND: Part = {"states": [state(name, at) for name, at in EIGENVECTORS.items()]}
ZERO_SUMS = [f"sum(j in {g}: {{0}}[j]) == 0".format for g in GROUPS]
"""States whose vectors add up to zero in every cluster."""


def at_rest(z: str) -> str:
    """z is a tangent state of sum zero in every cluster."""
    return " and ".join([f"({IS_TANGENT(z)})", *(zero(z) for zero in ZERO_SUMS)])


def _alike(proof: Tree) -> Tree:
    return groups(*[intro("o", proof)] * 4)


for _name, _value in VALUES.items():
    formal(
        f"LEM-axes.{_name}",
        title=f"The derivative at four clusters on the axes along {_name}",
        statement=model(
            AXES,
            FOUND,
            {"show": [f"forall i: {SLOPE(_name, 'i')} == {_value}*{_name}[i]"]},
        ),
        proof=have(START, _alike(leaf(use=USE, norms=["1 - alpha*T"]))),
    )

_MOVED = [f"forall i in {g}: d[i] == delta[i]*({n})" for g, n in ACROSS.items()]
_PARTS: Part = {"letters": ["d[token]: vector; delta[token]: number"], "given": _MOVED}
_SUMS = [f"sum(j in {g}: delta[j]) == 0" for g in GROUPS]
formal(
    "LEM-axes.apart",
    title="The derivative at four clusters on the axes along states of sum zero in every cluster",
    statement=model(AXES, _PARTS, {"given": _SUMS, "show": [f"forall i: {SLOPE('d', 'i')} == own*d[i]"]}),
    proof=have(START, _alike(leaf(use=[*USE, *_MOVED, *_SUMS], norms=["1 - alpha*T"]))),
)

_MEAN = {g: f"sum(j in {g}: delta[j])/sum(j in {g}: 1)" for g in GROUPS}
_P, _Q = f"({_MEAN['A']} - {_MEAN['B']})/2", f"({_MEAN['H']} - {_MEAN['G']})/2"
_COEFFICIENTS = [
    f"(-{_MEAN['A']} - {_MEAN['B']} + {_MEAN['G']} + {_MEAN['H']})/4",
    f"({' + '.join(_MEAN.values())})/4",
    f"({_Q} + ({_P} + {_Q})/sqrt(2))/2",
    f"({_Q} - ({_P} + {_Q})/sqrt(2))/2",
]
_NUMBERS = ", ".join(f"b{k} in number" for k in range(1, 5))
SPLITS = f"exists {_NUMBERS}, y in state: {at_rest('y')} and (forall i: d[i] == y[i] + {combined('b', 'i')})"
_REST = combined("b", "i")
for _k, _c in enumerate(_COEFFICIENTS, 1):
    _REST = _REST.replace(f"b{_k}*", f"({_c})*")


def _witnesses(values: list[str], then: Tree) -> Tree:
    for value in reversed(values):
        then = witness(value, then)
    return then


formal(
    "LEM-axes.split",
    title="A tangent state at four clusters on the axes is one of sum zero in every cluster and four eigenvectors",
    statement=model(
        {
            "groups": GROUPS,
            "letters": ["e1, e2: vector"],
            "states": [AXES["states"][0]],
            "given": [*FRAME, *SIZES],
        },
        FOUND,
        _PARTS,
        {"show": [SPLITS]},
    ),
    proof=_witnesses(
        [*_COEFFICIENTS, f"fn(i: d[i] - ({_REST}))"],
        both(
            _alike(leaf(use=[*FRAME, *SIZES, *_MOVED])),
            *[leaf(use=[*FRAME, *SIZES, *_MOVED])] * 4,
            _alike(leaf()),
        ),
    ),
)

ALONE: Part = {
    "letters": ["z[token]: vector; a1, a2, a3, a4: number"],
    "given": [IS_TANGENT("z"), *[zero("z") for zero in ZERO_SUMS], f"forall i: z[i] + {combined('a', 'i')} == 0"],
}
NONE = " and ".join(f"a{k} == 0" for k in range(1, 5))
_ROWS = {
    "A": "-a1 + a2 + (sqrt(2) - 1)*a3 + (-sqrt(2) - 1)*a4",
    "B": "-a1 + a2 - (sqrt(2) - 1)*a3 - (-sqrt(2) - 1)*a4",
    "G": "a1 + a2 - a3 - a4",
    "H": "a1 + a2 + a3 + a4",
}


def _row(g: str) -> Steps:
    """The mean of a cluster."""
    n, here = ACROSS[g], f"z[o] + {combined('a', 'o')}"
    part, total = f"dot({n}, z[{{0}}]) + {_ROWS[g]}".format, f"sum(j in {g}: z[j])"
    same, zero = f"dot({n}, {here}) == dot({n}, 0*e1)", f"dot({n}, {total}) == dot({n}, 0*e1)"
    whole = f"sum(j in {g}: {part('j')}) == sum(j in {g}: 0)"
    return [
        (
            whole,
            rule(
                "equal sums, group",
                have(
                    [f"{here} == 0", (same, lemma("LEM-same-dot", u=here, w="0*e1", z=n))],
                    leaf(f"eq 1: {same}", use=FRAME),
                ),
                e=f"fn(j in {g}: {part('j')})",
                f=f"fn(j in {g}: 0)",
                new={"x": "o"},
                spaces={"G": g},
            ),
        ),
        (zero, lemma("LEM-same-dot", u=total, w="0*e1", z=n)),
        (
            f"{_ROWS[g]} == 0",
            leaf(f"eq 1: {whole}", f"eq -1: {zero}", times=[f"sum(j in {g}: 1)"]),
        ),
    ]


def _solved(name: str, *factors: str) -> tuple[str, Tree]:
    return f"{name} == 0", leaf(*[f"eq {c}: {_ROWS[g]} == 0" for g, c in zip(GROUPS, factors, strict=True)])


formal(
    "LEM-axes.independent",
    title="States of sum zero in every cluster and four eigenvectors on the axes are independent",
    statement=model(
        {
            "groups": GROUPS,
            "letters": ["e1, e2: vector"],
            "states": [AXES["states"][0]],
            "given": FRAME,
        },
        FOUND,
        ALONE,
        {"show": [NONE]},
    ),
    proof=have(
        [step for g in GROUPS for step in _row(g)],
        have(
            [
                _solved("a1", "-1/4", "-1/4", "1/4", "1/4"),
                _solved("a2", *["1/4"] * 4),
                _solved("a3", "sqrt(2)/8", "-sqrt(2)/8", "-(1/4 + sqrt(2)/8)", "1/4 + sqrt(2)/8"),
                _solved("a4", "-sqrt(2)/8", "sqrt(2)/8", "-(1/4 - sqrt(2)/8)", "1/4 - sqrt(2)/8"),
            ],
            both(*[KNOWN] * 4),
        ),
    ),
)
