"""Lemmas 5 and 15 as printed, for all sufficiently small step sizes: two opposite tokens are stable at all of them."""

from __future__ import annotations

from proofs_checks.lemmas.compressed import LENGTH
from proofs_checks.power_method.proofs.attention_pair import THE_PAIR
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, ATTENTION_CLASSES, TOKENS
from proofs_checks.power_method.proofs.false_instability import BIPARTITE, NO_EIGENVECTOR, ON_EIGENVECTOR, pair, plane
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, Part
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, obtain, rule, take, unfold

V_ALONE: Part = {"letters": ["V: operator"]}


def every_step(dynamics: Part) -> Part:
    """The map for every step size a."""
    return {**dynamics, "maps": [dynamics["maps"][0].replace("(X, i)", "[a](X, i)", 1).replace("alpha", "a")]}


def unstable(dynamics: str, *more: str) -> str:
    """No step size below b at which the state is stable."""
    given = " and ".join(["0 < a", "a < b", *more])
    return f"forall a in number: {given} => not lyapunov({dynamics}[a], x)"


def for_small(formula: str) -> str:
    return f"exists b in number: b > 0 and ({formula})"


def short(most: str) -> tuple[str, Steps]:
    """A step size below b and `most`."""
    bound = f"min(b, {most})"
    half = f"{bound}/2"
    return half, [
        (f"{bound} > 0", rule("minimum strictly above", KNOWN, leaf(f"{most}:"), a="b", b=most, c="0")),
        (f"{bound} <= b", rule("minimum below first", a="b", b=most)),
        (f"{bound} <= {most}", rule("minimum below second", a="b", b=most)),
        (f"0 < {half}", leaf(f"1/2: {bound} > 0")),
        (f"{half} < b", leaf(f"1/2: {bound} > 0", f"1: {bound} <= b")),
        (f"{half} <= {most}", leaf(f"1/2: {bound} > 0", f"1: {bound} <= {most}")),
    ]


def refuted(formula: str, step: str, dynamics: str, steps: Steps) -> Tree:
    """At this step size, below any bound, the state is stable."""
    stable = f"lyapunov({dynamics}[{step}], x)"
    contradiction = rule("contradiction", P=stable, C="1 <= 0")
    at = have([*steps, (f"not {stable}", take(formula, [step], KNOWN))], contradiction)
    return intro("", obtain(for_small(formula), "b", at))


*GROUPS, FIXED = BIPARTITE["given"]
OJA_UNSTABLE = unstable("oja", "fixed(oja[a], x)")
HALF, BELOW_ONE = short("1")
AT_REST = unfold("goal", intro("t", leaf(use=["sum(j: x[j]) == 0", "forall i: dot(x[i], x[i]) == 1"], norms=["1"])))
formal(
    "POW-L5",
    statement=model(
        V_ALONE, every_step(OJA), ASSUMPTION, TOKENS, {**BIPARTITE, "given": GROUPS}, {"show": for_small(OJA_UNSTABLE)}
    ),
    refuted={
        "case": [text for text in pair("1") if "alpha" not in text],
        "proof": refuted(
            OJA_UNSTABLE,
            HALF,
            "oja",
            [
                *BELOW_ONE,
                (f"fixed(oja[{HALF}], x)", AT_REST),
                (LENGTH.replace("alpha", f"({HALF})"), lemma("LEM-scaled-length", alpha=HALF, L="1")),
                (f"lyapunov(oja[{HALF}], x)", lemma("LEM-pair-stable", alpha=HALF, k="1")),
            ],
        ),
    },
    instance=plane(ON_EIGENVECTOR, "alpha"),
)

ATTENTION_UNSTABLE = unstable("attention")
TENTH, BELOW_TENTH = short("1/10")
EXCHANGED = [
    "forall i: dot(x[i], P(x[i])) == 0",
    "forall i: dot(P(x[i]), P(x[i])) == 25",
    "forall i: P(P(x[i])) == 25*x[i]",
    "forall i: dot(P(x[i]), V(P(x[i]))) == 34",
    "forall i: dot(P(x[i]), V(x[i])) == -12/5",
    "forall i: forall z in vector: z == dot(x[i], z)*x[i] + dot(P(x[i]), z)/25*P(x[i])",
]
"""The frame of LEM-pair-rates, where P turns a token by a quarter and makes it five times as long."""
ATTRACTS = f"asymptotically_stable(attention[{TENTH}], x)"
AT_ONE = [text.removeprefix("forall i: ").replace("[i]", "[t]") for text in EXCHANGED]
W = "(1/5*P(x[t]))"


def framed(fact: str, number: int) -> tuple[str, Tree]:
    """What the lemma asks of its frame, from one of the facts."""
    return fact, leaf(use=[AT_ONE[number]])


FRAME: Steps = [
    *[(at, take(text, ["t"], KNOWN)) for at, text in zip(AT_ONE, EXCHANGED, strict=True)],
    framed(f"dot(x[t], {W}) == 0", 0),
    framed(f"dot({W}, {W}) == 1", 1),
    framed(f"P({W}) == 5*x[t]", 2),
    framed(f"dot({W}, V({W})) == 34/25", 3),
    framed(f"dot({W}, V(x[t])) == -12/25", 4),
    (ATTRACTS, lemma("LEM-pair-attracts", alpha=TENTH, a="t", b="u", w=W)),
]
STABLE = rule(
    "two tokens",
    KNOWN,
    have(FRAME, rule("asymptotically stable is Lyapunov stable", F=f"attention[{TENTH}]", S="x")),
    C=f"lyapunov(attention[{TENTH}], x)",
    new={"x": "t", "y": "u"},
)
for id, more in (("POW-L15", NO_EIGENVECTOR), ("POW-L15.R2", {})):
    formal(
        id,
        statement=model(
            V_ALONE,
            P,
            every_step(ATTENTION),
            ATTENTION_CLASSES,
            ASSUMPTION,
            TOKENS,
            {"given": ["polygonal(x)"]},
            more,
            {"show": for_small(ATTENTION_UNSTABLE)},
        ),
        refuted={
            "case": ["sum(j: 1) == 2", "sum(j: x[j]) == 0", *EXCHANGED],
            "proof": refuted(
                ATTENTION_UNSTABLE,
                TENTH,
                "attention",
                [*BELOW_TENTH, (f"lyapunov(attention[{TENTH}], x)", STABLE)],
            ),
        },
        instance=plane({**THE_PAIR["letters"], "v1": [1, 0], "lam1": 2}, "alpha"),
    )
