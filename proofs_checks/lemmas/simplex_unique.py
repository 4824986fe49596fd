"""The parts of a tangent vector at a regular simplex are unique: if they cancel, each of them is zero."""

from __future__ import annotations

from proofs_checks.lemmas.simplex_means import dotted
from proofs_checks.lemmas.simplex_pairs import TURNED, facts
from proofs_checks.lemmas.simplex_parts import APART, PUSH, ROTATION, STRAIN
from proofs_checks.lemmas.simplex_pushes import ALONG_Z
from proofs_checks.lemmas.simplices import CORNER_WORDS, COUNT, FRAME, SIMPLEX, SPAN, framed
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

CANCEL = f"forall i: r[i] + s[i] + {PUSH('i', 'v')} + w[i] == 0"
_EACH = f"r[q] + s[q] + {PUSH('q', 'v')} + w[q]"
_SYMMETRIC, _WITHIN = STRAIN("s").split(" and ")[1], APART("w").split(" and ")[1]
_SAME = "sum(j: same({0}, j)*{1}[j])".format


def _solved(q: str) -> Tree:
    """The part within the corner is opposite to the others, without the push."""
    three, whole = f"r[{q}] + s[{q}] + w[{q}]", _EACH.replace("q", q)
    return have(
        [
            f"{whole} == 0",
            (f"{three} == {whole}", leaf(use=["v == 0"])),
            (f"{three} == 0", lemma("LEM-same-chain", u=three, w=whole, z="0")),
        ],
        lemma("LEM-solved-for", KNOWN, KNOWN, g=f"w[{q}]", k="1", c="-1", x=f"r[{q}] + s[{q}]", t="0"),
    )


_SUM = f"sum(j: {_EACH.replace('q', 'j')}) == sum(j: 0*x[j])"
_SHIFTED = "k*(m + 1)*(m - 1)/m*v"
_ALONG = ALONG_Z.replace("z", "v")
_MINUS = f"{_SAME('p', 'w')} == sum(j: -same(p, j)*(r[j] + s[j]))"
_STEPS: Steps = [
    (
        "forall i, j: dot(x[i], r[j]) == (-1)*dot(x[j], r[i])",
        intro("p,q", have(["dot(x[p], r[q]) == -dot(x[q], r[p])"], KNOWN)),
    ),
    (
        "forall i, j: dot(x[i], s[j]) == 1*dot(x[j], s[i])",
        intro("p,q", have(["dot(x[p], s[q]) == dot(x[q], s[p])"], KNOWN)),
    ),
    (facts("r", "-1"), lemma("LEM-simplex.paired", c="r", sigma="-1")),
    (facts("s", "1"), lemma("LEM-simplex.paired", c="s", sigma="1")),
    (f"sum(j: w[j]) == 0 and (forall i: {TURNED('i').replace('c[', 'w[')} == 0)", lemma("LEM-simplex.within", c="w")),
    (_ALONG, take(FRAME, ["v"], KNOWN)),
    (
        _SUM,
        rule(
            "equal vector sums",
            have([f"{_EACH} == 0"], KNOWN),
            e=f"fn(j: {_EACH.replace('q', 'j')})",
            f="fn(j: 0*x[j])",
            new={"x": "q"},
        ),
    ),
    (
        f"{_SUM.split(' == ')[0]} == {_SHIFTED}",
        leaf(use=["sum(j: r[j]) == 0", "sum(j: s[j]) == 0", "sum(j: w[j]) == 0", _ALONG, COUNT]),
    ),
    (f"{_SHIFTED} == 0", lemma("LEM-both-equal", a=_SUM.split(" == ")[0], b=_SHIFTED, c="0")),
    (
        "k*(m + 1)*(m - 1)/m > 0",
        leaf("1: k > 0; m >= 2; m >= 2; 1/m > 0", "4: k > 0; m >= 2; 1/m > 0", "3: k > 0; 1/m > 0"),
    ),
    (
        "v == 0",
        lemma("LEM-scale", KNOWN, have(["k*(m + 1)*(m - 1)/m*v == 0"], KNOWN), u="0", w="v", k="k*(m + 1)*(m - 1)/m"),
    ),
]
_DOTS = [
    dotted(f"{_SAME('p', 'w')} == 0", "w[p]"),
    dotted(f"{_SAME('p', 'r')} == k*r[p]", "w[p]"),
    dotted(f"{_SAME('p', 's')} == k*s[p]", "w[p]"),
    dotted(_MINUS, "w[p]"),
    dotted("w[p] == -(r[p] + s[p])", "w[p]"),
]
_PART: Steps = [
    (
        _MINUS,
        rule(
            "equal vector sums",
            have([("w[q] == -(r[q] + s[q])", _solved("q"))], leaf(use=["w[q] == -(r[q] + s[q])"])),
            e="fn(j: same(p, j)*w[j])",
            f="fn(j: -same(p, j)*(r[j] + s[j]))",
            new={"x": "q"},
        ),
    ),
    f"{_SAME('p', 'w')} == 0",
    f"{_SAME('p', 'r')} == k*r[p]",
    f"{_SAME('p', 's')} == k*s[p]",
    ("w[p] == -(r[p] + s[p])", _solved("p")),
    *_DOTS,
]
_NO_W = rule(
    "equal vectors",
    leaf(*[f"eq {c}: {fact}" for c, (fact, _) in zip(["1/k", "1/k", "1/k", "-1/k", "1"], _DOTS, strict=True)]),
    u="w[p]",
    w="0",
)
_W_ZERO = intro("p", have(_PART, _NO_W))


