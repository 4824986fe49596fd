"""The first token of Theorem 4.5 in closed form, and its limit; the b[k] are an orthonormal basis of eigenvectors."""

import re

from proofs_checks.consensus.proofs.first_limit import AT_REST, SHOWN, TO_V
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.theorem_4_5 import FIRST, RATES
from proofs_checks.lemmas.charged import EIGENBASIS
from proofs_checks.lemmas.leading_part import ORTHONORMAL
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, leaf, lemma, rule, take, unfold

# exp(t U/root) y_1(0)
_LINEAR = "sum(k in direction: start(dot(b[k], y[f]))*exp(mu[k]/root*time)*b[k])"
_WEIGHT = "start(dot(b[{0}], y[f]))*exp(mu[{0}]/root*time)".format
_ACTS = (
    f"sum(k in direction: {_WEIGHT('k')}*U(b[k])) == sum(k in direction: {_WEIGHT('k')}*mu[k]*b[k])",
    rule(
        "equal vector sums, directions",
        have(["U(b[p]) == mu[p]*b[p]"], leaf(use=["U(b[p]) == mu[p]*b[p]"])),
        e=f"fn(k in direction: {_WEIGHT('k')}*U(b[k]))",
        f=f"fn(k in direction: {_WEIGHT('k')}*mu[k]*b[k])",
        new={"x": "p"},
    ),
)
_CLOSED = [f"always(norm({_LINEAR}) > 0)", f"always(y[f] == {_LINEAR}/norm({_LINEAR}))"]
# the conclusions of CON-T4.5.c at x = v, of which the one about v is used
_SET = {"x": "v", "m": "0", "gap": "0", "N": "0"}
_LIMITS = re.sub(r"\b(x|m|gap|N)\b", lambda name: _SET[name[0]], " and ".join(f"({text})" for text in SHOWN))
_RATES = " and ".join(f"({text})" for text in RATES)
_FLOW = have(
    [
        (_RATES, lemma("CON-T4.5.b.rates")),
        ("always(dot(y[f], y[f]) == 1)", unfold("solves(causal, y)", enter("every", KNOWN))),
    ],
    have(
        [
            (
                " and ".join(f"({text})" for text in _CLOSED),
                lemma(
                    "LEM-closed-flow",
                    enter("ae", leaf(use=["rate(y[f]) == (U(y[f]) - dot(y[f], U(y[f]))*y[f])/root"])),
                    KNOWN,
                    enter("ae", have([_ACTS], leaf(use=[_ACTS[0]]))),
                    enter("start", take(EIGENBASIS[1], ["y[f]"], KNOWN)),
                    y="y[f]",
                    x=_LINEAR,
                    s="1/root",
                ),
            )
        ],
        KNOWN,
    ),
)

_OWN = {name: value for name, value in AT_REST["letters"].items() if name not in _SET}
_BASIS = {**AT_REST, "letters": _OWN}

formal(
    "CON-T4.5.b",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        FIRST,
        {
            "letters": ["b[direction]: vector; mu[direction]: number"],
            "given": [*EIGENBASIS, *ORTHONORMAL],
            "show": [*RATES, *_CLOSED, TO_V],
        },
    ),
    proof=[
        *[have([(_RATES, lemma("CON-T4.5.b.rates"))], KNOWN)] * 3,
        *[_FLOW] * 2,
        have([(_LIMITS, lemma("CON-T4.5.c", x="v", m="0", gap="0", N="0"))], KNOWN),
    ],
    instance=_BASIS,
    twin=Variant("without the projection", {"(U(y[f]) - dot(y[f], U(y[f]))*y[f])/root": "U(y[f])/root"}, _BASIS),
)
