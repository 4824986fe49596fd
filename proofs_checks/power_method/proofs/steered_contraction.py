"""A steered matrix F + rho u u^T, |F| <= m < rho/2: on the other side of its principal eigenvector a form contracts."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, absurd, have, leaf, lemma, rule, split, take

BOUND = "forall b in vector: dot(F(b), F(b)) <= m^2*dot(b, b)"
LEFT = "forall b in vector: dot(l, A(b)) == lam*dot(l, b)"
MATRIX: Part = {
    "letters": ["F: matrix", "u: vector", "rho, m, lam: number"],
    "where": ["A(b) := F(b) + rho*dot(u, b)*u", "Q(b) := dot(b, b) - 2*dot(u, b)^2"],
    "given": [BOUND, "dot(u, u) == 1", "m > 0", "rho > 2*m", "lam > m"],
}
TILTED = "dot(l, l) < 2*dot(u, l)^2"

_G = "(lam*l - rho*dot(u, l)*u)"
_IMAGE = f"dot(F({_G}), F({_G})) <= m^2*dot({_G}, {_G})"
_PULLED = f"dot(l, A({_G})) == lam*dot(l, {_G})"
_SHORT = f"dot({_G}, {_G}) <= m^2*dot(l, l)"
_GAPS: Steps = [
    ("lam^2 - m^2 > 0", leaf("1: lam > m; lam > m", "2: m > 0; lam > m")),
    ("rho^2 - 4*m^2 > 0", leaf("1: rho > 2*m; rho > 2*m", "4: m > 0; rho > 2*m")),
]
_LONG = "(lam^2 - m^2)*dot(l, l) <= rho*(2*lam - rho)*dot(u, l)^2"

formal(
    "LEM-steered.left",
    title="The left principal eigenvector of a steered matrix is less than 45 degrees from the line of u",
    statement=model(MATRIX, {"letters": ["l: vector"], "given": [LEFT, "dot(l, l) > 0"], "show": [TILTED]}),
    proof=have(
        [
            *_GAPS,
            (_IMAGE, take(BOUND, [_G], KNOWN)),
            (_PULLED, take(LEFT, [_G], KNOWN)),
            (
                _SHORT,
                leaf(
                    f"1: sq norm(m^2*l - F({_G}))",
                    f"1: {_IMAGE}",
                    f"eq -2*m^2: {_PULLED}",
                    times=["m^2"],
                    use=["dot(u, u) == 1"],
                ),
            ),
            (_LONG, leaf(f"1: {_SHORT}", use=["dot(u, u) == 1"])),
            (
                "dot(u, l)^2 > 0",
                split(
                    "dot(u, l) == 0 or dot(u, l) != 0",
                    absurd(
                        lemma(
                            "LEM-two-signs",
                            leaf(f"1: {_LONG}", use=["dot(u, l) == 0"]),
                            leaf("1: lam^2 - m^2 > 0; dot(l, l) > 0"),
                            a="-(lam^2 - m^2)*dot(l, l)",
                        )
                    ),
                    split(
                        "dot(u, l) != 0",
                        leaf("1: dot(u, l) < 0; dot(u, l) < 0"),
                        leaf("1: 0 < dot(u, l); 0 < dot(u, l)"),
                    ),
                ),
            ),
        ],
        leaf(
            f"1: {_LONG}",
            "1/2: rho^2 - 4*m^2 > 0; dot(u, l)^2 > 0",
            "2: sq (lam - rho/2)*dot(u, l)",
            times=["lam^2 - m^2"],
        ),
    ),
)

_OFF = "(dot(l, l)*u - dot(u, l)*l)"
SIDE = "dot(l, l)*Q(w) >= (2*dot(u, l)^2 - dot(l, l))*dot(w, w)"
_ABOVE = f"dot({_OFF}, w) <= norm({_OFF})*norm(w)"
_BELOW = f"dot(-{_OFF}, w) <= norm(-{_OFF})*norm(w)"
formal(
    "LEM-steered.side",
    title="Beside a vector within 45 degrees of u the form |w|^2 - 2 (u.w)^2 is positive",
    statement={
        "letters": ["u, l, w: vector"],
        "where": MATRIX["where"][1:],
        "given": ["dot(u, u) == 1", "dot(l, l) > 0", "dot(l, w) == 0"],
        "show": [SIDE],
    },
    proof=have(
        [
            (_ABOVE, rule("Cauchy-Schwarz", u=_OFF, w="w")),
            (_BELOW, rule("Cauchy-Schwarz", u=f"-{_OFF}", w="w")),
        ],
        leaf(
            f"2: {_ABOVE}; {_BELOW}",
            times=["dot(l, l)"],
            use=["dot(u, u) == 1", "dot(l, w) == 0"],
        ),
    ),
)

STEP = "Q(w + alpha*A(w)) <= (1 + alpha*m)^2*Q(w)"
ONCE = "Q(A(w)) <= m^2*Q(w) - (rho^2/2 - 2*m^2)*dot(u, w)^2"
_AT = "dot(F(w), F(w)) <= m^2*dot(w, w)"
_W = "(A(w) - m*w)"
_HERE = "dot(l, A(w)) == lam*dot(l, w)"
_AFTER = SIDE.replace("w, w", f"{_W}, {_W}").replace("Q(w)", f"Q({_W})")
_TURN = "dot(w, A(w)) - 2*dot(u, w)*dot(u, A(w)) <= m*Q(w)"
formal(
    "LEM-steered.once",
    title="How a steered matrix changes the form |w|^2 - 2 (u.w)^2",
    statement=model(MATRIX, {"letters": ["w: vector"], "show": [ONCE]}),
    proof=take(BOUND, ["w"], leaf(f"1: {_AT}", "2: sq dot(u, A(w)) - rho*dot(u, w)/2", use=["dot(u, u) == 1"])),
)
formal(
    "LEM-steered.step",
    title="A step of a steered layer contracts what is beside the principal eigenvector, as far as |F| does",
    statement=model(
        MATRIX,
        {
            "letters": ["l, w: vector", "alpha: number"],
            "given": [LEFT, "dot(l, l) > 0", "alpha > 0", "dot(l, w) == 0"],
            "show": [STEP],
        },
    ),
    proof=have(
        [
            *_GAPS,
            (TILTED, lemma("LEM-steered.left")),
            (ONCE, lemma("LEM-steered.once")),
            (_HERE, take(LEFT, ["w"], KNOWN)),
            (
                _AFTER,
                lemma("LEM-steered.side", KNOWN, KNOWN, leaf(f"eq 1: {_HERE}", use=["dot(l, w) == 0"]), w=_W),
            ),
            ("2*dot(u, l)^2 - dot(l, l) > 0", leaf(f"1: {TILTED}")),
            (
                f"Q({_W}) >= 0",
                leaf(
                    f"1: {_AFTER}",
                    f"1: 2*dot(u, l)^2 - dot(l, l) > 0; sq norm({_W})",
                    times=["dot(l, l)"],
                ),
            ),
            (
                "Q(A(w)) <= m^2*Q(w)",
                leaf(f"1: {ONCE}", "1/2: rho^2 - 4*m^2 > 0; sq dot(u, w)"),
            ),
            (_TURN, leaf(f"1: Q({_W}) >= 0", "1: Q(A(w)) <= m^2*Q(w)", times=["2*m"], use=["dot(u, u) == 1"])),
        ],
        leaf(f"2: alpha > 0; {_TURN}", "1: alpha > 0; alpha > 0; Q(A(w)) <= m^2*Q(w)"),
    ),
)
