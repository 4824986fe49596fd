"""The farthest token of a causal flow on the sphere (U = I): within a right angle of the first one it comes nearer."""

from proofs_checks.lemmas.leader import FLOW, LEADER, SIGNS, UNIT
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, define, enter, have, intro, leaf, lemma, rule, split

FIRST = {"letters": ["f: token; delta: number"], "given": ["forall i: f <= i"]}
PULLED = {"given": ["almost_always(forall i: f < i => a[i, f] >= delta)"]}
COSINE = "dot(y[f], y[{0}])".format
LOWEST = f"min(k: {COSINE('k')})"
HALF = f"(1 - {LOWEST})/(1 + {LOWEST})"
_TERM = f"a[x, j]*({COSINE('j')} - {COSINE('x')}*dot(y[x], y[j]))"
_STANDS = "almost_always(rate(y[f]) == 0) and always(y[f] == start(y[f]))"
_LEVEL = f"{LOWEST} == {COSINE('x')}"
_LEADS = f"sum(j in before(x): {_TERM}) >= a[x, f]*({COSINE('f')} - {COSINE('x')}*dot(y[x], y[f]))"

_OWN = f"{COSINE('{0}')} == 1 and rate({COSINE('{0}')}) >= 0".format
_ITSELF = rule(
    "same token",
    KNOWN,
    KNOWN,
    both(leaf(use=[UNIT]), leaf(use=["rate(y[f]) == 0"])),
    i="f",
    j="x",
    P=f"fn(j: {_OWN('j')})",
)
_BEHIND = have(
    [
        (
            _LEADS,
            rule(
                "term of a positive sum, before",
                KNOWN,
                have(
                    [f"{COSINE('x')} <= {COSINE('q')}"],
                    leaf(
                        f"1: a[x, q] >= 0; {COSINE('x')} <= {COSINE('q')}",
                        f"1/2: a[x, q] >= 0; {COSINE('x')} > 0; dot(y[x] - y[q], y[x] - y[q]) >= 0",
                        use=[UNIT],
                    ),
                ),
                e=f"fn(j: {_TERM})",
                y="f",
                i="x",
                new={"x": "q"},
            ),
        ),
        "a[x, f] >= delta",
    ],
    leaf(
        f"1: {_LEADS}",
        "1/4: a[x, f] >= delta; dot(y[x] - y[f], y[x] - y[f]) >= 0; dot(y[x] + y[f], y[x] + y[f]) >= 0",
        f"eq -delta*(low + {COSINE('x')}): low == {COSINE('x')}",
        use=["rate(y[f]) == 0", FLOW, UNIT],
    ),
)

formal(
    "LEM-leader.lowest",
    title="How fast the token farthest from the first one comes nearer",
    statement=model(
        LEADER,
        SIGNS,
        FIRST,
        PULLED,
        {"show": [f"almost_always({LOWEST} > 0 => rate({LOWEST}) >= delta*(1 - {LOWEST}^2))"]},
    ),
    proof=have(
        [(_STANDS, lemma("LEM-leader.first"))],
        lemma(
            "LEM-least",
            enter(
                "ae",
                intro(
                    ["", "x", ""],
                    define(
                        [f"low := {LOWEST}"],
                        have(
                            [
                                (
                                    f"{LOWEST} <= {COSINE('x')}",
                                    rule("above the least", e=f"fn(j: {COSINE('j')})", y="x"),
                                ),
                                (
                                    f"{LOWEST} >= {COSINE('x')}",
                                    rule("least", e=f"fn(j: {COSINE('j')})", b=COSINE("x"), new={"x": "q"}),
                                ),
                                (_LEVEL, rule("antisymmetry", a=LOWEST, b=COSINE("x"))),
                                (f"{COSINE('x')} > 0", leaf(f"1: {LOWEST} > 0", f"1: {LOWEST} <= {COSINE('x')}")),
                            ],
                            split(
                                "f < x or x <= f",
                                _BEHIND,
                                have(
                                    [
                                        (_OWN("x"), _ITSELF),
                                        ("low == 1", leaf(f"eq 1: low == {COSINE('x')}", f"eq 1: {COSINE('x')} == 1")),
                                    ],
                                    leaf(f"1: rate({COSINE('x')}) >= 0", "eq -delta*(low + 1): low == 1"),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
            w=f"fn(j: {COSINE('j')})",
            b=f"delta*(1 - {LOWEST}^2)",
            C=f"{LOWEST} > 0",
        ),
    ),
)

_RISES = f"{LOWEST} > 0 => rate({LOWEST}) >= delta*(1 - {LOWEST}^2)"
_AT_MOST = (
    f"always({LOWEST} <= 1)",
    enter(
        "every",
        have(
            [(f"{LOWEST} <= {COSINE('f')}", rule("above the least", e=f"fn(j: {COSINE('j')})", y="f"))],
            leaf(f"1: {LOWEST} <= {COSINE('f')}", use=[UNIT]),
        ),
    ),
)

formal(
    "LEM-leader.nearer",
    title="All tokens converge to the first one, at an explicit rate",
    statement=model(
        LEADER,
        SIGNS,
        FIRST,
        PULLED,
        {
            "given": ["delta >= 0", f"at_start({LOWEST} > 0)"],
            "show": [f"always({LOWEST} > 0)", f"always({LOWEST} <= 1)", f"decays({HALF}, 2*delta)"],
        },
    ),
    proof=[
        have(
            [(f"almost_always({_RISES})", lemma("LEM-leader.lowest")), _AT_MOST],
            lemma(
                "LEM-positive",
                KNOWN,
                enter(
                    "ae",
                    intro(
                        "",
                        have(
                            [f"rate({LOWEST}) >= delta*(1 - {LOWEST}^2)"],
                            leaf(
                                f"1: rate({LOWEST}) >= delta*(1 - {LOWEST}^2)",
                                f"1: delta >= 0; {LOWEST} <= 1",
                                f"1: delta >= 0; {LOWEST} <= 1; {LOWEST} > 0",
                            ),
                        ),
                    ),
                ),
                z=LOWEST,
                k="0",
            ),
        ),
        _AT_MOST[1],
        have(
            [(f"almost_always({_RISES})", lemma("LEM-leader.lowest"))],
            lemma(
                "LEM-comparison",
                enter(
                    "ae",
                    have(
                        [f"rate({LOWEST}) >= delta*(1 - {LOWEST}^2)"],
                        define(
                            [f"low := {LOWEST}"],
                            leaf("2: 1/(1 + low) > 0; 1/(1 + low) > 0; rate(low) >= delta*(1 - low^2)"),
                        ),
                    ),
                ),
                z=HALF,
                k="2*delta",
            ),
        ),
    ],
)
