"""V_1 and V_2 of Section 5.1.3 (CON-T4.5.g): the first never grows, both tend to 0, the second grows at some states.

Such a state: an eigenvector w of U across v, of an eigenvalue 8 t lam > 0, the first token at 3/5 v + 4/5 w, the second
on the same side at the angle with tan(angle/2) = t, and P = 0.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.instances import TOP, causal, diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from proofs_checks.consensus.proofs.theorem_4_5 import CONCLUSIONS
from proofs_checks.lemmas.second import SECOND
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

_B = "dot(v, y[{0}])".format
_SIDE = f"(y[f] - {_B('f')}*v)"
_SLOPE = f"rate({_B('f')}) == (lam - dot(y[f], U(y[f])))*{_B('f')}/root"
_TANGENT = f"(y[f]/{_B('f')} - v)"
OF_FIRST = (
    "almost_always(rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root)"
    f" and almost_always({_SLOPE})"
    f" and (lam >= 0 and at_start(forall i: {_B('i')} > 0)"
    f" => almost_always(rate({_TANGENT}) == (U({_TANGENT}) - lam*{_TANGENT})/root))"
)
_UNIT = "forall i: dot(y[i], y[i]) == 1"
_BELOW = f"dot({_SIDE}, U({_SIDE})) <= (lam - gap)*dot({_SIDE}, {_SIDE})"
_FALLS = have(
    [(OF_FIRST, lemma("CON-T4.5.b.rates")), ("forall i: always(dot(v, y[i]) > 0)", lemma("CON-T4.5.e"))],
    unfold(
        "solves(causal, y)",
        rule(
            "spectral gap",
            KNOWN,
            enter(
                "ae",
                have(
                    [
                        (f"dot(v, {_SIDE}) == 0", leaf(use=["dot(v, v) == 1"])),
                        _BELOW,
                        (
                            "dot(y[f], U(y[f])) <= lam",
                            leaf(
                                f"1: {_BELOW}",
                                f"1: gap > 0; dot({_SIDE}, {_SIDE}) >= 0",
                                use=["U(v) == lam*v", "dot(v, v) == 1", _UNIT],
                            ),
                        ),
                    ],
                    leaf(f"1: dot(y[f], U(y[f])) <= lam; {_B('f')} > 0; 1/root > 0", f"eq -1: {_SLOPE}"),
                ),
            ),
            U="U",
            v="v",
            lam="lam",
            new={"g": "gap", "rho": "rho"},
            C=f"almost_always(rate(1 - {_B('f')}) <= 0)",
        ),
    ),
)
_OFF = "norm(y[p] - v)"
_FAR = "dot(y[p] + v, y[p] + v) >= 0"
_ALL = " and ".join(f"({text})" for text in CONCLUSIONS).replace("B[i]", "0").replace("B[j]", "0")
_TENDS = have(
    [(_ALL, lemma("CON-T4.5.plus", B="fn(i: 0)"))],
    unfold(
        "solves(causal, y)",
        intro(
            "p",
            lemma(
                "LEM-tends.below",
                KNOWN,
                leaf(),
                enter(
                    "every",
                    rule(
                        "below the square",
                        leaf(),
                        leaf(f"1/4: {_OFF} >= 0; {_OFF} >= 0; {_FAR}", use=["dot(v, v) == 1", _UNIT]),
                        a=f"abs(1 - {_B('p')})",
                        b=f"1*{_OFF}",
                    ),
                ),
                z=f"1 - {_B('p')}",
                r=_OFF,
                c="1",
            ),
        ),
    ),
)


LEVELS = [f"almost_always(rate(1 - {_B('f')}) <= 0)", f"forall i: tends(1 - {_B('i')}, 0)"]


def _only_first(term: str) -> list[tuple[str, Tree]]:
    """A sum over the tokens before g, of which there is one."""
    return [
        (
            f"sum(k in before(g): {term}) == sum(k in upto(f): {term})",
            rule("one more token", i="f", j="g", e=f"fn(k: {term})", new={"x": "q"}),
        ),
        (
            f"sum(k in before(f): {term}) == sum(k in before(f): 0)",
            rule(
                "equal sums, before",
                rule("tokens in order", i="q", j="f", C=f"{term} == 0".replace("[k]", "[q]")),
                i="f",
                new={"x": "q"},
                e=f"fn(k: {term})",
                f="fn(k: 0)",
            ),
        ),
        (
            f"sum(k in before(g): {term}) == {term.replace('[k]', '[f]')}",
            leaf(
                f"eq 1: sum(k in before(g): {term}) == sum(k in upto(f): {term})",
                f"eq 1: sum(k in before(f): {term}) == sum(k in before(f): 0)",
            ),
        ),
    ]


def uphill(w: str = "w", t: str = "t", x: str = "x[{0}]", state: str = "x") -> str:
    """At the state in the plane of v and w the second height falls where P = 0."""
    places = (
        f"{x} == 3/5*v + 4/5*{w}".format("f") + " and " + f"{x} == ((1 - {t}^2)*v + 2*{t}*{w})/(1 + {t}^2)".format("g")
    )
    first, second = x.format("f"), x.format("g")
    return (
        f"U({w}) == 8*{t}*lam*{w} and dot({w}, {w}) == 1 and dot(v, {w}) == 0 and {t} > 0 and {t} <= 1/8 and {places}"
        f" => dot({first}, {first}) == 1 and dot({second}, {second}) == 1"
        f" and dot(v, {first}) > 0 and dot(v, {second}) > 0"
        f" and almost_always(({_NULL}) => dot(v, causal({state}, g)) < 0)"
    )


_AT = ["x[f] == 3/5*v + 4/5*w", "x[g] == ((1 - t^2)*v + 2*t*w)/(1 + t^2)"]
_NULL = "forall a in vector: P(a) == 0"
_PLANE = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
_ONE = [*_AT, *_PLANE]
_SUMS = [fact for term in ("1", "dot(v, x[k])", "dot(w, x[k])") for fact in _only_first(term)]
_POSITIVE = "t > 0; t > 0; 1/(1 + t^2) > 0; 1/(1 + t^2) > 0; 1/(1 + t^2) > 0"
_NEGATIVE = [
    ("16/5", ""),
    ("1267/80", "; t > 0"),
    ("13/10", "; t > 0; t <= 1/8"),
    ("84/5", "; t > 0; t > 0; t <= 1/8"),
    ("32/5", "; t > 0; t > 0; t > 0; t <= 1/8"),
]
_VALUE = "-(lam*t^2/root*(16/5 + 16*t + 4/5*t^2 - 16*t^3 - 32/5*t^4)*(1/(1 + t^2))^3)"
_MOVES = intro(
    "",
    have(
        [
            *_SUMS,
            (
                f"dot(v, causal(x, g)) == {_VALUE}",
                leaf(
                    use=["U(v) == lam*v", "U(w) == 8*t*lam*w", _NULL, *(fact for fact, _ in _SUMS[2::3]), *_ONE],
                ),
            ),
        ],
        leaf(
            *(f"{number}: lam > 0; 1/root > 0; {_POSITIVE}{factors}" for number, factors in _NEGATIVE),
            f"eq 1: dot(v, causal(x, g)) == {_VALUE}",
        ),
    ),
)
_RISES = intro(
    "",
    both(
        leaf(use=_ONE),
        leaf(use=_ONE),
        leaf(use=_ONE),
        leaf(
            "1: t <= 1/8; t > 0; 1/(1 + t^2) > 0", "1/8: t <= 1/8; 1/(1 + t^2) > 0", "63/64: 1/(1 + t^2) > 0", use=_ONE
        ),
        enter("ae", _MOVES),
    ),
)

_VALUES = causal(
    f=0,
    g=1,
    U=diagonal(2, 1, -3, 0),
    w=[0, 1, 0, 0],
    t="1/16",
    x=[["3/5", "4/5", 0, 0], ["255/257", "32/257", 0, 0], TOP],
)

formal(
    "CON-T4.5.g",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        SECOND,
        {
            "letters": ["w: vector; t: number; x[token]: vector"],
            "given": ["simple_top(U, v, lam)", "lam > 0"],
            "show": [*LEVELS, uphill()],
        },
    ),
    proof=[_FALLS, _TENDS, _RISES],
    instance={**_VALUES, "letters": {**_VALUES["letters"], "P": diagonal(0, 0, 0, 0)}},
    twin=Variant(
        "the second token comes nearer",
        {"causal(x, g)) < 0": "causal(x, g)) > 0"},
        {**_VALUES, "letters": {**_VALUES["letters"], "P": diagonal(0, 0, 0, 0)}},
    ),
)
