"""What the factors 1 + u^3 of the truncated Jacobian do to eigenvectors that move tokens of one factor only."""

from __future__ import annotations

from proofs_checks.power_method.proofs.attention_derivative import MATRICES, plane
from proofs_checks.power_method.proofs.inverse_norms import WEIGHTED, expanded
from proofs_checks.power_method.proofs.models import ATTENTION, SPHERES
from proofs_checks.power_method.proofs.truncated_rows import AT, FACTOR, SEEN, TOGETHER, rows_claim
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, lemma, rule, split

_CLAIM = rows_claim(SEEN, "attention")
_ROWS = _CLAIM["show"][0]
_EXACT, _SCALED = f"{FACTOR('nu[t]')}*D(attention, x, d, t)", f"{FACTOR('nu[t]')}*(mu*d[t])"
_VALUE = f"{FACTOR('c')}*mu*d[{{0}}]".format
_U = "(alpha*c)"
_SMALL = [f"{_U} < 1/2", f"-1/2 < {_U}"]
_ERROR = f"abs({FACTOR('c')}*mu - mu) <= 1/8*abs(mu)"
_MODE = {**TOGETHER, "d": [[0, 1], [0, -1], [0, 0]], "mu": "4/5", "c": 1}
_CUBES = [
    (f"{_U}^3 <= 1/8", leaf(f"1: {_SMALL[0]}; sq {_U} + 1/4", f"3/16: {_SMALL[0]}")),
    (f"-1/8 <= {_U}^3", leaf(f"1: {_SMALL[1]}; sq {_U} - 1/4", f"3/16: {_SMALL[1]}")),
]

formal(
    "POW-N12.modes",
    title="The factor of the truncation in eigenvalues whose eigenvectors move tokens of one factor",
    sentence=(
        r"Attention map, $y_i = (1+u_i)x_i$ with $u_i > -1$: a tangent eigenvector of the Jacobian with the eigenvalue"
        r" $\mu$ that moves only tokens with $u_i = u$ is one of the truncated Jacobian with the eigenvalue $(1 +"
        r" u^3)\mu$; for $|u| < 1/2$ the relative error is at most 1/8."
    ),
    reading="of POW-N12: the eigenvalues that get the factor, under attention; not which eigenvectors they have",
    statement=model(
        MATRICES,
        ATTENTION,
        {"maps": [expanded("truncated", WEIGHTED), f"pulled(X, i) = {WEIGHTED} on {SPHERES}"]},
        {
            "letters": [*_CLAIM["letters"], "mu, c: number"],
            "given": [
                *_CLAIM["given"],
                "forall i: D(attention, x, d, i) == mu*d[i]",
                "forall i: d[i] == 0 or nu[i] == c",
            ],
            "show": [f"forall i: {AT('i')} == {_VALUE('i')}", f"{_SMALL[0]} and {_SMALL[1]} => {_ERROR}"],
        },
    ),
    proof=[
        have(
            [(_ROWS, lemma("POW-N12.rows.attention"))],
            intro(
                "t",
                have(
                    [
                        f"{AT('t')} == {_EXACT}",
                        "D(attention, x, d, t) == mu*d[t]",
                        (
                            f"{_EXACT} == {_SCALED}",
                            lemma("LEM-same-multiple", u="D(attention, x, d, t)", w="mu*d[t]", k=FACTOR("nu[t]")),
                        ),
                        (f"{AT('t')} == {_SCALED}", lemma("LEM-same-chain", u=AT("t"), w=_EXACT, z=_SCALED)),
                        (
                            f"{_SCALED} == {_VALUE('t')}",
                            split("d[t] == 0 or nu[t] == c", leaf(use=["d[t] == 0"]), leaf(use=["nu[t] == c"])),
                        ),
                    ],
                    lemma("LEM-same-chain", u=AT("t"), w=_SCALED, z=_VALUE("t")),
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    *_SMALL,
                    *_CUBES,
                    ("mu <= abs(mu)", rule("absolute above", e="mu")),
                    ("-mu <= abs(mu)", rule("absolute above minus", e="mu")),
                ],
                rule(
                    "absolute at most",
                    leaf(
                        f"1/2: {_CUBES[0][0]}; -mu <= abs(mu)",
                        f"1/2: {_CUBES[1][0]}; mu <= abs(mu)",
                    ),
                    leaf(
                        f"1/2: {_CUBES[0][0]}; mu <= abs(mu)",
                        f"1/2: {_CUBES[1][0]}; -mu <= abs(mu)",
                    ),
                    e=f"{FACTOR('c')}*mu - mu",
                    b="1/8*abs(mu)",
                ),
            ),
        ),
    ],
    instance=plane(_MODE),
    twin=Variant("1 + u^2", {f"{_VALUE('i')}": f"{_VALUE('i')}".replace("^3", "^2")}, plane(_MODE)),
)
