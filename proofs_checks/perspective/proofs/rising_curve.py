"""PER-6.12: at a larger beta the common product is smaller at every positive time, so that it takes longer."""

from __future__ import annotations

from proofs_checks.perspective.proofs.phase_curve import TAU
from proofs_checks.perspective.proofs.slower import NONNEGATIVE, OBEY, STARTED, H, below, inside, most, over, positive
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, enter, have, intro, leaf, lemma, rule, split

_LOG = {"g": TAU, "h": "log((1 + (n - 1)*h)/(1 - h))/2"}
_Q = "(exp(c) + n - 1)"
_KAPPA = f"(n*(c - b)/{_Q}^2)"
_G, _B = over("b", "g"), over("b", "h")
_RATE = {"g": f"rate({_LOG['g']}) == n/{_G}", "h": f"rate({_LOG['h']}) == n/{H}"}
_TANGENT, _ONE = "1 + (c - b)*(1 - h) <= exp((c - b)*(1 - h))", "exp(0) <= exp(b*(1 - h))"
_PART, _ROOM = f"{H} - {_B} >= (c - b)*(1 - h)", f"1/({_B}*{H}) >= 1/{_Q}^2"
_AHEAD = f"n/{_B} - n/{H} >= {_KAPPA}*(1 - h)"


def _log_rate(x: str, mass: str) -> tuple[str, Tree]:
    """The rate of the logarithm."""
    equation = f"rate({x}) == 2*(1 - {x})*{below(x)}/{mass}"
    return _RATE[x], leaf(f"eq (n/2)/({below(x)}*(1 - {x})): {equation}")


_STEPS: Steps = [
    positive("b", "g"),
    positive("b", "h"),
    positive("c", "h"),
    most("c", "h"),
    _log_rate("g", _G),
    _log_rate("h", H),
    ("exp(b*(1 - g)) <= exp(b*(1 - h))", rule("exp monotone", a="b*(1 - g)", b="b*(1 - h)")),
    (_ONE, rule("exp monotone", a="0", b="b*(1 - h)")),
    (_TANGENT, rule("exp tangent", a="(c - b)*(1 - h)")),
    (_PART, leaf(f"1: {_TANGENT}; exp(b*(1 - h)) > 0", f"1: {_ONE}; b < c; h < 1")),
    ("exp(c*(1 - h)) <= exp(c)", rule("exp monotone", a="c*(1 - h)", b="c")),
    (f"{_Q} > 0", leaf("1: exp(c) > 0", "1: n >= 1")),
    (f"{_B} <= {H}", leaf(f"1: {_PART}", "1: b < c; h < 1")),
    (
        _ROOM,
        leaf(
            f"1: 1/{_B} >= 1/{H}; 1/{H} > 0",
            f"1: 1/{H} >= 1/{_Q}; 1/{H} > 0",
            f"1: 1/{H} >= 1/{_Q}; 1/{_Q} > 0",
        ),
    ),
    (
        _AHEAD,
        leaf(
            f"1: {_PART}; n >= 1; 1/{_B} > 0; 1/{H} > 0",
            f"1: {_PART}; 1/{_B} > 0; 1/{H} > 0",
            f"1: {_ROOM}; b < c; h < 1; n >= 1",
            f"1: {_ROOM}; b < c; h < 1",
        ),
    ),
    (f"{below('h')} <= {H}", leaf(f"1: {H} >= n", "1: n >= 1; h < 1")),
    (
        "rate(h) <= 2*(1 - h)",
        leaf(f"2: {below('h')} <= {H}; h < 1; 1/{H} > 0", f"eq 1: rate(h) == 2*(1 - h)*{below('h')}/{H}"),
    ),
]
_LEAD = f"{_LOG['g']} - {_LOG['h']} - {_KAPPA}*h/2"
_NOW = f"{_LEAD} >= start({_LEAD})"
_FALLS_BEHIND = leaf(
    f"1: n/{_G} >= n/{_B}",
    f"1: {_AHEAD}",
    f"1/2: rate(h) <= 2*(1 - h); {_KAPPA} > 0",
    f"eq -1: {_RATE['g']}",
    f"eq 1: {_RATE['h']}",
)


