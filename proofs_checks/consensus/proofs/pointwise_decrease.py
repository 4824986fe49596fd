"""What the strict decrease of V at every state does not give (CON-T3.2.f.R1): the attraction of the pair of CON-H.3
dies out, although at every time and at every pair of different tokens of the hemisphere the lower one rises.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.growing_logits import DIES_OUT, IDENTITY, SCALED, TOGETHER
from proofs_checks.consensus.proofs.models import HEMISPHERE
from verify.claim import Source
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, rule, take

_STATE = "dot(a, W(a)) == 1 and dot(b, W(b)) == 1 and dot(v, a) > 0 and dot(v, a) <= dot(v, b) and a - b != 0"
_STRICT: dict[str, Any] = {
    "where": [
        "odds(a, b) := exp(p*dot(a, M(b)))",
        "drawn(a, b) := (odds(a, a)*a + odds(a, b)*b)/(root*(odds(a, a) + odds(a, b)))",
        "drift(a, b) := drawn(a, b) - dot(a, W(drawn(a, b)))*a",
    ],
    "given": [
        "sum(j: 1) == 2",
        f"almost_always(forall a in vector, b in vector: {_STATE} => dot(v, drift(a, b)) > 0)",
    ],
}
_DOT = "({})".format(" + ".join(f"dot(e{k}, {{0}})*dot(e{k}, {{1}})" for k in range(1, 5))).format
_APART = "dot(a - b, a - b) == " + " + ".join(f"dot(e{k}, a - b)^2" for k in range(1, 5))
_COSINE = _DOT("a", "b")
_ODDS = [f"exp(p*dot(a, 1*dot(e1, {x})*e1))" for x in ("a", "b")]
_DRAWN = "(own*a + other*b)/(2*(own + other))"
_UP = f"dot(e2, {_DRAWN} - dot(a, {IDENTITY.format(_DRAWN)})*a) > 0"
_GENERAL = (
    f"forall own in number, other in number: own > 0 and other > 0 => {_UP}",
    intro(
        ["own", "other", ""],
        have(
            [("1/(own + other) > 0", leaf())],
            leaf(
                f"1/2: other > 0; 1/(own + other) > 0; dot(e2, b) - dot(e2, a)*{_COSINE} > 0",
                f"eq dot(e2, a)*own/(2*(own + other)): {_DOT('a', 'a')} == 1",
            ),
        ),
    ),
)
_RISES: Tree = intro(
    ["a", "b", ""],
    have(
        [
            ("dot(a - b, a - b) > 0", rule("positive square", u="a - b")),
            _APART,
            *(
                (
                    f"{_DOT(x, x)} == 1",
                    leaf(f"eq 1: dot({x}, {IDENTITY.format(x)}) == 1"),
                )
                for x in ("a", "b")
            ),
            (
                f"1 - {_COSINE} > 0",
                leaf(
                    "1/2: dot(a - b, a - b) > 0",
                    f"eq 1/2: {_APART}",
                    f"eq 1/2: {_DOT('a', 'a')} == 1",
                    f"eq 1/2: {_DOT('b', 'b')} == 1",
                ),
            ),
            "dot(e2, a) > 0",
            (
                f"dot(e2, b) - dot(e2, a)*{_COSINE} > 0",
                leaf(f"1: dot(e2, a) > 0; 1 - {_COSINE} > 0", "1: dot(e2, a) <= dot(e2, b)"),
            ),
            _GENERAL,
        ],
        take(_GENERAL[0], _ODDS, KNOWN),
    ),
)

formal(
    "CON-T3.2.f.R1",
    title="Pointwise strict decrease of V alone gives attractivity",
    source=Source(PAPER, "Theorem 3.2"),
    kind="convergence",
    sentence=(
        r"If $D^+V < 0$ at every t and every non-consensus of $H^+(v)^\ell$, for some time-varying P, then"
        r" $\mathrm{dist}(y(t), C^+_\ell(v)) \to 0$. (Written for two tokens: of two different ones the lower one"
        r" rises.)"
    ),
    reading="the inference by itself, without a bound on P",
    no_repair="CON-T3.2.f is the inference that holds",
    statement=model(SCALED, HEMISPHERE, _STRICT, {"show": [TOGETHER]}),
    refuted={"motion": {**DIES_OUT, "given": [*DIES_OUT["given"], leaf(), enter("ae", _RISES)]}},
)
