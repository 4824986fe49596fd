"""The cascade closes: token by token the tangents of a causal flow are exponentially small; boxes are never left."""

from proofs_checks.lemmas.causal import CASCADE, CAUSAL_WEIGHTS, GAP, HEIGHTS, HEMISPHERE, ROWS, SIZE, UNIT, slope
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, witness

_H = "dot(v, y[{0}])".format
_PULL = "a[{0}, {1}]*dot(v, y[{1}])/dot(v, y[{0}])".format
_SPHERE = [UNIT, "dot(v, v) == 1"]
SMALL = f"forall i: exponentially_small({SIZE('i')})"
_EARLIER = f"sum(j in before(p): {SIZE('j')})"
_COMMON = f"exists L in number: L > 0 and (forall j in before(p): always(abs({SIZE('j')}) <= L*exp(-(time/L))))"
_CONTRACTS = f"sum(j in before(p): lam*{_PULL('p', 'j')} - k*a[p, j]) >= 0"
_FORCES = f"sum(j in before(p): ((1 + {SIZE('p')})*s - {_PULL('p', 'j')})*{SIZE('j')}) >= 0"


def _below_one(i: str) -> tuple[str, object]:
    return f"{_H(i)} <= 1", leaf(f"1/2: dot(y[{i}] - v, y[{i}] - v) >= 0", use=_SPHERE)


_FORCED = have(
    [
        (
            f"1/{_H('p')} <= 1 + {SIZE('p')}",
            rule(
                "below the square",
                leaf(),
                leaf(f"2: {SIZE('p')} >= 0", use=_SPHERE),
                a=f"1/{_H('p')}",
                b=f"1 + {SIZE('p')}",
            ),
        ),
        _below_one("p"),
        (
            _CONTRACTS,
            rule(
                "positive sum, before",
                have(
                    [
                        _below_one("p"),
                        (
                            f"{SIZE('q')} <= L",
                            have(
                                [
                                    f"abs({SIZE('q')}) <= L*exp(-(time/L))",
                                    (
                                        "exp(-(time/L)) <= exp(0)",
                                        rule("exp monotone", leaf("1: time >= 0; 1/L > 0"), a="-(time/L)", b="0"),
                                    ),
                                ],
                                leaf(f"1: abs({SIZE('q')}) <= L*exp(-(time/L))", "1: L > 0; exp(-(time/L)) <= exp(0)"),
                            ),
                        ),
                        (
                            f"1/{_H('q')} <= 1 + L",
                            rule(
                                "below the square",
                                leaf(),
                                leaf(
                                    "2: L > 0",
                                    f"1: {SIZE('q')} <= L; L > 0",
                                    f"1: {SIZE('q')} <= L; {SIZE('q')} >= 0",
                                    use=_SPHERE,
                                ),
                                a=f"1/{_H('q')}",
                                b="1 + L",
                            ),
                        ),
                        (
                            f"lam*{_H('q')} >= k",
                            leaf(
                                f"1: k*(1 + L) <= lam; {_H('q')} > 0", f"1: k > 0; 1/{_H('q')} <= 1 + L; {_H('q')} > 0"
                            ),
                        ),
                        "a[p, q] > 0",
                    ],
                    leaf(
                        f"1: a[p, q] > 0; lam*{_H('q')} >= k",
                        f"1: a[p, q] > 0; lam > 0; {_H('q')} > 0; 1/{_H('p')} > 0; {_H('p')} <= 1",
                    ),
                ),
                i="p",
                new={"x": "q"},
                e=f"fn(j: lam*{_PULL('p', 'j')} - k*a[p, j])",
            ),
        ),
        (
            _FORCES,
            rule(
                "positive sum, before",
                have(
                    [
                        _below_one("q"),
                        "a[p, q] > 0",
                        (
                            "sum(j in upto(p): a[p, j]) >= a[p, q]",
                            rule("term of a positive sum, upto", KNOWN, KNOWN, e="fn(j: a[p, j])", i="p", y="q"),
                        ),
                        ("a[p, q] <= s", leaf("1: sum(j in upto(p): a[p, j]) >= a[p, q]", f"eq 1: {ROWS('p')}")),
                    ],
                    leaf(
                        f"1: a[p, q] <= s; {SIZE('q')} >= 0",
                        f"1: a[p, q] <= s; {SIZE('q')} >= 0; {SIZE('p')} >= 0",
                        f"1: a[p, q] > 0; 1/{_H('p')} <= 1 + {SIZE('p')}; {SIZE('q')} >= 0",
                        f"1: a[p, q] > 0; {_H('q')} <= 1; 1/{_H('p')} > 0; {SIZE('q')} >= 0",
                    ),
                ),
                i="p",
                new={"x": "q"},
                e=f"fn(j: ((1 + {SIZE('p')})*s - {_PULL('p', 'j')})*{SIZE('j')})",
            ),
        ),
        f"rate({SIZE('p')}) <= {slope('p')}",
        "a[p, p] > 0",
    ],
    leaf(
        f"1: rate({SIZE('p')}) <= {slope('p')}",
        f"1: {_CONTRACTS}; {SIZE('p')} >= 0",
        f"1: k <= g; a[p, p] > 0; {SIZE('p')} >= 0",
        f"1: rho >= 0; {_FORCES}",
        f"eq -(k*{SIZE('p')}): {ROWS('p')}",
    ),
)

