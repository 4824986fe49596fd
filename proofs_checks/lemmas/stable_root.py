"""A number whose rate is at most w (z - K)(z - L), K < L: from below the unstable root it comes to the stable one."""

from verify.formal import formal
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, split, witness

_HIGHEST = "max(start(z), K)"
_SPARE = f"({_HIGHEST} - K)"
_PACE = f"(w*(L - {_HIGHEST}))"
_LAW = "z >= K and z < L => rate(z) <= w*(z - K)*(z - L)"
CLOSE = "exists C in number, d in number: C >= 0 and d > 0 and always(z <= K + C*exp(-d*time))"

_BELOW = lemma(
    "LEM-barrier",
    enter(
        "start",
        have(
            [(f"start(z) <= {_HIGHEST}", rule("maximum above first", a="start(z)", b="K"))],
            leaf(f"1: start(z) <= {_HIGHEST}"),
        ),
    ),
    leaf(f"1: {_HIGHEST} < L"),
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    ("z >= K", leaf(f"1: -z < -{_HIGHEST}", f"1: K <= {_HIGHEST}")),
                    ("z < L", leaf("1: -z > -L")),
                    "rate(z) <= w*(z - K)*(z - L)",
                ],
                leaf("1: rate(z) <= w*(z - K)*(z - L)", "1: w > 0; z >= K; z < L"),
            ),
        ),
    ),
    z="-z",
    m=f"-{_HIGHEST}",
    l="-L",
)
_SHRINKS = lemma(
    "LEM-barrier",
    enter("start", leaf(f"1: start(z) <= {_HIGHEST}")),
    leaf("1:"),
    enter(
        "ae",
        intro(
            "",
            have(
                [
                    (
                        "z >= K",
                        leaf(
                            f"1: -((z - K)*exp({_PACE}*time)) < -{_SPARE}",
                            f"1: K <= {_HIGHEST}",
                            times=[f"exp({_PACE}*time)"],
                        ),
                    ),
                    f"-z >= -{_HIGHEST}",
                    ("z < L", leaf(f"1: -z >= -{_HIGHEST}", f"1: {_HIGHEST} < L")),
                    "rate(z) <= w*(z - K)*(z - L)",
                ],
                leaf(
                    f"1: rate(z) <= w*(z - K)*(z - L); exp({_PACE}*time) > 0",
                    f"1: w > 0; z >= K; -z >= -{_HIGHEST}; exp({_PACE}*time) > 0",
                ),
            ),
        ),
    ),
    z=f"-((z - K)*exp({_PACE}*time))",
    m=f"-{_SPARE}",
    l=f"-{_SPARE} - 1",
)

formal(
    "LEM-stable-root",
    title="Below the upper root of a quadratic inequality a number tends to the lower one",
    statement={
        "letters": ["z: moving number; K, L, w: number"],
        "given": ["w > 0", "K < L", "at_start(z < L)", f"almost_always({_LAW})"],
        "show": [CLOSE],
    },
    proof=have(
        [
            (f"start(z) <= {_HIGHEST}", rule("maximum above first", a="start(z)", b="K")),
            (f"K <= {_HIGHEST}", rule("maximum above second", a="start(z)", b="K")),
            ("start(z) < L", enter("start", KNOWN)),
            (f"{_HIGHEST} == start(z) or {_HIGHEST} == K", rule("maximum is one", a="start(z)", b="K")),
            (
                f"{_HIGHEST} < L",
                split(
                    f"{_HIGHEST} == start(z) or {_HIGHEST} == K",
                    leaf("1: start(z) < L", f"eq 1: {_HIGHEST} == start(z)"),
                    leaf("1: K < L", f"eq 1: {_HIGHEST} == K"),
                ),
            ),
            (f"always(-z >= -{_HIGHEST})", _BELOW),
            (f"always(-((z - K)*exp({_PACE}*time)) >= -{_SPARE})", _SHRINKS),
        ],
        witness(
            _SPARE,
            witness(
                _PACE,
                both(
                    leaf(f"1: K <= {_HIGHEST}"),
                    leaf(f"1: w > 0; {_HIGHEST} < L"),
                    enter(
                        "every",
                        leaf(
                            f"1: -((z - K)*exp({_PACE}*time)) >= -{_SPARE}",
                            times=[f"exp({_PACE}*time)"],
                        ),
                    ),
                ),
            ),
        ),
    ),
)
