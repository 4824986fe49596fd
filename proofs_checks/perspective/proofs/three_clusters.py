"""Three tokens on the circle above beta = -2/3: almost every start clusters."""

from __future__ import annotations

from typing import Any

from proofs_checks.perspective.proofs.circle_clusters import ON_PLANE, UNIT_SPLIT
from proofs_checks.perspective.proofs.circle_turns import FLAT
from proofs_checks.perspective.proofs.large_beta_clusters import PLANE, on_the_circle
from proofs_checks.perspective.proofs.models import EAST, NORTH, SA, USA, WEIGHTS
from proofs_checks.perspective.proofs.resting import RESTS, TOGETHER
from proofs_checks.perspective.proofs.scheme import CLUSTERS
from verify.formal import Variant, formal, model
from verify.tactics.build import have, lemma

_TRIANGLE = [EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"]]
_LETTERS: dict[str, Any] = {"beta": "-1/2", "a": EAST, "b": NORTH}

formal(
    "PER-N8.saddles",
    title="Three tokens on the circle, beta > -2/3: a critical point that is no cluster is a strict saddle",
    sentence=r"For three tokens on the circle and $\beta > -\frac23$: a critical point of $E_\beta$ at which the"
    r" Hessian is at most 0 is a cluster.",
    reading="the Hessian is the form of the derivative of the field of USA, n times the gradient; at beta = 0 the"
    " energy is E_0",
    role="extension",
    statement=model(ON_PLANE, {"given": ["n == 3", "-2/3 < beta", FLAT, RESTS], "show": [TOGETHER]}),
    proof=have(
        [("forall i: dot(x[i], a)^2 + dot(x[i], b)^2 == 1", UNIT_SPLIT)],
        lemma("LEM-three.together", c="fn(i: dot(x[i], a))", s="fn(i: dot(x[i], b))"),
    ),
    instance={"tokens": 3, "dim": 2, "letters": {**_LETTERS, "x": [EAST] * 3}},
    twin=Variant(
        "beta > -1, with the regular triangle",
        {"-2/3 < beta": "-1 < beta"},
        {"tokens": 3, "dim": 2, "letters": {**_LETTERS, "beta": "-log(2)", "x": _TRIANGLE}},
    ),
)

formal(
    "PER-N8.above",
    title="Three tokens on the circle, beta > -2/3: almost every start clusters",
    sentence=r"On the circle with $n = 3$ almost every start clusters under SA and USA for every $\beta > -\frac23$.",
    role="extension",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        {"letters": ["u, v: vector"], "given": [PLANE, "n == 3", "-2/3 < beta"], "show": CLUSTERS},
    ),
    proof=on_the_circle(lemma("PER-N8.saddles", a="u", b="v")),
    instance={"tokens": 3, "dim": 2, "letters": {"beta": "-1/2", "u": EAST, "v": NORTH}},
    twin=Variant(
        "on the line",
        {"dot(v, v) == 1": "v == 0"},
        {"tokens": 3, "dim": 1, "letters": {"beta": "-1/2", "u": [1], "v": [0]}},
    ),
)