formal(
    "LEM-causal.small",
    title="The tangents of a cascade become exponentially small",
    statement=model(CAUSAL_WEIGHTS, HEMISPHERE, GAP, {"given": ["lam > 0", "g > 0", "s > 0"], "show": [SMALL]}),
    proof=have(
        [
            (HEIGHTS, lemma("LEM-causal.heights")),
            (CASCADE, lemma("LEM-causal.tangents")),
            ("always(time >= 0)", rule("time passes")),
        ],
        rule(
            "strong induction",
            have(
                [(_COMMON, lemma("LEM-small.common", r=f"fn(i: {SIZE('i')})", i="p"))],
                obtain(
                    _COMMON,
                    "L",
                    have(
                        [
                            (
                                "exists k in number: k > 0 and k <= g and k*(1 + L) <= lam",
                                witness(
                                    "g*lam/(g*(1 + L) + lam)",
                                    have(
                                        [("g*(1 + L) + lam > 0", leaf("1: g > 0", "1: g > 0; L > 0", "1: lam > 0"))],
                                        both(
                                            leaf(),
                                            leaf(
                                                "1: g > 0; g > 0", "1: g > 0; g > 0; L > 0", times=["g*(1 + L) + lam"]
                                            ),
                                            leaf("1: lam > 0; lam > 0", times=["g*(1 + L) + lam"]),
                                        ),
                                    ),
                                ),
                            )
                        ],
                        obtain(
                            "exists k in number: k > 0 and k <= g and k*(1 + L) <= lam",
                            "k",
                            lemma(
                                "LEM-forced",
                                enter("every", leaf()),
                                leaf("1: k > 0; s > 0"),
                                leaf("1: rho >= 0; s > 0"),
                                lemma("LEM-small.sum", r=f"fn(i: {SIZE('i')})", i="p"),
                                enter(
                                    "every",
                                    rule(
                                        "positive sum, before", leaf(), i="p", new={"x": "q"}, e=f"fn(j: {SIZE('j')})"
                                    ),
                                ),
                                enter("ae", _FORCED),
                                r=SIZE("p"),
                                m=_EARLIER,
                                k="k*s",
                                c="rho*s",
                            ),
                        ),
                    ),
                ),
            ),
            P=f"fn(i: exponentially_small({SIZE('i')}))",
            new={"x": "p"},
        ),
    ),
)

