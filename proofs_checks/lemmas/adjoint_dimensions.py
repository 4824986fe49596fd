"""A map and its adjoint lose equally many dimensions: for m orthonormal vectors that T loses there are m that U loses.

One after the other: where Y_1, ..., Y_n are found, T + sum Y_k X_k^T still loses X_(n+1), so its adjoint loses some w,
which is orthogonal to Y_1, ..., Y_n and is lost by U.
"""

from __future__ import annotations

from proofs_checks.lemmas.adjoints import ADJOINT, FRAME, LINEAR, PAIR, SWAPPED
from proofs_checks.lemmas.one_more_vector import ACROSS, BEFORE, found
from proofs_checks.lemmas.spliced import after_the_last
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, obtain, rule, split, take, witness


def lost(f: str, state: str, i: str) -> str:
    """The vectors of a state up to the token i are orthonormal, and the map f, written with {}, takes them to 0."""
    return (
        f"(forall k: k <= {i} => dot({state}[k], {state}[k]) == 1 and {f.format(f'{state}[k]')} == 0)"
        f" and (forall k, j: k < j and j <= {i} => dot({state}[k], {state}[j]) == 0)"
    )


_BEFORE = f"exists Y in state: {BEFORE}"
_NEW_T, _NEW_U = "T({0}) + sum(o: dot(X[o], {0})*Y[o])".format, "U({0}) + sum(o: dot(Y[o], {0})*X[o])".format
_ZERO = "U(0*X[i]) == 0"


