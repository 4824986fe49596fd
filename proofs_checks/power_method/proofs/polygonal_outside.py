"""Polygonal states of the Oja map: tangents whose sum has a positive energy make an eigenvalue above 1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.polygonal import POLYGON, STATE, TANGENT
from proofs_checks.power_method.proofs.polygonal_unstable import FIXED, LENGTH, SYMMETRIC
from verify.formal import formal, model
from verify.tactics.build import KNOWN, absurd, have, leaf, lemma, obtain, rule, split, take, witness

SUM = "sum(i: d[i])"
ENERGY = f"dot({SUM}, V({SUM}))"
SQUARES = "sum(i: dot(d[i], d[i]))"
QUOTIENT = f"(1 + alpha/N*{ENERGY}/{SQUARES})"
MODE = (
    f"exists e in state, m in number: m >= {QUOTIENT} and (exists i: e[i] != 0) and (forall i: dot(x[i], e[i]) == 0)"
    " and (forall i: D(oja, x, e, i) == m*e[i])"
)
MOVES = "exists i: d[i] != 0"
RESTS = f"{SUM} == sum(i: 0*d[i])"
AT_REST = split(
    "d[k] == 0 or d[k] != 0",
    leaf(use=["d[k] == 0"]),
    have([(MOVES, witness("k", KNOWN))], rule("contradiction", P=MOVES, C="d[k] == 0*d[k]")),
)
SOME = (
    MOVES,
    split(
        f"({MOVES}) or not ({MOVES})",
        KNOWN,
        absurd(
            have(
                [
                    (RESTS, rule("equal vector sums", AT_REST, e="d", f="fn(i: 0*d[i])", new={"x": "k"})),
                    (
                        f"dot(V({SUM}), {SUM}) == dot(V({SUM}), sum(i: 0*d[i]))",
                        lemma("LEM-same-dot", u=SUM, w="sum(i: 0*d[i])", z=f"V({SUM})"),
                    ),
                ],
                lemma(
                    "LEM-two-signs",
                    leaf(f"eq 1: dot(V({SUM}), {SUM}) == dot(V({SUM}), sum(i: 0*d[i]))"),
                    leaf(f"1: {ENERGY} > 0"),
                    a=f"-{ENERGY}",
                ),
            )
        ),
    ),
)
LONG = (
    f"{SQUARES} > 0",
    obtain(
        MOVES,
        "k",
        have(
            [
                ("dot(d[k], d[k]) > 0", rule("positive square", u="d[k]")),
                (
                    f"{SQUARES} >= dot(d[k], d[k])",
                    rule(
                        "term of a positive sum",
                        leaf("1: sq norm(d[h])"),
                        e="fn(i: dot(d[i], d[i]))",
                        y="k",
                        new={"x": "h"},
                    ),
                ),
            ],
            leaf("1: dot(d[k], d[k]) > 0", f"1: {SQUARES} >= dot(d[k], d[k])"),
        ),
    ),
)
HERE: Part = {
    "tokens": 3,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "alpha": "1/4",
        "x": [[0, 1], ["-sqrt(3)/2", "-1/2"], ["sqrt(3)/2", "-1/2"]],
        "d": [[1, 0], [0, 0], [0, 0]],
    },
}
formal(
    "LEM-polygonal-outside",
    title="A polygonal state of the Oja map with tangents whose sum has a positive energy has an eigenvalue above 1",
    statement=model(
        V,
        OJA,
        POLYGON,
        TANGENT,
        {"given": ["alpha > 0", f"{ENERGY} > 0"], "show": ["outside_disc(oja, x)"]},
    ),
    proof=have(
        [
            ("fixed(oja, x)", FIXED),
            LENGTH,
            SOME,
            LONG,
            (
                MODE,
                rule(
                    "symmetric derivative",
                    KNOWN,
                    KNOWN,
                    SYMMETRIC,
                    KNOWN,
                    KNOWN,
                    leaf(use=[*STATE, *TANGENT["given"]], norms=["1"]),
                    F="oja",
                    S="x",
                    q=QUOTIENT,
                    new={"a": "b", "b": "c"},
                ),
            ),
            (f"{QUOTIENT} > 1", leaf(f"1: alpha > 0; 1/N > 0; {ENERGY} > 0; 1/{SQUARES} > 0")),
        ],
        obtain(
            MODE,
            "e,m",
            have(
                [("m > 1", leaf(f"1: m >= {QUOTIENT}", f"1: {QUOTIENT} > 1"))],
                rule(
                    "outside, eigenvector",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    take("forall i: D(oja, x, e, i) == m*e[i]", ["t"], KNOWN),
                    leaf("1: m > 1"),
                    F="oja",
                    S="x",
                    d="e",
                    m="m",
                    new={"i": "t"},
                ),
            ),
        ),
    ),
    instance=HERE,
)
