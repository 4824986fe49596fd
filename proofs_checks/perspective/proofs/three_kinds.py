"""Three equal pulls with two equal cosines on the circle, as numbers: the kinds of equilibria of three tokens."""

from __future__ import annotations

from proofs_checks.perspective.proofs.three_tokens import PULL
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, rule, split

ROOT = "{0} == 1 or {0} == -1 or -2*({0}) == exp(beta*(1 - {0})*(1 + 2*{0}))".format
_SAME = f"{PULL('u', 'A')} == {PULL('v', 'B')}"
_THIRD = f"{PULL('u', 'A')} == {PULL('w', 'C')}"
_FACTORED = "A*(exp(beta*u) + 2*u*exp(beta*w)) == 0"
_STEEP = "-2*u == exp(beta*(1 - u)*(1 + 2*u))"
_EQUAL: Steps = [
    ("A == B", leaf(f"eq exp(-(beta*u)): {_SAME}", use=["u == v"])),
    ("w == 2*u^2 - 1", leaf("eq 1: w == u*v - A*B", "eq -1: u^2 + A^2 == 1", use=["u == v", "A == B"])),
    (_FACTORED, leaf(f"eq 1: {_THIRD}", "eq exp(beta*w): C == -(A*v + u*B)", use=["u == v", "A == B"])),
]
_POLE = split(
    "u == 1 or u != 1",
    {"left": {"left": KNOWN}},
    {"left": {"right": leaf("eq 1/(u - 1): u^2 + A^2 == 1", use=["A == 0"])}},
)
_OPEN = {
    "right": have(
        [("exp(beta*(u - w)) == -2*u", leaf(f"eq exp(-(beta*w))/A: {_FACTORED}"))],
        leaf("eq -1: exp(beta*(u - w)) == -2*u", use=["w == 2*u^2 - 1"]),
    )
}

formal(
    "LEM-three.kind",
    title="Three equal pulls with two equal cosines: the kinds of equilibria",
    statement={
        "letters": ["beta, u, v, w, A, B, C: number"],
        "given": [
            "u^2 + A^2 == 1",
            "w == u*v - A*B",
            "C == -(A*v + u*B)",
            _SAME,
            _THIRD,
            "u == v",
        ],
        "show": ["A == B", ROOT("u")],
    },
    proof=[have(_EQUAL, KNOWN), have(_EQUAL, split("A == 0 or A != 0", _POLE, _OPEN))],
)


def _at_pole(u: str) -> Tree:
    """The sines are 0."""
    return have(
        [("A == 0", rule("square zero", leaf("eq 1: u^2 + A^2 == 1", use=[f"u == {u}"]), a="A"))],
        leaf("eq -exp(beta*w): C == -2*u*A", use=["A == 0"]),
    )


formal(
    "LEM-three.back",
    title="Two equal gaps of one of the kinds have the same pull as the third",
    statement={
        "letters": ["beta, u, v, w, A, B, C: number"],
        "given": ["u^2 + A^2 == 1", "w == u*v - A*B", "C == -(A*v + u*B)", "u == v", "A == B", ROOT("u")],
        "show": [_THIRD],
    },
    proof=have(
        [
            ("w == 2*u^2 - 1", leaf("eq 1: w == u*v - A*B", "eq -1: u^2 + A^2 == 1", use=["u == v", "A == B"])),
            ("C == -2*u*A", leaf("eq 1: C == -(A*v + u*B)", use=["u == v", "A == B"])),
        ],
        split(
            ROOT("u"),
            split("u == 1 or u == -1", _at_pole("1"), _at_pole("-1")),
            have(
                [
                    (
                        "exp(beta*u) == exp(beta*(1 - u)*(1 + 2*u))*exp(beta*w)",
                        leaf(use=["w == 2*u^2 - 1"]),
                    )
                ],
                leaf(
                    "eq A: exp(beta*u) == exp(beta*(1 - u)*(1 + 2*u))*exp(beta*w)",
                    f"eq -A*exp(beta*w): {_STEEP}",
                    "eq -exp(beta*w): C == -2*u*A",
                ),
            ),
        ),
    ),
)
