"""Appendix B in d dimensions: the angle tau* at beta/(d - 1), and clustering where it is small."""

from __future__ import annotations

import re

from proofs_checks.perspective.proofs.averaged import BASIS
from proofs_checks.perspective.proofs.chain_constants import TWO
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE, LINE, PLANE, SPACES, on_the_circle
from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, USA, WEIGHTS, Values
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.tau import SHOWN, STAR
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, split, take, witness

_STAR = "0 <= {1} and {1} < pi/2 and {0}*sin({1})^2 == (dims - 1)*cos({1})".format
_OWN = STAR("(beta/(dims - 1))", "{0}").format
_THERE = "exists a in number: {0}".format
_POSITIVE = ("dims - 1 > 0", leaf("1: dims >= 2", "1:"))


def _told() -> tuple[str, Tree]:
    """All that PER-B.tau says at beta/(d - 1) of two angles."""
    said = " and ".join(f"({part})" for part in SHOWN)
    for letter, value in {"beta": "(beta/(dims - 1))", "b": "1", "x": "0"}.items():
        said = re.sub(rf"\b{letter}\b", value, said)
    return said, lemma("PER-B.tau", leaf("1: beta > 0; 1/(dims - 1) > 0"), beta="beta/(dims - 1)", b="1", x="0")


def _same(k: str, t: str) -> tuple[str, Tree]:
    """An angle with the equation in d dimensions has it at the smaller beta."""
    own = f"({k}/(dims - 1))*sin({t})^2 == cos({t})"
    return own, leaf(f"eq 1/(dims - 1): {k}*sin({t})^2 == (dims - 1)*cos({t})")


_THERE_OWN = _THERE(_OWN("a"))
_EXISTS = have(
    [
        _POSITIVE,
        ("beta/(dims - 1) > 0", leaf("1: beta > 0; 1/(dims - 1) > 0")),
        (_THERE_OWN, lemma("LEM-tau-star", beta="beta/(dims - 1)")),
    ],
    obtain(
        _THERE_OWN,
        "a",
        witness("a", both(KNOWN, KNOWN, leaf("eq dims - 1: (beta/(dims - 1))*sin(a)^2 == cos(a)"))),
    ),
)
_ONE = have([_POSITIVE, _told(), _same("beta", "tau"), _same("beta", "t")], KNOWN)
_Y = "abs({1}*sqrt({0}/(dims - 1)) - 1) < r".format
_NEAR = f"forall k in number, u in number: k > B and {STAR('k', 'u')} => abs(u*sqrt(k) - 1) < r"
_BOUND = f"exists B in number: {_NEAR}"
_TENDS = have(
    [
        _POSITIVE,
        _told(),
        (_BOUND, KNOWN),
    ],
    obtain(
        _BOUND,
        "B",
        witness(
            "(dims - 1)*B",
            intro(
                ["c", "s", ""],
                have(
                    [
                        _same("c", "s"),
                        ("c/(dims - 1) > B", leaf("1: c > (dims - 1)*B; 1/(dims - 1) > 0")),
                    ],
                    take(_NEAR, ["c/(dims - 1)", "s"], KNOWN),
                ),
            ),
        ),
    ),
)


def _angles(t: str) -> Values:
    """The angle pi/3 at beta = 2/3 in the plane, and another one."""
    return {
        "tokens": 2,
        "dim": 2,
        "directions": 2,
        "letters": {"beta": "2/3", "b": [EAST, NORTH], "tau": "pi/3", "t": t},
    }


formal(
    "PER-B.3.tau",
    title="The angle tau* in d dimensions",
    sentence=r"For $\beta > 0$ and $d \geq 2$ exactly one $\tau \in [0, \pi/2)$ has $\beta\sin^2\tau = (d-1)\cos\tau$,"
    r" and $\tau\sqrt{\beta/(d-1)} \to 1$ as $\beta \to \infty$.",
    statement=model(
        BASIS,
        {
            "letters": ["beta, tau, t: number"],
            "given": ["dims >= 2", "beta > 0"],
            "show": [
                _THERE(_STAR("beta", "a")),
                f"{_STAR('beta', 'tau')} and {_STAR('beta', 't')} => tau == t",
                "forall r in number: r > 0 => (exists B in number: forall k in number, u in number:"
                f" k > B and {_STAR('k', 'u')} => {_Y('k', 'u')})",
            ],
        },
    ),
    proof=[_EXISTS, intro("", _ONE), intro(["r", ""], _TENDS)],
    instance=_angles("pi/3"),
    twin=Variant("negative angles as well", {"0 <= t and": "-2 <= t and"}, _angles("-pi/3")),
)

_STARRED = _STAR("beta", "tau")
_SMALL = "(n - 1)*tau < pi/2"

formal(
    "PER-B.3.clusters",
    title="Clustering where the angle tau* of d dimensions is small",
    sentence=r"For $\beta > 0$, $d \geq 2$ and $\tau \in [0, \pi/2)$ with $\beta\sin^2\tau = (d-1)\cos\tau$ and"
    r" $(n-1)\tau < \pi/2$, almost every start clusters under SA and USA.",
    reading="for d >= 3 by PER-T6.1, which needs no bound on tau; for d = 2 by the chain of near tokens",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        SPACES,
        {"letters": ["tau: number"], "given": ["beta > 0", _STARRED, _SMALL], "show": CLUSTERS},
    ),
    proof=split(
        f"dims >= 3 or ({PLANE})",
        lemma("PER-T6.1"),
        on_the_circle(
            lemma("LEM-circle-clusters", a="u", b="v"),
            TWO,
            (
                "beta*sin(tau)^2 == cos(tau)",
                leaf("eq 1: beta*sin(tau)^2 == (dims - 1)*cos(tau)", "eq cos(tau): dims == 2"),
            ),
            ("(n - 1)*tau < pi", leaf(f"1: {_SMALL}", "1/2: pi > 0")),
        ),
    ),
    instance={**CIRCLE, "letters": {**CIRCLE["letters"], "beta": "2/3", "tau": "pi/3"}},
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, {**LINE, "letters": {**LINE["letters"], "tau": 0}}),
)
