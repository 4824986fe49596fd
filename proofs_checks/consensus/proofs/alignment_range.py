"""The range of the misalignment (9): all of [0, 2(l - 1)/l], with every token but the first at one angle to it."""

from proofs_checks.consensus.proofs.alignment import COUNTED, FORM, MISALIGNMENT, STATE, form
from proofs_checks.consensus.proofs.instances import TOP
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, define, have, intro, leaf, lemma, obtain, rule, split, witness

_N = "sum(k: 1)"
_BEFORE = "sum(k in before({0}): 1)".format
_M = f"min(1, {_BEFORE('{0}')})".format  # 0 for the first token, 1 for all others
_TERM = "sum(i: 1 + cosine(x, i)) >= 1 + cosine(x, f)"

_FIRST = (
    f"{_M('f')} == 0",
    have(
        [
            (
                f"{_BEFORE('f')} == sum(k in before(f): 0)",
                rule(
                    "equal sums, before",
                    rule("tokens in order", i="q", j="f", C="1 == 0"),
                    e="fn(k: 1)",
                    f="fn(k: 0)",
                    i="f",
                    new={"x": "q"},
                ),
            ),
            (f"{_M('f')} <= {_BEFORE('f')}", rule("minimum below second", a="1", b=_BEFORE("f"))),
            (f"0 <= {_M('f')}", rule("minimum above", leaf(), leaf(), a="1", b=_BEFORE("f"), c="0")),
        ],
        rule(
            "antisymmetry",
            leaf(f"1: {_M('f')} <= {_BEFORE('f')}", f"eq 1: {_BEFORE('f')} == sum(k in before(f): 0)"),
            KNOWN,
            a=_M("f"),
            b="0",
        ),
    ),
)


def _later(x: str) -> tuple[str, object]:
    """The mark of a token x behind the first one."""
    counted = rule("term of a positive sum, before", KNOWN, leaf(), e="fn(k: 1)", y="f", i=x, new={"x": "q1"})
    return (
        f"{_M(x)} == 1",
        have(
            [
                (f"{_BEFORE(x)} >= 1", counted),
                (f"{_M(x)} <= 1", rule("minimum below first", a="1", b=_BEFORE(x))),
                (f"1 <= {_M(x)}", rule("minimum above", leaf(), KNOWN, a="1", b=_BEFORE(x), c="1")),
            ],
            rule("antisymmetry", a=_M(x), b="1"),
        ),
    )


_MARKS = (
    f"forall i: {_M('i')} == 0 or {_M('i')} == 1",
    intro(
        "p",
        split(
            "f < p or p <= f",
            have([_later("p")], {"right": KNOWN}),
            have(
                [
                    (
                        f"{_M('p')} == 0",
                        rule("same token", KNOWN, KNOWN, KNOWN, i="f", j="p", P=f"fn(j: {_M('j')} == 0)"),
                    )
                ],
                {"left": KNOWN},
            ),
        ),
    ),
)
_REST = f"sum(i: 1 - {_M('i')}) == 1 - {_M('f')}"
_ALONE = (
    _REST,
    rule(
        "single term",
        split(
            "f < p or p <= f",
            have([_later("p")], leaf(use=[_later("p")[0]])),
            rule(
                "contradiction",
                rule("same token", KNOWN, KNOWN, KNOWN, i="f", j="p", P="fn(j: j == f)"),
                KNOWN,
                P="p == f",
                C=f"1 - {_M('p')} == 0",
            ),
        ),
        e=f"fn(i: 1 - {_M('i')})",
        y="f",
        new={"x": "p"},
    ),
)
_TURNED = f"fn(i: (1 - {_M('i')})*a + {_M('i')}*(c*a + s*b))"
_PLACED = f"forall i: dot(z[i], z[i]) == 1 and dot(z[i], z[f]) == 1 - {_M('i')}*(1 - c)"
_FRAME = ["dot(a, a) == 1", "dot(b, b) == 1", "dot(a, b) == 0"]


def _at_mark(value: str) -> object:
    use = [f"{_M('p')} == {value}", f"{_M('f')} == 0", *_FRAME]
    return both(leaf(use=use), leaf(use=use))