_HELD = f"sum(j in before(p): {_PULL('p', 'j')}*(lam*{SIZE('p')} - rho*{SIZE('j')})) >= 0"


def _held(level: str, earlier: str) -> object:
    """The tangent of token p stays below `level`, where those of earlier tokens q are below `earlier`."""
    return have(
        [
            (
                f"always(-{SIZE('p')} >= -{level})",
                lemma(
                    "LEM-barrier",
                    enter("start", leaf(f"1: {SIZE('p')} <= {level}")),
                    leaf("1:"),
                    enter(
                        "ae",
                        intro(
                            "",
                            have(
                                [
                                    (
                                        _HELD,
                                        rule(
                                            "positive sum, before",
                                            have(
                                                [
                                                    "a[p, q] > 0",
                                                    f"{SIZE('q')} <= {earlier}",
                                                    f"rho*{earlier} <= lam*{level}",
                                                ],
                                                leaf(
                                                    f"1: a[p, q] > 0; {_H('q')} > 0; 1/{_H('p')} > 0; lam >= 0;"
                                                    f" -{SIZE('p')} < -{level}",
                                                    f"1: a[p, q] > 0; {_H('q')} > 0; 1/{_H('p')} > 0;"
                                                    f" rho*{earlier} <= lam*{level}",
                                                    f"1: a[p, q] > 0; {_H('q')} > 0; 1/{_H('p')} > 0; rho >= 0;"
                                                    f" {SIZE('q')} <= {earlier}",
                                                ),
                                            ),
                                            i="p",
                                            new={"x": "q"},
                                            e=f"fn(j: {_PULL('p', 'j')}*(lam*{SIZE('p')} - rho*{SIZE('j')}))",
                                        ),
                                    ),
                                    f"rate({SIZE('p')}) <= {slope('p')}",
                                    "a[p, p] > 0",
                                ],
                                leaf(
                                    f"1: rate({SIZE('p')}) <= {slope('p')}",
                                    f"1: g >= 0; a[p, p] > 0; {SIZE('p')} >= 0",
                                    f"1: {_HELD}",
                                ),
                            ),
                        ),
                    ),
                    z=f"-{SIZE('p')}",
                    m=f"-{level}",
                    l=f"-{level} - 1",
                ),
            )
        ],
        enter("every", leaf(f"1: -{SIZE('p')} >= -{level}")),
    )


GAIN = (
    "forall i: forall R in number, B in number:"
    f" (forall j in before(i): always({SIZE('j')} <= R)) and rho*R <= lam*B and at_start({SIZE('i')} <= B)"
    f" => always({SIZE('i')} <= B)"
)
_CASCADE = [(HEIGHTS, lemma("LEM-causal.heights")), (CASCADE, lemma("LEM-causal.tangents"))]

formal(
    "LEM-causal.gain",
    title="The gain from earlier tangents to the next one",
    statement=model(CAUSAL_WEIGHTS, HEMISPHERE, GAP, {"given": ["lam >= 0", "g >= 0"], "show": [GAIN]}),
    proof=have(_CASCADE, intro(["p", "R", "B", ""], _held("B", "R"))),
)

formal(
    "LEM-causal.boxes",
    title="Tangents stay in boxes that widen with the gain",
    statement=model(
        CAUSAL_WEIGHTS,
        HEMISPHERE,
        GAP,
        {
            "letters": ["B[token]: number"],
            "given": [
                "lam >= 0",
                "g >= 0",
                "forall i: forall j in before(i): rho*B[j] <= lam*B[i]",
                f"at_start(forall i: {SIZE('i')} <= B[i])",
            ],
            "show": [f"forall i: always({SIZE('i')} <= B[i])"],
        },
    ),
    proof=have(
        _CASCADE,
        rule("strong induction", _held("B[p]", "B[q]"), P=f"fn(i: always({SIZE('i')} <= B[i]))", new={"x": "p"}),
    ),
)
