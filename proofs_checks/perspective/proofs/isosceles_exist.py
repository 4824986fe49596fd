"""Three tokens on the circle: below -log(2)/2 but for -2/3 every beta has an isosceles equilibrium off the triangle."""

from __future__ import annotations

from proofs_checks.perspective.proofs.isosceles import LOG_TWO, OFF, STEEP
from proofs_checks.perspective.proofs.isosceles_count import FOUND, ROOM
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    cases,
    have,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

THERE = f"exists c in number: -1 < c and c < 0 and ({OFF}) and {STEEP('c')}"


def _room(p: str, start: str, gain: str, steps: Steps, *by: str) -> Steps:
    """There is room at p, where -2 p is `start`: exp(E) (1 - E) is at most 1, and start*(1 - E) is 1 + gain."""
    grown = f"beta*(1 - {p})*(1 + 2*{p})"
    return [
        *steps,
        (f"1 - {grown} <= exp(-({grown}))", rule("exp tangent", a=f"-({grown})")),
        (f"1 - {grown} > 0", leaf(f"1: {gain} > 0", "1:", *by, times=[start])),
        (
            f"{ROOM(p)} > 0",
            leaf(f"1: exp({grown}) > 0; 1 - {grown} <= exp(-({grown}))", f"1: {gain} > 0", *by, times=[f"1 - {grown}"]),
        ),
    ]


def _ended(p: str, q: str, none: Tree, ends: Tree) -> Tree:
    """From p to q there is one, before q."""
    found = FOUND.replace("p +", f"{p} +").replace("(q - p)", f"({q} - {p})")
    before = cases(
        "r - 1",
        absurd(have([("r == 1", rule("antisymmetry", KNOWN, leaf("1: r - 1 >= 0"), a="r", b="1"))], none)),
        leaf("1: r - 1 < 0"),
    )
    at = f"({p} + r*({q} - {p}))"
    return have(
        [(found, lemma("LEM-isosceles.between", p=p, q=q))],
        obtain(found, "r", have([("r < 1", before)], witness(at, ends))),
    )


def _none(p: str, q: str) -> Tree:
    """There is none at q."""
    at = STEEP(f"({p} + r*({q} - {p}))")
    return lemma("LEM-two-signs", leaf(f"eq -1: {at}", use=["r == 1"]), leaf(f"1: {ROOM(q)} < 0"), a=ROOM(q))


_E = "(2 + 3*beta)/4"
_P = f"(-(1 + {_E})/2)"
_M = "(2 + 3*beta)"
_GAIN = f"{_M}^2*(16 + 14*{_M} + {_M}^2)/384"
_POWERS = [f"{c}/384:" + ";".join([f" {_M} > 0"] * k) for c, k in ((16, 2), (14, 3), (1, 4))]
_SHALLOW = have(
    [
        (f"{_M} > 0", leaf("3: beta > -2/3")),
        (f"1 + {_P} > 0", leaf("3/8: beta < 0", "1/4:")),
        *_room(
            _P, f"1 + {_E}", _GAIN, [(f"1 + {_E} > 0", leaf(f"1/4: {_M} > 0", "1:")), (f"{_GAIN} > 0", leaf(*_POWERS))]
        ),
        (
            "exp(log(2)) < exp(-2*beta)",
            rule("exp strictly monotone", leaf("2: beta < -log(2)/2"), a="log(2)", b="-2*beta"),
        ),
        (f"{ROOM('-1')} < 0", leaf("1: exp(log(2)) < exp(-2*beta)", "eq -1: exp(log(2)) == 2")),
    ],
    _ended(
        _P,
        "-1",
        _none(_P, "-1"),
        both(
            leaf(f"1: r < 1; 1 + {_P} > 0"),
            leaf(f"1/8: {_M} > 0", f"1: r >= 0; 1 + {_P} > 0", "1/2:"),
            {"left": leaf(f"1/8: {_M} > 0", f"1: r >= 0; 1 + {_P} > 0")},
            KNOWN,
        ),
    ),
)

_DEFINED = "8*beta*e == 3*beta + 2"
_Q = "(-(1 - e)/2)"
_MORE = "-beta*e^2*(2 + e/2)"
_DEEP = obtain(
    f"exists e in number: e > 0 and {_DEFINED}",
    "e",
    have(
        [
            ("1 - e > 0", leaf(f"eq -1: {_DEFINED}", "5: -beta > 0", "2:", times=["-8*beta"])),
            *_room(
                _Q,
                "1 - e",
                _MORE,
                [(f"{_MORE} > 0", leaf("2: -beta > 0; e > 0; e > 0", "1/2: -beta > 0; e > 0; e > 0; e > 0"))],
                f"eq -e/2: {_DEFINED}",
            ),
            (f"{ROOM('0')} < 0", leaf("1: exp(beta) > 0")),
        ],
        _ended(
            _Q,
            "0",
            _none(_Q, "0"),
            both(
                leaf("1/2: e > 0", "1/2: r >= 0; 1 - e > 0", "1/2:"),
                leaf("1/2: r < 1; 1 - e > 0"),
                {"right": leaf("1/2: e > 0", "1/2: r >= 0; 1 - e > 0")},
                KNOWN,
            ),
        ),
    ),
)

formal(
    "LEM-isosceles.there",
    title="Isosceles equilibria of three tokens: there is one for all but one beta below -log(2)/2",
    statement={
        "letters": ["beta: number"],
        "given": ["beta < -log(2)/2", "beta < -2/3 or beta > -2/3"],
        "show": [THERE],
    },
    proof=have(
        [
            (LOG_TWO, lemma("LEM-log-two")),
            ("beta < 0", leaf("1: beta < -log(2)/2", "1/2: log(2) > 0")),
            ("-beta > 0", leaf("1: beta < 0")),
        ],
        split(
            "beta < -2/3 or beta > -2/3",
            have(
                [
                    (
                        f"exists e in number: e > 0 and {_DEFINED}",
                        witness(
                            "(3*beta + 2)/(8*beta)",
                            both(leaf("3: beta < -2/3", times=["-8*beta"]), leaf()),
                        ),
                    )
                ],
                _DEEP,
            ),
            _SHALLOW,
        ),
    ),
)
