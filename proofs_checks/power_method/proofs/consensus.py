"""Consensus: the derivative of the three maps, their tangent spectra, and the radial direction.

All tokens are at a unit eigenvector v for lam, and c = 1 + alpha lam is not zero. Where c > 0 the state is fixed and
`spectrum` counts eigenvalues: (1 + alpha mu)/c once for every eigenvalue mu of V on v-perp, and N - 1 times
dim - 1 times 1/c. Where c < 0 the map sends v to -v; the derivative has the same form with |c|.
"""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method.proofs.models import (
    ATTENTION,
    BASIS,
    LAYER,
    OJA,
    OJA_OF_F,
    P_VALUE,
    SUM_OF_HEADS,
    F,
    P,
    Part,
    V,
    eigen,
    eigenvector,
    symmetric,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, rule, take, unfold

ONE_HEAD = {"v": BASIS[0], "lam": 2, "alpha": "1/4", "V": symmetric(2, 1, -3)}
NEGATIVE = {**ONE_HEAD, "lam": -3, "alpha": 1, "V": symmetric(-3, 1, 2)}
DIFFERENCES = [BASIS[1], BASIS[2], ["2/3", "-1/3", "-2/3"], ["-1/3", "2/3", "-2/3"]]
HEADS = [
    [["1", "2", "0"], ["0", "-1", "3"], ["1", "1", "1"]],
    [
        [str(Fraction(a) - b) for a, b in zip(*rows, strict=True)]
        for rows in zip(symmetric(2, 1, -3), ((1, 2, 0), (0, -1, 3), (1, 1, 1)), strict=True)
    ],
]
SEVERAL_HEADS = {
    "v": BASIS[0],
    "lam": 2,
    "alpha": "1/4",
    "V": HEADS,
    "P": [P_VALUE, P_VALUE],
    "F": symmetric(2, 1, -3),
}


def instance(letters: Part, tokens: int = 4, **more: object) -> Part:
    """An instance in R^3."""
    return {"tokens": tokens, "dim": 3, "letters": letters, **more}


TANGENT = "forall h: dot(v, d[h]) == 0"
TANGENT_DELTA = "forall h: dot(v, delta[h]) == 0"


def spectrum_proof(map_: str, matrix: str, *sums: str, state: str = "consensus") -> Tree:
    """The tangent spectrum at a consensus, from the derivative of the map."""
    use = [*eigen(matrix), *sums]
    return rule(
        "equal tokens",
        KNOWN,
        KNOWN,
        KNOWN,
        intro("t", KNOWN),
        unfold("goal", intro("t", leaf(use=use, norms=["c"]))),
        leaf(use=[*use, TANGENT_DELTA], norms=["c"]),
        F=map_,
        S=state,
        V=matrix,
        r="1/c",
        k="alpha/(N*c)",
        n="N",
        new={"i": "t", "d": "delta"},
    )


def not_fixed_proof(map_: str, matrix: str, *sums: str) -> Tree:
    """For c < 0 the value at v is -v, which is not v: at some token the two would give 1 = -1."""
    value = f"dot(v, value({map_}, consensus, t))"
    return intro(
        "",
        unfold(
            f"fixed({map_}, consensus)",
            rule(
                "some element",
                have(
                    [
                        (f"{value} == -1", leaf(use=[*eigen(matrix), *sums], norms=["-c"])),
                        (
                            f"{value} == 1",
                            take(
                                f"forall i: value({map_}, consensus, i) == v",
                                ["t"],
                                leaf(use=[f"value({map_}, consensus, t) == v", "dot(v, v) == 1"]),
                            ),
                        ),
                    ],
                    leaf(f"eq 1/2: {value} == -1", f"eq -1/2: {value} == 1"),
                ),
                C="1 <= 0",
                new={"x": "t"},
            ),
        ),
    )


def spectrum(map_: str, matrix: str = "V") -> str:
    """The spectrum of Lemma 3."""
    return f"spectrum({map_}, consensus, {matrix}, v, fn(mu: (1 + alpha*mu)/c), 1/c)"


def both_signs(*use: str, names: str = "", sums: bool = False) -> Tree:
    """A derivative at the consensus for c > 0 and for c < 0, where |y| = -c."""

    def one(length: str) -> Tree:
        proof = leaf(use=[*eigen(), *use], norms=[length])
        return intro(names, proof) if names else proof

    return cases("c", one("c"), one("-c"))


formal(
    "POW-L3.jac",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["d[token]: vector"],
            "given": ["c != 0"],
            "show": [
                "forall i: D(oja, consensus, d, i)"
                " == (d[i] - dot(v, d[i])*v)/abs(c) + alpha/(N*abs(c))*sum(h: V(d[h]) - lam*dot(v, d[h])*v)"
            ],
        },
    ),
    proof=both_signs(names="t"),
    instance=instance({**NEGATIVE, "d": [["1", "2", "0"], ["0", "-1", "1"], ["3", "1", "1"], ["0", "0", "1"]]}),
    twin=Variant(
        "without the absolute value",
        {"/abs(c) +": "/c +"},
        instance({**NEGATIVE, "d": [["1", "2", "0"], ["0", "-1", "1"], ["3", "1", "1"], ["0", "0", "1"]]}),
    ),
)

