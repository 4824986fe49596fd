"""One step of the attention map near an equilibrium: the tangent part of the image, to first order."""

from __future__ import annotations

from proofs_checks.lemmas.near_exponents import BOUND
from proofs_checks.power_method.proofs.models import ATTENTION, P, V
from proofs_checks.power_method.proofs.near_equilibrium import C1, NEARBY, PULL, seen, shorter
from proofs_checks.power_method.proofs.near_image import C3, C4, HALF, ROW, SUM
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, rule, take

_MODEL = model(V, P, {"where": ATTENTION["where"]}, NEARBY)
_Z, _M = "across(w)", "v*norm(w)"
R = ("r >= 0", leaf("1: norm(Y[o] - S[o]) >= 0", "1: norm(Y[o] - S[o]) <= r"))


def off_short(t: str) -> Steps:
    """The tangent part of a token near S[t] is no longer than its distance from S[t]."""
    length = f"norm(off({t})) <= norm(Y[{t}] - S[{t}])"
    return [
        f"dot(S[{t}], S[{t}]) == 1",
        f"dot(Y[{t}], Y[{t}]) == 1",
        f"norm(Y[{t}] - S[{t}]) <= r",
        (
            length,
            rule(
                "below the square",
                KNOWN,
                leaf(
                    f"1: sq dot(S[{t}], Y[{t}] - S[{t}])",
                    use=[f"dot(S[{t}], S[{t}]) == 1", f"dot(Y[{t}], Y[{t}]) == 1"],
                ),
                a=f"norm(off({t}))",
                b=f"norm(Y[{t}] - S[{t}])",
            ),
        ),
        (f"norm(off({t})) <= r", leaf(f"1: {length}", f"1: norm(Y[{t}] - S[{t}]) <= r")),
    ]


def _part(sign: str, u: str, w: str, far: str) -> Steps:
    """One of the two parts of the change of a logit, at most p r."""
    said = f"dot({sign}{u}, P({w})) <= p*norm({sign}{u})*norm({w})"
    return [
        (said, take(BOUND("P", "p"), [sign + u, w], KNOWN)),
        (
            f"{sign}dot({u}, P({w})) <= p*r",
            leaf(f"1: {said}", f"1: p >= 0; norm({far}) <= r", use=["norm(S[o]) == 1", "norm(S[t]) == 1"]),
        ),
    ]


_F, _H = f"dot({_Z}, V(S[t]))", f"dot({_Z}, V(off(t)))"
_TERM = f"(2*p + 1)*r*{_M} - (lin(j)*dot({_Z}, V(S[j])) + dot({_Z}, V(off(j))))"
_EACH = _TERM.replace("(j)", "(t)").replace("[j]", "[t]")
_STEPS: Steps = [
    *off_short("o"),
    *off_short("t"),
    *[(f"norm(S[{t}]) == 1", leaf(norms=["1"], use=[f"dot(S[{t}], S[{t}]) == 1"])) for t in ("o", "t")],
    *[
        step
        for sign in ("", "-")
        for parts in (_part(sign, "off(o)", "S[t]", "off(o)"), _part(sign, "S[o]", "off(t)", "off(t)"))
        for step in parts
    ],
    shorter("w", _Z),
    *seen(_Z, "w", "S[t]", "1", leaf(norms=["1"], use=["dot(S[t], S[t]) == 1"])),
    *seen(_Z, "w", "off(t)", "r", KNOWN),
    *[
        (
            f"{sign}lin(t) <= 2*p*r",
            leaf(f"1: {sign}dot(off(o), P(S[t])) <= p*r", f"1: {sign}dot(S[o], P(off(t))) <= p*r"),
        )
        for sign in ("", "-")
    ],
    (
        f"{_EACH} >= 0",
        leaf(
            f"1/2: lin(t) <= 2*p*r; -{_F} <= {_M}*1",
            f"1/2: -lin(t) <= 2*p*r; {_F} <= {_M}*1",
            f"1: {_H} <= {_M}*r",
        ),
    ),
    ("own(t) > 0", KNOWN),
]
_SUM = (
    f"sum(j: own(j)*({_TERM})) >= 0",
    rule(
        "positive sum",
        have(_STEPS, leaf(f"1: own(t) > 0; {_EACH} >= 0")),
        e=f"fn(j: own(j)*({_TERM}))",
        new={"x": "t"},
    ),
)
LINEAR = f"forall w in vector: dot(w, linear) <= {C4}*r*norm(w)"

formal(
    "LEM-near-equilibrium.linear",
    title="The first-order part of the pull across a token is bounded",
    statement={
        **_MODEL,
        "given": [fact for fact in NEARBY["given"] if fact not in ("r <= 1", "12*p*r <= 1", PULL)],
        "show": [LINEAR],
    },
    proof=intro(
        "w",
        have([R, _SUM, ROW], leaf(f"1: {_SUM[0]}", f"eq (2*p + 1)*r*{_M}: {ROW[0]}", use=["dot(S[o], S[o]) == 1"])),
    ),
)

_REST = f"forall w in vector: dot(w, pulled - linear) <= {C1}*r^2*norm(w)"
QUOTIENT = f"forall w in vector: dot(w, 1/{SUM}*pulled - linear) <= {C3}*r^2*norm(w)"
_N1, _N4 = f"{C1}*r^2*norm(w)", f"{C4}*r*norm(w)"

formal(
    "LEM-near-equilibrium.quotient",
    title="What a token sees across the token of the equilibrium, to first order",
    statement=model(_MODEL, {"show": [QUOTIENT]}),
    proof=have(
        [
            R,
            *HALF,
            (_REST, lemma("LEM-near-equilibrium.pull")),
            (LINEAR, lemma("LEM-near-equilibrium.linear")),
        ],
        intro(
            "z",
            have(
                [
                    (_REST.partition(": ")[2].replace("w", "z"), take(_REST, ["z"], KNOWN)),
                    *[
                        (f"dot({sign}z, linear) <= {C4}*r*norm({sign}z)", take(LINEAR, [f"{sign}z"], KNOWN))
                        for sign in ("", "-")
                    ],
                    (
                        f"{_N1.replace('w', 'z')} >= 0",
                        leaf(
                            "18: v >= 0; p >= 0; p >= 0; sq r; norm(z) >= 0",
                            "8: v >= 0; p >= 0; sq r; norm(z) >= 0",
                            "1: v >= 0; sq r; norm(z) >= 0",
                        ),
                    ),
                    (
                        f"p*r*{_N4.replace('w', 'z')} >= 0",
                        leaf("2: p >= 0; p >= 0; v >= 0; sq r; norm(z) >= 0", "1: p >= 0; v >= 0; sq r; norm(z) >= 0"),
                    ),
                ],
                leaf(
                    f"1: {_REST.partition(': ')[2].replace('w', 'z')}",
                    f"1/2: {SUM} - 1 >= -6*p*r; dot(-z, linear) <= {C4}*r*norm(-z)",
                    f"1/2: {SUM} - 1 <= 6*p*r; dot(z, linear) <= {_N4.replace('w', 'z')}",
                    f"2: {SUM} >= 1/2; {_N1.replace('w', 'z')} >= 0",
                    f"12: {SUM} >= 1/2; p*r*{_N4.replace('w', 'z')} >= 0",
                    times=[SUM],
                ),
            ),
        ),
    ),
)
