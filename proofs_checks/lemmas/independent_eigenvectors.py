"""Eigenvectors of distinct eigenvalues are independent; as many independent vectors as dimensions span the space.

Coefficients are written as products with one vector, because families of vectors may be said to exist.
"""

from __future__ import annotations

from proofs_checks.lemmas.spliced import after_the_last
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    witness,
)

_SUM = "sum(k: dot({0}[k], e)*v[k])".format
_INDEPENDENT = (
    "forall S in state: (forall k: {0} < k => S[k] == 0) and sum(k: dot(S[k], e)*v[k]) == 0"
    " => (forall k: dot(S[k], e) == 0)"
).format
_IMAGE, _MULTIPLES = "sum(k: dot(S0[k], e)*F(v[k]))", "sum(k: m[k]*dot(S0[k], e)*v[k])"
_REDUCED = "fn(k: (m[k] - m[x])*S0[k])"
_EACH_LESS = "forall k: dot((m[k] - m[x])*S0[k], e) == 0"
_STILL_ZERO = (
    "sum(k: dot((m[k] - m[x])*S0[k], e)*v[k]) == 0",
    have(
        [
            (
                f"{_IMAGE} == {_MULTIPLES}",
                rule(
                    "equal vector sums",
                    have(["F(v[q]) == m[q]*v[q]"], leaf(use=["F(v[q]) == m[q]*v[q]"])),
                    e="fn(k: dot(S0[k], e)*F(v[k]))",
                    f="fn(k: m[k]*dot(S0[k], e)*v[k])",
                    new={"x": "q"},
                ),
            ),
            (f"F({_SUM('S0')}) == F(0*e)", lemma("LEM-same-image", u=_SUM("S0"), w="0*e", M="F")),
            (f"{_IMAGE} == 0", leaf(use=[f"F({_SUM('S0')}) == F(0*e)"])),
            (f"{_MULTIPLES} == 0", lemma("LEM-both-equal", a=_IMAGE, b=_MULTIPLES, c="0*e")),
        ],
        leaf(use=[f"{_MULTIPLES} == 0", f"{_SUM('S0')} == 0"]),
    ),
)
_NOT_FIRST = after_the_last(
    have(
        [
            (_INDEPENDENT("y"), take(f"forall k3 in before(x): {_INDEPENDENT('k3')}", ["y"], KNOWN)),
            (
                "forall k: y < k => (m[k] - m[x])*S0[k] == 0",
                intro(
                    ["q", ""],
                    split(
                        "x < q or q <= x",
                        have(["S0[q] == 0"], leaf(use=["S0[q] == 0"])),
                        split(
                            "q < x or x <= q",
                            have(["q <= y"], rule("tokens in order", i="y", j="q", C="(m[q] - m[x])*S0[q] == 0")),
                            rule(
                                "same token",
                                KNOWN,
                                KNOWN,
                                leaf(),
                                i="x",
                                j="q",
                                P="fn(l: (m[l] - m[x])*S0[l] == 0)",
                            ),
                        ),
                    ),
                ),
            ),
        ],
        take(_INDEPENDENT("y"), [_REDUCED], KNOWN),
    ),
)
_FIRST = intro(
    "q",
    split(
        "x < q or q <= x",
        have(["S0[q] == 0"], leaf(use=["S0[q] == 0"])),
        split(
            "q < x or x <= q",
            have(
                [("exists o: o < x", witness("q", KNOWN))],
                rule("contradiction", P="exists o: o < x", C="dot((m[q] - m[x])*S0[q], e) == 0"),
            ),
            rule("same token", KNOWN, KNOWN, leaf(), i="x", j="q", P="fn(l: dot((m[l] - m[x])*S0[l], e) == 0)"),
        ),
    ),
)


_OTHERS = (
    "forall k: k != x => dot(S0[k], e) == 0",
    intro(
        ["q", ""],
        have(
            ["m[q] != m[x]", ("m[q] - m[x] != 0", KNOWN), "dot((m[q] - m[x])*S0[q], e) == 0"],
            leaf("eq 1/(m[q] - m[x]): dot((m[q] - m[x])*S0[q], e) == 0"),
        ),
    ),
)
_OWN = (
    "dot(S0[x], e) == 0",
    have(
        [
            (
                f"{_SUM('S0')} == dot(S0[x], e)*v[x]",
                rule(
                    "single vector term",
                    have(["dot(S0[q], e) == 0"], leaf(use=["dot(S0[q], e) == 0"])),
                    e="fn(k: dot(S0[k], e)*v[k])",
                    y="x",
                    new={"x": "q"},
                ),
            ),
            ("dot(S0[x], e)*v[x] == 0", lemma("LEM-both-equal", a=_SUM("S0"), b="dot(S0[x], e)*v[x]", c="0*e")),
            (
                "dot(v[x], dot(S0[x], e)*v[x]) == dot(v[x], 0*e)",
                lemma("LEM-same-dot", u="dot(S0[x], e)*v[x]", w="0*e", z="v[x]"),
            ),
            ("dot(v[x], v[x]) > 0", rule("positive square", u="v[x]")),
        ],
        leaf("eq 1/dot(v[x], v[x]): dot(v[x], dot(S0[x], e)*v[x]) == dot(v[x], 0*e)"),
    ),
)
_ALL_ZERO = intro(
    "q",
    split(
        "q < x or x <= q",
        KNOWN,
        split(
            "x < q or q <= x",
            KNOWN,
            rule("same token", KNOWN, KNOWN, KNOWN, i="x", j="q", P="fn(l: dot(S0[l], e) == 0)"),
        ),
    ),
)
_STEP = intro(
    ["S0", ""],
    have(
        [
            _STILL_ZERO,
            (_EACH_LESS, split("(exists o: o < x) or not (exists o: o < x)", _NOT_FIRST, _FIRST)),
            _OTHERS,
            _OWN,
        ],
        _ALL_ZERO,
    ),
)
_ALL = f"forall x1: {_INDEPENDENT('x1')}"
formal(
    "LEM-eigenvectors-independent",
    title="Eigenvectors of distinct eigenvalues are independent",
    statement={
        "letters": ["F: matrix; v[token], e: vector; m[token]: number"],
        "given": [
            "forall k: v[k] != 0",
            "forall k: F(v[k]) == m[k]*v[k]",
            "forall i, j: i != j => m[i] != m[j]",
        ],
        "show": ["forall S in state: sum(k: dot(S[k], e)*v[k]) == 0 => (forall k: dot(S[k], e) == 0)"],
    },
    proof=have(
        [
            (_ALL, rule("strong induction", _STEP, P=f"fn(x: {_INDEPENDENT('x')})", new={"x": "x"})),
            ("exists x: forall k: k <= x", lemma("LEM-last")),
        ],
        obtain(
            "exists x: forall k: k <= x",
            "x",
            intro(
                ["S0", ""],
                have(
                    [
                        (_INDEPENDENT("x"), take(_ALL, ["x"], KNOWN)),
                        (
                            "forall k: x < k => S0[k] == 0",
                            intro(
                                ["q", ""],
                                have(["q <= x"], rule("tokens in order", i="x", j="q", C="S0[q] == 0")),
                            ),
                        ),
                    ],
                    take(_INDEPENDENT("x"), ["S0"], KNOWN),
                ),
            ),
        ),
    ),
)
