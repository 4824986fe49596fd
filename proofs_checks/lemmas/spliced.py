"""A state continued from some token on, and the token just before another one."""

from __future__ import annotations

from proofs_checks.lemmas.cascade_limit import MARK
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, witness

_PLACE = "sum(j2 in upto({0}): 1)".format
_ORDER = "forall k: forall i1: i1 < k => sum(j0 in upto(i1): 1) + 1 <= sum(j0 in upto(k): 1)"


def marked(g: str) -> str:
    """What is known of the number that is 1 before g and 0 from g on."""
    parts = [
        f"forall k in before(g): {MARK('k')} == 1",
        f"forall k: g <= k => {MARK('k')} == 0",
        f"forall k: {MARK('k')} >= 0",
    ]
    return " and ".join(f"({part.replace('before(g)', f'before({g})').replace('g <=', f'{g} <=')})" for part in parts)


_AT = MARK("{0}").replace("upto(g)", "upto(x)").format
_MARKED = marked("x").replace("upto(g)", "upto(x)")
_E = f"({_AT('{0}')}*{_PLACE('{0}')})".format

_NOT_BEFORE = split(
    "k < i or i <= k",
    have([f"{_PLACE('k')} + 1 <= {_PLACE('i')}"], leaf(f"1: {_PLACE('k')} + 1 <= {_PLACE('i')}", "1:")),
    rule("same token", KNOWN, KNOWN, leaf(), i="k", j="i", P=f"fn(j1: {_PLACE('k')} <= {_PLACE('j1')})"),
)
formal(
    "LEM-earlier-still",
    title="A token before an earlier one is earlier",
    statement={"letters": ["i, j, k: token"], "given": ["i < j", "j < k"], "show": "i < k"},
    proof=have(
        [
            (_ORDER.replace("k", "p"), lemma("LEM-positions")),
            f"{_PLACE('i')} + 1 <= {_PLACE('j')}",
            f"{_PLACE('j')} + 1 <= {_PLACE('k')}",
        ],
        split(
            "i < k or k <= i",
            KNOWN,
            have(
                [(f"{_PLACE('k')} <= {_PLACE('i')}", _NOT_BEFORE)],
                absurd(
                    leaf(
                        f"1: {_PLACE('k')} <= {_PLACE('i')}",
                        f"1: {_PLACE('i')} + 1 <= {_PLACE('j')}",
                        f"1: {_PLACE('j')} + 1 <= {_PLACE('k')}",
                        "1:",
                    )
                ),
            ),
        ),
    ),
    instance={"tokens": 3, "letters": {"i": 0, "j": 1, "k": 2}},
    twin=Variant(
        "a token after an earlier one", {"i < j": "j < i"}, {"tokens": 3, "letters": {"i": 2, "j": 0, "k": 1}}
    ),
)

NEXT_TO = "exists y: y < x and (forall k in before(x): k <= y)"
formal(
    "LEM-just-before",
    title="Among the tokens before x one is the last",
    statement={
        "letters": ["i, x: token"],
        "given": ["i < x"],
        "show": NEXT_TO,
    },
    proof=have(
        [(_MARKED, lemma("LEM-earlier", g="x")), (_ORDER, lemma("LEM-positions"))],
        rule(
            "attained greatest",
            split(
                "m < x or x <= m",
                witness(
                    "m",
                    both(
                        KNOWN,
                        intro(
                            "q",
                            split(
                                "m < q or q <= m",
                                have(
                                    [
                                        f"{_PLACE('m')} + 1 <= {_PLACE('q')}",
                                        f"{_AT('q')} == 1",
                                        f"{_AT('m')} == 1",
                                        f"{_E('q')} <= {_E('m')}",
                                    ],
                                    absurd(
                                        leaf(
                                            f"1: {_E('q')} <= {_E('m')}",
                                            f"1: {_PLACE('m')} + 1 <= {_PLACE('q')}",
                                            use=[f"{_AT('q')} == 1", f"{_AT('m')} == 1"],
                                        )
                                    ),
                                ),
                                KNOWN,
                            ),
                        ),
                    ),
                ),
                have(
                    [
                        f"{_AT('m')} == 0",
                        f"{_AT('i')} == 1",
                        f"{_E('i')} <= {_E('m')}",
                        (
                            f"{_PLACE('i')} >= 1",
                            rule("term of a positive sum, upto", e="fn(j2: 1)", y="i", new={"x": "z0"}),
                        ),
                    ],
                    absurd(
                        leaf(
                            f"1: {_E('i')} <= {_E('m')}",
                            f"1: {_PLACE('i')} >= 1",
                            use=[f"{_AT('i')} == 1", f"{_AT('m')} == 0"],
                        )
                    ),
                ),
            ),
            e=f"fn(k: {_E('k')})",
            C="exists y: y < x and (forall k in before(x): k <= y)",
            new={"x": "m"},
        ),
    ),
)

formal(
    "LEM-last",
    title="One token is the last",
    statement={"show": "exists x: forall k: k <= x"},
    proof=have(
        [(_ORDER, lemma("LEM-positions"))],
        rule(
            "attained greatest",
            witness(
                "m",
                intro(
                    "q",
                    split(
                        "m < q or q <= m",
                        have(
                            [f"{_PLACE('m')} + 1 <= {_PLACE('q')}", f"{_PLACE('q')} <= {_PLACE('m')}"],
                            absurd(
                                leaf(f"1: {_PLACE('m')} + 1 <= {_PLACE('q')}", f"1: {_PLACE('q')} <= {_PLACE('m')}")
                            ),
                        ),
                        KNOWN,
                    ),
                ),
            ),
            e=f"fn(k: {_PLACE('k')})",
            C="exists x: forall k: k <= x",
            new={"x": "m"},
        ),
    ),
)

_PLACED = "exists d0 in state: d0[x] == u and (forall i1: i1 != x => d0[i1] == 0)"
formal(
    "LEM-spliced",
    title="A state is continued by any vector at a token and by zeros after it",
    statement={
        "letters": ["x: token; d[token]: vector; u: vector"],
        "show": (
            "exists D1 in state: (forall k in before(x): D1[k] == d[k]) and D1[x] == u"
            " and (forall k: x < k => D1[k] == 0)"
        ),
    },
    proof=have(
        [(_MARKED, lemma("LEM-earlier", g="x")), (_PLACED, lemma("LEM-one-place", a="x"))],
        obtain(
            _PLACED,
            "d0",
            witness(
                f"fn(k: {_AT('k')}*d[k] + d0[k])",
                both(
                    intro("q", have([f"{_AT('q')} == 1", "d0[q] == 0"], leaf(use=[f"{_AT('q')} == 1", "d0[q] == 0"]))),
                    have([f"{_AT('x')} == 0"], leaf(use=[f"{_AT('x')} == 0", "d0[x] == u"])),
                    intro(
                        "q,",
                        have([f"{_AT('q')} == 0", "d0[q] == 0"], leaf(use=[f"{_AT('q')} == 0", "d0[q] == 0"])),
                    ),
                ),
            ),
        ),
    ),
)


def after_the_last(proof: Tree) -> Tree:
    """A proof that may use that y is the last of the tokens before x, where one is said to exist."""
    last = have([(NEXT_TO, lemma("LEM-just-before", i="o"))], obtain(NEXT_TO, "y", proof))
    return obtain("exists o: o < x", "o", last)
