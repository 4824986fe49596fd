"""The least product over all pairs of tokens (PER-N1): once it is not negative it rises at an explicit, sharp rate."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, SLOPE, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, define, enter, have, intro, leaf, lemma, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
G = "dot(x[{0}], x[{1}])".format
ROW = "min(j: dot(x[{0}], x[j]))".format
M = "min(i: min(j: dot(x[i], x[j])))"
"""The least product; a token paired with itself has the product 1 and does no harm."""
RATE = {
    "sa": f"2*(1 - {M})*((n - 1)*{M} + 1)/((n - 1)*exp(beta*(1 - {M})) + 1)",
    "usa": f"2/n*exp(beta*{M})*(1 - {M})*((n - 1)*{M} + 1)",
}
MASS = {"sa": "1", "usa": "exp(beta)"}
NONNEGATIVE = f"always({M} >= 0)"


def moves(flow: str) -> str:
    """The equation of the flow."""
    return f"forall i: rate(x[i]) == {flow}(x, i)"


def below_pair(p: str, q: str) -> Tree:
    """Every product is at least the least one."""
    return have(
        [
            (f"{M} <= {ROW(p)}", rule("above the least", e="fn(i: min(j: dot(x[i], x[j])))", y=p)),
            (f"{ROW(p)} <= {G(p, q)}", rule("above the least", e=f"fn(j: dot(x[{p}], x[j]))", y=q)),
        ],
        leaf(f"1: {M} <= {ROW(p)}", f"1: {ROW(p)} <= {G(p, q)}"),
    )


def least_pair(then: Tree, goal: str) -> Tree:
    """A pair p, q with the least product."""
    return rule(
        "attained least",
        rule(
            "attained least",
            have(
                [(f"{M} == {G('p', 'q')}", leaf(f"eq 1: {M} == {ROW('p')}", f"eq 1: {ROW('p')} == {G('p', 'q')}"))],
                then,
            ),
            e="fn(j: dot(x[p], x[j]))",
            C=goal,
            new={"x": "q"},
        ),
        e="fn(i: min(j: dot(x[i], x[j])))",
        C=goal,
        new={"x": "p"},
    )


def slope_of_least(flow: str, bound: str, pair: Tree, when: str) -> Tree:
    """rate(M) >= bound at almost every time, where it is so for the rate of a least pair."""
    touches = f"rate({M} - {G('p', 'q')}) == 0"
    goal = f"rate({M}) >= {bound}"
    step = have(
        [
            (f"{M} - {G('p', 'q')} == 0", leaf(f"eq 1: {M} == {G('p', 'q')}")),
            (touches, rule("rate on a level", z=f"{M} - {G('p', 'q')}", m="0")),
            (f"forall s, t: {M} <= {G('s', 't')}", intro("s1,t1", below_pair("s1", "t1"))),
            (f"{M} <= 1", have([f"{M} <= {G('p', 'p')}"], leaf(f"1: {M} <= {G('p', 'p')}", use=[NOW]))),
            (f"rate({G('p', 'q')}) >= {bound}", pair),
        ],
        leaf(f"1: rate({G('p', 'q')}) >= {bound}", f"eq -1: {touches}"),
    )
    return enter("ae", intro([""] if when else [], least_pair(step, goal)) if when else least_pair(step, goal))


TERM = "e(x, {0}, k)*(dot(x[k], x[{1}]) - dot(x[{0}], x[k])*{2})".format


def weight(flow: str, p: str) -> str:
    """What divides the weights of a token."""
    return f"Z(x, {p})" if flow == "sa" else "n"


def negative(flow: str) -> Tree:
    """While the least product is negative its rate is at least 4 times it, times the mass of the weights."""

    def half(p: str, q: str) -> tuple[str, Tree]:
        term = f"e(x, {p}, k)*(dot(x[k], x[{q}]) - dot(x[{p}], x[k])*{G('p', 'q')} - 2*{G('p', 'q')})"
        each = have(
            [f"{M} <= {G('r', q)}"],
            leaf(
                f"1: e(x, {p}, r) > 0; {M} <= {G('r', q)}",
                f"1/2: e(x, {p}, r) > 0; {M} < 0; sq norm(x[{p}] + x[r])",
                use=[NOW, f"{M} == {G('p', 'q')}"],
            ),
        )
        return f"sum(k: {term}) >= 0", rule("positive sum", each, e=f"fn(k: {term})", new={"x": "r"})

    first, second = half("p", "q"), half("q", "p")
    inverse = [f"1/{weight(flow, p)} > 0" for p in ("p", "q")]
    if flow == "sa":
        end = leaf(
            f"1: {first[0]}; {inverse[0]}",
            f"1: {second[0]}; {inverse[1]}",
            use=[moves(flow), NOW, f"{M} == {G('p', 'q')}"],
        )
        return have([first, second], end)
    high = []
    for p in ("p", "q"):
        top = rule("exp monotone", leaf(f"1/2: beta >= 0; sq norm(x[{p}] - x[r])", use=[NOW]), a=f"beta*dot(x[{p}], x[r])", b="beta")
        fact = f"exp(beta*dot(x[{p}], x[r])) <= exp(beta)"
        high.append(
            (
                f"sum(k: exp(beta) - e(x, {p}, k)) >= 0",
                rule(
                    "positive sum", have([(fact, top)], leaf(f"1: {fact}")), e=f"fn(k: exp(beta) - e(x, {p}, k))", new={"x": "r"}
                ),
            )
        )
    end = leaf(
        f"1: {first[0]}; 1/n > 0",
        f"1: {second[0]}; 1/n > 0",
        f"2: {M} < 0; {high[0][0]}; 1/n > 0",
        f"2: {M} < 0; {high[1][0]}; 1/n > 0",
        use=[moves(flow), NOW, f"{M} == {G('p', 'q')}"],
    )
    return have([first, second, *high], end)


def positive(flow: str) -> Tree:
    """Once it is not negative, every term that pulls a least pair together is at least what equal products give."""

    def half(p: str, q: str) -> list[tuple[str, Tree]]:
        pull = f"dot(x[k], x[{q}]) - dot(x[{p}], x[k])*{M}"
        drawn = pull.replace("[k]", "[r]")
        above = (
            f"{drawn} >= 0",
            have(
                [f"{M} <= {G('r', q)}"],
                leaf(f"1: {M} <= {G('r', q)}", f"1/2: {M} >= 0; sq norm(x[{p}] - x[r])", use=[NOW]),
            ),
        )
        product = f"beta*dot(x[{p}], x[r])"
        low = (
            f"exp(beta*{M}) <= exp({product})",
            have(
                [f"{M} <= {G(p, 'r')}"],
                rule("exp monotone", leaf(f"1: beta >= 0; {M} <= {G(p, 'r')}"), a=f"beta*{M}", b=product),
            ),
        )
        excess = f"(e(x, {p}, k) - exp(beta*{M}))*({pull})"
        near = f"dot(x[{p}], x[k]) - {M}"
        positive_pull = (
            f"sum(k: e(x, {p}, k)*({pull})) >= 0",
            rule(
                "positive sum",
                have([above], leaf(f"1: e(x, {p}, r) > 0; {above[0]}")),
                e=f"fn(k: e(x, {p}, k)*({pull}))",
                new={"x": "r"},
            ),
        )
        gap = f"sum(k: exp(beta) - e(x, {p}, k)) >= exp(beta) - e(x, {p}, {q})"
        top = rule("exp monotone", leaf(f"1/2: beta >= 0; sq norm(x[{p}] - x[r])", use=[NOW]), a=product, b="beta")
        mass = (
            gap,
            rule(
                "term of a positive sum",
                have([(f"exp({product}) <= exp(beta)", top)], leaf(f"1: exp({product}) <= exp(beta)")),
                e=f"fn(k: exp(beta) - e(x, {p}, k))",
                y=q,
                new={"x": "r"},
            ),
        )
        return [
            (
                f"sum(k: {excess}) >= 0",
                rule(
                    "positive sum",
                    have([above, low], leaf(f"1: {low[0]}; {above[0]}")),
                    e=f"fn(k: {excess})",
                    new={"x": "r"},
                ),
            ),
            (
                f"sum(k: {near}) >= dot(x[{p}], x[{p}]) - {M}",
                rule(
                    "term of a positive sum",
                    have([f"{M} <= {G(p, 'r')}"], leaf(f"1: {M} <= {G(p, 'r')}")),
                    e=f"fn(k: {near})",
                    y=p,
                    new={"x": "r"},
                ),
            ),
            *([positive_pull, mass] if flow == "sa" else []),
        ]

    (first, own, *one), (second, other, *two) = half("p", "q"), half("q", "p")
    use = [moves(flow), NOW, f"{G('p', 'q')} == {M}"]
    if flow == "usa":
        return have(
            [first, own, second, other],
            leaf(
                f"1: {first[0]}; 1/n > 0",
                f"1: {second[0]}; 1/n > 0",
                f"1: exp(beta*{M}) > 0; {M} <= 1; 1/n > 0; {own[0]}",
                f"1: exp(beta*{M}) > 0; {M} <= 1; 1/n > 0; {other[0]}",
                use=use,
            ),
        )
    share = []
    for p, q, excess, (pulled, mass) in (("p", "q", first, one), ("q", "p", second, two)):
        pull = f"sum(k: dot(x[k], x[{q}]) - dot(x[{p}], x[k])*{M})"
        full = f"sum(k: e(x, {p}, k)*(dot(x[k], x[{q}]) - dot(x[{p}], x[k])*{M}))"
        room = f"K - Z(x, {p}) >= 0"
        share += [
            excess,
            pulled,
            mass,
            (room, leaf(f"1: {mass[0]}", use=[f"{G('p', 'q')} == {M}"])),
            (
                f"{full}/Z(x, {p}) >= exp(beta*{M})*{pull}/K",
                leaf(
                    f"1: {pulled[0]}; {room}; 1/Z(x, {p}) > 0; 1/K > 0",
                    f"1: {excess[0]}; 1/K > 0",
                ),
            ),
        ]
    named = define(
        [f"K := (n - 1)*exp(beta) + exp(beta*{M})"],
        have(
            [
                ("n >= 1", size_at_least_one()),
                ("K > 0", leaf(f"1: n >= 1; exp(beta) > 0", f"1: exp(beta*{M}) > 0")),
                *share,
                own,
                other,
                (
                    f"{RATE['sa']} == 2*exp(beta*{M})*(1 - {M})*((n - 1)*{M} + 1)/K",
                    leaf(times=[]),
                ),
            ],
            leaf(
                f"1: {share[4][0]}",
                f"1: {share[9][0]}",
                f"1: exp(beta*{M}) > 0; 1/K > 0; {M} <= 1; {own[0]}",
                f"1: exp(beta*{M}) > 0; 1/K > 0; {M} <= 1; {other[0]}",
                f"eq 1: {RATE['sa']} == 2*exp(beta*{M})*(1 - {M})*((n - 1)*{M} + 1)/K",
                use=use,
            ),
        ),
    )
    return named


def size_at_least_one() -> Tree:
    """There is a token, so that their number is at least 1."""
    return rule(
        "some element",
        have(
            [("sum(j: 1) >= 1", rule("term of a positive sum", leaf(), e="fn(j: 1)", y="u", new={"x": "r"}))],
            leaf("1: sum(j: 1) >= 1"),
        ),
        new={"x": "u"},
        C="n >= 1",
    )


PAIRS = {"given": ["beta >= 0", f"at_start({M} >= 0)"]}


def shown(flow: str) -> str:
    """What PER-N1 says of one flow."""
    return f"solves({flow}, x) => {NONNEGATIVE} and almost_always(rate({M}) >= {RATE[flow]})"


def proof(flow: str) -> Tree:
    """First that it stays nonnegative, then the rate."""
    fall = f"4*{MASS[flow]}*{M}"
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    (f"almost_always({M} < 0 => rate({M}) >= {fall})", slope_of_least(flow, fall, negative(flow), M)),
                    (NONNEGATIVE, lemma("LEM-linear-bound", z=M, k=f"4*{MASS[flow]}")),
                    (f"almost_always(rate({M}) >= {RATE[flow]})", slope_of_least(flow, RATE[flow], positive(flow), "")),
                ],
                both(KNOWN, KNOWN),
            ),
        ),
    )


formal(
    "PER-N1",
    statement=model(WEIGHTS, SA, USA, MOTION, PAIRS, {"show": [shown("usa"), shown("sa")]}),
    proof=[proof("usa"), proof("sa")],
    instance=still(EAST, EAST, beta=LOG2),
    twin=Variant(
        "products that are negative at the start",
        {f"at_start({M} >= 0)": f"at_start({M} >= -1)"},
        still(EAST, WEST, beta=LOG2),
    ),
)
