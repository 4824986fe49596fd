"""The rotations and the strains of a regular simplex by their products with all corners but one.

They are in one-to-one correspondence with the antisymmetric families of numbers on the other corners, and with the
symmetric ones with zeros on the diagonal and the sum zero: m(m - 1)/2 and (m + 1)(m - 2)/2 numbers. One token at each
corner.
"""

from __future__ import annotations

from proofs_checks.lemmas.simplex_pairs import PAIRED
from proofs_checks.lemmas.simplex_parts import ROTATION, STRAIN
from proofs_checks.lemmas.simplices import BALANCED, CORNER_WORDS, SPAN, UNIT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, rule, split, take, witness

APART = "forall i, j: i != j => dot(x[i], x[j]) == -1/m"
TURN = ["forall i, j: t[i, j] == -t[j, i]"]
STRETCH = [
    "forall i, j: t[i, j] == t[j, i]",
    "forall i: t[i, i] == 0",
    "forall i: t[i, f] == 0",
    "sum(i, j: t[i, j]) == 0",
]
GIVES = "(forall i, j: i != f and j != f => dot(x[i], {0}[j]) == t[i, j])".format
_T = "sum(l: t[l, {0}])".format
_X_T, _X_SUM = "sum(o: t[o, {0}]*x[o])".format, "sum(o: sum(l: t[l, o])*x[o])"
VECTOR = ("m/(m + 1)*(" + _X_T("{0}") + " - " + _T("{0}") + "*x[f] + eps*same({0}, f)*" + _X_SUM + ")").format
_OFF = ("t[{0}, {1}] - " + _T("{1}") + "*same({0}, f) + eps*same({1}, f)*" + _T("{0}")).format
PRODUCTS = f"forall i, j: dot(x[i], {VECTOR('j')}) == {_OFF('i', 'j')}"
_SUM = "sum(i, j: t[i, j]) == 0"


def _single(weight: str) -> tuple[str, Tree]:
    """The products with one corner leave its weight."""
    e = f"{weight}*(dot(x[p], x[i]) + 1/m)"
    return (
        f"sum(i: {e}) == {weight.replace('[i,', '[p,').replace('i]', 'p]')}*(dot(x[p], x[p]) + 1/m)",
        rule(
            "single term",
            have(["dot(x[o], x[p]) == -1/m"], leaf(use=["dot(x[o], x[p]) == -1/m"])),
            e=f"fn(i: {e})",
            y="p",
            new={"x": "o"},
        ),
    )


_FIRST, _SECOND = _single("t[i, q]"), _single("sum(l: t[l, i])")
formal(
    "LEM-simplex.products",
    title="Vectors with given products with the corners of a simplex",
    statement=model(
        CORNER_WORDS,
        {
            "letters": ["t[token, token], eps: number; f: token"],
            "given": ["m > 0", UNIT, APART, _SUM],
            "show": [PRODUCTS],
        },
    ),
    proof=intro(
        "p,q",
        have(
            [_FIRST, _SECOND],
            leaf(
                f"eq m/(m + 1): {_FIRST[0]}",
                f"eq eps*same(q, f)*m/(m + 1): {_SECOND[0]}",
                f"eq -eps*same(q, f)/(m + 1): {_SUM}",
                use=[UNIT],
            ),
        ),
    ),
)

_ELSEWHERE = "forall i, j: i != f and j != f => dot(x[i], c[j]) == 0"
_COLUMN = "sum(i: dot(x[i], c[q])) == dot(x[f], c[q])"
_NO_COLUMN = "dot(c[q], sum(i: x[i])) == dot(c[q], 0)"


def _at_f(p: str, P: str, there: Tree, elsewhere: Tree) -> Tree:
    """The corner left out, or another one."""
    same = rule("same token", KNOWN, KNOWN, there, i="f", j=p, P=P)
    return split(f"{p} < f or f <= {p}", elsewhere, split(f"f < {p} or {p} <= f", elsewhere, same))


