"""Theorem 4.5 for several heads with a common leading eigenvector (CON-H.11.repaired, CON-T4.5.i).

Every head is symmetric, none exceeds its eigenvalue lam_h >= 0 on the complement of v, and their sum lies below by g.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import LOGITS, OPPOSITE, TOP, diagonal
from proofs_checks.lemmas.left_sphere import BOXES, EIGEN, HEIGHTS, LARGEST, LEADING, TO_V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule, take, unfold

SEVERAL: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["P[head]: measurable matrix; root, M, N: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*U[h](X[j]))",
    ],
    "flows": ["causal(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["root > 0", "root^2 == dim(E)", "N == sum(j: 1)"],
}
_LOGITS = "forall h in heads, a in vector, b in vector: dot(a, a) == 1 and dot(b, b) == 1 => -M <= dot(a, P[h](b)) <= M"
SOLUTIONS = {
    "letters": ["y[token], z[token]: moving vector; B[token]: number"],
    "given": [
        f"almost_always({_LOGITS})",
        "solves(causal, y)",
        "solves(causal, z)",
        "at_start(forall i: dot(v, y[i]) > 0)",
        "at_start(forall i: dot(-v, z[i]) > 0)",
    ],
}
_KAPPA = "2*g*exp(-2*M)/(N*root)"
_BOXED = (
    f"forall R in number: R >= 0 and ({BOXES['given'][1]}) and (forall i: B[i] > 0)"
    " and (forall i: forall j in before(i):"
    f" sum(h in heads: R*N*exp(2*M)*B[j]) <= sum(h in heads: lam[h])*B[i]) => decays({LARGEST}, {_KAPPA})"
)
_REST = "almost_always(forall i: causal(fn(k: v), i) == 0)"


def _other(text: str) -> str:
    """What is said of -v and the solution in its hemisphere."""
    return text.replace("y[", "z[").replace("dot(v, ", "dot(-v, ").replace(" - v", " - (-v)").replace("k: v)", "k: -v)")


_SHOWN = [_REST, HEIGHTS, _BOXED, TO_V]
_DELTA = "exp(-2*M)/(N*root)"
_ROW = "exp(dot(y[p], P[h1](y[{0}])))/sum(k in upto(p): exp(dot(y[p], P[h1](y[k]))))".format
_LENGTH = "sum(k in upto(p): 1)"


def _weights(y: str) -> Steps:
    """The weights of a solution, from below, and their rows."""

    def of(text: str) -> str:
        return text.replace("y[", f"{y}[")

    return [
        (
            f"almost_always(forall h in heads, i: sum(j in upto(i): att(h, {y}, i, j)) == 1/root)",
            enter("ae", intro("h1,p", leaf())),
        ),
        (
            "forall h in heads, i: almost_always(forall j in upto(i): exp(-2*M)/sum(k in upto(i): 1)"
            f" <= e(h, {y}, i, j)/sum(k in upto(i): e(h, {y}, i, k)) <= 1)",
            intro(
                "h1,p",
                lemma(
                    "LEM-softmax.row",
                    enter("ae", intro("q", take(_LOGITS, ["h1", f"{y}[p]", f"{y}[q]"], KNOWN))),
                    l=f"fn(j: dot({y}[p], P[h1]({y}[j])))",
                    i="p",
                ),
            ),
        ),
        (
            f"almost_always(forall h in heads, i: forall j in upto(i): att(h, {y}, i, j) >= {_DELTA})",
            enter(
                "ae",
                intro(
                    "h1,p,q",
                    have(
                        [
                            of(f"exp(-2*M)/{_LENGTH} <= {_ROW('q')}"),
                            (f"{_LENGTH} <= sum(j: 1)", rule("part of a positive sum", leaf(), e="fn(k: 1)", i="p")),
                            f"{_LENGTH} > 0",
                        ],
                        leaf(
                            of(f"1: exp(-2*M)/{_LENGTH} <= {_ROW('q')}; 1/root > 0"),
                            f"1: {_LENGTH} <= sum(j: 1); exp(-2*M) > 0; 1/N > 0; 1/{_LENGTH} > 0; 1/root > 0",
                            use=["N == sum(j: 1)"],
                        ),
                    ),
                ),
            ),
        ),
    ]


def _led(y: str, then: Tree) -> Tree:
    facts: Steps = [
        ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
        (f"{_DELTA} > 0", leaf("1: exp(-2*M) > 0; 1/N > 0; 1/root > 0")),
        ("1/root > 0", leaf()),
        *_weights(y),
    ]
    return unfold(f"solves(causal, {y})", have(facts, then))


_SPARED = f"att(h, y, p, q)*(lam[h]*B[p] - R*B[q]) - ({_DELTA}*lam[h]*B[p] - R*B[q]/root)"
_RATIO = "sum(h in heads: R*N*exp(2*M)*B[q]) <= sum(h in heads: lam[h])*B[p]"


def _in_boxes(y: str, steps: Steps, v: str) -> Tree:
    """The decay in boxes of sizes that grow fast enough."""

    def of(text: str) -> str:
        return text.replace("y,", f"{y},").replace("y[", f"{y}[")

    each = have(
        [
            f"att(x, {y}, p, q) >= {_DELTA}",
            of(_ROW("q")).replace("h1", "x") + " <= 1",
            "lam[x] >= 0",
            "B[p] > 0",
            "B[q] > 0",
        ],
        leaf(
            f"1: att(x, {y}, p, q) >= {_DELTA}; lam[x] >= 0; B[p] > 0",
            "1: " + of(_ROW("q")).replace("h1", "x") + " <= 1; R >= 0; B[q] > 0; 1/root > 0",
        ),
    )
    boxed = (
        "almost_always(forall i: forall j in before(i):"
        f" sum(h in heads: att(h, {y}, i, j)*(lam[h]*B[i] - R*B[j])) >= 0)",
        enter(
            "ae",
            intro(
                "p,q",
                have(
                    [
                        _RATIO,
                        (
                            f"sum(h in heads: {of(_SPARED)}) >= 0",
                            rule("positive sum, heads", each, e=f"fn(h in heads: {of(_SPARED)})"),
                        ),
                    ],
                    leaf(f"1: sum(h in heads: {of(_SPARED)}) >= 0", f"1: {_DELTA} > 0; {_RATIO}"),
                ),
            ),
        ),
    )
    return intro(["R", ""], _led(y, have([*steps, boxed], _lemma("decay", y, v))))


def _lemma(name: str, y: str, v: str) -> Tree:
    return lemma(f"LEM-sphere.{name}", y=y, v=v, a=f"fn(h in heads, i, j: att(h, {y}, i, j))", s="1/root", delta=_DELTA)


_EIGEN = "forall h in heads: U[h](v) == lam[h]*v"
_ONE, _GAP = LEADING["given"][1], LEADING["given"][2]
_OPPOSITE: Steps = [
    ("dot(-v, -v) == 1", leaf("eq 1: dot(v, v) == 1")),
    ("forall h in heads: U[h](-v) == lam[h]*(-v)", intro("h1", leaf(use=[_EIGEN]))),
    (
        _other(_ONE),
        intro(
            ["h1", "q", ""],
            have([("dot(v, q) == 0", leaf("eq -1: dot(-v, q) == 0"))], take(_ONE, ["h1", "q"], KNOWN)),
        ),
    ),
    (
        _other(_GAP),
        intro(["q", ""], have([("dot(v, q) == 0", leaf("eq -1: dot(-v, q) == 0"))], take(_GAP, ["q"], KNOWN))),
    ),
]


def _conclusions(y: str, v: str, steps: Steps) -> list[Tree]:
    rest = have(steps, enter("ae", intro("p", leaf(use=[_EIGEN, "dot(v, v) == 1"]))))
    found = [_led(y, have(steps, _lemma(name, y, v))) for name in ("heights", "limit")]
    return [rest, found[0], _in_boxes(y, steps, v), found[1]]


_HEADS: dict[str, Any] = {
    "tokens": 3,
    "heads": 2,
    "dim": 4,
    "letters": {
        "U": [diagonal(2, -3, 1, 0), diagonal(0, -1, -1, -2)],
        "v": TOP,
        "lam": [2, 0],
        "g": 1,
        "P": LOGITS,
        "root": 2,
        "M": 6,
        "N": 3,
        "y": [TOP] * 3,
        "z": [OPPOSITE] * 3,
        "B": [1, 4, 16],
    },
}
_STATEMENT = model(
    SEVERAL,
    EIGEN,
    LEADING,
    {"given": ["sum(h in heads: lam[h]) > 0", "g > 0"]},
    SOLUTIONS,
    {"show": [*_SHOWN, *(_other(text) for text in _SHOWN)]},
)
_TWIN = Variant(
    "tokens in both hemispheres",
    {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) != 0)"},
    {**_HEADS, "letters": {**_HEADS["letters"], "y": [TOP, OPPOSITE, TOP]}},
)

formal(
    "CON-H.11.repaired",
    title="Theorem 4.5 for heads with a common leading eigenvector",
    sentence=(
        r"h heads, every $U_\eta$ symmetric with the same leading unit eigenvector v, $U_\eta v = \lambda_\eta v$,"
        r" $\lambda_\eta \ge 0$ the largest eigenvalue of $U_\eta$, $\lambda = \sum\lambda_\eta > 0$ a simple"
        r" eigenvalue of $\sum U_\eta$, P bounded: (v, ..., v) is uniformly exponentially stable and attracts"
        r" $D^\ell(v)$; so does -v."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis h = 1"),
    kind="stability",
    repairs="CON-H.11",
    statement=_STATEMENT,
    proof=[*_conclusions("y", "v", []), *_conclusions("z", "-v", _OPPOSITE)],
    instance=_HEADS,
    twin=_TWIN,
)
formal(
    "CON-T4.5.i",
    statement={**_STATEMENT, "show": [" and ".join(f"({text})" for text in _STATEMENT["show"])]},
    proof=lemma("CON-H.11.repaired"),
    instance=_HEADS,
    twin=_TWIN,
)
