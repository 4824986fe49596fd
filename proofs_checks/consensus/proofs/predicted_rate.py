"""The time after which the tokens of Theorem 3.2 are as near as one likes, from the rate of CON-B1 (CON-Y.e.time)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.heights import HEIGHTS
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from proofs_checks.consensus.proofs.rate import RATE, STILL
from proofs_checks.consensus.proofs.uniform_decrease import PROJECTED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness

_DIAMETER = "diam(i: y[i]/dot(v, y[i]))"
_DECAY = f"decays({_DIAMETER}, {RATE})"
_VALUES: dict[str, Any] = {"M": [6, 6], "N": 3, "z": [1, "1/4", 0, 0], "C": 2}
_APART = [ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]]
_START = f"start({_DIAMETER})"
_SOON = f"always(time >= log(D0/eps)/({RATE}) => {_DIAMETER} <= eps)"
_NAME = f"exists k0 in number: k0 == {RATE}"
_POSITIVE = f"{RATE} > 0"
_FALLS = f"{_DIAMETER} <= {_START}*exp(-k0*time)"
_LATE = have(
    [
        f"time >= log(D0/eps)/({RATE})",
        (
            "log(D0/eps) <= k0*time",
            leaf(f"1: {_POSITIVE}; time >= log(D0/eps)/({RATE})", f"eq -time: k0 == {RATE}"),
        ),
        ("exp(log(D0/eps)) == D0/eps", rule("exp of log", leaf(), a="D0/eps")),
        ("exp(log(D0/eps)) <= exp(k0*time)", rule("exp monotone", a="log(D0/eps)", b="k0*time")),
        (
            "D0*exp(-k0*time) <= eps",
            leaf(
                "1: eps > 0; exp(log(D0/eps)) <= exp(k0*time); exp(-k0*time) > 0",
                "eq -eps*exp(-k0*time): exp(log(D0/eps)) == D0/eps",
            ),
        ),
    ],
    leaf(f"1: {_FALLS}", f"1: {_START} <= D0; exp(-k0*time) > 0", "1: D0*exp(-k0*time) <= eps"),
)
_REACHED = have(
    [
        (HEIGHTS, lemma("CON-T3.2.a")),
        (_DECAY, lemma("CON-B1")),
        (f"{_START} <= D0", enter("start", KNOWN)),
        (_POSITIVE, leaf(f"1: start({LEAST}) > 0; 1/C > 0; sum(h in heads: exp(-2*M[h])) > 0; 1/root > 0")),
        (_NAME, witness(RATE, leaf())),
    ],
    obtain(
        _NAME,
        "k0",
        have(
            [
                (
                    f"decays({_DIAMETER}, k0)",
                    unfold(
                        "goal",
                        unfold(
                            _DECAY,
                            enter(
                                "every", leaf(f"1: {_DIAMETER} <= {_START}*exp(-({RATE})*time)", use=[f"k0 == {RATE}"])
                            ),
                        ),
                    ),
                )
            ],
            unfold(f"decays({_DIAMETER}, k0)", enter("every", intro("", _LATE))),
        ),
    ),
)
formal(
    "CON-Y.e.time",
    title="The time after which the tokens are near each other",
    sentence=(
        r"In the situation of CON-B1, with $\rho_0$ there: $\mathrm{diam}\,q(t) \le \varepsilon$ from the time $t ="
        r" \rho_0^{-1}\log(D/\varepsilon)$ on, for every $\varepsilon > 0$ and every $D > 0$ with $D \ge"
        r" \mathrm{diam}\,q(0)$."
    ),
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        PROJECTED,
        {
            "letters": ["D0, eps: number"],
            "given": ["eps > 0", "D0 > 0", f"at_start({_DIAMETER} <= D0)"],
            "show": [_DECAY, _SOON],
        },
    ),
    proof=[lemma("CON-B1"), _REACHED],
    instance=full(**_VALUES, D0=1, eps="1/2"),
    twin=Variant("tokens that do not attract each other", STILL, full(**_VALUES, D0=100, eps="1/2", y=_APART)),
)