formal(
    "POW-L3.class2",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["w: vector", "m: number"],
            "given": ["c != 0", "V(w) == m*w", "dot(v, w) == 0"],
            "show": [
                "forall i: D(oja, consensus, fn(h: w), i) == (1 + alpha*m)/abs(c)*w",
                f"c > 0 => {spectrum('oja')}",
            ],
        },
    ),
    proof=[
        both_signs("V(w) == m*w", "dot(v, w) == 0", names="t"),
        intro("", spectrum_proof("oja", "V")),
    ],
    instance=instance({**ONE_HEAD, "w": BASIS[1], "m": 1}),
    twin=Variant(
        "the whole mean moves, without the residual",
        {"(1 + alpha*m)/abs": "alpha*m/abs", "(1 + alpha*mu)/c": "alpha*mu/c"},
        instance({**ONE_HEAD, "w": BASIS[1], "m": 1}),
    ),
)

formal(
    "POW-L3.class3",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["d[token]: vector"],
            "given": ["c != 0", TANGENT, "sum(h: d[h]) == 0"],
            "show": ["forall i: D(oja, consensus, d, i) == d[i]/abs(c)", f"c > 0 => {spectrum('oja')}"],
        },
    ),
    proof=[both_signs(TANGENT, "sum(h: d[h]) == 0", names="t"), intro("", spectrum_proof("oja", "V"))],
    instance=instance({**ONE_HEAD, "d": DIFFERENCES}),
    twin=Variant(
        "differences do not contract",
        {"d[i]/abs(c)": "d[i]", ", 1/c)": ", 1)"},
        instance({**ONE_HEAD, "d": DIFFERENCES}),
    ),
)

formal(
    "POW-L3.class1",
    statement=model(
        V,
        OJA,
        eigenvector(),
        {
            "letters": ["kappa[token]: number"],
            "given": ["c > 0"],
            "show": ["forall i: D(oja, consensus, fn(h: kappa[h]*v), i) == 0"],
        },
    ),
    proof=intro("t", leaf(use=eigen(), norms=["c"])),
    instance=instance({**ONE_HEAD, "kappa": [1, 2, -1, 3]}),
    twin=Variant(
        "the value 1/c^2 of the other reading",
        {"i) == 0": "i) == kappa[i]/c^2*v"},
        instance({**ONE_HEAD, "kappa": [1, 2, -1, 3]}),
    ),
)

formal(
    "POW-R2",
    statement=model(
        V,
        P,
        OJA,
        ATTENTION,
        eigenvector(),
        {
            "letters": ["d[token]: vector", "kappa: number"],
            "given": ["c > 0"],
            "show": [
                "forall i: dot(v, D(oja, consensus, d, i)) == 0",
                "forall i: dot(v, D(attention, consensus, d, i)) == 0",
                "(forall i: dot(v, d[i]) == 0) => sum(i: dot(kappa*v, d[i])) == 0",
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=eigen(), norms=["c"])),
        intro("t", leaf(use=eigen(), norms=["c"])),
        intro("", leaf(use=["forall i: dot(v, d[i]) == 0"])),
    ],
    instance=instance({**ONE_HEAD, "P": P_VALUE, "kappa": 2, "d": [BASIS[1], BASIS[0], BASIS[2], BASIS[1]]}),
    twin=Variant(
        "the derivative keeps the radial part",
        {"dot(v, D(oja, consensus, d, i)) == 0": "dot(v, D(oja, consensus, d, i)) == dot(v, d[i])"},
        instance({**ONE_HEAD, "P": P_VALUE, "kappa": 2, "d": [BASIS[1], BASIS[0], BASIS[2], BASIS[1]]}),
    ),
)

