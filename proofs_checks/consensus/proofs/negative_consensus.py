"""Theorem 4.5 for a negative largest eigenvalue, whole: consensus, its linearisation, its domain (CON-H.7.negative)."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.consensus_spectrum import ALL, SPECTRUM
from proofs_checks.consensus.proofs.instances import LOGITS, causal, diagonal
from proofs_checks.consensus.proofs.largest_eigenvalue import LARGEST
from proofs_checks.consensus.proofs.largest_eigenvalue import SHOWN as RATES
from proofs_checks.consensus.proofs.linearised import LINEARISED
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION
from proofs_checks.consensus.proofs.negative_leaves import BOUNDED, NEGATIVE, SHOWN
from proofs_checks.consensus.proofs.negative_top import START
from proofs_checks.lemmas.second import SECOND
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule, unfold, witness


def _local(text: str) -> str:
    """The linearisation of CON-B5 in letters that do not clash with those of the flow."""
    text = re.sub(r"\bcausal\b", "local", re.sub(r"\be\(", "score(", text))
    return re.sub(r"\bS\b", "U", re.sub(r"\bU\[", "V[", re.sub(r"\bP\[", "Q[", text)))


_MAP: dict[str, Any] = {
    "letters": ["Q[head], V[head]: matrix; second: number; last: token; pos[token]: size"],
    "where": [_local(text) for text in LINEARISED["where"] if text.startswith(("e(", "early(", "pull("))],
    "maps": [_local(LINEARISED["maps"][1])],
    "given": [_local(LINEARISED["given"][2]), *(_local(text) for text in LARGEST["given"][1:3]), *LARGEST["given"][4:]],
}
_EQUILIBRIUM = "almost_always(forall i: causal(fn(k: v), i) == 0)"
_SPECTRUM = [_local(text) for text in SPECTRUM]
_NEGATIVE = [_local(text) for text in RATES[2:4]]


def _with(w: str, texts: list[str]) -> str:
    """These texts together, for the vector w."""
    return " and ".join(f"({re.sub(_W, w, re.sub(_MU, 'second', _local(text)))})" for text in texts)


_W, _MU = r"\bw\b", r"\bmu\b"
_ALL, _RATES = _with("u", ALL), _with("(0*v)", RATES)
_SECOND = "exists u in vector: u != 0 and dot(v, u) == 0 and U(u) == second*u"
_WITH_SPECTRUM = unfold(
    "eigenvalue(U, v, second)",
    obtain(_SECOND, "u", have([(_ALL, lemma("CON-B5.causal", w="u", mu="second", P="Q", U="V", S="U"))], KNOWN)),
)
_WITH_RATES = have(
    [("dot(v, 0*v) == 0", leaf()), (_RATES, lemma("CON-B5.rate", w="(0*v)", P="Q", U="V", S="U"))], KNOWN
)
_LEAVES = have([(" and ".join(f"({text})" for text in SHOWN), lemma("CON-H.7.negative.leaves"))], KNOWN)
_PLACE = "dot(z, z) == 1 and 0 < dot(v, z) and dot(v, z) < 1 and dot(v, z) <= "
_STARTS = f"forall R in number: R >= 0 => (exists z in vector: {_PLACE}{START})"
_LOW = f"exists t in number: t > 0 and 2*t < 1 and 2*t <= {START}"
_NEAR = f"{START}/(2*(1 + {START}))"
_HEIGHT = "2*t/(1 + t^2)"
_THERE = witness(
    f"{_HEIGHT}*v + (1 - t^2)/(1 + t^2)/sqrt(dot(u, u))*u",
    both(
        leaf(use=["dot(v, v) == 1", "dot(v, u) == 0"]),
        leaf("2: t > 0; 1/(1 + t^2) > 0", use=["dot(v, v) == 1", "dot(v, u) == 0"]),
        leaf("1: 2*t < 1", "2: t > 0; t > 0; t > 0; 1/(1 + t^2) > 0", use=["dot(v, v) == 1", "dot(v, u) == 0"]),
        leaf(f"1: 2*t <= {START}", "2: t > 0; t > 0; t > 0; 1/(1 + t^2) > 0", use=["dot(v, v) == 1", "dot(v, u) == 0"]),
    ),
)
_SMALL = [
    (f"{START} > 0", KNOWN),
    (
        _LOW,
        witness(
            _NEAR,
            both(
                leaf(f"1/2: {START} > 0; 1/(1 + {START}) > 0"),
                leaf(f"1: 1/(1 + {START}) > 0"),
                leaf(f"1: {START} > 0; {START} > 0; 1/(1 + {START}) > 0"),
            ),
        ),
    ),
]
_FOUND = have(
    [(" and ".join(f"({text})" for text in SHOWN), lemma("CON-H.7.negative.leaves"))],
    intro(
        ["R", ""],
        have(
            _SMALL,
            unfold(
                "eigenvalue(U, v, second)",
                obtain(
                    _SECOND,
                    "u",
                    have([("dot(u, u) > 0", rule("positive square", u="u"))], obtain(_LOW, "t", _THERE)),
                ),
            ),
        ),
    ),
)
_ONE, _REST = diagonal(-1, -1, -2, -4), diagonal(0, -2, 0, 0)
_VALUES = causal(
    tokens=2,
    U=diagonal(-1, -3, -2, -4),
    lam=-1,
    P=diagonal(1, 1, 1, 1),
    K=1,
    f=0,
    g=1,
    Q=LOGITS,
    V=[_ONE, _REST],
    second=-2,
    last=1,
    pos=[0, 1],
)

formal(
    "CON-H.7.negative",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        SECOND,
        BOUNDED,
        NEGATIVE,
        _MAP,
        {"show": [_EQUILIBRIUM, *SHOWN, _STARTS, *_SPECTRUM, *_NEGATIVE]},
    ),
    proof=[
        enter("ae", intro("p", leaf(use=["U(v) == lam*v", "dot(v, v) == 1"]))),
        *[_LEAVES] * 3,
        _FOUND,
        *[_WITH_SPECTRUM] * 3,
        *[_WITH_RATES] * 2,
    ],
    instance={**_VALUES, "heads": 2},
    twin=Variant(
        "a start bound of the other sign",
        {f"=> {SHOWN[1].split(' => ')[1]}": f"=> -{SHOWN[1].split(' => ')[1]}"},
        {**_VALUES, "heads": 2},
    ),
)
