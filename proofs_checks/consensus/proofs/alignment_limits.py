"""Section 5.2: what E -> 0 says of the tokens, and of their distances."""

from proofs_checks.consensus.proofs.alignment import COUNTED, FORM, MISALIGNMENT, bound, form
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, define, enter, have, intro, leaf, lemma, rule

_N = "sum(k: 1)"
SOLUTION = {"letters": ["y[token]: moving vector"], "given": ["always(forall i: y[i] != 0)"]}
_PARALLEL = {"tokens": 2, "dim": 3, "letters": {"f": 0, "y": [[1, 0, 0], [2, 0, 0]]}}

formal(
    "CON-E9.c",
    statement=model(
        MISALIGNMENT,
        SOLUTION,
        {"given": ["tends(E(y), 0)"], "show": ["forall i: tends(norm(y[i] - y[f]), 0)"]},
    ),
    refuted={"instance": _PARALLEL},
)

_GAP = "norm(hat(y, {0}) - hat(y, f))".format
_BELOW = f"always(forall i: apart(y, i) <= 2*{_N}*E(y))"
_CLOSE = "forall i: dot(y[i] - y[f], y[i] - y[f]) <= 2*sum(k: 1)*r^2*E(y)"

_SQUARE = f"{_GAP('{0}')}*{_GAP('{0}')}".format
_FROM_GAP = lemma(
    "LEM-tends.below",
    KNOWN,
    KNOWN,
    enter(
        "every",
        have(
            [
                *form("y"),
                "dot(y[p], y[p]) > 0",
                "dot(y[f], y[f]) > 0",
                (
                    f"{_GAP('p')} <= 2",
                    rule(
                        "below the square",
                        KNOWN,
                        leaf("1: dot(hat(y, p) + hat(y, f), hat(y, p) + hat(y, f)) >= 0"),
                        a=_GAP("p"),
                        b="2",
                    ),
                ),
            ],
            rule(
                "absolute at most",
                leaf(f"1: {_GAP('p')} <= 2; {_GAP('p')} >= 0"),
                leaf(f"2: {_GAP('p')} >= 0", f"1: sq {_GAP('p')}"),
                e=_SQUARE("p"),
                b=f"2*{_GAP('p')}",
            ),
        ),
    ),
    z=_SQUARE("p"),
    r=_GAP("p"),
    c="2",
)
_MEAN_SQUARE = define(
    COUNTED,
    have(
        [
            *form("y"),
            ("sum(i: apart(y, i)) >= 0", rule("positive sum", leaf("1: apart(y, x) >= 0"), e="fn(i: apart(y, i))")),
        ],
        rule(
            "absolute at most",
            leaf(f"eq 1: {FORM('y')}"),
            leaf(f"eq -1: {FORM('y')}", "1: sum(i: apart(y, i)) >= 0; 1/N > 0"),
            e="E(y)",
            b=f"1/(2*N)*sum(i: {_SQUARE('i')})",
        ),
    ),
)


def _scaled(then: object) -> object:
    """On a sphere of radius r the tokens are r times their directions."""
    return define(
        COUNTED,
        have(
            [
                *form("y"),
                bound("y"),
                "apart(y, p) <= 2*N*E(y)",
                "norm(y[p]) == r",
                "norm(y[f]) == r",
                ("dot(y[p], y[p]) == r^2", leaf("eq norm(y[p]) + r: norm(y[p]) == r")),
                ("dot(y[f], y[f]) == r^2", leaf("eq norm(y[f]) + r: norm(y[f]) == r")),
                ("r > 0", leaf("1: norm(y[p]) > 0", "eq 1: norm(y[p]) == r")),
                (
                    "dot(y[p] - y[f], y[p] - y[f]) == r^2*apart(y, p)",
                    leaf(
                        use=[
                            "norm(y[p]) == r",
                            "norm(y[f]) == r",
                            "dot(y[p], y[p]) == r^2",
                            "dot(y[f], y[f]) == r^2",
                        ]
                    ),
                ),
            ],
            then,
        ),
    )


def _long(names: str | list[str], then: object) -> object:
    """Tokens have a positive length at all times."""
    return have(
        [
            (
                "always(forall i: norm(y[i]) > 0)",
                enter("every", intro("p", have([("dot(y[p], y[p]) > 0", rule("positive square", u="y[p]"))], leaf()))),
            )
        ],
        intro(names, then),
    )