formal(
    "POW-L11",
    statement=model(
        V,
        P,
        OJA,
        ATTENTION,
        eigenvector(),
        {
            "letters": ["d[token]: vector"],
            "given": ["c > 0", TANGENT],
            "show": ["forall i: D(attention, consensus, d, i) == D(oja, consensus, d, i)", spectrum("attention")],
        },
    ),
    proof=[intro("t", leaf(use=[*eigen(), TANGENT], norms=["c"])), spectrum_proof("attention", "V")],
    instance=instance({**ONE_HEAD, "P": P_VALUE, "d": [BASIS[1], BASIS[2], BASIS[1], BASIS[2]]}, tokens=4),
    twin=Variant(
        "the mean counts twice",
        {"(1 + alpha*mu)/c": "(1 + 2*alpha*mu)/c"},
        instance({**ONE_HEAD, "P": P_VALUE, "d": [BASIS[1], BASIS[2], BASIS[1], BASIS[2]]}, tokens=4),
    ),
)

formal(
    "POW-L11.R2",
    statement=model(
        V,
        P,
        OJA,
        ATTENTION,
        eigenvector(),
        {
            "letters": ["d[token]: vector"],
            "given": ["c > 0"],
            "show": ["forall i: D(attention, consensus, d, i) == D(oja, consensus, d, i)"],
        },
    ),
    proof=intro("t", leaf(use=eigen(), norms=["c"])),
    instance=instance({**ONE_HEAD, "P": P_VALUE, "d": [BASIS[1], BASIS[0], BASIS[2], BASIS[1]]}),
    twin=Variant(
        "all tokens moved like the one that is looked at",
        {"D(oja, consensus, d, i)": "D(oja, consensus, fn(h: d[i]), i)"},
        instance({**ONE_HEAD, "P": P_VALUE, "d": [BASIS[1], BASIS[0], BASIS[2], BASIS[1]]}),
    ),
)

formal(
    "POW-D4.1.jac",
    statement=model(
        F,
        LAYER,
        OJA_OF_F,
        eigenvector("F"),
        {
            "letters": ["d[token]: vector"],
            "given": ["c > 0"],
            "show": ["forall i: D(layer, consensus, d, i) == D(oja, consensus, d, i)", spectrum("layer", "F")],
        },
    ),
    proof=[
        intro("t", leaf(use=[*eigen("F"), *SUM_OF_HEADS], norms=["c"])),
        spectrum_proof("layer", "F", *SUM_OF_HEADS),
    ],
    instance=instance({**SEVERAL_HEADS, "d": [BASIS[1], BASIS[0], BASIS[2]]}, tokens=3, heads=2),
    twin=Variant(
        "the layer matrix counted twice",
        {"== F(u)": "== 2*F(u)", "F(v) == lam*v": "2*F(v) == lam*v"},
        instance(
            {**SEVERAL_HEADS, "F": symmetric("1", "1/2", "-3/2"), "d": [BASIS[1], BASIS[0], BASIS[2]]},
            tokens=3,
            heads=2,
        ),
    ),
)

formal(
    "POW-D4.1.eq",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        {
            "show": [
                "c > 0 => fixed(layer, consensus)",
                "c < 0 => (forall i: value(layer, consensus, i) == -v)",
                "c < 0 => not fixed(layer, consensus)",
            ]
        },
    ),
    proof=[
        intro("", unfold("goal", intro("t", leaf(use=[*eigen("F"), *SUM_OF_HEADS], norms=["c"])))),
        intro(",t", leaf(use=[*eigen("F"), *SUM_OF_HEADS], norms=["-c"])),
        intro("", not_fixed_proof("layer", "F", *SUM_OF_HEADS)),
    ],
    instance=instance(SEVERAL_HEADS, tokens=3, heads=2),
    twin=Variant(
        "whatever the sign of the factor",
        {"c > 0 => fixed(layer, consensus)": "fixed(layer, consensus)"},
        instance({**SEVERAL_HEADS, "alpha": -1}, tokens=3, heads=2),
    ),
)
