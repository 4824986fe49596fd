"""Tangent vectors at the corners of a regular simplex: the sum of a part of each of four kinds."""

from __future__ import annotations

from proofs_checks.lemmas.simplex_means import ALIKE_AT, MEANS, SAME_D, TANGENT, at, dotted
from proofs_checks.lemmas.simplex_means import SHOWN as MEANS_SHOWN
from proofs_checks.lemmas.simplex_pushes import ALONG_Z
from proofs_checks.lemmas.simplices import (
    CORNER_WORDS,
    COUNT,
    FRAME,
    GRAM,
    OVER_CORNER,
    SIMPLEX,
    UNIT,
    framed,
)
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, take, witness

ROTATION = "(forall i, j: dot(x[i], {0}[j]) == -dot(x[j], {0}[i]))".format
STRAIN = "(forall i: dot(x[i], {0}[i]) == 0) and (forall i, j: dot(x[i], {0}[j]) == dot(x[j], {0}[i]))".format
APART = "(forall i: dot(x[i], {0}[i]) == 0) and (forall i: sum(j: same(i, j)*{0}[j]) == 0)".format
PUSH = "({1} - dot(x[{0}], {1})*x[{0}])".format
PARTS = (
    f"exists r in state, s in state, w in state, v in vector: {ROTATION('r')} and {STRAIN('s')} and {APART('w')}"
    f" and (forall i: d[i] == r[i] + s[i] + {PUSH('i', 'v')} + w[i])"
)
_SAME_G = "sum(j: same({0}, j)*g[j])".format
_SHIFT = "sum(j: d[j]) == k*(m + 1)*(m - 1)/m*z"
_CENTRED = f"forall i: c[i] == g[i] - {PUSH('i', 'z')}"
_CROSSED = "sum(j: dot(x[{0}], c[j])*x[j])".format
_TRANSPOSED = f"forall i: {_CROSSED('i')} == k*(m + 1)/m*b[i]"


def _named(fact: str, name: str, sort: str, value: str, proof: Tree, then: Tree) -> Tree:
    """A letter for something of which a formula speaks."""
    some = f"exists {name} in {sort}: {fact}"
    return have([(some, witness(value, proof))], obtain(some, name, then))


