"""Appendix C: the energy and its gradient near beta = 0."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, SLOPE, UNIT, at, still
from verify.formal import Variant, formal, model
from verify.tactics.build import both, cases, enter, have, intro, leaf, lemma, rule, witness

MOVED = still(EAST, beta=LOG2, y=[EAST])
ON_SPHERE = "forall i: dot(y[i], y[i]) == 1"
_GRAD = {
    "letters": ["beta: number; y[token]: moving vector; x[token]: vector"],
    "where": [
        "tangent(base, pull) := pull - dot(base, pull)*base",
        "e(b, X, i, j) := exp(b*dot(X[i], X[j]))",
        "Z(b, X, i) := sum(k: e(b, X, i, k))",
        "grad(b, X, i) := tangent(X[i], sum(j: e(b, X, i, j)*X[j])/Z(b, X, i))",
        "zero(X, i) := tangent(X[i], sum(j: X[j]))",
        "n := sum(j: 1)",
    ],
    "given": [f"always({ON_SPHERE})", UNIT],
}
TANGENT = (
    "almost_always(forall i: dot(y[i], rate(y[i])) == 0)",
    enter(
        "ae",
        intro(
            "p",
            have(
                [
                    (
                        "rate(dot(y[p], y[p])) == rate(1)",
                        rule("differentiate", enter("every", leaf(use=[ON_SPHERE])), a="dot(y[p], y[p])", b="1"),
                    )
                ],
                leaf("eq 1/2: rate(dot(y[p], y[p])) == rate(1)"),
            ),
        ),
    ),
)
_GAP = "(grad(b, x, p) - 1/n*zero(x, p))"
_LENGTH = f"norm{_GAP}"
_SHIFT = "(e(b, x, p, {0})/Z(b, x, p) - 1/n)".format
_TERM = f"abs{_SHIFT('{0}')}*{_LENGTH} - {_SHIFT('{0}')}*dot({_GAP}, x[{{0}}])".format
_SIDES = [
    (f"dot({_GAP}, x[q]) <= {_LENGTH}*norm(x[q])", rule("Cauchy-Schwarz", u=_GAP, w="x[q]")),
    (f"dot({_GAP}, -x[q]) <= {_LENGTH}*norm(-x[q])", rule("Cauchy-Schwarz", u=_GAP, w="-x[q]")),
    ("norm(x[q]) == 1", leaf(norms=["1"], use=[UNIT])),
    ("norm(-x[q]) == 1", leaf(norms=["1"], use=[UNIT])),
    (
        f"dot({_GAP}, x[q]) <= {_LENGTH}",
        leaf(f"1: dot({_GAP}, x[q]) <= {_LENGTH}*norm(x[q])", f"eq {_LENGTH}: norm(x[q]) == 1"),
    ),
    (
        f"-dot({_GAP}, x[q]) <= {_LENGTH}",
        leaf(f"1: dot({_GAP}, -x[q]) <= {_LENGTH}*norm(-x[q])", f"eq {_LENGTH}: norm(-x[q]) == 1"),
    ),
    (f"{_SHIFT('q')} <= abs{_SHIFT('q')}", rule("absolute above", e=_SHIFT("q"))),
    (f"-{_SHIFT('q')} <= abs{_SHIFT('q')}", rule("absolute above minus", e=_SHIFT("q"))),
]
_LOGIT = [
    ("b <= abs(b)", rule("absolute above", e="b")),
    ("-b <= abs(b)", rule("absolute above minus", e="b")),
    ("1 + dot(x[p], x[q]) >= 0", leaf("1/2: sq norm(x[p] + x[q])", use=[UNIT])),
    ("1 - dot(x[p], x[q]) >= 0", leaf("1/2: sq norm(x[p] - x[q])", use=[UNIT])),
]
_SMALL_LOGITS = have(
    _LOGIT,
    both(
        leaf(f"1/2: -b <= abs(b); {_LOGIT[2][0]}", f"1/2: b <= abs(b); {_LOGIT[3][0]}"),
        leaf(f"1/2: b <= abs(b); {_LOGIT[2][0]}", f"1/2: -b <= abs(b); {_LOGIT[3][0]}"),
    ),
)
_NEAR = "sum(j: abs(exp(b*dot(x[p], x[j]))/sum(h: exp(b*dot(x[p], x[h]))) - exp(0)/sum(h: exp(0)))) <= 4*abs(b)"
_TERMS = f"sum(j: {_TERM('j')}) >= 0"
_LIMIT = have(
    [
        (
            _NEAR,
            lemma(
                "LEM-softmax.near",
                intro("q", _SMALL_LOGITS),
                k="fn(j: b*dot(x[p], x[j]))",
                l="fn(j: 0)",
                s="abs(b)",
            ),
        ),
        (
            _TERMS,
            rule(
                "positive sum",
                have(
                    _SIDES,
                    leaf(f"1/2: {_SIDES[6][0]}; {_SIDES[5][0]}", f"1/2: {_SIDES[7][0]}; {_SIDES[4][0]}"),
                ),
                e=f"fn(j: {_TERM('j')})",
                new={"x": "q"},
            ),
        ),
    ],
    cases(
        f"{_LENGTH} - r",
        have(
            [
                (f"{_LENGTH} > 0", leaf(f"1: {_LENGTH} - r >= 0", "1: r > 0")),
                (
                    f"{_LENGTH} <= 4*abs(b)",
                    leaf(f"1: {_TERMS}", f"1: {_LENGTH} > 0; {_NEAR}", times=[_LENGTH], use=[UNIT]),
                ),
            ],
            leaf(f"1: {_LENGTH} <= 4*abs(b)", "4: abs(b) < r/4"),
        ),
        leaf(f"1: {_LENGTH} - r < 0"),
    ),
)

formal(
    "PER-C.3",
    statement=model(
        _GRAD,
        {
            "show": [
                "always(forall i: dot(y[i], grad(beta, y, i)) == 0 and dot(y[i], zero(y, i)) == 0)",
                "beta != 0 => almost_always(rate(sum(i, j: e(beta, y, i, j))/(2*beta))"
                " == sum(i: Z(beta, y, i)*dot(grad(beta, y, i), rate(y[i]))))",
                "almost_always(rate(sum(i, j: dot(y[i], y[j]))/2) == sum(i: dot(zero(y, i), rate(y[i]))))",
                "forall r in number: r > 0 => (exists c in number: c > 0 and (forall b in number: abs(b) < c =>"
                " (forall i: norm(grad(b, x, i) - 1/n*zero(x, i)) < r)))",
            ]
        },
    ),
    proof=[
        enter("every", intro("p", both(leaf(use=[ON_SPHERE]), leaf(use=[ON_SPHERE])))),
        intro("", have([TANGENT], enter("ae", leaf(use=[TANGENT[0][14:-1]])))),
        have([TANGENT], enter("ae", leaf(use=[TANGENT[0][14:-1]]))),
        intro(["r", ""], witness("r/4", both(leaf("1/4: r > 0"), intro(["b", "", "p"], _LIMIT)))),
    ],
    instance=MOVED,
    twin=Variant("without the projection", {"pull - dot(base, pull)*base": "pull"}, MOVED),
)

_U = "beta*s(p, q)"
_E = f"exp({_U})"
_ROOM = [
    ("1 - s(p, q) >= 0", leaf("1/2: sq norm(y[p] - y[q])", use=[ON_SPHERE])),
    ("1 + s(p, q) >= 0", leaf("1/2: sq norm(y[p] + y[q])", use=[ON_SPHERE])),
    (f"1 + {_U} <= {_E}", rule("exp tangent", a=_U)),
    (f"1 + -{_U} <= exp(-{_U})", rule("exp tangent", a=f"-{_U}")),
    (f"{_E} - 1 <= {_U}*{_E}", leaf(f"1: 1 + -{_U} <= exp(-{_U}); {_E} > 0")),
    (
        f"{_E} <= exp(1)",
        rule("exp monotone", leaf("1: 1 - s(p, q) >= 0; beta > 0", "1: beta <= 1"), a=_U, b="1"),
    ),
    ("1 + 1 <= exp(1)", rule("exp tangent", a="1")),
]
_LOW, _HIGH, _TOP, _TWO = _ROOM[2][0], _ROOM[4][0], _ROOM[5][0], _ROOM[6][0]
_UP, _DOWN = "1 - s(p, q) >= 0", "1 + s(p, q) >= 0"
_SQUARE = (f"beta^2 - ({_U})^2 >= 0", leaf(f"1: {_UP}; {_DOWN}; sq beta"))
_PRODUCT = f"{_U}*({_E} - 1) <= beta^2*exp(1)"
_BENT = cases(
    _U,
    leaf(
        f"1: {_U} >= 0; {_HIGH}",
        f"1: sq {_U}; {_TOP}",
        f"1: {_SQUARE[0]}; exp(1) > 0",
    ),
    leaf(
        f"1: {_U} < 0; {_LOW}",
        f"1: {_SQUARE[0]}",
        f"1: sq beta; {_TWO}",
        "1: sq beta",
    ),
)
_BOUNDED = have(
    [*_ROOM, _SQUARE, (_PRODUCT, _BENT)],
    both(
        leaf(f"1/2: {_LOW}; 1/beta > 0; 1/beta > 0"),
        leaf(f"1/2: {_PRODUCT}; 1/beta > 0; 1/beta > 0", f"1/2: {_HIGH}; 1/beta > 0; 1/beta > 0"),
        leaf(f"1/2: {_LOW}; 1/beta > 0", f"1/2: {_DOWN}", f"1/2: {_TWO}", "1/2:"),
        leaf(f"1/2: {_HIGH}; 1/beta > 0", f"1/2: {_UP}; {_E} > 0", f"1/2: {_TOP}"),
        leaf(f"1/2: {_E} > 0"),
        leaf(f"1/2: {_TOP}"),
    ),
)

formal(
    "PER-C.1",
    reading=r"$R_\beta$ is a sum of a function $r$ of the products, given with its derivatives $r'$ and $r'' ="
    r" e^{\beta s}/2$, of which all further ones are multiples",
    statement={
        "letters": ["beta: number; y[token]: moving vector"],
        "where": [
            "s(i, j) := dot(y[i], y[j])",
            "r(u) := (exp(beta*u) - 1 - beta*u)/(2*beta^2)",
            "r1(u) := (exp(beta*u) - 1)/(2*beta)",
            "r2(u) := exp(beta*u)/2",
            "R := sum(i, j: r(s(i, j)))",
        ],
        "given": ["beta > 0", "beta <= 1", f"always({ON_SPHERE})"],
        "show": [
            "always(sum(i, j: exp(beta*s(i, j)) - 1)/(2*beta) == sum(i, j: s(i, j))/2 + beta*R)",
            "almost_always(rate(R) == sum(i, j: r1(s(i, j))*rate(s(i, j))))",
            "almost_always(forall i, j: rate(r1(s(i, j))) == r2(s(i, j))*rate(s(i, j))"
            " and rate(r2(s(i, j))) == beta*r2(s(i, j))*rate(s(i, j)))",
            "always(forall i, j: 0 <= r(s(i, j)) <= exp(1)/2 and -exp(1)/2 <= r1(s(i, j)) <= exp(1)/2"
            " and 0 <= r2(s(i, j)) <= exp(1)/2)",
        ],
    },
    proof=[
        enter("every", leaf()),
        enter("ae", leaf()),
        enter("ae", intro("p,q", both(leaf(), leaf()))),
        enter("every", intro("p,q", _BOUNDED)),
    ],
    instance=at(2, beta="1/2", y=[EAST, SLOPE]),
    twin=Variant("half of the energy", {"/(2*beta) ==": "/(4*beta) =="}, at(2, beta="1/2", y=[EAST, SLOPE])),
)