def _cancelled(q: str) -> tuple[str, Tree]:
    """Without the push and the part within the corner."""
    three = f"r[{q}] + s[{q}]"
    whole = _EACH.replace("q", q)
    return (
        f"{three} == 0",
        have(
            [f"{whole} == 0", f"w[{q}] == 0", (f"{three} == {whole}", leaf(use=["v == 0", f"w[{q}] == 0"]))],
            lemma("LEM-same-chain", u=three, w=whole, z="0"),
        ),
    )


_NO_R = intro(
    "q",
    have(
        [
            (
                "forall i: dot(x[i], r[q]) == 0",
                intro(
                    "p",
                    have(
                        [
                            _cancelled("q"),
                            _cancelled("p"),
                            dotted("r[q] + s[q] == 0", "x[p]"),
                            dotted("r[p] + s[p] == 0", "x[q]"),
                            "dot(x[p], r[q]) == -dot(x[q], r[p])",
                            "dot(x[p], s[q]) == dot(x[q], s[p])",
                        ],
                        leaf(
                            "eq 1/2: dot(x[p], r[q] + s[q]) == dot(x[p], 0)",
                            "eq -1/2: dot(x[q], r[p] + s[p]) == dot(x[q], 0)",
                            "eq 1/2: dot(x[p], r[q]) == -dot(x[q], r[p])",
                            "eq -1/2: dot(x[p], s[q]) == dot(x[q], s[p])",
                        ),
                    ),
                ),
            )
        ],
        take(SPAN, ["r[q]"], KNOWN),
    ),
)
_NO_S = intro(
    "q",
    have(
        [_cancelled("q"), "r[q] == 0"],
        lemma("LEM-same-chain", leaf(use=["r[q] == 0"]), KNOWN, u="s[q]", w="r[q] + s[q]", z="0"),
    ),
)
_ALL: Steps = [
    *_STEPS,
    ("forall i: w[i] == 0", _W_ZERO),
    ("forall i: r[i] == 0", _NO_R),
    ("forall i: s[i] == 0", _NO_S),
]
NOTHING = "(forall i: r[i] == 0) and (forall i: s[i] == 0) and (forall i: w[i] == 0) and v == 0"
formal(
    "LEM-simplex.unique",
    title="Only nothing is a rotation, a strain, a push and a part within the corners of a simplex that cancel",
    statement=model(
        CORNER_WORDS,
        SIMPLEX,
        {
            "letters": ["r[token], s[token], w[token], v: vector"],
            "given": ["k > 0", ROTATION("r"), _SYMMETRIC, _WITHIN, CANCEL],
            "show": [NOTHING],
        },
    ),
    proof=framed(have(_ALL, KNOWN)),
)
