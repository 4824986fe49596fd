"""How strongly the two tokens of a least product are drawn together, whatever the other tokens are."""

from verify.formal import formal, model
from verify.tactics.build import Tree, define, enter, have, intro, leaf, lemma, rule

_UNIT = "forall i: dot(x[i], x[i]) == 1"
_BELOW = "forall i, j: m <= dot(x[i], x[j])"
_PULL = "dot(x[k], x[{1}]) - dot(x[{0}], x[k])*m".format
_DRAWN = "dot(x[r], x[{1}]) - dot(x[{0}], x[r])*m".format
_EXCESS = "sum(k: (e({0}, k) - exp(beta*m))*({1})) >= 0".format
_PULLED = "half({0}, {1}) >= 0".format
_OWN = "sum(k: dot(x[{0}], x[k]) - m) >= dot(x[{0}], x[{0}]) - m".format
_MASS = "sum(k: exp(beta) - e({0}, k)) >= exp(beta) - e({0}, {1})".format
_LEAST_PAIR = "forall i, j: dot(x[i], x[j]) == m => {0}".format
_SA_RATE = "2*(1 - m)*((n - 1)*m + 1)/((n - 1)*exp(beta*(1 - m)) + 1)"

PAIR = {
    "letters": ["x[token]: measurable vector; m: measurable number; beta: number"],
    "where": [
        "n := sum(k: 1)",
        "e(i, j) := exp(beta*dot(x[i], x[j]))",
        "Z(i) := sum(k: e(i, k))",
        "half(i, j) := sum(k: e(i, k)*(dot(x[k], x[j]) - dot(x[i], x[k])*m))",
    ],
    "given": ["beta >= 0", f"almost_always({_UNIT})", f"almost_always({_BELOW})"],
}
_NONNEGATIVE = {"given": ["almost_always(m >= 0)"]}


def _above(p: str, q: str) -> tuple[str, Tree]:
    """One term that pulls p and q together is not negative."""
    step = leaf(f"1: m <= dot(x[r], x[{q}])", f"1/2: m >= 0; sq norm(x[{p}] - x[r])", use=[_UNIT])
    return f"{_DRAWN(p, q)} >= 0", have([f"m <= dot(x[r], x[{q}])"], step)


def _excess(p: str, q: str) -> tuple[str, Tree]:
    """What the weights above exp(beta m) add."""
    product = f"beta*dot(x[{p}], x[r])"
    low = f"exp(beta*m) <= exp({product})"
    smaller = leaf(f"1: beta >= 0; m <= dot(x[{p}], x[r])")
    larger = have([f"m <= dot(x[{p}], x[r])"], rule("exp monotone", smaller, a="beta*m", b=product))
    above = _above(p, q)
    each = have([above, (low, larger)], leaf(f"1: {low}; {above[0]}"))
    return _EXCESS(p, _PULL(p, q)), rule(
        "positive sum", each, e=f"fn(k: (e({p}, k) - exp(beta*m))*({_PULL(p, q)}))", new={"x": "r"}
    )


def _own(p: str) -> tuple[str, Tree]:
    """The products of p with all tokens, of which that with itself is 1."""
    each = have([f"m <= dot(x[{p}], x[r])"], leaf(f"1: m <= dot(x[{p}], x[r])"))
    return _OWN(p), rule("term of a positive sum", each, e=f"fn(k: dot(x[{p}], x[k]) - m)", y=p, new={"x": "r"})


def _high(p: str) -> tuple[str, Tree]:
    """No weight is above exp(beta)."""
    product = f"beta*dot(x[{p}], x[r])"
    step = leaf(f"1/2: beta >= 0; sq norm(x[{p}] - x[r])", use=[_UNIT])
    return f"exp({product}) <= exp(beta)", rule("exp monotone", step, a=product, b="beta")


_ONE = ("m <= 1", have(["m <= dot(x[p], x[p])"], leaf("1: m <= dot(x[p], x[p])", use=[_UNIT])))

