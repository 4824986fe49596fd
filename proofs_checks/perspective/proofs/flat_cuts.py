"""(B.3) at a critical point at which the Hessian is at most 0: the planes of a basis, added up."""

from __future__ import annotations

from proofs_checks.perspective.proofs.averaged import BASIS
from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.models import EAST, NORTH, STATE, UNIT, USA, WEIGHTS, WEST
from proofs_checks.perspective.proofs.random_turns import BASIC, together
from proofs_checks.perspective.proofs.resting import RESTS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take

_MOVED = "(dot(b[{1}], x[{2}])*b[{0}] - dot(b[{0}], x[{2}])*b[{1}])".format
_AGAIN = (
    "(dot(b[{1}], x[{2}])*(dot(b[{0}], b[{1}])*b[{0}] - dot(b[{0}], b[{0}])*b[{1}])"
    " - dot(b[{0}], x[{2}])*(dot(b[{1}], b[{1}])*b[{0}] - dot(b[{0}], b[{1}])*b[{1}]))"
).format
_MARKS = "chi[{0}]*(1 - chi[{1}])*e(x, {0}, {1})".format


def _gain(k: str, m: str, i: str, j: str) -> str:
    return f"(beta*dot({_MOVED(k, m, i)}, x[{j}])^2 + dot({_AGAIN(k, m, i)}, x[{j}]))"


def _cut(k: str, m: str) -> str:
    return f"sum(i, j: {_MARKS('i', 'j')}*{_gain(k, m, 'i', 'j')})"


_MEAN = "({0}*dot(x[{1}], x[{2}]) - beta*(1 - dot(x[{1}], x[{2}])^2))".format
_PLANES = f"sum(k in direction: sum(l in direction: -{_cut('k', 'l')})) >= 0"
_PQ = f"sum(k in direction: sum(l in direction: {_gain('k', 'l', 's', 't')})) == -2*{_MEAN('(dims - 1)', 's', 't')}"


def _parseval(p: str, q: str) -> tuple[str, Tree]:
    fact = f"sum(l in direction: dot(b[l], x[{p}])*dot(b[l], x[{q}])) == dot(x[{p}], x[{q}])"
    return fact, take(
        "forall g in vector, c in vector: sum(l in direction: dot(b[l], g)*dot(b[l], c)) == dot(g, c)",
        [f"x[{p}]", f"x[{q}]"],
        KNOWN,
    )


_PRODUCTS = [_parseval("s", "s"), _parseval("s", "t"), _parseval("t", "t"), together("x[s]", "x[t]")]
_EACH = have(
    _PRODUCTS, leaf(use=[*(fact for fact, _ in _PRODUCTS), UNIT, "forall k in direction: dot(b[k], b[k]) == 1"])
)
_TERM = f"{_MARKS('{0}', '{1}')}*{_gain('k', 'l', '{0}', '{1}')}".format
_LEFT = f"sum(k in direction: sum(l in direction: {_TERM('{0}', '{1}')}))".format
_RIGHT = f"{_MARKS('{0}', '{1}')}*(-2*{_MEAN('(dims - 1)', '{0}', '{1}')})".format
_SAME = f"sum(i, j: {_LEFT('i', 'j')}) == sum(i, j: {_RIGHT('i', 'j')})"

_LAST = "sum(i: sum(j: sum(k in direction: sum(l in direction: {0}))))".format
_FIRST = "sum(k in direction: sum(l in direction: sum(i, j: {0})))".format
_SWAPPED = f"{_FIRST(_TERM('i', 'j'))} == {_LAST(_TERM('i', 'j'))}"

formal(
    "LEM-planes-last",
    title="A sum over pairs of directions and pairs of tokens, the directions first or last",
    statement={
        "letters": ["a(direction, direction, token, token): number"],
        "show": [f"{_FIRST('a(k, l, i, j)')} == {_LAST('a(k, l, i, j)')}"],
    },
    proof=leaf(),
)

formal(
    "PER-B.3.critical",
    title="(B.3) at a critical point at which the Hessian is at most 0",
    sentence=r"At a critical point of $E_\beta$ in $d$ dimensions at which the Hessian is at most 0:"
    r" $\sum_{i \in S, j \notin S}e^{\beta\cos\theta_{ij}}((d-1)\cos\theta_{ij} - \beta\sin^2\theta_{ij}) \geq 0$ for"
    r" all sets $S$ of tokens.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; chi is 1 on S and 0"
    " elsewhere",
    statement=model(
        WEIGHTS,
        USA,
        BASIS,
        STATE,
        {
            "letters": ["chi[token]: number"],
            "given": [RESTS, FLAT, "forall i: chi[i] == 0 or chi[i] == 1"],
            "show": [f"sum(i, j: {_MARKS('i', 'j')}*{_MEAN('(dims - 1)', 'i', 'j')}) >= 0"],
        },
    ),
    proof=have(
        [
            *BASIC,
            (
                _PLANES,
                rule(
                    "positive sum, directions",
                    rule(
                        "positive sum, directions",
                        have(
                            [
                                (
                                    f"{_cut('k', 'l')} <= 0",
                                    lemma(
                                        "LEM-flat-cut",
                                        KNOWN,
                                        KNOWN,
                                        KNOWN,
                                        intro(["i", "j"], leaf()),
                                        intro(["i", "j"], leaf()),
                                        KNOWN,
                                        y=f"fn(i: {_MOVED('k', 'l', 'i')})",
                                        w=f"fn(i: {_AGAIN('k', 'l', 'i')})",
                                    ),
                                )
                            ],
                            leaf(f"1: {_cut('k', 'l')} <= 0"),
                        ),
                        e=f"fn(l in direction: -{_cut('k', 'l')})",
                        new={"x": "l"},
                    ),
                    e=f"fn(k in direction: sum(l in direction: -{_cut('k', 'l')}))",
                    new={"x": "k"},
                ),
            ),
            (_SWAPPED, lemma("LEM-planes-last", a=f"fn(k in direction, l in direction, i, j: {_TERM('i', 'j')})")),
            (
                _SAME,
                rule(
                    "equal sums",
                    rule(
                        "equal sums",
                        have([(_PQ, _EACH)], leaf(f"eq {_MARKS('s', 't')}: {_PQ}")),
                        e=f"fn(j: {_LEFT('s', 'j')})",
                        f=f"fn(j: {_RIGHT('s', 'j')})",
                        new={"x": "t"},
                    ),
                    e=f"fn(i: sum(j: {_LEFT('i', 'j')}))",
                    f=f"fn(i: sum(j: {_RIGHT('i', 'j')}))",
                    new={"x": "s"},
                ),
            ),
        ],
        leaf(f"1/2: {_PLANES}", f"eq -1/2: {_SAME}", f"eq -1/2: {_SWAPPED}"),
    ),
    instance={
        "tokens": 2,
        "dim": 2,
        "directions": 2,
        "letters": {"beta": 1, "b": [EAST, NORTH], "x": [EAST, EAST], "chi": [1, 0]},
    },
    twin=Variant(
        "without the Hessian",
        {FLAT: "beta == beta"},
        {
            "tokens": 2,
            "dim": 2,
            "directions": 2,
            "letters": {"beta": 1, "b": [EAST, NORTH], "x": [EAST, WEST], "chi": [1, 0]},
        },
    ),
)
