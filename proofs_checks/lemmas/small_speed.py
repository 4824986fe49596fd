"""A motion whose speed decays exponentially has a limit, at a distance that decays as fast."""

from verify.formal import formal
from verify.tactics.build import KNOWN, enter, have, leaf, obtain, rule, witness

_FAST = "c*exp(-k*time)"
_LENGTH = "-c/k*exp(-k*time)"
_ENDS = f"exists x in vector, m in number: m <= 0 and always(norm(y - x) <= m - ({_LENGTH})) and tends({_LENGTH}, m)"

formal(
    "LEM-small-speed",
    title="A motion whose speed decays exponentially has a limit",
    statement={
        "letters": ["y: moving vector; c, k: number"],
        "given": ["k > 0", f"almost_always(norm(rate(y)) <= {_FAST})"],
        "show": ["exists z in vector: always(norm(y - z) <= c/k*exp(-k*time))"],
    },
    proof=have(
        [
            (
                "always(0 <= c)",
                rule(
                    "by continuity",
                    leaf(f"1: norm(rate(y)) <= {_FAST}", "1: norm(rate(y)) >= 0", times=["exp(-k*time)"]),
                    a="0",
                    b="c",
                ),
            ),
            ("0 <= c", enter("start", KNOWN)),
            (
                _ENDS,
                rule(
                    "limit of a bounded length",
                    leaf("1: 0 <= c; exp(-k*time) >= 0; 1/k > 0"),
                    KNOWN,
                    y="y",
                    z=_LENGTH,
                    K="0",
                ),
            ),
        ],
        obtain(_ENDS, "x,m", witness("x", enter("every", leaf("1: m <= 0", f"1: norm(y - x) <= m - ({_LENGTH})")))),
    ),
)