_EXISTS = (
    f"exists z in state: {_PLACED}",
    witness(_TURNED, intro("p", split(f"{_M('p')} == 0 or {_M('p')} == 1", _at_mark("0"), _at_mark("1")))),
)
_LENGTH = (
    "forall i: norm(z[i]) == 1",
    intro(
        "p",
        have(
            ["dot(z[p], z[p]) == 1"],
            rule(
                "antisymmetry",
                rule("below the square", leaf(), leaf(use=["dot(z[p], z[p]) == 1"]), a="norm(z[p])", b="1"),
                rule("below the square", leaf(), leaf(use=["dot(z[p], z[p]) == 1"]), a="1", b="norm(z[p])"),
                a="norm(z[p])",
                b="1",
            ),
        ),
    ),
)
_COSINES = f"sum(i: cosine(z, i)) == sum(i: 1 - {_M('i')}*(1 - c))"
_ATTAINED = define(
    ["N := sum(k: 1)", "c := 1 - r*N/(N - 1)", "s := sqrt(1 - c^2)"],
    have(
        [
            _FIRST,
            _MARKS,
            _ALONE,
            ("c <= 1", leaf("1: 0 <= r; N > 0; 1/(N - 1) > 0")),
            ("c >= -1", leaf("1: r*N <= 2*(N - 1); 1/(N - 1) > 0")),
            ("1 - c^2 >= 0", leaf("1: c <= 1; c >= -1")),
            _EXISTS,
        ],
        obtain(
            _EXISTS[0],
            "z",
            have(
                [
                    _LENGTH,
                    (
                        _COSINES,
                        rule(
                            "equal sums",
                            have(
                                ["norm(z[q]) == 1", "norm(z[f]) == 1", f"dot(z[q], z[f]) == 1 - {_M('q')}*(1 - c)"],
                                leaf(
                                    use=[
                                        "norm(z[q]) == 1",
                                        "norm(z[f]) == 1",
                                        f"dot(z[q], z[f]) == 1 - {_M('q')}*(1 - c)",
                                    ]
                                ),
                            ),
                            e="fn(i: cosine(z, i))",
                            f=f"fn(i: 1 - {_M('i')}*(1 - c))",
                            new={"x": "q"},
                        ),
                    ),
                ],
                witness(
                    "z",
                    both(
                        intro(
                            "p",
                            rule(
                                "nonzero vector",
                                have(["dot(z[p], z[p]) == 1"], leaf("eq -1: dot(z[p], z[p]) == 1", "1:")),
                                u="z[p]",
                            ),
                        ),
                        leaf(f"eq -1/N: {_COSINES}", f"eq -(1 - c)/N: {_REST}", f"eq (1 - c)/N: {_M('f')} == 0"),
                    ),
                ),
            ),
        ),
    ),
)

CLAIM = formal(
    "CON-E9.a.R1",
    statement=model(
        MISALIGNMENT,
        STATE,
        {
            "letters": ["a, b: vector"],
            "given": ["forall i: x[i] != 0", "dot(a, a) == 1", "dot(b, b) == 1", "dot(a, b) == 0"],
            "show": [
                "E(x) >= 0",
                f"E(x) <= 2*({_N} - 1)/{_N}",
                f"forall r in number: 0 <= r and r*{_N} <= 2*({_N} - 1) and {_N} > 1"
                " => (exists z in state: (forall i: z[i] != 0) and E(z) == r)",
            ],
        },
    ),
    proof=[
        have(
            [
                *form("x"),
                (
                    "sum(i: apart(x, i)) >= 0",
                    rule("positive sum", leaf("1: apart(x, q) >= 0"), e="fn(i: apart(x, i))", new={"x": "q"}),
                ),
            ],
            define(COUNTED, leaf(f"eq -1: {FORM('x')}", "1/2: 1/N > 0; sum(i: apart(x, i)) >= 0")),
        ),
        have(
            [
                *form("x"),
                (
                    _TERM,
                    rule(
                        "term of a positive sum",
                        have(
                            ["dot(x[q], x[q]) > 0", "dot(x[f], x[f]) > 0"],
                            leaf("1/2: dot(hat(x, q) + hat(x, f), hat(x, q) + hat(x, f)) >= 0"),
                        ),
                        e="fn(i: 1 + cosine(x, i))",
                        y="f",
                        new={"x": "q"},
                    ),
                ),
                ("cosine(x, f) == 1", have(["dot(x[f], x[f]) > 0"], leaf())),
            ],
            define(COUNTED, leaf(f"1: 1/N > 0; {_TERM}")),
        ),
        intro(["r", ""], _ATTAINED),
    ],
    instance={"tokens": 3, "dim": 4, "letters": {"f": 0, "x": [TOP, [0, 1, 0, 0], TOP], "a": TOP, "b": [0, 1, 0, 0]}},
    twin=Variant(
        "the upper end 2(l - 2)/l",
        {f"E(x) <= 2*({_N} - 1)/{_N}": f"E(x) <= 2*({_N} - 2)/{_N}"},
        {"tokens": 2, "dim": 4, "letters": {"f": 0, "x": [TOP, [0, 1, 0, 0]], "a": TOP, "b": [0, 1, 0, 0]}},
    ),
    title="The range of E",
    sentence=(
        r"On tokens of $\mathbb{R}^{n+1}$, $n \ge 1$, that are not zero E takes values in $\mathbb{R}^+$, the"
        r" numbers that are not negative: for $\ell \ge 2$ tokens its range is $[0, 2(\ell - 1)/\ell]$. (For one token"
        " see CON-E9.a.repaired.)"
    ),
    reading=r"R1: $\mathbb{R}^+$ includes 0",
    repairs="CON-E9.a",
)

_RANGE = CLAIM.statement["show"]
_ALL_OF_IT = (" and ".join(f"({text})" for text in _RANGE), lemma("CON-E9.a.R1"))

formal(
    "CON-E9.a.repaired",
    statement=model(CLAIM.statement, {"show": [f"{_N} == 1 => E(x) == 0"]}),
    proof=[
        *[have([_ALL_OF_IT], KNOWN)] * len(_RANGE),
        intro(
            "",
            have(
                [_ALL_OF_IT],
                define(
                    COUNTED,
                    rule(
                        "antisymmetry",
                        leaf("1: E(x) <= 2*(N - 1)/N", "eq 2/N: N == 1"),
                        leaf("1: E(x) >= 0"),
                        a="E(x)",
                        b="0",
                    ),
                ),
            ),
        ),
    ],
    instance=CLAIM.instance,
    twin=CLAIM.twin,
)