def _logarithm(x: str) -> tuple[str, Tree]:
    """The logarithm is one of a positive number."""
    return f"always((1 + (n - 1)*{x})/(1 - {x}) > 0)", enter(
        "every", have([(f"{below(x)} > 0", leaf(f"1: n >= 1; 0 <= {x}", "1:"))], KNOWN)
    )


formal(
    "LEM-slower.lead",
    title="At a larger beta the common product falls behind in proportion to itself",
    statement={**STARTED, "given": [*STARTED["given"], *OBEY], "show": [f"always({_NOW})"]},
    proof=have(
        [
            NONNEGATIVE,
            inside("g"),
            inside("h"),
            ("always(g - h >= 0)", lemma("LEM-slower")),
            _logarithm("g"),
            _logarithm("h"),
        ],
        rule("monotone", have(_STEPS, _FALLS_BEHIND), z=_LEAD),
    ),
)

_ZERO: list[tuple[str, Tree]] = [(f"start({x}) == 0", enter("start", KNOWN)) for x in "gh"]
_TOGETHER = have(
    [
        ("g == h", rule("antisymmetry", a="g", b="h")),
        (f"{_Q} > 0", leaf("1: exp(c) > 0", "1: n >= 1")),
        (f"{_KAPPA}*h <= 0", leaf(use=["g == h", *(fact for fact, _ in _ZERO)])),
        ("h <= 0", leaf(times=[_KAPPA])),
    ],
    KNOWN,
)
_RISEN = have(
    [
        ("g == 0", rule("antisymmetry", a="g", b="0")),
        ("log(1) == 0", rule("log of exp", a="0")),
        ("exp(b) + n - 1 > 0", leaf("1: exp(b) > 0", "1: n >= 1")),
        (
            "n/(exp(b) + n - 1)*time <= 0",
            leaf(f"1: n/(exp(b) + n - 1)*time <= {TAU}", use=["g == 0", "log(1) == 0"]),
        ),
        ("n*time <= 0", leaf("1: n/(exp(b) + n - 1)*time <= 0; exp(b) + n - 1 > 0")),
    ],
    leaf("1: n*time <= 0", "1: n >= 1; time > 0", times=["time"]),
)
_LATER = "forall delta in number: delta < 1 => always(g == 1 - delta => h < 1 - delta)"
_AT_VALUE = have([("0 < g", leaf("eq -1: g == 1 - delta", "1: delta < 1"))], leaf("1: h < g", "eq 1: g == 1 - delta"))
_RESTING = {"b": 0, "c": "log(2)", "n": 2}

formal(
    "PER-6.12.increasing",
    title="The phase curve rises with beta: at a larger beta the common product is smaller at every positive time",
    sentence=r"For SA, $0 \leq \beta < \beta'$ and the common products $\gamma$, $\gamma'$ from 0: $\gamma'(t) <"
    r" \gamma(t)$ at every $t > 0$, and $\gamma' < 1 - \delta$ where $\gamma = 1 - \delta > 0$, so that $t_\delta$ is"
    r" strictly increasing in $\beta$.",
    role="extension",
    statement={**STARTED, "show": [f"{' and '.join(OBEY)} => always(time > 0 => h < g) and ({_LATER})"]},
    proof=intro(
        "",
        have(
            [
                inside("g"),
                ("always(g - h >= 0)", lemma("LEM-slower")),
                (f"always({_NOW})", lemma("LEM-slower.lead")),
                *_ZERO,
                ("always(0 < g => h < g)", enter("every", intro("", split("h < g or g <= h", KNOWN, _TOGETHER)))),
            ],
            both(
                enter("every", intro("", have([("0 < g", split("0 < g or g <= 0", KNOWN, absurd(_RISEN)))], KNOWN))),
                intro(["delta", ""], enter("every", intro("", _AT_VALUE))),
            ),
        ),
    ),
    instance={"letters": {**_RESTING, "g": 0, "h": 0}},
    twin=Variant(
        "from every start",
        {"at_start(g == 0)": "at_start(g >= 0)", "at_start(h == 0)": "at_start(h >= 0)"},
        {"letters": {**_RESTING, "g": 1, "h": 1}},
    ),
)
