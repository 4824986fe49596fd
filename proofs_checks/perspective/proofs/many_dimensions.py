"""Appendix B in d dimensions: the angle tau* at beta/(d - 1), and clustering where it is small."""

from __future__ import annotations

import re

from proofs_checks.perspective.proofs.chain_constants import TWO
from proofs_checks.perspective.proofs.large_beta_clusters import CIRCLE, LINE, PLANE, SPACES, on_the_circle
from proofs_checks.perspective.proofs.models import SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from proofs_checks.perspective.proofs.tau import SHOWN, STAR
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, split, take, witness

ANGLE = "0 <= {1} and {1} < pi/2 and {0}*sin({1})^2 == ({2} - 1)*cos({1})".format
_OWN = STAR("(beta/(d - 1))", "{0}").format
_THERE = "exists a in number: {0}".format


def angle(beta: str, d: str) -> list[str]:
    """The angle exists, there is no other one, and its quotient with sqrt((d - 1)/beta) tends to 1 as beta grows."""
    near = f"abs(s*sqrt(k/({d} - 1)) - 1) < r"
    some = f"exists m in number: forall k in number, s in number: k > m and {ANGLE('k', 's', d)} => {near}"
    return [
        _THERE(ANGLE(beta, "a", d)),
        f"{ANGLE(beta, 'tau', d)} and {ANGLE(beta, 'phi', d)} => tau == phi",
        f"forall r in number: r > 0 => ({some})",
    ]


_POSITIVE = ("d - 1 > 0", leaf("1: d >= 2", "1:"))


def _told() -> tuple[str, Tree]:
    """All that PER-B.tau says at beta/(d - 1) of two angles."""
    said = " and ".join(f"({part})" for part in SHOWN)
    for letter, value in {"beta": "(beta/(d - 1))", "b": "1", "x": "0", "t": "phi"}.items():
        said = re.sub(rf"\b{letter}\b", value, said)
    return said, lemma("PER-B.tau", leaf("1: beta > 0; 1/(d - 1) > 0"), beta="beta/(d - 1)", b="1", x="0", t="phi")


def _same(k: str, t: str) -> tuple[str, Tree]:
    """An angle with the equation in d dimensions has it at the smaller beta."""
    own = f"({k}/(d - 1))*sin({t})^2 == cos({t})"
    return own, leaf(f"eq 1/(d - 1): {k}*sin({t})^2 == (d - 1)*cos({t})")


_THERE_OWN = _THERE(_OWN("a"))
_EXISTS = have(
    [
        _POSITIVE,
        ("beta/(d - 1) > 0", leaf("1: beta > 0; 1/(d - 1) > 0")),
        (_THERE_OWN, lemma("LEM-tau-star", beta="beta/(d - 1)")),
    ],
    obtain(
        _THERE_OWN,
        "a",
        witness("a", both(KNOWN, KNOWN, leaf("eq d - 1: (beta/(d - 1))*sin(a)^2 == cos(a)"))),
    ),
)
_ONE = have([_POSITIVE, _told(), _same("beta", "tau"), _same("beta", "phi")], KNOWN)
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
            "(d - 1)*B",
            intro(
                ["c", "s", ""],
                have(
                    [
                        _same("c", "s"),
                        ("c/(d - 1) > B", leaf("1: c > (d - 1)*B; 1/(d - 1) > 0")),
                    ],
                    take(_NEAR, ["c/(d - 1)", "s"], KNOWN),
                ),
            ),
        ),
    ),
)
BETA = "cos(1)/sin(1)^2"
"""Where the angle is 1, in two dimensions."""

formal(
    "PER-B.3.tau",
    title="The angle tau* in d dimensions",
    sentence=r"For $\beta > 0$ and $d \geq 2$ exactly one $\tau \in [0, \pi/2)$ has $\beta\sin^2\tau = (d-1)\cos\tau$,"
    r" and $\tau\sqrt{\beta/(d-1)} \to 1$ as $\beta \to \infty$.",
    statement={
        "letters": ["beta, tau, phi, d: number"],
        "given": ["d >= 2", "beta > 0"],
        "show": angle("beta", "d"),
    },
    proof=[_EXISTS, intro("", _ONE), intro(["r", ""], _TENDS)],
    instance={"letters": {"beta": BETA, "d": 2, "tau": 1, "phi": 1}},
    twin=Variant(
        "in one dimension, up to the angle pi",
        {"d >= 2": "d >= 1", "phi < pi/2": "phi <= pi"},
        {"letters": {"beta": 1, "d": 1, "tau": 0, "phi": "pi"}},
    ),
)

STARRED = ANGLE("beta", "tau", "dims")
SMALL = "(n - 1)*tau < pi/2"

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
        {"letters": ["tau: number"], "given": ["beta > 0", STARRED, SMALL], "show": CLUSTERS},
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
            ("(n - 1)*tau < pi", leaf(f"1: {SMALL}", "1/2: pi > 0")),
        ),
    ),
    instance={**CIRCLE, "letters": {**CIRCLE["letters"], "beta": BETA, "tau": 1}},
    twin=Variant("on the line", {"dot(v, v) == 1": "v == 0"}, {**LINE, "letters": {**LINE["letters"], "tau": 0}}),
)
