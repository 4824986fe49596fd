"""CON-H.1, the refuted letters: exact states at which the hemisphere is left, V grows, or consensus is excluded.

One or two heads with U_k and P_k = log(2) b_k I on the circle; A_k = alpha^k sqrt(2) is the softmax, exactly. The
velocity of the first token is F_1 - (y_1^T F_1) y_1 up to the factor 1/sqrt(2); all of it is evaluated by the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus.full_attention.unbounded_logits import HYPOTHESES
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")

SCALAR = "all U_eta positive multiples of I, CON-H.1.e, is what the statement needs"
EVEN, SPLIT, NEAR = [["1/2"] * 2] * 2, [["1/5", "4/5"], ["4/5", "1/5"]], [["4/5", "1/5"], ["1/5", "4/5"]]
PAIR = {"Y": [[1, 0], [0, 1]], "v": ["3/5", "4/5"]}
LETTERS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "a": ("$U = -I$", ("U1 == -1*identity(2)",)),
    "b": (
        "U symmetric positive definite, v not an eigenvector",
        ("U1 == transpose(U1)", "U1[0][0] > 0", "det(U1) > 0", "U1@v != dot(v, U1@v)*v"),
    ),
    "c": ("U skew-symmetric", ("transpose(U1) == -1*U1",)),
    "d": ("different $U_\\eta$ per head", ("U1 != U2",)),
    "e.negative": (
        "$U_\\eta = u_\\eta I$ with some $u_\\eta < 0$",
        ("U1 == u1*identity(2)", "U2 == u2*identity(2)", "u2 < 0"),
    ),
}
# States with c_1 = v^T y_1 = 0 from which the first token leaves the hemisphere.
EXITS: Mapping[str, dict[str, Any]] = {
    "a": {"U1": [[-1, 0], [0, -1]], "A1": EVEN, "b1": 0, "Y": [[0, 1], ["3/5", "4/5"]], "v": [1, 0]},
    "b": {
        "U1": [[3, 0], [0, 1]],
        "A1": NEAR,
        "b1": 2,
        "Y": [["-4/5", "3/5"], ["3/5", "4/5"]],
        "v": ["3/5", "4/5"],
    },
    "c": {"U1": [[0, -1], [1, 0]], "A1": EVEN, "b1": 0, "Y": [[0, 1], ["3/5", "4/5"]], "v": [1, 0]},
    "d": {
        "U1": [[1, 3], [3, 1]],
        "A1": SPLIT,
        "b1": "-5/4",
        "U2": [[1, -3], [-3, 1]],
        "A2": NEAR,
        "b2": "5/4",
        "Y": [[0, 1], ["4/5", "-3/5"]],
        "v": [1, 0],
    },
    "e.negative": {
        "U1": [[1, 0], [0, 1]],
        "A1": EVEN,
        "b1": 0,
        "U2": [[-2, 0], [0, -2]],
        "A2": EVEN,
        "b2": 0,
        "Y": [[0, 1], ["3/5", "4/5"]],
        "v": [1, 0],
        "u1": 1,
        "u2": -2,
    },
}
SYMMETRIC = {"Y": [["3/5", "4/5"], ["-3/5", "4/5"]], "v": ["5/13", "12/13"]}
# Initial pairs in the open hemisphere of v that stay apart, and the relations that make them.
APART: Mapping[str, tuple[dict[str, Any], tuple[str, ...], str]] = {
    "a": ({**EXITS["a"], **PAIR}, ("-1*(A1[0][1] + A1[1][0]) < 0",), "CON-H.1.scalar"),
    "b": (
        {"U1": [[3, 0], [0, 1]], "A1": NEAR, "b1": "25/9", **SYMMETRIC},
        ("A1[0][1] <= A1[0][0]/4", "U1 == diag(3, 1)", "Y[0][0] == -Y[1][0]", "Y[0][1] == Y[1][1]"),
        "CON-H.1.apart",
    ),
    "c": ({**EXITS["c"], **PAIR}, ("U1 == [[0, -1], [1, 0]]", "A1 == 1/2"), "CON-H.1.rotation"),
    "d": (
        {
            "U1": [[3, 0], [0, 1]],
            "A1": NEAR,
            "b1": "25/9",
            **SYMMETRIC,
            "U2": [[5, 0], [0, 1]],
            "A2": [["16/17", "1/17"], ["1/17", "16/17"]],
            "b2": "50/9",
        },
        (
            *("A1[0][1] <= A1[0][0]/4", "A2[0][1] <= A2[0][0]/4", "U1 == diag(3, 1)", "U2 == diag(5, 1)"),
            *("Y[0][0] == -Y[1][0]", "Y[0][1] == Y[1][1]"),
        ),
        "CON-H.1.apart",
    ),
    "e.negative": (
        {**EXITS["e.negative"], **PAIR},
        ("u1*(A1[0][1] + A1[1][0]) + u2*(A2[0][1] + A2[1][0]) < 0",),
        "CON-H.1.scalar",
    ),
}


def heads(values: Mapping[str, Any]) -> tuple[int, ...]:
    """The heads that `values` describe."""
    return tuple(k for k in (1, 2) if f"U{k}" in values)


def hypotheses(letter: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Two tokens of the circle, softmax weights of every head, and what the letter says about the value matrices."""
    found = ["dot(v, v) == 1", "rows(Y) == 2", "dot(Y[0], Y[0]) == 1", "dot(Y[1], Y[1]) == 1"]
    for k in heads(values):
        found += [f"A{k}@ones(2) == 1", f"A{k} > 0"]
        for i, j in ((0, 1), (1, 0)):
            gap = f"dot(Y[{i}], Y[{i}]) - dot(Y[{i}], Y[{j}])"
            found.append(f"A{k}[{i}][{i}] == A{k}[{i}][{j}]*2**(b{k}*({gap}))")
    return (*found, *LETTERS[letter][1])