formal(
    "LEM-pair.equal",
    title="The rate of the least inner product, with exponential weights",
    statement=model(
        PAIR,
        _NONNEGATIVE,
        {
            "show": [
                "almost_always("
                + _LEAST_PAIR("half(i, j)/n + half(j, i)/n >= 2/n*exp(beta*m)*(1 - m)*((n - 1)*m + 1)")
                + ")"
            ]
        },
    ),
    proof=enter(
        "ae",
        intro(
            ["p", "q", ""],
            have(
                [_ONE, _excess("p", "q"), _excess("q", "p"), _own("p"), _own("q")],
                leaf(
                    f"1: {_excess('p', 'q')[0]}; 1/n > 0",
                    f"1: {_excess('q', 'p')[0]}; 1/n > 0",
                    f"1: exp(beta*m) > 0; m <= 1; 1/n > 0; {_OWN('p')}",
                    f"1: exp(beta*m) > 0; m <= 1; 1/n > 0; {_OWN('q')}",
                    use=[_UNIT, "dot(x[p], x[q]) == m"],
                ),
            ),
        ),
    ),
)

_SHARE = "half({0}, {1})/Z({0}) >= exp(beta*m)*sum(k: {2})/K".format


def _one_share(p: str, q: str) -> Tree:
    """Softmax weights: a sum of at most K divides the pull of one of the two tokens."""
    above = _above(p, q)
    pulled = rule(
        "positive sum",
        have([above], leaf(f"1: e({p}, r) > 0; {above[0]}")),
        e=f"fn(k: e({p}, k)*({_PULL(p, q)}))",
        new={"x": "r"},
    )
    high = _high(p)
    mass = rule(
        "term of a positive sum",
        have([high], leaf(f"1: {high[0]}")),
        e=f"fn(k: exp(beta) - e({p}, k))",
        y=q,
        new={"x": "r"},
    )
    return have(
        [
            _excess(p, q),
            (_PULLED(p, q), pulled),
            (_MASS(p, q), mass),
            (f"K - Z({p}) >= 0", leaf(f"1: {_MASS(p, q)}", use=[f"dot(x[{p}], x[{q}]) == m"])),
        ],
        leaf(
            f"1: {_PULLED(p, q)}; K - Z({p}) >= 0; 1/Z({p}) > 0; 1/K > 0",
            f"1: {_excess(p, q)[0]}; 1/K > 0",
        ),
    )


formal(
    "LEM-pair.share",
    title="What a softmax weight contributes to the least inner product, at least",
    statement=model(
        PAIR,
        _NONNEGATIVE,
        {
            "where": ["K := (n - 1)*exp(beta) + exp(beta*m)"],
            "given": ["almost_always(K > 0)"],
            "show": ["almost_always(" + _LEAST_PAIR(_SHARE("i", "j", _PULL("i", "j"))) + ")"],
        },
    ),
    proof=enter("ae", intro(["p", "q", ""], _one_share("p", "q"))),
)

_SOME = rule(
    "some element",
    have(
        [("sum(k: 1) >= 1", rule("term of a positive sum", leaf(), e="fn(k: 1)", y="u", new={"x": "r"}))],
        leaf("1: sum(k: 1) >= 1"),
    ),
    new={"x": "u"},
    C="n >= 1",
)
_SYMMETRIC = "half(i, j)/Z(i) + half(j, i)/Z(j)"

