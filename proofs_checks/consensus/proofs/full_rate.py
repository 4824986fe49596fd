"""Full attention with symmetric U (CON-X4): exponential consensus for every P where lambda > rho, and a rate attained.

Tokens that agree in the plane of v and another eigenvector w, of the eigenvalue mu, have the rate of lambda - mu.
"""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.full_values import at, valued
from proofs_checks.consensus.proofs.instances import TOP
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, enter, have, leaf, lemma, rule, unfold

_MODEL = valued("full")
_AGREE = {
    "letters": ["z[token]: moving vector; w: vector; mu[head]: number; c, s: moving number; f: token"],
    "given": [
        "solves(full, z)",
        "dot(w, w) == 1",
        "dot(v, w) == 0",
        "forall h in heads: U[h](w) == mu[h]*w",
        "always(c > 0)",
        "always(forall i: z[i] == c*v + s*w)",
    ],
}
_RATE = "rate(s/c) == -(sum(h in heads: lam[h] - mu[h])/root*(s/c))"
_PLACE = "forall i: z[i] == c*v + s*w"
_USE = [
    _PLACE,
    "dot(v, v) == 1",
    "dot(w, w) == 1",
    "dot(v, w) == 0",
    "forall h in heads: U[h](v) == lam[h]*v",
    "forall h in heads: U[h](w) == mu[h]*w",
]
_ALONG = {"c": "dot(v, z[f])", "s": "dot(w, z[f])"}
_FORCE = "dot({0}, full(z, f))".format
_FIRST = "c*(1 - c^2)*sum(h in heads: lam[h])/root - c*s^2*sum(h in heads: mu[h])/root"
_OTHER = "s*(1 - s^2)*sum(h in heads: mu[h])/root - s*c^2*sum(h in heads: lam[h])/root"
_ATTAINED = unfold(
    "solves(full, z)",
    have(
        [(f"always({x} == {along})", enter("every", leaf(use=_USE))) for x, along in _ALONG.items()],
        enter(
            "ae",
            have(
                [
                    *(
                        (f"rate({x}) == rate({along})", rule("differentiate", a=x, b=along))
                        for x, along in _ALONG.items()
                    ),
                    ("rate(z[f]) == full(z, f)", KNOWN),
                    (
                        f"{_FORCE('v')} == {_FIRST}",
                        leaf(use=_USE),
                    ),
                    (
                        f"{_FORCE('w')} == {_OTHER}",
                        leaf(use=_USE),
                    ),
                    ("dot(v, rate(z[f])) == " + _FORCE("v"), leaf(use=["rate(z[f]) == full(z, f)"])),
                    ("dot(w, rate(z[f])) == " + _FORCE("w"), leaf(use=["rate(z[f]) == full(z, f)"])),
                ],
                leaf(
                    f"eq 1/c: rate(s) == rate({_ALONG['s']})",
                    f"eq -s/c^2: rate(c) == rate({_ALONG['c']})",
                    f"eq 1/c: dot(w, rate(z[f])) == {_FORCE('w')}",
                    f"eq -s/c^2: dot(v, rate(z[f])) == {_FORCE('v')}",
                    f"eq 1/c: {_FORCE('w')} == {_OTHER}",
                    f"eq -s/c^2: {_FORCE('v')} == {_FIRST}",
                ),
            ),
        ),
    ),
)
_HERE = {"z": [TOP] * 3, "w": [0, 0, 0, 1], "mu": [0, 0], "c": 1, "s": 0, "f": 0}

formal(
    "CON-X4",
    title="Full attention with a symmetric U: when consensus is exponential for every P",
    source=Source(PAPER, "Theorem 3.2 and Theorem 4.5, full attention with U != I"),
    kind="convergence",
    role="extension",
    sentence=(
        r"For symmetric U with leading eigenpair $(\lambda, v)$ and full attention $\lambda > \rho$, the largest"
        r" modulus of the other eigenvalues, suffices for exponential convergence to (v, ..., v) from $\{v^Ty_i > 0\}$"
        r" for every P, at the rate $(\lambda - \rho)/\sqrt{n+1}$ per head. The rate is attained where $\rho$ is an"
        r" eigenvalue: tokens that agree, in the plane of v and an eigenvector of $\mu$, have the rate $(\lambda -"
        r" \mu)/\sqrt{n+1}$ exactly. ($\lambda > \rho$ is sharp for arbitrary P(t) by CON-X4.borderline and"
        r" CON-B3.sharp; $\lambda_{\min} = -\lambda$ with bounded P is not decided.)"
    ),
    statement=model(_MODEL, _AGREE, {"show": [f"almost_always({_RATE})"]}),
    proof=[lemma("CON-B3"), _ATTAINED],
    instance=at(**_HERE),
    twin=Variant(
        "tokens on the boundary of the hemisphere",
        {"at_start(forall i: dot(v, y[i]) > 0)": "at_start(forall i: dot(v, y[i]) >= 0)"},
        at(**_HERE, y=[[0, 1, 0, 0]] * 3),
    ),
)
