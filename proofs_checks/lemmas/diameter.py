"""The diameter of moving points decays when their spread in every fixed direction does."""

from verify.formal import formal
from verify.tactics.build import KNOWN, cases, enter, have, intro, leaf, lemma, obtain, rule, take, unfold, witness

_DIAMETER = "diam(j: q[j])"
_WIDTH = "max(j: dot(u, q[j])) - min(j: dot(u, q[j]))"
_SHARE = "forall u in vector: always(forall i, j: dot(u, q[i] - q[j]) <= norm(u)*B*exp(-I))"
_NARROWS = f"always({_WIDTH} <= start({_WIDTH})*exp(-I))"
_SHRINKS = f"always({_DIAMETER} <= start({_DIAMETER})*exp(-I))"
_START_WIDTH = rule(
    "attained greatest",
    rule(
        "attained least",
        have(
            [
                ("dot(u, q[x] - q[y]) <= norm(u)*norm(q[x] - q[y])", rule("Cauchy-Schwarz", u="u", w="q[x] - q[y]")),
                (f"norm(q[x] - q[y]) <= {_DIAMETER}", rule("within the diameter", q="q", y="x", z="y")),
            ],
            leaf(
                "1: dot(u, q[x] - q[y]) <= norm(u)*norm(q[x] - q[y])",
                f"1: norm(u) >= 0; norm(q[x] - q[y]) <= {_DIAMETER}",
                f"eq -norm(u): B == start({_DIAMETER})",
                use=["max(j: dot(u, q[j])) == dot(u, q[x])", "min(j: dot(u, q[j])) == dot(u, q[y])"],
            ),
        ),
        e="fn(j: dot(u, q[j]))",
        C=f"start({_WIDTH}) <= norm(u)*B",
        new={"x": "y"},
    ),
    e="fn(j: dot(u, q[j]))",
    C=f"start({_WIDTH}) <= norm(u)*B",
)

formal(
    "LEM-diameter.falling",
    title="A diameter falls if the width in every direction does",
    statement={
        "letters": ["q[token]: moving vector; I: moving number"],
        "given": [f"forall u in vector: {_NARROWS}"],
        "show": [_SHRINKS],
    },
    proof=have(
        [(f"exists B in number: B == start({_DIAMETER})", witness(f"start({_DIAMETER})", leaf()))],
        obtain(
            f"exists B in number: B == start({_DIAMETER})",
            "B",
            have(
                [
                    (
                        _SHARE,
                        intro(
                            "u",
                            have(
                                [
                                    (f"start({_WIDTH}) <= norm(u)*B", enter("start", _START_WIDTH)),
                                    _NARROWS,
                                ],
                                enter(
                                    "every",
                                    intro(
                                        "x,y",
                                        have(
                                            [
                                                (
                                                    "dot(u, q[x]) <= max(j: dot(u, q[j]))",
                                                    rule("below the greatest", e="fn(j: dot(u, q[j]))", y="x"),
                                                ),
                                                (
                                                    "min(j: dot(u, q[j])) <= dot(u, q[y])",
                                                    rule("above the least", e="fn(j: dot(u, q[j]))"),
                                                ),
                                            ],
                                            leaf(
                                                "1: dot(u, q[x]) <= max(j: dot(u, q[j]))",
                                                "1: min(j: dot(u, q[j])) <= dot(u, q[y])",
                                                f"1: {_WIDTH} <= start({_WIDTH})*exp(-I)",
                                                f"1: start({_WIDTH}) <= norm(u)*B; exp(-I) > 0",
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ],
                enter(
                    "every",
                    rule(
                        "attained diameter",
                        take(
                            "forall u in vector: forall i, j: dot(u, q[i] - q[j]) <= norm(u)*B*exp(-I)",
                            ["q[x] - q[y]", "x", "y"],
                            cases(
                                f"-{_DIAMETER}",
                                leaf(f"1: -{_DIAMETER} >= 0", f"1: start({_DIAMETER}) >= 0; exp(-I) > 0"),
                                leaf(
                                    "1: dot(q[x] - q[y], q[x] - q[y]) <= norm(q[x] - q[y])*B*exp(-I)",
                                    f"eq norm(q[x] - q[y])*exp(-I): B == start({_DIAMETER})",
                                    use=[f"{_DIAMETER} == norm(q[x] - q[y])"],
                                    times=[f"{_DIAMETER}"],
                                ),
                            ),
                        ),
                        q="q",
                        C=f"{_DIAMETER} <= start({_DIAMETER})*exp(-I)",
                    ),
                ),
            ),
        ),
    ),
)

formal(
    "LEM-diameter",
    title="A diameter decays if the width in every direction does",
    statement={
        "letters": ["q[token]: moving vector; k: number"],
        "given": [f"forall u in vector: decays({_WIDTH}, k)"],
        "show": [f"decays({_DIAMETER}, k)"],
    },
    proof=unfold(
        "goal",
        lemma(
            "LEM-diameter.falling",
            intro("u", have([f"decays({_WIDTH}, k)"], unfold(f"decays({_WIDTH}, k)", KNOWN))),
            I="k*time",
        ),
    ),
)
