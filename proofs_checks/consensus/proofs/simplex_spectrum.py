"""CON-B7.spectrum: the tangent spectrum of full attention where the tokens are the corners of a regular simplex."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.simplex_derivative import ATTENTION
from proofs_checks.lemmas.simplex_coordinates import APART as EDGES
from proofs_checks.lemmas.simplex_coordinates import GIVES, STRETCH, TURN
from proofs_checks.lemmas.simplex_means import TANGENT
from proofs_checks.lemmas.simplex_parts import APART, PUSH, ROTATION, STRAIN
from proofs_checks.lemmas.simplex_unique import NOTHING
from proofs_checks.lemmas.simplices import BALANCED, CORNERS, COUNT, FRAME, PRODUCTS, SAME, SPAN, TRIANGLE, UNIT
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, split, witness

FLOW = "D(full, x, {0}, {1}) == {2}".format
_MEAN_RATE = "alpha*(m + 1)/m*(m - 1 + kappa)"
REST = "forall i: full(x, i) == 0"
ROTATIONS = f"forall d in state: {ROTATION('d')} => (forall i: D(full, x, d, i) == 0)"
STRAINS = f"forall d in state: {STRAIN('d')} => (forall i: D(full, x, d, i) == 2*kappa*alpha*d[i])"
_PUSHES = f"fn(h: {PUSH('h', 'z')})"
PUSHES = f"forall z in vector: forall i: D(full, x, {_PUSHES}, i) == {_MEAN_RATE}*{PUSH('i', 'z')}"
WHOLE: dict[str, Any] = {
    **ATTENTION,
    "spaces": ["E"],
    "letters": ["x[token]: vector; beta, root: number"],
    "where": ["m := dim(E)", SAME, *ATTENTION["where"]],
    "given": ["root > 0", "root^2 == dim(E)", "m >= 2", UNIT],
}
SIMPLEX: dict[str, Any] = {"given": [EDGES, "sum(j: 1) == m + 1", SPAN]}
_SUM = f"r[i] + s[i] + {PUSH('i', 'v')}"
PARTS = (
    f"forall d in state: ({TANGENT}) => (exists r in state, s in state, v in vector: {ROTATION('r')} and {STRAIN('s')}"
    f" and (forall i: d[i] == {_SUM}))"
)
UNIQUE = (
    f"forall r in state, s in state, v in vector: {ROTATION('r')} and {STRAIN('s')} and (forall i: {_SUM} == 0)"
    " => (forall i: r[i] == 0) and (forall i: s[i] == 0) and v == 0"
)


def _counted(kind: str, t: list[str]) -> str:
    """One state of the kind for each family of numbers."""
    shape = {"rotation": ROTATION, "strain": STRAIN}[kind]
    zero = "(forall i, j: i != f and j != f => dot(x[i], d[j]) == 0)"
    return (
        f"({' and '.join(f'({text})' for text in t)} => (exists d in state: {shape('d')} and {GIVES('d')}))"
        f" and (forall d in state: {shape('d')} and {zero} => (forall i: d[i] == 0))"
    )


SKEW = (
    "(forall a in vector, b in vector: dot(a, A(b)) == -dot(A(a), b))"
    " => (forall i, j: dot(x[i], A(x[j])) == -dot(x[j], A(x[i])))"
)

AS_CORNERS: Steps = [
    (
        PRODUCTS,
        intro(
            "p,q",
            split(
                "p < q or q <= p",
                have(["dot(x[p], x[q]) == -1/m"], {"right": KNOWN}),
                split(
                    "q < p or p <= q",
                    have(["dot(x[p], x[q]) == -1/m"], {"right": KNOWN}),
                    {"left": rule("same token", KNOWN, KNOWN, leaf(), i="p", j="q", P="fn(o: x[p] == x[o])")},
                ),
            ),
        ),
    ),
    (
        CORNERS.replace("== k", "== 1"),
        intro(
            "p",
            have(
                [
                    (
                        "sum(j: same(p, j)) == same(p, p)",
                        rule(
                            "single term",
                            have(["dot(x[q], x[p]) == -1/m"], leaf(use=["dot(x[q], x[p]) == -1/m"])),
                            e="fn(j: same(p, j))",
                            y="p",
                            new={"x": "q"},
                        ),
                    )
                ],
                leaf("eq 1: sum(j: same(p, j)) == same(p, p)", use=[UNIT]),
            ),
        ),
    ),
    COUNT.replace("k*", "1*"),
]


def cornered(then: Tree) -> Tree:
    """As tokens with one at each corner."""
    return have(AS_CORNERS, then)


def one(name: str, **letters: str) -> Tree:
    """A lemma on simplices, with one token at each corner."""
    return lemma(name, spaces=None, k="1", m="m", **letters)


_SIGNED = "forall i, j: dot(x[i], d[j]) == ({0})*dot(x[j], d[i])".format


def paired(sigma: str, pair: str, tangent: Tree) -> Steps:
    """Vectors that pair with the simplex antisymmetrically or symmetrically."""
    return [
        (_SIGNED(sigma), intro("p,q", have([pair], leaf(f"eq 1: {pair}")))),
        (TANGENT, intro("p", tangent)),
    ]


def _family(k: str, sigma: str, value: str) -> Tree:
    """Eigenvectors that pair with the simplex antisymmetrically or symmetrically, k tokens at each corner."""
    rate = f"(1 + ({sigma}))*kappa*alpha*d[p]"
    return intro(
        ["d", ""],
        have(
            [
                *PAIRED[sigma],
                (
                    f"forall i: {FLOW('d', 'i', rate.replace('p]', 'i]'))}",
                    lemma("LEM-simplex.turned", sigma=sigma, k=k, m="m"),
                ),
            ],
            intro(
                "p",
                have(
                    [FLOW("d", "p", rate)],
                    lemma("LEM-same-chain", KNOWN, leaf(), u="D(full, x, d, p)", w=rate, z=value),
                ),
            ),
        ),
    )


_SELF = "dot(x[p], d[p]) == -dot(x[p], d[p])"
PAIRED = {
    "-1": paired("-1", "dot(x[p], d[q]) == -dot(x[q], d[p])", have([_SELF], leaf(f"eq 1/2: {_SELF}"))),
    "1": paired("1", "dot(x[p], d[q]) == dot(x[q], d[p])", KNOWN),
}


def rotates(k: str) -> Tree:
    """Rotations have the eigenvalue zero."""
    return _family(k, "-1", "0")


def stretches(k: str) -> Tree:
    """The eigenvalue of the strains."""
    return _family(k, "1", "2*kappa*alpha*d[p]")


_ALONE = "sum(j: same({0}, j)*w[j]) == same({0}, {0})*w[{0}]".format
_NO_W = have(
    [
        "sum(j: same(p, j)*w[j]) == 0",
        (
            _ALONE("p"),
            rule(
                "single vector term",
                have(["dot(x[q], x[p]) == -1/m"], leaf(use=["dot(x[q], x[p]) == -1/m"])),
                e="fn(j: same(p, j)*w[j])",
                y="p",
                new={"x": "q"},
            ),
        ),
        ("w[p] == same(p, p)*w[p]", leaf(use=[UNIT])),
        ("same(p, p)*w[p] == 0", lemma("LEM-both-equal", a="sum(j: same(p, j)*w[j])", b="same(p, p)*w[p]", c="0")),
    ],
    lemma("LEM-same-chain", u="w[p]", w="same(p, p)*w[p]", z="0"),
)
FOUR = (
    f"exists r in state, s in state, w in state, v in vector: {ROTATION('r')} and {STRAIN('s')} and {APART('w')}"
    f" and (forall i: d[i] == {_SUM} + w[i])"
)
SPLITS = intro(
    ["d", ""],
    have(
        [(FOUR, one("LEM-simplex.parts"))],
        obtain(
            FOUR,
            "r,s,w,v",
            witness(
                "r",
                witness(
                    "s",
                    witness(
                        "v",
                        both(
                            KNOWN,
                            KNOWN,
                            KNOWN,
                            intro(
                                "p",
                                have(
                                    [("w[p] == 0", _NO_W), f"d[p] == {_SUM.replace('i', 'p')} + w[p]"],
                                    lemma(
                                        "LEM-same-chain",
                                        KNOWN,
                                        leaf(use=["w[p] == 0"]),
                                        u="d[p]",
                                        w=f"{_SUM.replace('i', 'p')} + w[p]",
                                        z=_SUM.replace("i", "p"),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
_NONE = "(0*x[{0}])".format
ONLY = intro(
    ["r", "s", "v", ""],
    have(
        [
            (f"forall i: dot(x[i], {_NONE('i')}) == 0", intro("p", leaf())),
            (f"forall i: sum(j: same(i, j)*{_NONE('j')}) == 0", intro("p", leaf())),
            (
                f"forall i: {_SUM} + {_NONE('i')} == 0",
                intro("p", have([f"{_SUM.replace('i', 'p')} == 0"], KNOWN)),
            ),
            (NOTHING.replace("w[i]", _NONE("i")), one("LEM-simplex.unique", w=f"fn(i: {_NONE('i')})")),
        ],
        KNOWN,
    ),
)


_FRAMED = f"(forall i: sum(j: dot(x[i], x[j])) == 0) and {BALANCED} and ({FRAME.replace('k*', '1*')})"


def _numbers(name: str, sigma: str) -> Tree:
    """The states of one kind and the families of numbers."""
    determined = have(PAIRED[sigma], lemma("LEM-simplex.determined", c="d", sigma=sigma))
    return both(intro("", one(name)), have([(_FRAMED, one("LEM-simplex.frame"))], intro(["d", ""], determined)))


TURNS = _numbers("LEM-simplex.turns", "-1")
SHEARS = _numbers("LEM-simplex.strains", "1")
PULLS = intro("z", one("LEM-simplex.pulled"))
_AT_PAIR = "dot(x[p], A(x[q])) == -dot(A(x[p]), x[q])"
_HERE = {
    "tokens": 3,
    "dim": 2,
    "letters": {
        "x": TRIANGLE,
        "beta": "log(4)",
        "root": "sqrt(2)",
        "A": [[0, -1], [1, 0]],
        "t": [[0, 0, 0], [0, 0, 1], [0, -1, 0]],
        "f": 0,
    },
}
_SHOWN = {
    REST: one("LEM-simplex.rest"),
    ROTATIONS: rotates("1"),
    SKEW: intro(["", "p", "q"], have([_AT_PAIR], leaf(f"eq 1: {_AT_PAIR}"))),
    STRAINS: stretches("1"),
    PUSHES: PULLS,
    PARTS: SPLITS,
    UNIQUE: ONLY,
    _counted("rotation", TURN): TURNS,
    _counted("strain", STRETCH): SHEARS,
}
formal(
    "CON-B7.spectrum",
    statement=model(
        WHOLE, SIMPLEX, {"letters": ["A: matrix; t[token, token]: number; f: token"], "show": list(_SHOWN)}
    ),
    proof=[cornered(proof) for proof in _SHOWN.values()],
    instance=_HERE,
    twin=Variant("kappa = beta(m - 1)/m", {"beta*(m + 1)/m": "beta*(m - 1)/m"}, _HERE),
)
