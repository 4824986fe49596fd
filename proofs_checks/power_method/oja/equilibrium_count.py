"""Remark 1: how many consensus and bipartite states there are.

The states on the lines of an orthonormal basis v_1, ..., v_d are counted by adding one token at a time: a state of N
tokens on the line of v_k extends to one of N + 1 tokens on that line in as many ways as the new token has places. The
counts are geometric, so the recursion and the first value prove the formula for all N; explicit enumeration with the
vectors themselves checks both at small sizes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Remark 1", reconstructed=True)
BASIS = "for given orthonormal eigenvectors v_1, ..., v_d (unique up to sign when the eigenvalues are simple)"
NUMBER = r"$\sum_{x_i = v_k} b_i$, $b_i = 1 + \sum_{j < i} b_j$,"
ALL = "all N >= 1 and d >= 1, a fixed orthonormal eigenbasis"
EXPLICIT = ((1, 2), (2, 2), (3, 2), (4, 2), (1, 3), (2, 3), (3, 3))


def _states(N: int, d: int) -> set[tuple[tuple[int, ...], ...]]:
    """All states whose tokens are +v_k or -v_k for one k, found among all choices of N tokens out of the 2d vectors."""
    vectors = [tuple(sign * int(a == k) for a in range(d)) for k in range(d) for sign in (1, -1)]
    return {
        state
        for state in product(vectors, repeat=N)
        if all(tuple(map(abs, token)) == tuple(map(abs, state[0])) for token in state)
    }


def _up_to_sign(states: set[tuple[tuple[int, ...], ...]]) -> set[frozenset[tuple[tuple[int, ...], ...]]]:
    return {frozenset({state, tuple(tuple(-x for x in token) for token in state)}) for state in states}


def _proof(formula: Any, growth: int, first: Any) -> Evidence:
    """The formula has this first value and is multiplied by `growth` with every further token."""
    s = symbols()
    return decide.identity(
        {
            "one token": (formula.subs(s.N, 1), first),
            f"a further token has {growth} place(s)": (formula.subs(s.N, s.N + 1), growth * formula),
        },
        given=[generic.at_least(s.N, 1), generic.at_least(s.d, 1)],
        scope=ALL,
    )


def _enumerated(formula: Any, counts: dict[tuple[int, int], int]) -> Evidence:
    """The formula against the enumeration at explicit sizes."""
    s = symbols()
    scope = "(N, d) in " + ", ".join(map(str, counts))
    for (N, d), count in counts.items():
        if formula.subs({s.N: N, s.d: d}) != count:
            values = {"N": N, "d": d, "found": count}
            return decide.refutation(values, [f"found != {formula}"], scope=scope, method="enumeration")
    pairs = {f"N = {N}, d = {d}": (formula.subs({s.N: N, s.d: d}), count) for (N, d), count in counts.items()}
    return decide.identity(pairs, scope=scope, covers=False)


@illustration(
    "POW-R1.count",
    title="Number of consensus and bipartite states",
    statement=(
        f"There are $d\\, 2^N$ states $x_i \\in \\{{v_k, -v_k\\}}$ (one k for all tokens), {BASIS}. They are"
        f" numbered one to one: by k and by the whole number {NUMBER} from 0 to $2^N - 1$."
    ),
    source=SOURCE,
    reading="R1: all states counted, for the eigenvectors v_1, ..., v_d of a fixed eigenbasis",
    kind="equilibrium",
)
def count_all(places: int = 2) -> Iterator[Evidence]:
    s = symbols()
    formula = s.d * sp.Integer(places) ** s.N
    yield _proof(formula, 2, 2 * s.d)
    yield _enumerated(formula, {(N, d): len(_states(N, d)) for N, d in EXPLICIT})


@illustration(
    "POW-R1.count.R2",
    title="Number of consensus and bipartite states up to a global sign",
    statement=(
        f"Up to the global sign $X \\to -X$ there are $d\\, 2^{{N-1}}$ consensus and bipartite states, {BASIS}. Of X"
        f" and -X exactly one has a number {NUMBER} below $2^{{N-1}}$; each of these occurs once for every k."
    ),
    source=SOURCE,
    reading="R2: X and -X counted once",
    kind="equilibrium",
)
def count_up_to_sign(antipodes: int = 2) -> Iterator[Evidence]:
    s = symbols()
    formula = s.d * 2**s.N / antipodes
    x = sp.Matrix(sp.symbols("x_1 x_2", real=True))
    # No state is its own antipode, so the classes are pairs and their number is half that of POW-R1.count.
    yield conjunction(
        {
            "a token is never its own antipode: |x - (-x)|^2 = 4 |x|^2 > 0": decide.identity(
                {"distance": ((x + x).dot(x + x), 4 * x.dot(x))}, scope=ALL
            ),
            "recursion": _proof(formula, 2, s.d),
        },
        scope=ALL,
    )
    yield _enumerated(formula, {(N, d): len(_up_to_sign(_states(N, d))) for N, d in EXPLICIT})


@illustration(
    "POW-R1.count.R3",
    title="Number of consensus states",
    statement=(
        f"There are 2d consensus states, whatever N, {BASIS}: all tokens at $v_k$ or all at $-v_k$, one state for every"
        " k and sign."
    ),
    source=SOURCE,
    reading="R3: consensus states only",
    kind="equilibrium",
)
def count_consensus(signs: int = 2) -> Iterator[Evidence]:
    s = symbols()
    formula = signs * s.d
    yield _proof(formula, 1, 2 * s.d)
    counts = {(N, d): sum(len(set(state)) == 1 for state in _states(N, d)) for N, d in EXPLICIT}
    yield _enumerated(formula, counts)


@illustration(
    "POW-R1.count.R4",
    title="The count without fixing an eigenbasis",
    statement=(
        "Under Assumption 1 alone, every consensus state is at one of the 2d vectors v_k, -v_k of an eigenbasis, so"
        " that the counts do not depend on its choice."
    ),
    source=SOURCE,
    reading="the count under Assumption 1, which allows repeated eigenvalues from the second on",
    kind="equilibrium",
    no_repair=(
        "with a fixed eigenbasis the counts of POW-R1.count, .R2 and .R3 hold; without one there are infinitely many"
    ),
)
def count_without_basis(last: str = "1") -> Iterator[Evidence]:
    identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    spectrum, u = (
        st.as_array([Fraction(2), Fraction(1), Fraction(last)]),
        np.array([Fraction(0), Fraction(3, 5), Fraction(4, 5)]),
    )
    V, alpha, scope = np.diag(spectrum), Fraction(1, 5), f"V = diag(2, 1, {last}), three tokens at u = (0, 3/5, 4/5)"
    if any(V @ u != u):
        yield open_(scope, "exact evaluation of the map", "u is no eigenvector, and no consensus is at it")
        return
    values = {
        "V": V.tolist(),
        "B": identity,
        "spectrum": spectrum.tolist(),
        "alpha": alpha,
        "u": u.tolist(),
        "mu": 1,
        "N": 3,
    }
    yield decide.refutation(
        values, [f"dot(B[{k}], u)**2 < 1" for k in range(3)], scope=scope, method="exact evaluation of the map"
    )
