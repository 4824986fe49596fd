"""Remark B.1: the signature of the Hessian at a critical point does not depend on the metric."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, both, have, leaf, lemma, obtain, rule, split, witness

_OTHER = {"1": "2", "2": "1"}
_PARTS = {"P": ("A", "a", "D", ""), "N": ("B", "b", "L", "-"), "K": ("C", "c", "", "")}
"""By sign: the eigenvectors, coordinates along them, the eigenvalues, their sign."""

_CRITICAL = "forall k in direction E: f[k] == 0"
_AT = "H{0}(v) == S(v) - sum(k in direction E: f[k]*T{0}[k](v))"


def eigenvectors(g: str) -> list[str]:
    """A basis of eigenvectors of the Hessian for the metric G, with their eigenvalues; orthonormal as far as needed."""
    parts = " + ".join(f"{basis}{g}({at}{g}(x))" for basis, at, _, _ in _PARTS.values())
    given = [f"forall x in vector E: x == {parts}", f"forall q in vector K{g}: H{g}(C{g}(q)) == 0"]
    for name in "PN":
        basis, _, values, sign = _PARTS[name]
        own, zero = f"forall p in vector {name}{g}", f"forall p in vector K{g}, q in vector {name}{g}"
        given += [
            f"positive_definite({values}{g})",
            f"{own}: H{g}({basis}{g}(p)) == {sign}G{g}({basis}{g}({values}{g}(p)))",
            f"{own}, q in vector {name}{g}: dot({basis}{g}(p), G{g}({basis}{g}(q))) == dot(p, q)",
            f"{zero}: dot(C{g}(p), G{g}({basis}{g}(q))) == 0",
        ]
    return given


def hessian(g: str) -> str:
    """The Hessian of a metric in coordinates: second derivatives less Christoffel symbols times first ones."""
    return f"forall x in vector E: H{g}(x) == S(x) - sum(k in direction E: f[k]*T{g}[k](x))"


def product(name: str, g: str) -> str:
    """Eigenvectors of one metric in coordinates along those of the other one."""
    basis, at, _, _ = _PARTS[name]
    return f"forall p in vector {name}{g}: {basis}{g}{_OTHER[g]}(p) == {at}{_OTHER[g]}({basis}{g}(p))"


def _fewer(name: str, g: str) -> Tree:
    """There are no more eigenvalues of one sign for the metric g than for the other one."""
    h = _OTHER[g]
    basis, at, values, sign = _PARTS[name]
    against = "N" if name == "P" else "P"
    other, other_at, other_values, _ = _PARTS[against]
    first, last = f"dim({name}{h})", f"dim({name}{g})"
    x = f"{basis}{g}(x)"
    whole = f"{x} == " + " + ".join(f"{b}{h}({c}{h}({x}))" for b, c, _, _ in _PARTS.values())
    rest = f"{other}{h}({other_at}{h}({x})) + C{h}(c{h}({x}))"
    apart = f"({x} - ({rest}))"
    here = f"v == {basis}{g}(x) and v == {other}{h}(y) + C{h}(z)"
    found = f"exists v in vector E, y in vector {against}{h}, z in vector K{h}: {here}"
    lost = f"{at}{h}({x}) == 0"
    same = f"dot({apart}, {x}) == dot({apart}, {whole.partition(' == ')[2]})"
    place = rule(
        "equal vectors",
        have(
            [whole, (same, lemma("LEM-same-dot", u=x, w=whole.partition(" == ")[2], z=apart))],
            leaf(f"eq 1: {same}", use=[lost]),
        ),
        spaces={"E": "E"},
        u=x,
        w=rest,
    )
    form = "dot(v, S(v))"
    forms = {k: f"{form} == dot(v, H{k}(v))" for k in "12"}
    seconds = [(f"S(v) == H{k}(v)", have([_AT.format(k)], leaf(use=[_AT.format(k), _CRITICAL]))) for k in "12"]
    image = f"{sign}G{g}({basis}{g}({values}{g}(x)))"
    of_rest = f"{'-' if name == 'P' else ''}G{h}({other}{h}({other_values}{h}(y)))"
    facts = [
        f"H{g}({basis}{g}(x)) == {image}",
        f"dot({basis}{g}(x), G{g}({basis}{g}({values}{g}(x)))) == dot(x, {values}{g}(x))",
        f"H{h}({other}{h}(y)) == {of_rest}",
        f"H{h}(C{h}(z)) == 0",
        f"dot({other}{h}(y), G{h}({other}{h}({other_values}{h}(y)))) == dot(y, {other_values}{h}(y))",
        f"dot(C{h}(z), G{h}({other}{h}({other_values}{h}(y)))) == 0",
    ]
    own = f"{form} == {sign}dot(x, {values}{g}(x))"
    theirs = f"{form} == {'-' if name == 'P' else ''}dot(y, {other_values}{h}(y))"
    turned = f"v == {other}{h}(y) + C{h}(z)"
    more, less = f"dot(x, {values}{g}(x)) > 0", f"dot(y, {other_values}{h}(y)) >= 0"
    sides = ("-1", "1") if name == "P" else ("1", "-1")
    steps = have(
        [
            f"{basis}{g}{h}(x) == {at}{h}({x})",
            (
                lost,
                lemma("LEM-both-equal", spaces={"": f"{name}{h}"}, a=f"{basis}{g}{h}(x)", b=f"{at}{h}({x})", c="0"),
            ),
            (found, witness(x, witness(f"{other_at}{h}({x})", witness(f"c{h}({x})", both(leaf(), place))))),
        ],
        obtain(
            found,
            ["v", "y", "z"],
            have(
                [
                    *seconds,
                    *((forms[k], lemma("LEM-same-dot", u="S(v)", w=f"H{k}(v)", z="v")) for k in "12"),
                    *facts,
                    (own, leaf(f"eq 1: {forms[g]}", use=[f"v == {basis}{g}(x)", *facts[:2]])),
                    (theirs, leaf(f"eq 1: {forms[h]}", use=[turned, *facts[2:]])),
                    (more, rule("positive form", W=f"{values}{g}", u="x", spaces={"E": f"{name}{g}"})),
                    (less, rule("nonnegative form", W=f"{other_values}{h}", u="y", spaces={"E": f"{against}{h}"})),
                ],
                lemma(
                    "LEM-two-signs",
                    leaf(f"1: {less}", f"eq {sides[0]}: {own}", f"eq {sides[1]}: {theirs}"),
                    leaf(f"1: {more}"),
                    a=f"-dot(x, {values}{g}(x))",
                ),
            ),
        ),
    )
    return split(
        f"{first} < {last} or {last} <= {first}",
        absurd(
            rule(
                "fewer dimensions",
                KNOWN,
                steps,
                spaces={"E": f"{name}{g}", "E2": f"{name}{h}"},
                V=f"{basis}{g}{h}",
                C="1 <= 0",
            )
        ),
        KNOWN,
    )


def _letters(g: str) -> list[str]:
    made = [f"G{g}, H{g}, T{g}[direction E]: operator E", f"D{g}: operator P{g}", f"L{g}: operator N{g}"]
    for name, (basis, at, _, _) in _PARTS.items():
        made += [f"{basis}{g}: matrix {name}{g} -> E", f"{at}{g}: matrix E -> {name}{g}"]
        if name != "K":
            made.append(f"{basis}{g}{_OTHER[g]}: matrix {name}{g} -> {name}{_OTHER[g]}")
    return made


def _transposed(matrix: list[list[Any]]) -> list[list[Any]]:
    return [list(row) for row in zip(*matrix, strict=True)]


def _diagonal(*entries: Any) -> list[list[Any]]:
    return [[entry if row == column else 0 for column, entry in enumerate(entries)] for row in range(len(entries))]


def _columns(long: str, *places: int) -> list[list[Any]]:
    """Columns of the identity in dimension 4, the first one with another length."""
    return [[long if row == place == 0 else int(row == place) for place in places] for row in range(4)]


_ZERO, _ONE = _diagonal(0, 0, 0, 0), _diagonal(1, 1, 1, 1)
CRITICAL: dict[str, Any] = {
    "dim": {"E": 4, "P1": 1, "N1": 1, "K1": 2, "P2": 1, "N2": 1, "K2": 2},
    "directions": 4,
    "letters": {
        "S": _diagonal(1, -1, 0, 0),
        "f": [0, 0, 0, 0],
        **{f"H{g}": _diagonal(1, -1, 0, 0) for g in "12"},
        **{f"T{g}": [_ONE] * 4 for g in "12"},
        "G1": _ONE,
        "G2": _diagonal(4, 1, 1, 1),
        "A1": _columns("1", 0),
        "a1": _transposed(_columns("1", 0)),
        "A2": _columns("1/2", 0),
        "a2": _transposed(_columns("2", 0)),
        "D1": [[1]],
        "D2": [["1/4"]],
        **{f"B{g}": _columns("1", 1) for g in "12"},
        **{f"b{g}": _transposed(_columns("1", 1)) for g in "12"},
        **{f"L{g}": [[1]] for g in "12"},
        **{f"C{g}": _columns("1", 2, 3) for g in "12"},
        **{f"c{g}": _transposed(_columns("1", 2, 3)) for g in "12"},
        "A12": [[2]],
        "A21": [["1/2"]],
        "B12": [[1]],
        "B21": [[1]],
    },
}
"""Second derivatives 1, -1, 0, 0, in two metrics."""
ELSEWHERE: dict[str, Any] = {
    "dim": {**CRITICAL["dim"], "P2": 2, "K2": 1},
    "directions": 4,
    "letters": {
        **CRITICAL["letters"],
        "f": [1, 0, 0, 0],
        "T1": [_ZERO] * 4,
        "T2": [_diagonal(0, 0, -1, 0), _ZERO, _ZERO, _ZERO],
        "H2": _diagonal(1, -1, 1, 0),
        "G2": _ONE,
        "A2": _columns("1", 0, 2),
        "a2": _transposed(_columns("1", 0, 2)),
        "D2": _diagonal(1, 1),
        "C2": _columns("1", 3),
        "c2": _transposed(_columns("1", 3)),
        "A12": [[1], [0]],
        "A21": [[1, 0]],
    },
}
"""Where the first derivatives are not 0, the Hessian of the second metric has one more positive eigenvalue."""

formal(
    "PER-B.5",
    sentence=r"At a critical point of a function the numbers of positive and of negative eigenvalues of the Hessian,"
    r" counted with multiplicity, are the same for any two Riemannian metrics.",
    reading="in coordinates around the point: the Hessian of the metric G is the map G^{-1}(S - sum_k f_k T_k), S and f"
    " the second and first derivatives, T_k the Christoffel symbols; a G-orthonormal basis of eigenvectors is given, by"
    " the sign of the eigenvalues: A for the positive ones (D), B for the negative ones (-L), C for 0, whose numbers"
    " are the dimensions of P, N, K; a, b, c are the coordinates along it, A12 = a2 A1 and so on; of orthonormal and"
    " of G only what the proof needs is given",
    statement={
        "spaces": ["E", "P1", "N1", "K1", "P2", "N2", "K2"],
        "letters": ["S: operator E; f[direction E]: number", *_letters("1"), *_letters("2")],
        "given": [
            _CRITICAL,
            hessian("1"),
            hessian("2"),
            *eigenvectors("1"),
            *eigenvectors("2"),
            *(product(name, g) for name in "PN" for g in "12"),
        ],
        "show": ["dim(P1) == dim(P2)", "dim(N1) == dim(N2)"],
    },
    proof=[
        rule("antisymmetry", *(_fewer(name, g) for g in "12"), a=f"dim({name}1)", b=f"dim({name}2)") for name in "PN"
    ],
    instance=CRITICAL,
    twin=Variant("away from critical points", {"f[k] == 0": "f[k] == f[k]"}, ELSEWHERE),
)
