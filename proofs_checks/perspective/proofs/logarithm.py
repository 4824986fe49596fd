"""(3.7), the other reading: with 1/beta inside the logarithm the gradient is beta times the velocity."""

from __future__ import annotations

from proofs_checks.perspective.proofs.gradient import CLOUD, TEST
from verify.formal import formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, rule

CIRCLE = "cos(time)^2 + sin(time)^2 == 1"
FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
_POINT = "(cos(time)*e1 + sin(time)*e2)"
_SAID = f"rate(log(exp(2*dot({_POINT}, e2))/2)) == dot(e2 - dot({_POINT}, e2)*{_POINT}, rate({_POINT}))"
_LEVEL = (
    "almost_always(cos(time) <= 0)",
    enter(
        "ae",
        have(
            [(CIRCLE, rule("circle", a="time")), (_SAID, KNOWN)],
            leaf(f"eq 1: {_SAID}", f"eq -sin(time)^2*cos(time): {CIRCLE}", use=FRAME),
        ),
    ),
)
NEVER = have(
    [
        _LEVEL,
        ("always(cos(time) <= 0)", rule("by continuity", KNOWN, a="cos(time)", b="0")),
        ("start(cos(time)) <= 0", enter("start", leaf("1: cos(time) <= 0"))),
        ("start(cos(time)) == 1", enter("start", leaf())),
    ],
    leaf("1: start(cos(time)) <= 0", "eq 1: start(cos(time)) == 1"),
)

formal(
    "PER-3.7.R2",
    title="The velocity is the gradient of a logarithm with 1/beta inside",
    sentence=r"$\mathcal X[\mu](x) = \nabla\log\int\beta^{-1}e^{\beta\langle x, y\rangle}d\mu(y)$ for $\beta \neq 0$.",
    role="reading",
    reading="the factor 1/beta stands inside the logarithm, which loses it",
    no_repair="the other reading, PER-3.7, is true",
    statement=model(
        CLOUD,
        TEST,
        {
            "where": ["velocity(a) := tangent(a, force(a)/Z(a))"],
            "given": ["beta > 0"],
            "show": ["almost_always(rate(log(Z(z)/beta)) == dot(velocity(z), rate(z)))"],
        },
    ),
    refuted={
        "motion": {
            "frame": ["e1", "e2"],
            "tokens": 1,
            "letters": {"beta": "2", "y": ["e2"], "p": ["1"], "z": "cos(time)*e1 + sin(time)*e2"},
            "given": [
                KNOWN,
                KNOWN,
                enter("every", have([(CIRCLE, rule("circle", a="time"))], leaf(f"eq 1: {CIRCLE}", use=FRAME))),
                leaf(),
            ],
            "show": intro([""], NEVER),
        }
    },
)