_EARLIER = f"forall k3 in before(x): (k3 <= i => ({found('k3')}))"
_NONE = witness(
    "fn(k: 0*X[i])",
    both(
        intro(
            ["q", ""],
            have(
                [("exists o: o < x", witness("q", KNOWN))],
                rule("contradiction", P="exists o: o < x", C="dot(0*X[i], 0*X[i]) == 1"),
            ),
        ),
        intro(["q", ""], leaf()),
        intro("q", KNOWN),
        intro(["q", "s", ""], leaf()),
    ),
)
_SOME = after_the_last(
    have(
        [
            ("y < i", lemma("LEM-before-at-most", i="y", j="x", k="i")),
            (found("y"), take(_EARLIER, ["y"], KNOWN)),
        ],
        obtain(
            found("y"),
            "Y",
            witness(
                "Y",
                both(
                    intro(["q", ""], have(["q <= y"], KNOWN)),
                    intro(["q", ""], have([("y < q", lemma("LEM-before-at-most", i="y", j="x", k="q"))], KNOWN)),
                    KNOWN,
                    KNOWN,
                ),
            ),
        ),
    ),
)
_NO_TERM = "dot(X[q], X[x])*Y[q] == 0*Y[q]"
_TERM_GONE = split(
    "q < x or x <= q",
    have(["dot(X[q], X[x]) == 0"], leaf(use=["dot(X[q], X[x]) == 0"])),
    have(["Y[q] == 0"], leaf(use=["Y[q] == 0"])),
)
_STILL_LOST = have(
    [
        "T(X[x]) == 0",
        (
            "sum(o: dot(X[o], X[x])*Y[o]) == sum(o: 0*Y[o])",
            rule(
                "equal vector sums",
                _TERM_GONE,
                e="fn(o: dot(X[o], X[x])*Y[o])",
                f="fn(o: 0*Y[o])",
                new={"x": "q"},
            ),
        ),
    ],
    leaf(use=["T(X[x]) == 0", "sum(o: dot(X[o], X[x])*Y[o]) == sum(o: 0*Y[o])"]),
)
_LOST = f"exists w in vector: w != 0 and {_NEW_U('w')} == 0"
_ALONG = "sum(o: dot(Y[o], w)*dot(X[o], X[q])) == dot(Y[q], w)*dot(X[q], X[q])"
_ORTHOGONAL = intro(
    "q",
    split(
        "q < x or x <= q",
        have(
            [
                ("q < i", lemma("LEM-before-at-most", i="q", j="x", k="i")),
                "T(X[q]) == 0",
                "dot(X[q], X[q]) == 1",
                ("dot(U(w), X[q]) == dot(w, T(X[q]))", take(SWAPPED, ["w", "X[q]"], KNOWN)),
                (
                    _ALONG,
                    rule(
                        "single term",
                        split(
                            "s < q or q <= s",
                            have(["dot(X[s], X[q]) == 0"], leaf("eq dot(Y[s], w): dot(X[s], X[q]) == 0")),
                            split(
                                "q < s or s <= q",
                                split(
                                    "s < x or x <= s",
                                    have(
                                        [
                                            ("s < i", lemma("LEM-before-at-most", i="s", j="x", k="i")),
                                            "dot(X[q], X[s]) == 0",
                                        ],
                                        leaf("eq dot(Y[s], w): dot(X[q], X[s]) == 0"),
                                    ),
                                    have(["Y[s] == 0"], leaf(use=["Y[s] == 0"])),
                                ),
                                have(
                                    [
                                        (
                                            "s == q",
                                            rule("same token", KNOWN, KNOWN, KNOWN, i="q", j="s", P="fn(l: l == q)"),
                                        )
                                    ],
                                    rule("contradiction", P="s == q", C="dot(Y[s], w)*dot(X[s], X[q]) == 0"),
                                ),
                            ),
                        ),
                        e="fn(o: dot(Y[o], w)*dot(X[o], X[q]))",
                        y="q",
                        new={"x": "s"},
                    ),
                ),
                (
                    f"dot(X[q], {_NEW_U('w')}) == dot(X[q], 0*w)",
                    lemma("LEM-same-dot", KNOWN, u=_NEW_U("w"), w="0*w", z="X[q]"),
                ),
            ],
            leaf(
                f"eq 1: dot(X[q], {_NEW_U('w')}) == dot(X[q], 0*w)",
                f"eq -1: {_ALONG}",
                "eq -1: dot(U(w), X[q]) == dot(w, T(X[q]))",
                "eq -dot(Y[q], w): dot(X[q], X[q]) == 1",
                use=["T(X[q]) == 0"],
            ),
        ),
        have(["Y[q] == 0"], leaf(use=["Y[q] == 0"])),
    ),
)
_ALSO_LOST = have(
    [
        (
            "sum(o: dot(Y[o], w)*X[o]) == sum(o: 0*X[o])",
            rule(
                "equal vector sums",
                have(["dot(Y[q], w) == 0"], leaf(use=["dot(Y[q], w) == 0"])),
                e="fn(o: dot(Y[o], w)*X[o])",
                f="fn(o: 0*X[o])",
                new={"x": "q"},
            ),
        ),
        (
            f"U(w) == {_NEW_U('w')}",
            leaf(use=["sum(o: dot(Y[o], w)*X[o]) == sum(o: 0*X[o])"]),
        ),
    ],
    lemma("LEM-same-chain", u="U(w)", w=_NEW_U("w"), z="0*w"),
)
_NEXT = obtain(
    _BEFORE,
    "Y",
    have(
        [
            ("dot(X[x], X[x]) == 1", KNOWN),
            ("X[x] != 0", rule("nonzero vector", leaf("1:", "eq -1: dot(X[x], X[x]) == 1"), u="X[x]")),
            (
                _LOST,
                lemma(
                    "LEM-adjoint.kernel",
                    KNOWN,
                    intro("q,s", take(ADJOINT, ["q", "s"], leaf("eq 1: dot(T(q), s) == dot(q, U(s))"))),
                    KNOWN,
                    _STILL_LOST,
                    T=f"fn(a in vector: {_NEW_T('a')})",
                    U=f"fn(a in vector: {_NEW_U('a')})",
                    v="X[x]",
                ),
            ),
        ],
        obtain(
            _LOST,
            "w",
            have(
                [
                    (ACROSS, _ORTHOGONAL),
                    ("U(w) == 0", _ALSO_LOST),
                ],
                lemma("LEM-one-more-vector"),
            ),
        ),
    ),
)
_STEP = intro(
    "",
    have(
        [
            (
                _BEFORE,
                split("(exists o: o < x) or not (exists o: o < x)", _SOME, _NONE),
            ),
        ],
        _NEXT,
    ),
)
_ALL = f"forall x: x <= i => ({found('x')})"
formal(
    "LEM-adjoint.dimension",
    title="A map and its adjoint lose equally many dimensions",
    statement=model(
        FRAME,
        PAIR,
        {
            "letters": ["i: token"],
            "given": [f"exists X in state: {lost('T({})', 'X', 'i')}"],
            "show": [f"exists Y in state: {lost('U({})', 'Y', 'i')}"],
        },
    ),
    proof=obtain(
        f"exists X in state: {lost('T({})', 'X', 'i')}",
        "X",
        have(
            [
                (LINEAR, lemma("LEM-adjoint.linear")),
                (SWAPPED, lemma("LEM-adjoint.swapped")),
                (_ZERO, take(LINEAR, ["X[i]", "X[i]", "0", "0"], KNOWN)),
                (_ALL, rule("strong induction", _STEP, P=f"fn(x: x <= i => ({found('x')}))", new={"x": "x"})),
                (found("i"), take(_ALL, ["i"], KNOWN)),
            ],
            obtain(
                found("i"), "Y", witness("Y", both(intro(["q", ""], both(KNOWN, KNOWN)), intro(["q", "s", ""], KNOWN)))
            ),
        ),
    ),
)
