"""What the factors 1 + u^3 of the truncated Jacobian do to its eigenvalues: to the blocks at bipartite points."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POSITIVE, instance, values
from proofs_checks.power_method.proofs.models import P, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma

_SMALL = ["alpha*lam < 1/2", "-1/2 < alpha*lam"]
_BLOCK = {
    "letters": ["x: number"],
    "where": [
        "b11 := (1 + alpha*x*a11)/c1",
        "b12 := alpha*x*a12/c1",
        "b21 := alpha*x*a21/c2",
        "b22 := (1 + alpha*x*a22)/c2",
        "w1 := 1 + (c1 - 1)^3",
        "w2 := 1 + (c2 - 1)^3",
    ],
}
_ROOTS = "forall z in number: (z - b11)*(z - b22) - b12*b21 == (z - mu1)*(z - mu2)"
_SCALED = "forall z in number: (z - w1*b11)*(z - w2*b22) - w1*b12*(w2*b21) == (z - nu1)*(z - nu2)"


_SHOW = [
    "(b11 - b22)^2 + 4*(b12*b21) >= 0",
    "(w1*b11 - w2*b22)^2 + 4*(w1*b12*(w2*b21)) >= 0",
    "abs(nu1 - mu1) <= 1/8*abs(mu1)",
    "abs(nu2 - mu2) <= 1/8*abs(mu2)",
]
_ORDERED = ["mu1 >= mu2", "nu1 >= nu2", _ROOTS, _SCALED]


def _near(u: str) -> Steps:
    """|u| < 1/2, so that |u|^3 < 1/8."""
    return [
        (f"1 + {u}^3 <= 1 + 1/8", leaf(f"1: {u} < 1/2; sq {u} + 1/4", f"3/16: {u} < 1/2")),
        (f"1 - 1/8 <= 1 + {u}^3", leaf(f"1: -1/2 < {u}; sq {u} - 1/4", f"3/16: -1/2 < {u}")),
        (f"1 + {u}^3 > 0", leaf(f"1: 1 - 1/8 <= 1 + {u}^3", "7/8:")),
    ]


_FACTS: Steps = [
    *_near("u1"),
    *_near("u2"),
    ("w1*b12*(w2*b21) >= 0", leaf("1: w1 > 0; w2 > 0; b12*b21 >= 0")),
    ("w1*w2*(b12*b21) >= 0", leaf("1: w1 > 0; w2 > 0; b12*b21 >= 0")),
]
_LETTERS = {"a": "b11", "b": "b22", "s": "b12*b21", "m": "mu1", "l": "mu2", "n": "nu1", "o": "nu2", "t": "1/8"}
_BOUNDS = f"({_SHOW[2]}) and ({_SHOW[3]})"
_NUMBERS = {"b11": 2, "b12": 0, "b21": 1, "b22": 1, "u1": "1/4", "u2": 0, "mu1": 2, "mu2": 1, "nu1": "65/32", "nu2": 1}

formal(
    "LEM-cubes-of-factors",
    title="The eigenvalues of a symmetrisable matrix of two rows multiplied by 1 + u^3",
    statement={
        "letters": ["b11, b12, b21, b22, u1, u2, mu1, mu2, nu1, nu2: number"],
        "where": ["w1 := 1 + u1^3", "w2 := 1 + u2^3"],
        "given": ["-1/2 < u1", "u1 < 1/2", "-1/2 < u2", "u2 < 1/2", "b12*b21 >= 0", *_ORDERED],
        "show": _SHOW,
    },
    proof=[
        lemma("LEM-pair-real", a="b11", b="b22", s="b12*b21"),
        have(_FACTS, lemma("LEM-pair-real", a="w1*b11", b="w2*b22", s="w1*b12*(w2*b21)")),
        *[have([*_FACTS, (_BOUNDS, lemma("LEM-scaled-pairs", spaces=None, w1="w1", w2="w2", **_LETTERS))], KNOWN)] * 2,
    ],
    instance={"letters": _NUMBERS},
    twin=Variant("within 1/1000", {"1/8*abs(mu1)": "1/1000*abs(mu1)"}, {"letters": _NUMBERS}),
)


def _small(c: str, own: str, other: str) -> Steps:
    """|u| = |alpha lam gamma| < 1/2."""
    u, whole = f"({c} - 1)", f"{own} + {other} == 1"
    return [
        f"{own} > 0",
        f"{other} > 0",
        (whole, leaf()),
        (
            f"{u} < 1/2",
            leaf(f"1: {own} > 0; alpha*lam < 1/2", f"1: {other} > 0; -1/2 < alpha*lam", f"eq 1/2: {whole}"),
        ),
        (
            f"-1/2 < {u}",
            leaf(f"1: {own} > 0; -1/2 < alpha*lam", f"1: {other} > 0; alpha*lam < 1/2", f"eq 1/2: {whole}"),
        ),
    ]


_AT_POINT: Steps = [
    *_small("c1", "a11", "a12"),
    *_small("c2", "a22", "a21"),
    ("b12*b21 >= 0", leaf("1: a12 > 0; a21 > 0; 1/c1 > 0; 1/c2 > 0; sq alpha*x")),
]
_AT_SIDES = ["-1/2 < c1 - 1", "c1 - 1 < 1/2", "-1/2 < c2 - 1", "c2 - 1 < 1/2", "b12*b21 >= 0"]

formal(
    "LEM-bipartite-factors",
    title="The factors of the two groups at a bipartite point and the product of the entries between them",
    statement={
        "groups": BIPARTITE["groups"],
        "letters": ["a, lam, alpha, x: number"],
        "where": [*BIPARTITE["where"], *_BLOCK["where"][:4]],
        "given": [*POSITIVE["given"], *_SMALL],
        "show": _AT_SIDES,
    },
    proof=[have(_AT_POINT, KNOWN)] * 5,
)

_BLOCKS = {name: name for name in ("b11", "b12", "b21", "b22")}
_WHOLE = " and ".join(f"({text})" for text in _SHOW)


def _whole() -> Tree:
    """What the lemma says of the block."""
    cubes = lemma("LEM-cubes-of-factors", spaces=None, u1="c1 - 1", u2="c2 - 1", **_BLOCKS)
    sides = " and ".join(f"({part})" for part in _AT_SIDES)
    return have([(sides, lemma("LEM-bipartite-factors")), (_WHOLE, cubes)], KNOWN)


_HERE = instance(3, 1, values(x=0, alpha="1/8", mu1="8/9", mu2="56/69", nu1="57/64", nu2="2577/3136"))

formal(
    "POW-N12.blocks",
    title="The factors 1 + u^3 move the eigenvalues of the blocks at a bipartite point by at most an eighth",
    sentence=(
        r"At a bipartite point of the attention map with any p and q, $|\alpha\lambda_k| < 1/2$ and $u_i ="
        r" \alpha\lambda_k\gamma_i$, the eigenvalues of the block $B_j$ and those of $diag(1+u_1^3, 1+u_2^3) B_j$ are"
        r" real, and the relative error of the larger and of the smaller is at most 1/8."
    ),
    reading=(
        "real: the discriminants are at least 0; of POW-N12: the blocks of the perturbations that are constant on the"
        " two groups, which get the factors by POW-N12.rows.attention"
    ),
    statement=model(
        V,
        P,
        BIPARTITE,
        POSITIVE,
        _BLOCK,
        {
            "letters": ["mu1, mu2, nu1, nu2: number"],
            "given": [*_SMALL, *_ORDERED],
            "show": _SHOW,
        },
    ),
    proof=[_whole()] * 4,
    instance=_HERE,
    twin=Variant("within 1/1000", {"1/8*abs(mu1)": "1/1000*abs(mu1)"}, _HERE),
)