formal(
    "CON-E9.c.repaired",
    statement=model(
        MISALIGNMENT,
        SOLUTION,
        {
            "show": [
                _BELOW,
                f"tends(E(y), 0) => (forall i: tends({_GAP('i')}, 0))",
                f"(forall i: tends({_GAP('i')}, 0)) => tends(E(y), 0)",
                f"forall r in number: always(forall i: norm(y[i]) == r) => always({_CLOSE})",
                "forall r in number: always(forall i: norm(y[i]) == r) and tends(E(y), 0)"
                " => (forall i: tends(norm(y[i] - y[f]), 0))",
            ]
        },
    ),
    proof=[
        enter("every", have([*form("y"), bound("y")], KNOWN)),
        _long(
            ["", "p"],
            lemma(
                "LEM-tends.root",
                lemma(
                    "LEM-tends.below",
                    KNOWN,
                    leaf(),
                    enter(
                        "every",
                        have(
                            [f"apart(y, p) <= 2*{_N}*E(y)"],
                            rule(
                                "absolute at most",
                                leaf(f"1: apart(y, p) <= 2*{_N}*E(y)"),
                                leaf(f"1: apart(y, p) <= 2*{_N}*E(y)", "2: apart(y, p) >= 0"),
                                e=f"{_GAP('p')}*{_GAP('p')}",
                                b=f"2*{_N}*E(y)",
                            ),
                        ),
                    ),
                    z=f"{_GAP('p')}*{_GAP('p')}",
                    r="E(y)",
                    c=f"2*{_N}",
                ),
                enter("every", leaf()),
                r=_GAP("p"),
            ),
        ),
        _long(
            "",
            have(
                [
                    ("forall i: tends(SQUARE(i), 0)".replace("SQUARE(i)", _SQUARE("i")), intro("p", _FROM_GAP)),
                    (f"tends(sum(i: {_SQUARE('i')}), 0)", lemma("LEM-tends.sum", z=f"fn(i: {_SQUARE('i')})")),
                ],
                lemma(
                    "LEM-tends.below",
                    KNOWN,
                    leaf(),
                    enter("every", _MEAN_SQUARE),
                    z="E(y)",
                    r=f"sum(i: {_SQUARE('i')})",
                    c=f"1/(2*{_N})",
                ),
            ),
        ),
        _long(
            ["r", ""],
            enter(
                "every",
                intro(
                    "p",
                    _scaled(
                        leaf(
                            "1: apart(y, p) <= 2*N*E(y); sq r", "eq 1: dot(y[p] - y[f], y[p] - y[f]) == r^2*apart(y, p)"
                        )
                    ),
                ),
            ),
        ),
        _long(
            ["r", "", "p"],
            lemma(
                "LEM-tends.root",
                lemma(
                    "LEM-tends.below",
                    KNOWN,
                    leaf(f"2: {_N} > 0; sq r"),
                    enter(
                        "every",
                        define(
                            COUNTED,
                            have(
                                ["dot(y[p] - y[f], y[p] - y[f]) <= 2*N*r^2*E(y)"],
                                rule(
                                    "absolute at most",
                                    leaf("1: dot(y[p] - y[f], y[p] - y[f]) <= 2*N*r^2*E(y)"),
                                    leaf(
                                        "1: dot(y[p] - y[f], y[p] - y[f]) <= 2*N*r^2*E(y)",
                                        "2: dot(y[p] - y[f], y[p] - y[f]) >= 0",
                                    ),
                                    e="norm(y[p] - y[f])*norm(y[p] - y[f])",
                                    b="2*N*r^2*E(y)",
                                ),
                            ),
                        ),
                    ),
                    z="norm(y[p] - y[f])*norm(y[p] - y[f])",
                    r="E(y)",
                    c=f"2*{_N}*r^2",
                ),
                enter("every", leaf()),
                r="norm(y[p] - y[f])",
            ),
        ),
    ],
    instance={"tokens": 2, "dim": 3, "letters": {"f": 0, "y": [[1, 0, 0], [1, 0, 0]]}},
    twin=Variant(
        "with the bound l E",
        {"apart(y, i) <= 2*": "apart(y, i) <= "},
        {"tokens": 2, "dim": 3, "letters": {"f": 0, "y": [[1, 0, 0], [0, 1, 0]]}},
    ),
)
