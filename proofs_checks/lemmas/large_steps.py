"""The central projection of a point after a large step is near that of the step."""

from verify.formal import formal
from verify.tactics.build import have, leaf, lemma, rule

_HERE, _THERE = "x/dot(v, x)", "g/dot(v, g)"
_MOVED = "(x + tau*g)/dot(v, x + tau*g)"
_SHARE = "dot(v, x)/dot(v, x + tau*g)"
_REST = "(tau/dot(v, x + tau*g) - 1/dot(v, g) + dot(v, x)/(dot(v, x + tau*g)*dot(v, g)))"
_LENGTH = f"norm({_HERE} - {_THERE})"

formal(
    "LEM-large-step",
    title="The central projection after a large step is near that of the step",
    statement={
        "letters": ["v, x, g: vector; tau: number"],
        "given": ["dot(v, x) > 0", "dot(v, g) > 0", "tau > 0"],
        "show": [f"norm({_MOVED} - {_THERE}) <= dot(v, x)/(tau*dot(v, g))*{_LENGTH}"],
    },
    proof=have(
        [
            ("dot(v, x + tau*g) > 0", leaf("1: dot(v, x) > 0", "1: tau > 0; dot(v, g) > 0")),
            (f"{_REST} == 0", leaf(times=["dot(v, x + tau*g)"])),
            (
                f"{_MOVED} - {_THERE} == {_SHARE}*({_HERE} - {_THERE})",
                rule(
                    "equal vectors",
                    leaf(f"eq -{_REST}*dot(g, g): {_REST} == 0"),
                    u=f"{_MOVED} - {_THERE}",
                    w=f"{_SHARE}*({_HERE} - {_THERE})",
                ),
            ),
            (
                f"norm({_SHARE}*({_HERE} - {_THERE})) == {_SHARE}*{_LENGTH}",
                rule(
                    "norm scaled",
                    leaf("1: dot(v, x) > 0; 1/dot(v, x + tau*g) > 0"),
                    u=f"{_HERE} - {_THERE}",
                    k=_SHARE,
                ),
            ),
            (
                f"norm({_MOVED} - {_THERE}) == norm({_SHARE}*({_HERE} - {_THERE}))",
                lemma("LEM-same-norm", u=f"{_MOVED} - {_THERE}", w=f"{_SHARE}*({_HERE} - {_THERE})"),
            ),
        ],
        leaf(
            f"eq 1: norm({_MOVED} - {_THERE}) == norm({_SHARE}*({_HERE} - {_THERE}))",
            f"eq 1: norm({_SHARE}*({_HERE} - {_THERE})) == {_SHARE}*{_LENGTH}",
            f"1: dot(v, x) > 0; dot(v, x) > 0; 1/dot(v, x + tau*g) > 0; 1/tau > 0; 1/dot(v, g) > 0; {_LENGTH} >= 0",
        ),
    ),
)