def _exit(letter: str, direction: int) -> Evidence:
    values = EXITS[letter]
    exact = {name: _array(value) for name, value in values.items() if isinstance(value, list)}
    A, U = (np.stack([exact[f"{name}{k}"] for k in heads(values)]) for name in "AU")
    rate = st.heights(st.velocity(exact["Y"], A, U), exact["v"])[0]
    drive = " + ".join(f"A{k}[0]@Y@transpose(U{k})" for k in heads(values))
    return decide.refutation(
        {**values, "rate": str(rate)},
        [
            *("dot(Y[0], v) == 0", "dot(Y[1], v) > 0", f"{direction}*rate < 0"),
            f"rate == dot(v, {drive}) - dot(Y[0], {drive})*dot(v, Y[0])",
        ],
        hypotheses=hypotheses(letter, values),
        scope="n = 1, an exact state on the boundary of the hemisphere, crossed outwards",
        method="exact arithmetic: the rate by the flow, decided again by the referee",
    )


def _apart(letter: str, tokens: int) -> Evidence:
    values, relations, _ = APART[letter]
    chosen = {**values, "Y": [values["Y"][0], values["Y"][tokens - 1]]}
    return decide.refutation(
        chosen,
        ["Y@v > 0", "dot(Y[0], Y[1]) < 1", *relations],
        hypotheses=hypotheses(letter, chosen),
        scope="n = 1, l = 2, an exact initial pair in the open hemisphere that stays apart",
        method="exact arithmetic of the referee",
    )


def _array(value: Any) -> Any:
    return np.array(
        [[Fraction(x) for x in row] if isinstance(row, list) else Fraction(row) for row in value], dtype=object
    )


def _register(letter: str) -> None:
    """The three claims of a letter: the hemisphere, the decrease of V, the consensus."""
    says = LETTERS[letter][0]

    def leaves(direction: int = 1) -> Iterator[Evidence]:
        yield _exit(letter, direction)

    def stays_apart(tokens: int = 2) -> Iterator[Evidence]:
        yield _apart(letter, tokens)

    for part, title, statement, check in (
        (".hemisphere", "the hemisphere", r"the open hemisphere $H^+(v)^\ell$ is forward invariant", leaves),
        (".decrease", "decrease of V", r"V does not increase in $H^+(v)^\ell$", leaves),
        ("", "consensus", r"all solutions from $H^+(v)^\ell$ approach consensus", stays_apart),
    ):
        illustration(
            f"CON-H.1.{letter}{part}",
            title=f"Theorem 3.2 with other value matrices ({letter}): {title}",
            statement=f"Theorem 3.2 with {says} instead of $U_\\eta = I$: {statement}.",
            source=HYPOTHESES,
            kind="invariance" if part else "convergence",
            role="dropped",
            no_repair=SCALAR,
        )(check)


for _letter in LETTERS:
    _register(_letter)


@illustration(
    "CON-H.1",
    title="Theorem 3.2 without U = I",
    statement=(
        "The conclusion of Theorem 3.2 persists for (a) U = -I, (b) U symmetric positive definite, (c) U"
        r" skew-symmetric, (d) different $U_\eta$ per head, (e) $U_\eta = u_\eta(t)I$."
    ),
    source=HYPOTHESES,
    kind="convergence",
    role="dropped",
    no_repair="decided letter by letter: CON-H.1.a to CON-H.1.e, of which (e) with all u_eta >= u_0 > 0 is proved",
)
def other_value_matrices(tokens: int = 2) -> Iterator[Evidence]:
    yield _apart("a", tokens)
