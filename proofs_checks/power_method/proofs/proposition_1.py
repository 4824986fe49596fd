"""Proposition 1: equilibria of the attention map as kernels of A(X) (x) V - diag(nu) (x) I."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import TOKENS
from proofs_checks.power_method.proofs.models import ATTENTION, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    rule,
    take,
    unfold,
    witness,
)

MATRICES: Part = {"letters": ["V, P: matrix", "alpha: number"]}
STEP: Part = {"given": ["alpha > 0"]}
S = "V(sum(j: weight(x, {0}, j)*x[j]))".format
Y = f"(x[i] + alpha*{S('i')})"
DEFINED: Part = {"given": [f"forall i: norm{Y} > 0"]}
NU = f"(norm{Y} - 1)/alpha"
UNIT = TOKENS["given"][0]
FIXED = "forall i: value(attention, x, i) == x[i]"
AXES = {
    "V": [[2, 0], [0, 1]],
    "P": [["log(2)", 0], [0, "log(3)"]],
    "alpha": "1/2",
    "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
}


def plane(letters: Part) -> Part:
    """Four tokens in the plane."""
    return {"tokens": 4, "dim": 2, "letters": letters}


def pull(then: Tree, i: str = "t") -> Tree:
    """At an equilibrium s_i is along x_i, by the factor (|y_i| - 1)/alpha."""
    s, y = S(i), f"norm(x[{i}] + alpha*{S(i)})"
    along = f"{s} == dot(x[{i}], {s})*x[{i}] and {y} == 1 + alpha*dot(x[{i}], {s}) and {s} == ({y} - 1)/alpha*x[{i}]"
    return take(FIXED, [i], have([(along, lemma("LEM-pull", x=f"x[{i}]", g=s, k="alpha"))], then))


BLOCK = "sum(j: weight(x, i, j)*V(w[j]))"
formal(
    "POW-P1.only",
    statement=model(
        MATRICES,
        ATTENTION,
        TOKENS,
        STEP,
        DEFINED,
        {
            "given": ["fixed(attention, x)"],
            "show": [
                f"forall i: sum(j: weight(x, i, j)*V(x[j])) - {NU}*x[i] == 0",
                f"exists w in state: (exists i: w[i] != 0) and (forall i: {BLOCK} - {NU}*w[i] == 0)",
            ],
        },
    ),
    proof=[
        unfold("fixed(attention, x)", intro("t", pull(KNOWN))),
        witness(
            "x",
            both(
                rule(
                    "some element",
                    witness("t", rule("nonzero vector", leaf("1:", use=[UNIT]), u="x[t]")),
                    C="exists i: x[i] != 0",
                    new={"x": "t"},
                ),
                KNOWN,
            ),
        ),
    ],
    instance=plane(AXES),
    twin=Variant("scalars larger by 1", {"- 1)/alpha*x[i]": "- 1 + alpha)/alpha*x[i]"}, plane(AXES)),
)

KERNEL: Part = {
    "letters": ["nu[token]: number"],
    "given": ["forall i: sum(j: weight(x, i, j)*V(x[j])) - nu[i]*x[i] == 0"],
}
EQUATION = KERNEL["given"][0]
SQUARE = {
    "V": [[1, 1], [1, -1]],
    "P": [["-log(3)", "-log(3)"], ["-log(3)", "log(3)"]],
    "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
    "nu": ["-4/5"] * 4,
}

KERNEL_SENTENCE = (
    r"If for a state X of unit tokens and scalars $\nu_i${0} the matrix"
    r" $A(X) \otimes V - \mathrm{{diag}}(\nu) \otimes I_d$ has $\mathrm{{vec}}(X)$ in its kernel,"
    r" then X is an equilibrium of the attention map{1}."
).format
formal(
    "POW-P1.if",
    sentence=KERNEL_SENTENCE("", ""),
    reading="R2: A is A(X) and the kernel contains vec(X) itself; nothing is said of the signs of 1 + alpha nu_i",
    statement=model(MATRICES, ATTENTION, TOKENS, STEP, KERNEL, {"show": "fixed(attention, x)"}),
    refuted={"instance": plane({**SQUARE, "alpha": 2})},
)


def at_kernel(t: str = "t") -> tuple[str, Tree]:
    """What the kernel says of one token, as an equation that rewrites."""
    return (f"{S(t)} == nu[{t}]*x[{t}]", take(EQUATION, [t], KNOWN))


def kept(factor: str) -> tuple[str, Tree]:
    """A token pulled along itself stays where it is."""
    return (
        f"unit(x[t] + alpha*{S('t')}) == x[t]",
        lemma("LEM-pulled-along", x="x[t]", g=S("t"), k="alpha", r=factor),
    )


SCALED = lemma("LEM-same-multiple", u=S("t"), w="nu[t]*x[t]", k="alpha")
formal(
    "POW-P1.if.repaired",
    title="Proposition 1, sufficiency with the state in the kernel and positive factors",
    sentence=KERNEL_SENTENCE(r" with $1 + \alpha\nu_i > 0$", r": $y_i = (1 + \alpha\nu_i)x_i$"),
    role="repair",
    repairs="POW-P1.if",
    statement=model(
        MATRICES,
        ATTENTION,
        TOKENS,
        STEP,
        KERNEL,
        {
            "given": ["forall i: 1 + alpha*nu[i] > 0"],
            "show": ["fixed(attention, x)", f"forall i: {Y} == (1 + alpha*nu[i])*x[i]"],
        },
    ),
    proof=[
        unfold("goal", intro("t", have([at_kernel(), kept("nu[t]")], KNOWN))),
        intro("t", have([at_kernel(), (f"alpha*{S('t')} == alpha*(nu[t]*x[t])", SCALED)], KNOWN)),
    ],
    instance=plane({**SQUARE, "alpha": 1}),
    twin=Variant(
        "any sign of the factors", {"1 + alpha*nu[i] > 0": "1 + alpha*nu[i] != 0"}, plane({**SQUARE, "alpha": 2})
    ),
)

formal(
    "POW-P1.if.R3",
    statement=model(
        MATRICES,
        ATTENTION,
        TOKENS,
        STEP,
        {
            "letters": ["v: vector", "lam: number"],
            "given": ["V(v) == lam*v", "dot(v, v) == 1", "lam > 0"],
            "show": [
                "fixed(attention, fn(h: v))",
                "forall i: sum(j: weight(x, i, j)*V(v)) - lam*v == 0",
            ],
        },
    ),
    proof=[
        unfold("goal", intro("t", leaf(use=["V(v) == lam*v", "dot(v, v) == 1"], norms=["1 + alpha*lam"]))),
        intro("t", leaf(use=["V(v) == lam*v"])),
    ],
    instance=plane({**AXES, "v": [1, 0], "lam": 2}),
    twin=Variant(
        "a negative eigenvalue", {"lam > 0": "lam < 0"}, plane({**AXES, "V": [[-3, 0], [0, 1]], "v": [1, 0], "lam": -3})
    ),
)