formal(
    "LEM-pair.softmax",
    title="The rate of the least inner product, with softmax weights",
    statement=model(
        PAIR, _NONNEGATIVE, {"show": ["almost_always(" + _LEAST_PAIR(f"{_SYMMETRIC} >= {_SA_RATE}") + ")"]}
    ),
    proof=define(
        ["K := (n - 1)*exp(beta) + exp(beta*m)"],
        have(
            [
                ("n >= 1", _SOME),
                ("almost_always(K > 0)", enter("ae", leaf("1: n >= 1; exp(beta) > 0", "1: exp(beta*m) > 0"))),
                ("almost_always(" + _LEAST_PAIR(_SHARE("i", "j", _PULL("i", "j"))) + ")", lemma("LEM-pair.share")),
            ],
            enter(
                "ae",
                intro(
                    ["p", "q", ""],
                    have(
                        [
                            _ONE,
                            _own("p"),
                            _own("q"),
                            ("dot(x[q], x[p]) == m", leaf("eq 1: dot(x[p], x[q]) == m")),
                            _SHARE("p", "q", _PULL("p", "q")),
                            _SHARE("q", "p", _PULL("q", "p")),
                            (f"{_SA_RATE} == 2*exp(beta*m)*(1 - m)*((n - 1)*m + 1)/K", leaf()),
                        ],
                        leaf(
                            f"1: {_SHARE('p', 'q', _PULL('p', 'q'))}",
                            f"1: {_SHARE('q', 'p', _PULL('q', 'p'))}",
                            f"1: exp(beta*m) > 0; 1/K > 0; m <= 1; {_OWN('p')}",
                            f"1: exp(beta*m) > 0; 1/K > 0; m <= 1; {_OWN('q')}",
                            f"eq 1: {_SA_RATE} == 2*exp(beta*m)*(1 - m)*((n - 1)*m + 1)/K",
                            use=[_UNIT, "dot(x[p], x[q]) == m"],
                        ),
                    ),
                ),
            ),
        ),
    ),
)


def _not_far(p: str, q: str) -> tuple[str, Tree]:
    """With a negative least product no term is below twice that product."""
    term = f"e({p}, k)*({_PULL(p, q)} - 2*m)"
    step = leaf(
        f"1: e({p}, r) > 0; m <= dot(x[r], x[{q}])", f"1/2: e({p}, r) > 0; m < 0; sq norm(x[{p}] + x[r])", use=[_UNIT]
    )
    each = have([f"m <= dot(x[r], x[{q}])"], step)
    return f"sum(k: {term}) >= 0", rule("positive sum", each, e=f"fn(k: {term})", new={"x": "r"})


def _bounded(p: str) -> tuple[str, Tree]:
    """The weights of a token have a sum of at most n exp(beta)."""
    high = _high(p)
    each = have([high], leaf(f"1: {high[0]}"))
    return f"sum(k: exp(beta) - e({p}, k)) >= 0", rule(
        "positive sum", each, e=f"fn(k: exp(beta) - e({p}, k))", new={"x": "r"}
    )


formal(
    "LEM-pair.negative",
    title="How fast a negative least inner product can fall",
    statement=model(
        PAIR,
        {
            "show": [
                f"almost_always(m < 0 => (forall i, j: {_SYMMETRIC} >= 4*m))",
                "almost_always(m < 0 => (forall i, j: half(i, j)/n + half(j, i)/n >= 4*exp(beta)*m))",
            ],
        },
    ),
    proof=[
        enter(
            "ae",
            intro(
                ["", "p", "q"],
                have(
                    [_not_far("p", "q"), _not_far("q", "p")],
                    leaf(f"1: {_not_far('p', 'q')[0]}; 1/Z(p) > 0", f"1: {_not_far('q', 'p')[0]}; 1/Z(q) > 0"),
                ),
            ),
        ),
        enter(
            "ae",
            intro(
                ["", "p", "q"],
                have(
                    [_not_far("p", "q"), _not_far("q", "p"), _bounded("p"), _bounded("q")],
                    leaf(
                        f"1: {_not_far('p', 'q')[0]}; 1/n > 0",
                        f"1: {_not_far('q', 'p')[0]}; 1/n > 0",
                        f"2: m < 0; {_bounded('p')[0]}; 1/n > 0",
                        f"2: m < 0; {_bounded('q')[0]}; 1/n > 0",
                    ),
                ),
            ),
        ),
    ],
)
