"""Powers of a map and of its adjoint are adjoint to each other."""

from __future__ import annotations

from typing import Any

from proofs_checks.lemmas.adjoints import LINEAR
from verify.formal import formal, model
from verify.tactics.build import have, intro, leaf, lemma, rule, take

_ADJOINT = "forall e1 in vector, e2 in vector: dot(N(e1), e2) == dot(e1, R(e2))"


def powers(power: str, factor: str, space: str = "") -> list[str]:
    """The family `power` is of the powers of the map `factor`."""
    sort = f"vector {space}".strip()
    return [
        f"forall e1 in {sort}: {power}(0, e1) == e1",
        f"forall m in size, e1 in {sort}: {power}(m + 1, e1) == {factor}({power}(m, e1))",
    ]


_SETTING: dict[str, Any] = {
    "letters": ["N(vector), R(vector): vector; A(size, vector), B(size, vector): vector"],
    "given": [_ADJOINT, *powers("A", "N"), *powers("B", "R")],
}
_FIRST, _NEXT = powers("B", "R")
_FIRST_A, _NEXT_A = powers("A", "N")
_COMMUTE = "forall n in size: forall p in vector: B(n, R(p)) == R(B(n, p))"
_LINEAR = LINEAR.replace("U(", "R(")
formal(
    "LEM-adjoint.powers",
    title="Powers of a map and of its adjoint are adjoint to each other",
    statement=model(
        _SETTING,
        {"show": ["forall n in size: forall e1 in vector, e2 in vector: dot(A(n, e1), e2) == dot(e1, B(n, e2))"]},
    ),
    proof=have(
        [
            (_LINEAR, lemma("LEM-adjoint.linear", T="fn(a in vector: N(a))", U="fn(a in vector: R(a))")),
            (
                _COMMUTE,
                rule(
                    "induction",
                    intro(
                        "q",
                        have(
                            [
                                ("B(0, R(q)) == R(q)", take(_FIRST, ["R(q)"], leaf(use=["B(0, R(q)) == R(q)"]))),
                                ("B(0, q) == q", take(_FIRST, ["q"], leaf(use=["B(0, q) == q"]))),
                                (
                                    "R(1*q) == R(q)",
                                    take(_LINEAR, ["q", "q", "1", "0"], leaf(use=["R(1*q + 0*q) == 1*R(q) + 0*R(q)"])),
                                ),
                            ],
                            leaf(use=["B(0, R(q)) == R(q)", "B(0, q) == q", "R(1*q) == R(q)"]),
                        ),
                    ),
                    intro(
                        "q",
                        have(
                            [
                                "B(l + 1, R(q)) == R(B(l, R(q)))",
                                "B(l + 1, q) == R(B(l, q))",
                                "B(l, R(q)) == R(B(l, q))",
                            ],
                            leaf(
                                use=[
                                    "B(l + 1, R(q)) == R(B(l, R(q)))",
                                    "B(l + 1, q) == R(B(l, q))",
                                    "B(l, R(q)) == R(B(l, q))",
                                ]
                            ),
                        ),
                    ),
                    P="fn(n: forall p in vector: B(n, R(p)) == R(B(n, p)))",
                    new={"n": "l"},
                ),
            ),
        ],
        rule(
            "induction",
            intro(
                "p,q",
                have(["A(0, p) == p", "B(0, q) == q"], leaf(use=["A(0, p) == p", "B(0, q) == q"])),
            ),
            intro(
                "p,q",
                have(
                    [
                        "A(l + 1, p) == N(A(l, p))",
                        "B(l + 1, q) == R(B(l, q))",
                        "B(l, R(q)) == R(B(l, q))",
                        (
                            "dot(A(l, p), R(q)) == dot(p, B(l, R(q)))",
                            take(
                                "forall e1 in vector, e2 in vector: dot(A(l, e1), e2) == dot(e1, B(l, e2))",
                                ["p", "R(q)"],
                                leaf("eq 1: dot(A(l, p), R(q)) == dot(p, B(l, R(q)))"),
                            ),
                        ),
                        (
                            "dot(N(A(l, p)), q) == dot(A(l, p), R(q))",
                            take(_ADJOINT, ["A(l, p)", "q"], leaf("eq 1: dot(N(A(l, p)), q) == dot(A(l, p), R(q))")),
                        ),
                    ],
                    leaf(
                        "eq 1: dot(N(A(l, p)), q) == dot(A(l, p), R(q))",
                        "eq 1: dot(A(l, p), R(q)) == dot(p, B(l, R(q)))",
                        use=["A(l + 1, p) == N(A(l, p))", "B(l + 1, q) == R(B(l, q))", "B(l, R(q)) == R(B(l, q))"],
                    ),
                ),
            ),
            P="fn(n: forall e1 in vector, e2 in vector: dot(A(n, e1), e2) == dot(e1, B(n, e2)))",
            new={"n": "l"},
        ),
    ),
)
