"""POW-D5.basin.repaired.caps: how strong the attention has to be for given caps to lie in the basin."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.caps_basin import AT_REST, WITHIN
from proofs_checks.power_method.proofs.caps_layer import CAPS, FACTOR, KEPT, NEAR, ONE_LAYER
from proofs_checks.power_method.proofs.models import Part
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, have, intro, leaf, lemma, rule, witness

BOUND = "lam*(1 + 1/c)/(lam - l) - 1"
STRONG = f"rho*exp(2*beta*c^2) > {BOUND}"
SHARP = f"rho*exp(2*z*c^2) > {BOUND}"
SHARPENED: Part = {
    **CAPS,
    "given": [text for given in CAPS["given"] for text in (("l < lam", STRONG) if given == "l < held" else (given,))],
}
HELD: Steps = [
    ("rho > 0 and rho*p <= q and rho*q <= p", lemma("LEM-smaller-over-larger", p="p", q="q")),
    "rho > 0",
    ("1 + rho*exp(2*beta*c^2) > 0", leaf("1:", "1: rho > 0; exp(2*beta*c^2) > 0")),
    ("lam - l > 0", leaf("1: l < lam")),
    ("l < held", leaf(f"1: {STRONG}; lam - l > 0", times=["1 + rho*exp(2*beta*c^2)"])),
]
CONCLUSION = f"(r < 1) and ({ONE_LAYER}) and (forall n in size: {WITHIN}) and ({KEPT}) and ({NEAR})"
POSITIVE = (
    "r > 0",
    have(
        [("1 + alpha*held > 0", leaf("1:", "1: alpha > 0; l < held", "1: alpha > 0; l >= 0"))],
        leaf("1:", "1: alpha > 0; l >= 0", f"eq -1: {FACTOR}", times=["1 + alpha*held"]),
    ),
)
LEAST = "(B/(2*c^2*rho))"
TANGENT = "1 + 2*z0*c^2 <= exp(2*z0*c^2)"
formal(
    "LEM-sharp",
    title="A positive multiple of an exponential passes every number for good",
    statement={
        "letters": ["rho, c, B: number"],
        "given": ["rho > 0", "c > 0"],
        "show": "exists b in number: forall z in number: z >= b => rho*exp(2*z*c^2) > B",
    },
    proof=witness(
        LEAST,
        intro(
            "z0,",
            have(
                [(TANGENT, rule("exp tangent", a="2*z0*c^2"))],
                leaf(f"1: {TANGENT}; rho > 0", f"2: z0 >= {LEAST}; c > 0; c > 0; rho > 0", "1: rho > 0"),
            ),
        ),
    ),
    instance={"letters": {"rho": "1/2", "c": "1/2", "B": 7}},
)

formal(
    "POW-D5.basin.repaired.caps",
    title="Caps of any angle are in the basin of the bipartite point once attention is sharp enough",
    role="extension",
    sentence=(
        r"Let $P = \beta v_1v_1^T$, $\beta \ge 0$, V symmetric with $|\lambda_j| \le l < \lambda_1$ for $j \ge 2$. For"
        r" every angle $\theta < 90°$ the states with p tokens within $\theta$ of $v_1$ and q within $\theta$ of $-v_1$"
        r" stay so under the attention map, for every $\alpha > 0$, and converge geometrically, every token to its"
        " pole, as soon as"
        r" $\frac{\min(p,q)}{\max(p,q)}e^{2\beta\cos^2\theta} > \frac{\lambda_1(1 + 1/\cos\theta)}{\lambda_1 - l} - 1$;"
        r" and this holds for all large $\beta$."
    ),
    kind="invariance",
    source=Source(PAPER, "Section D.5", reconstructed=True),
    reading="of POW-D5.basin.repaired: the caps; not decided here: the share of all states that they fill",
    statement={
        **SHARPENED,
        "show": [
            "r < 1 and r > 0",
            KEPT,
            NEAR,
            f"exists b in number: forall z in number: z >= b => {SHARP}",
        ],
    },
    proof=[
        have([*HELD, (CONCLUSION, lemma("POW-N9")), POSITIVE], KNOWN),
        *[have([*HELD, (CONCLUSION, lemma("POW-N9"))], KNOWN)] * 2,
        have([*HELD[:2]], lemma("LEM-sharp", B=BOUND)),
    ],
    instance=AT_REST,
    twin=Variant(
        "half of the bound",
        {"> lam*(1 + 1/c)/(lam - l) - 1": "> (lam*(1 + 1/c)/(lam - l) - 1)/2"},
        {**AT_REST, "letters": {**AT_REST["letters"], "V": [[1, 0], [0, "4/5"]], "l": "4/5", "r": "27/26"}},
    ),
)
