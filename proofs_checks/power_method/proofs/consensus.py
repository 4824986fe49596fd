"""Consensus: the derivative of the three maps, their tangent spectra, and the radial direction.

All tokens are at a unit eigenvector v for lam, and c = 1 + alpha lam is not zero. Where c > 0 the state is fixed and
`spectrum` counts eigenvalues: (1 + alpha mu)/c once for every eigenvalue mu of V on v-perp, and N - 1 times
dim - 1 times 1/c. Where c < 0 the map sends v to -v; the derivative has the same form with |c|.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import (
    DIFFERENCES,
    NEGATIVE,
    ONE_HEAD,
    SEVERAL_HEADS,
    TANGENT,
    both_signs,
    instance,
    not_fixed_proof,
    spectrum,
    spectrum_proof,
)
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
    V,
    eigen,
    eigenvector,
    symmetric,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import both, cases, intro, leaf, rule, split, unfold

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
            "given": ["c != 0", TANGENT],
            "show": [
                "forall i: D(attention, consensus, d, i) == D(oja, consensus, d, i)",
                f"c > 0 => {spectrum('attention')}",
            ],
        },
    ),
    proof=[both_signs(TANGENT, names="t"), intro("", spectrum_proof("attention", "V"))],
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
            "given": ["c != 0"],
            "show": ["forall i: D(attention, consensus, d, i) == D(oja, consensus, d, i)"],
        },
    ),
    proof=both_signs(names="t"),
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

SUM = "v + sum(h in heads: alpha*V[h](sum(j: weight(consensus, h, i, j)*v)))"
THERE = [*eigen("F"), *SUM_OF_HEADS]
formal(
    "POW-D4.1.eq.repaired",
    statement=model(
        F,
        LAYER,
        eigenvector("F"),
        {
            "given": ["alpha > 0"],
            "show": [
                f"forall i: {SUM} == c*v",
                "c > 0 => fixed(layer, consensus)",
                "lam >= 0 or alpha*abs(lam) < 1 => c > 0",
                "c < 0 => (forall i: value(layer, consensus, i) == -v and value(layer, fn(h: -v), i) == v)",
                "c < 0 => not fixed(layer, consensus)",
                f"c == 0 => (forall i: {SUM} == 0)",
            ],
        },
    ),
    proof=[
        intro("t", leaf(use=THERE)),
        intro("", unfold("goal", intro("t", leaf(use=THERE, norms=["c"])))),
        intro(
            "",
            split(
                "lam >= 0 or alpha*abs(lam) < 1",
                leaf("1:", "1: alpha > 0; lam >= 0"),
                cases("lam", leaf("1:", "1: alpha > 0; lam >= 0"), leaf("1: alpha*abs(lam) < 1")),
            ),
        ),
        intro(",t", both(*[leaf(use=THERE, norms=["-c"])] * 2)),
        intro("", not_fixed_proof("layer", "F", *SUM_OF_HEADS)),
        intro(",t", rule("equal vectors", leaf("eq c: c == 0", use=THERE), u=SUM.replace("i, j", "t, j"), w="0")),
    ],
    instance=instance(SEVERAL_HEADS, tokens=3, heads=2),
    twin=Variant(
        "whatever the sign of the factor",
        {"c > 0 => fixed(layer, consensus)": "fixed(layer, consensus)"},
        instance({**SEVERAL_HEADS, "v": BASIS[2], "lam": -3, "alpha": 1}, tokens=3, heads=2),
    ),
)
