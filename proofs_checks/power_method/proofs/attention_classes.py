"""Lemma 8: the equilibria of the attention map, for any V and P, and why those on one line are on eigenvectors."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ATTENTION_CLASSES, TOKENS
from proofs_checks.power_method.proofs.models import ATTENTION
from proofs_checks.power_method.proofs.proposition_1 import (
    AXES,
    DEFINED,
    MATRICES,
    SQUARE,
    STEP,
    S,
    plane,
    pull,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    define,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

ON_LINE = "(forall i: x[i] == u or x[i] == -u)"
PARALLEL = f"(forall i: exists r in number: {S('i')} == r*x[i] and 1 + alpha*r > 0)"
EIGENVECTOR = "(exists r in number: V({0}) == r*{0})".format
MEAN = "sum(j: weight(x, t, j)*x[j])"
KAPPA = f"dot(u, {MEAN})"
FACTOR = f"dot(x[t], {S('t')})"


def on_side(sign: str) -> Tree:
    """Token t at u or at -u: the pull is along u, so that u is an eigenvector where kappa is not zero."""
    factor = f"{sign}{FACTOR}"
    return have(
        [
            (f"{FACTOR}*x[t] == {FACTOR}*({sign}u)", lemma("LEM-same-multiple", u="x[t]", w=f"{sign}u", k=FACTOR)),
            (
                f"{FACTOR}*({sign}u) == {KAPPA}*V(u)",
                lemma("LEM-chain", a=S("t"), b=f"{KAPPA}*V(u)", c=f"{FACTOR}*x[t]", d=f"{FACTOR}*({sign}u)"),
            ),
            (f"V(u) == 1/{KAPPA}*({FACTOR}*({sign}u))", lemma("LEM-scale", u=f"{FACTOR}*({sign}u)", w="V(u)", k=KAPPA)),
            (EIGENVECTOR("u"), witness(f"{factor}/{KAPPA}", KNOWN)),
        ],
        rule("contradiction", P=EIGENVECTOR("u"), C=f"{MEAN} == 0"),
    )


def by_side(token: str, same: Tree, opposite: Tree) -> Tree:
    """A token is at u or at -u."""
    return split(f"x[{token}] == u or x[{token}] == -u", same, opposite)


NO_MEAN = define(
    [f"mean := {MEAN}", "kappa := dot(u, mean)"],
    have(
        [("dot(mean, mean) == dot(mean, kappa*u)", lemma("LEM-same-dot", u="mean", w="kappa*u", z="mean"))],
        rule(
            "equal vectors",
            leaf("eq 1: dot(mean, mean) == dot(mean, kappa*u)", "eq kappa: kappa == 0"),
            u="mean",
            w="0",
        ),
    ),
)
SUM = f"{MEAN} == sum(j: weight(x, t, j)*(dot(u, x[j])*u))"
LINE_STEPS: Steps = [
    (
        "dot(u, u) == 1",
        by_side(
            "t",
            *[leaf("eq 1: dot(x[t], x[t]) == 1", use=[f"x[t] == {sign}u"]) for sign in ("", "-")],
        ),
    ),
    (
        "forall j: x[j] == dot(u, x[j])*u",
        intro("s", by_side("s", *[leaf(use=[f"x[s] == {sign}u", "dot(u, u) == 1"]) for sign in ("", "-")])),
    ),
    (
        SUM,
        rule(
            "equal vector sums",
            lemma("LEM-same-multiple", u="x[s]", w="dot(u, x[s])*u", k="weight(x, t, s)"),
            e="fn(j: weight(x, t, j)*x[j])",
            f="fn(j: weight(x, t, j)*(dot(u, x[j])*u))",
            new={"x": "s"},
        ),
    ),
    f"{MEAN} == {KAPPA}*u",
    (f"V({MEAN}) == V({KAPPA}*u)", lemma("LEM-same-image", u=MEAN, w=f"{KAPPA}*u", M="V")),
    f"{S('t')} == {KAPPA}*V(u)",
]
LINE = intro(
    ",u,",
    unfold(
        "fixed(attention, x)",
        split(
            f"{EIGENVECTOR('u')} or not {EIGENVECTOR('u')}",
            {"right": KNOWN},
            {
                "left": intro(
                    "t",
                    have(
                        LINE_STEPS,
                        pull(
                            split(
                                f"{KAPPA} == 0 or {KAPPA} != 0",
                                NO_MEAN,
                                by_side("t", on_side(""), on_side("-")),
                            )
                        ),
                    ),
                )
            },
        ),
    ),
)

OFF = "(exists i, j: x[i] != x[j] and x[i] != -x[j])"
OPPOSITE = "(exists i, j: x[i] == -x[j])"
TWO = "forall i, j: x[i] == x[j] or x[i] == -x[j]"
PAIR = "x[s] == x[t] or x[s] == -x[t]"
ON_ONE = intro(
    "s,t",
    split(
        "x[s] == x[t] or x[s] != x[t]",
        {"left": KNOWN},
        split(
            "x[s] == -x[t] or x[s] != -x[t]",
            {"right": KNOWN},
            have([(OFF, witness("s", witness("t", both(KNOWN, KNOWN))))], rule("contradiction", P=OFF, C=PAIR)),
        ),
    ),
)
EQUAL = intro(
    "s,t",
    split(
        PAIR,
        KNOWN,
        have([(OPPOSITE, witness("s", witness("t", KNOWN)))], rule("contradiction", P=OPPOSITE, C="x[s] == x[t]")),
    ),
)
EIGEN = (
    "forall i: exists l in number: V(x[i]) == l*x[i]",
    intro(
        "s",
        split(
            "x[s] == x[y] or x[s] == -x[y]",
            *[witness("r", leaf(use=[f"x[s] == {sign}x[y]", "V(x[y]) == r*x[y]"])) for sign in ("", "-")],
        ),
    ),
)
CLASSES = "consensus(x) or bipartite(x) or polygonal(x) or off_one_line(x)"
GENERAL = f"fixed(attention, x) => (forall u in vector: {ON_LINE} => polygonal(x) or {EIGENVECTOR('u')})"
ALL = intro(
    "",
    split(
        f"{OFF} or not {OFF}",
        {"right": KNOWN},
        {
            "left": have(
                [(TWO, ON_ONE)],
                rule(
                    "some element",
                    have(
                        [("forall i: x[i] == x[y] or x[i] == -x[y]", intro("s", KNOWN))],
                        take(
                            GENERAL,
                            ["x[y]"],
                            split(
                                f"polygonal(x) or {EIGENVECTOR('x[y]')}",
                                {"right": KNOWN},
                                obtain(
                                    EIGENVECTOR("x[y]"),
                                    "r",
                                    have(
                                        [EIGEN],
                                        {
                                            "left": split(
                                                f"{OPPOSITE} or not {OPPOSITE}",
                                                {"right": both(KNOWN, KNOWN, KNOWN)},
                                                {"left": both(EQUAL, KNOWN)},
                                            )
                                        },
                                    ),
                                ),
                            ),
                        ),
                    ),
                    C="consensus(x) or bipartite(x) or polygonal(x)",
                    new={"x": "y"},
                ),
            )
        },
    ),
)

LENGTH = f"norm(x[t] + alpha*{S('t')})"
NECESSARY = intro(
    "",
    unfold(
        "fixed(attention, x)",
        intro("t", pull(witness(f"({LENGTH} - 1)/alpha", both(KNOWN, leaf(f"1: {LENGTH} > 0"))))),
    ),
)
AT_T = PARALLEL[10:-1].replace("[i]", "[t]").replace("(x, i,", "(x, t,").strip()
SUFFICIENT = intro(
    "",
    unfold(
        "goal",
        intro(
            "t",
            obtain(
                AT_T,
                "r",
                have(
                    [
                        (
                            f"unit(x[t] + alpha*{S('t')}) == x[t]",
                            lemma("LEM-pulled-along", x="x[t]", g=S("t"), k="alpha", r="r"),
                        )
                    ],
                    KNOWN,
                ),
            ),
        ),
    ),
)
ANY_SIGN = PARALLEL.replace(" and 1 + alpha*r > 0", "")

formal(
    "POW-L8.classes",
    statement=model(
        MATRICES,
        ATTENTION,
        ATTENTION_CLASSES,
        TOKENS,
        STEP,
        DEFINED,
        {
            "show": [
                f"fixed(attention, x) => {PARALLEL}",
                f"{PARALLEL} => fixed(attention, x)",
                GENERAL,
                f"fixed(attention, x) => {CLASSES}",
            ],
        },
    ),
    proof=[NECESSARY, SUFFICIENT, LINE, ALL],
    instance=plane(AXES),
    twin=Variant(
        "whatever the sign of 1 + alpha nu",
        {f"{PARALLEL} => fixed": f"{ANY_SIGN} => fixed"},
        plane({**{name: value for name, value in SQUARE.items() if name != "nu"}, "alpha": 2}),
    ),
)