_C_SUM = "sum(j: c[j]) == sum(j: g[j] - (z - dot(x[j], z)*x[j]))"
_ZERO = f"{_C_SUM.split(' == ')[1]} == 0"
_GRAM = GRAM("q")
_PAIRED = dotted(f"{_CROSSED('p')} == k*(m + 1)/m*b[p]", "x[q]")
_PRODUCTS = dotted(_GRAM, "x[p]")
_NO_SUM = "dot(x[p], sum(j: c[j])) == 0"
_TRANSPOSE = "forall i, j: dot(x[j], b[i]) == dot(x[i], c[j])"
_CENTRE: Steps = [
    (" and ".join(f"({text})" for text in MEANS_SHOWN), lemma("LEM-simplex.means")),
    *MEANS_SHOWN,
    (f"forall i: {OVER_CORNER('i').replace('c[', 'g[')}", lemma("LEM-simplex.corner", c="g")),
    (ALONG_Z, take(FRAME, ["z"], KNOWN)),
    (
        _C_SUM,
        rule(
            "equal vector sums",
            have([at(_CENTRED, "q")], leaf(use=[at(_CENTRED, "q")])),
            e="c",
            f="fn(j: g[j] - (z - dot(x[j], z)*x[j]))",
            new={"x": "q"},
        ),
    ),
    (_ZERO, leaf(use=["sum(j: g[j]) == sum(j: d[j])", _SHIFT, ALONG_Z, COUNT])),
    ("sum(j: c[j]) == 0", lemma("LEM-same-chain", u="sum(j: c[j])", w=_C_SUM.split(" == ")[1], z="0")),
    (
        ALIKE_AT("c"),
        intro(
            ["p", "q", ""],
            have(
                [at(_CENTRED, "p"), at(_CENTRED, "q"), "g[p] == g[q]"],
                leaf(use=[at(_CENTRED, "p"), at(_CENTRED, "q"), "x[p] == x[q]", "g[p] == g[q]"]),
            ),
        ),
    ),
    (
        "forall i: dot(x[i], c[i]) == 0",
        intro(
            "p",
            have(
                [at(_CENTRED, "p"), "dot(x[p], g[p]) == 0"],
                leaf(use=[at(_CENTRED, "p"), "dot(x[p], g[p]) == 0", UNIT]),
            ),
        ),
    ),
    (f"forall i: {GRAM('i')}", lemma("LEM-simplex.gram")),
]
_TRANSPOSED_STEP = (
    _TRANSPOSE,
    intro(
        "p,q",
        have(
            [
                at(_TRANSPOSED, "p"),
                _PAIRED,
                _GRAM,
                _PRODUCTS,
                (_NO_SUM, leaf(use=["sum(j: c[j]) == 0"])),
            ],
            leaf(
                f"eq -m/(k*(m + 1)): {_PAIRED[0]}", f"eq m/(k*(m + 1)): {_PRODUCTS[0]}", f"eq -1/(k*(m + 1)): {_NO_SUM}"
            ),
        ),
    ),
)
_HALF = "(c[{0}] - b[{0}])/2".format, "(c[{0}] + b[{0}])/2".format
_BOTH = ["dot(x[p], b[q]) == dot(x[q], c[p])", "dot(x[q], b[p]) == dot(x[p], c[q])"]
_REST = "sum(j: same(p, j)*(d[j] - g[j]))"
_FOUND = witness(
    f"fn(i: {_HALF[0]('i')})",
    witness(
        f"fn(i: {_HALF[1]('i')})",
        witness(
            "fn(i: d[i] - g[i])",
            witness(
                "z",
                both(
                    intro("p,q", have(_BOTH, leaf(f"eq -1/2: {_BOTH[0]}", f"eq -1/2: {_BOTH[1]}"))),
                    intro(
                        "p",
                        have(
                            ["dot(x[p], b[p]) == dot(x[p], c[p])", "dot(x[p], c[p]) == 0"],
                            leaf("eq 1/2: dot(x[p], b[p]) == dot(x[p], c[p])", "eq 1: dot(x[p], c[p]) == 0"),
                        ),
                    ),
                    intro("p,q", have(_BOTH, leaf(f"eq 1/2: {_BOTH[0]}", f"eq -1/2: {_BOTH[1]}"))),
                    intro(
                        "p",
                        have(
                            ["dot(x[p], d[p]) == 0", "dot(x[p], g[p]) == 0"],
                            leaf("eq 1: dot(x[p], d[p]) == 0", "eq -1: dot(x[p], g[p]) == 0"),
                        ),
                    ),
                    intro(
                        "p",
                        have(
                            [
                                at(MEANS, "p"),
                                f"{_SAME_G('p')} == k*g[p]",
                                (
                                    f"{SAME_D('p')} - {_SAME_G('p')} == k*g[p] - {_SAME_G('p')}",
                                    lemma(
                                        "LEM-same-combination",
                                        u=SAME_D("p"),
                                        w="k*g[p]",
                                        z=_SAME_G("p"),
                                        k="1",
                                        l="-1",
                                    ),
                                ),
                                (
                                    f"k*g[p] - {_SAME_G('p')} == k*g[p] - k*g[p]",
                                    lemma("LEM-same-combination", u=_SAME_G("p"), w="k*g[p]", z="g[p]", k="-1", l="k"),
                                ),
                            ],
                            lemma(
                                "LEM-same-chain",
                                KNOWN,
                                KNOWN,
                                u=_REST,
                                w=f"k*g[p] - {_SAME_G('p')}",
                                z="0",
                            ),
                        ),
                    ),
                    intro("p", have([at(_CENTRED, "p")], leaf(use=[at(_CENTRED, "p")]))),
                ),
            ),
        ),
    ),
)
formal(
    "LEM-simplex.parts",
    title="Tangent vectors at a simplex are a rotation, a strain, a push and a part within the corners",
    statement=model(
        CORNER_WORDS, SIMPLEX, {"letters": ["d[token]: vector"], "given": ["k > 0", UNIT, TANGENT], "show": [PARTS]}
    ),
    proof=framed(
        _named(
            MEANS,
            "g",
            "state",
            f"fn(i: 1/k*{SAME_D('i')})",
            intro("p", leaf()),
            _named(
                _SHIFT,
                "z",
                "vector",
                "m/(k*(m + 1)*(m - 1))*sum(j: d[j])",
                have(
                    [("k*(m + 1)*(m - 1) > 0", leaf("1: k > 0; m >= 2; m >= 2", "4: k > 0; m >= 2", "3: k > 0"))],
                    leaf(),
                ),
                _named(
                    _CENTRED,
                    "c",
                    "state",
                    f"fn(i: g[i] - {PUSH('i', 'z')})",
                    intro("p", leaf()),
                    have(
                        _CENTRE,
                        _named(
                            _TRANSPOSED,
                            "b",
                            "state",
                            f"fn(i: m/(k*(m + 1))*{_CROSSED('i')})",
                            intro("p", leaf()),
                            have([_TRANSPOSED_STEP], _FOUND),
                        ),
                    ),
                ),
            ),
        )
    ),
)