_FIRST_ROW = intro(
    "q",
    _at_f(
        "q",
        "fn(j: dot(x[f], c[j]) == 0)",
        KNOWN,
        have(
            [
                (_COLUMN, rule("single term", KNOWN, e="fn(i: dot(x[i], c[q]))", y="f", new={"x": "o"})),
                (_NO_COLUMN, lemma("LEM-same-dot", u="sum(i: x[i])", w="0", z="c[q]")),
            ],
            leaf(f"eq -1: {_COLUMN}", f"eq 1: {_NO_COLUMN}"),
        ),
    ),
)
_EACH = intro(
    "p",
    _at_f(
        "p",
        "fn(i: dot(x[i], c[q]) == 0)",
        KNOWN,
        _at_f(
            "q",
            "fn(j: dot(x[p], c[j]) == 0)",
            have(
                ["dot(x[p], c[f]) == sigma*dot(x[f], c[p])", "dot(x[f], c[p]) == 0"],
                leaf("eq 1: dot(x[p], c[f]) == sigma*dot(x[f], c[p])", "eq sigma: dot(x[f], c[p]) == 0"),
            ),
            KNOWN,
        ),
    ),
)
formal(
    "LEM-simplex.determined",
    title="Products with all corners of a simplex but one determine a rotation or a strain",
    statement={
        "letters": ["x[token], c[token]: vector; sigma: number; f: token"],
        "given": [
            BALANCED,
            SPAN,
            PAIRED,
            "forall i: dot(x[i], c[i]) == 0",
            _ELSEWHERE,
        ],
        "show": ["forall i: c[i] == 0"],
    },
    proof=have(
        [("forall j: dot(x[f], c[j]) == 0", have(["dot(x[f], c[f]) == 0"], _FIRST_ROW))],
        intro("q", have([("forall i: dot(x[i], c[q]) == 0", _EACH)], take(SPAN, ["c[q]"], KNOWN))),
    ),
)

_GIVEN = {
    "letters": ["t[token, token]: number; f: token"],
    "given": ["m > 0", UNIT, APART],
}


def _found(eps: str, steps: Steps, *shapes: Tree) -> Tree:
    """The state of given products."""
    formula = VECTOR("j").replace("eps", f"({eps})")
    given = PRODUCTS.replace("eps", f"({eps})")
    others = have(
        [_product(eps, "p", "q"), *[_far(q) for q in "pq"]],
        leaf(f"eq 1: {_product(eps, 'p', 'q')}", use=["dot(x[p], x[f]) == -1/m", "dot(x[q], x[f]) == -1/m"]),
    )
    return have(
        [*steps, (given, lemma("LEM-simplex.products", eps=eps))],
        witness(f"fn(j: {formula})", both(*shapes, intro(["p", "q", ""], others))),
    )


def _product(eps: str, p: str, q: str) -> str:
    return f"dot(x[{p}], {VECTOR(q)}) == {_OFF(p, q)}".replace("eps", f"({eps})")


def _far(p: str) -> str:
    return f"dot(x[{p}], x[f]) == -1/m"


def _exchanged(eps: str) -> Tree:
    """The products of two tokens, one way and the other."""
    pairs = [_product(eps, "p", "q"), _product(eps, "q", "p")]
    fact = f"t[p, q] == {'-' if eps == '1' else ''}t[q, p]"
    back = "1" if eps == "1" else "-1"
    return intro("p,q", have([*pairs, fact], leaf(f"eq 1: {pairs[0]}", f"eq {back}: {pairs[1]}", f"eq 1: {fact}")))


_SKEW_SUM = "sum(i: sum(j: t[i, j])) == sum(i: sum(j: -t[j, i]))"
_ZERO: Steps = [
    (
        _SKEW_SUM,
        rule(
            "equal sums",
            rule("equal sums", KNOWN, e="fn(j: t[p, j])", f="fn(j: -t[j, p])", new={"x": "q"}),
            e="fn(i: sum(j: t[i, j]))",
            f="fn(i: sum(j: -t[j, i]))",
            new={"x": "p"},
        ),
    ),
    (_SUM, leaf(f"eq 1/2: {_SKEW_SUM}")),
]
formal(
    "LEM-simplex.turns",
    title="Rotations of a simplex with given products with all corners but one",
    statement=model(
        CORNER_WORDS, _GIVEN, {"given": TURN, "show": [f"exists d in state: {ROTATION('d')} and {GIVES('d')}"]}
    ),
    proof=_found("1", _ZERO, _exchanged("1")),
)
_NO_T = "sum(l: t[l, f]) == sum(l: 0)"
_DIAGONAL = intro(
    "p",
    have(
        [
            _product("-1", "p", "p"),
            "t[p, p] == 0",
            (_NO_T, rule("equal sums", KNOWN, e="fn(l: t[l, f])", f="fn(l: 0)", new={"x": "q"})),
            (
                f"same(p, f)*{_T('p')} == 0",
                _at_f(
                    "p",
                    f"fn(i: same(i, f)*{_T('i')} == 0)",
                    leaf(f"eq same(f, f): {_NO_T}"),
                    have([_far("p")], leaf(use=[_far("p")])),
                ),
            ),
        ],
        leaf(
            f"eq 1: {_product('-1', 'p', 'p')}",
            "eq 1: t[p, p] == 0",
            f"eq -2: same(p, f)*{_T('p')} == 0",
        ),
    ),
)
formal(
    "LEM-simplex.strains",
    title="Strains of a simplex with given products with all corners but one",
    statement=model(
        CORNER_WORDS, _GIVEN, {"given": STRETCH, "show": [f"exists d in state: {STRAIN('d')} and {GIVES('d')}"]}
    ),
    proof=_found("-1", [], _DIAGONAL, _exchanged("-1")),
)
