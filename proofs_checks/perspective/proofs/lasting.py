"""Lemma 6.4, (6.8), and Appendix D, step 3: from the moment at which alpha is large enough 1 - alpha decays."""

from __future__ import annotations

from proofs_checks.perspective.proofs.cone import SHARE
from proofs_checks.perspective.proofs.later import APART, FLOWS, at_level, counted, logistic, motion
from proofs_checks.perspective.proofs.logistic import ALPHA, LOGISTIC, POINT
from proofs_checks.perspective.proofs.lowest import LOWEST, RISES
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, enter, have, intro, leaf, lemma, rule, unfold


def slow(level: str) -> str:
    """The rate at which 1 - alpha decays once alpha is at least `level`."""
    return f"({level})/n*exp(-2*beta)"


SLOW = slow("1/2")
_HIGH = f"at_start({ALPHA} >= 1/2)"
DECAY = f"always(1 - {ALPHA} <= 1/2*exp(-{SLOW}*time)) and always(forall i: norm(x[i] - z) <= exp(-{SLOW}/2*time))"
_STAYS = f"always({ALPHA} >= start({ALPHA}))"
SQUARES = f"always(forall i: dot(x[i], x[i]) == 1) => always(forall i: norm(x[i] - z)^2 <= 2*(1 - {ALPHA}))"
_UNITS = ["forall i: dot(x[i], x[i]) == 1", "dot(z, z) == 1"]
_BELOW = (f"{ALPHA} <= dot(z, x[p])", rule("above the least", e="fn(k: dot(z, x[k]))", y="p"))
_SQUARE = have([_BELOW], leaf(f"2: {_BELOW[0]}", use=_UNITS))
_LATE = {**APART, "letters": {**APART["letters"], "t0": 1}}


def decays(flow: str, base: str, level: str, before: Steps, then: Tree) -> Tree:
    """alpha, once at least `level`, does not fall, so that (6.7) holds from then on and 1 - alpha decays.

    before : proves that alpha is at least `level` at the start of x.
    """
    lift = have(
        [(f"{ALPHA} <= dot(z, x[q])", rule("above the least", e="fn(k: dot(z, x[k]))", y="q"))],
        leaf(f"1: {ALPHA} <= dot(z, x[q])", f"1: {ALPHA} >= {level}", f"1: {level} > 0"),
    )
    steps = " and ".join(f"(solves({f}, x) => {RISES} and {LOWEST.format(SHARE[f])})" for f in FLOWS)
    speed = at_level(LOGISTIC, level).split(" => ")[1][:-1]
    slowly = enter("ae", have([f"{ALPHA} >= {level}", speed], leaf(f"1: {speed}")))
    rising = leaf(f"1: {ALPHA} >= start({ALPHA})", f"1: start({ALPHA}) >= {level}")
    falls = f"decays(1 - {ALPHA}, {slow(level)})"
    return logistic(
        flow,
        base,
        level,
        have(
            [
                *before,
                ("at_start(forall i: dot(z, x[i]) > 0)", enter("start", intro("q", lift))),
                (steps.replace("dot(w,", "dot(z,"), lemma("PER-L6.4.s1", w="z")),
                _STAYS,
                (f"start({ALPHA}) >= {level}", enter("start", KNOWN)),
                (f"always({ALPHA} >= {level})", enter("every", rising)),
                (falls, lemma("LEM-comparison", slowly, z=f"1 - {ALPHA}", k=slow(level))),
            ],
            unfold(falls, unfold(f"solves({flow}, x)", then)),
        ),
    )


def decay(flow: str) -> Tree:
    """(6.8) from (6.7)."""
    near = have(
        [_BELOW],
        rule(
            "below the square",
            leaf(),
            leaf(f"2: {ALPHA} <= dot(z, x[p])", f"2: 1 - {ALPHA} <= 1/2*exp(-{SLOW}*time)", use=_UNITS),
            a="norm(x[p] - z)",
            b=f"exp(-{SLOW}/2*time)",
        ),
    )
    half = leaf(
        f"1: 1 - {ALPHA} <= start(1 - {ALPHA})*exp(-{SLOW}*time)", f"1: start({ALPHA}) >= 1/2; exp(-{SLOW}*time) > 0"
    )
    first = f"always(1 - {ALPHA} <= 1/2*exp(-{SLOW}*time))"
    then = have([(first, enter("every", half))], both(KNOWN, enter("every", intro("p", near))))
    return decays(flow, "t0", "1/2", [], then)


formal(
    "PER-L6.4.rate",
    sentence=r"Let $x_i(t) \to x^*$ for all $i$, $\beta \geq 0$. From any time $t_0$ with $\alpha(t_0) \geq 1/2$ on:"
    r" $1 - \alpha(t_0 + t) \leq \frac12\exp(-t/(2ne^{2\beta}))$, hence $|x_i(t_0 + t) - x^*| \leq"
    r" \exp(-t/(4ne^{2\beta}))$, for SA and USA.",
    reading="x is the motion counted from the time t_0 on",
    statement=model(
        WEIGHTS,
        {"letters": ["t0: number"]},
        counted("t0"),
        SA,
        USA,
        POINT,
        {
            "given": ["beta >= 0", "t0 >= 0", _HIGH],
            "show": [SQUARES, *(f"{motion(flow)} => {DECAY}" for flow in FLOWS)],
        },
    ),
    proof=[intro("", enter("every", intro("p", _SQUARE))), *(decay(flow) for flow in FLOWS)],
    instance=_LATE,
    twin=Variant("once", {"<= 2*(1 - min": "<= 1*(1 - min"}, _LATE),
)
