"""Remark 2.2: relabelled solutions are solutions."""

from __future__ import annotations

from proofs_checks.lemmas.permutations import PERMUTES
from proofs_checks.perspective import PAPER
from proofs_checks.perspective.proofs.heads_model import HEADS
from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, WEST, still
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, define, enter, have, intro, leaf, lemma, obtain, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
MOVED = "forall i, j: c[i, j] == 1 => y[i] == x[j]"
_FOUND = "exists j: c[p, j] == 1"
_PLACE = "y[p] == x[t]"
_AT = ["y[p] == x[t]", "y[q] == x[r]"]


WEIGHT = ("exp(beta*dot(y[p], y[j]))", "exp(beta*dot(x[t], x[j]))")


def summed(first: str, second: str) -> tuple[str, Tree]:
    """A sum over the relabelled tokens is that over the tokens."""
    same = enter("ae", intro(["q", "r", ""], have(_AT, leaf(use=_AT))))
    found = lemma("LEM-permuted-sum", *[KNOWN] * 3, same, e=f"fn(j: {second})", f=f"fn(j: {first})")
    return f"almost_always(sum(j: {first}) == sum(j: {second}))", found


def now(fact: tuple[str, Tree]) -> str:
    """What holds at almost every time."""
    return fact[0][len("almost_always(") : -1]


def moves(flow: str, pulls: tuple[str, str], known: list[tuple[str, Tree]], same: dict[str, Tree]) -> Tree:
    """One token at its place: its speed, and that what pulls it has the same products with `z`.

    pulls : what pulls the token, and what pulls the token at its place. known : sums over tokens.
    same : by `z` why the products agree.
    """
    gap = f"({flow}(y, p) - {flow}(x, t))"
    speed = ("rate(y[p]) == rate(x[t])", rule("differentiate vectors", enter("every", KNOWN), a="y[p]", b="x[t]"))
    pulled = {z: f"dot({z}, {pulls[0]}) == dot({z}, {pulls[1]})" for z in same}
    rates = [speed[0], f"forall i: rate(x[i]) == {flow}(x, i)", _PLACE]
    equal = rule(
        "equal vectors",
        leaf(f"eq 1: {pulled[gap]}", f"eq -dot({gap}, x[t]): {pulled['x[t]']}", use=rates),
        u="rate(y[p])",
        w=f"{flow}(y, p)",
    )
    facts: Steps = [speed, _PLACE, *((pulled[z], proof) for z, proof in same.items())]
    return have(known, enter("ae", have(facts, equal)))


def one_head(flow: str) -> Tree:
    """SA and USA: the partition function and the force."""
    mass = summed(*WEIGHT)
    over = ("Z(y, p)", "Z(x, t)") if flow == "sa" else ("n", "n")
    pulls = tuple(f"sum(j: {w}*{v}[j])/{z}" for w, v, z in zip(WEIGHT, "yx", over, strict=True))
    forces = {
        z: summed(f"{WEIGHT[0]}*dot({z}, y[j])", f"{WEIGHT[1]}*dot({z}, x[j])")
        for z in (f"({flow}(y, p) - {flow}(x, t))", "x[t]")
    }
    same = {z: leaf(f"eq 1/{over[1]}: {now(force)}", use=[now(mass)]) for z, force in forces.items()}
    return moves(flow, (pulls[0], pulls[1]), [mass, *forces.values()], same)


def several_heads() -> Tree:
    """(2.7), and (2.3) for one head: the same, head by head."""
    weights = ("a(y, h, p, j)", "a(x, h, t, j)")
    pulled = "sum(h in heads: pulled({0}, h, {1}))".format
    mass = f"forall h in heads: {summed(*weights)[0]}"
    known, same = [(mass, intro("h", summed(*weights)[1]))], {}
    for z in ("(all(y, p) - all(x, t))", "x[t]"):
        force, why = summed(f"{weights[0]}*dot({z}, V[h](y[j]))", f"{weights[1]}*dot({z}, V[h](x[j]))")
        known.append((f"forall h in heads: {force}", intro("h", why)))
        one = [now((text, None)).replace("[h]", "[g]").replace(", h,", ", g,") for text in (summed(*weights)[0], force)]
        total = "sum(k: a(x, g, t, k))"
        each = define([f"total := {total}"], have(one, leaf(f"eq 1/total: {one[1]}", use=[one[0]])))
        parts = [f"fn(h in heads: dot({z}, pulled({family}, h, {at})))" for family, at in (("y", "p"), ("x", "t"))]
        equal = f"sum(h in heads: dot({z}, pulled(y, h, p))) == sum(h in heads: dot({z}, pulled(x, h, t)))"
        summed_up = rule("equal sums, heads", each, e=parts[0], f=parts[1], new={"x": "g"})
        same[z] = have([(equal, summed_up)], leaf(f"eq 1: {equal}"))
    return moves("all", (pulled("y", "p"), pulled("x", "t")), known, same)


def relabelled(flow: str, each_token: Tree) -> Tree:
    """The relabelled family solves the flow."""
    places = "forall i: exists j: c[i, j] == 1"
    each = f"forall i: almost_always(rate(y[i]) == {flow}(y, i))"
    on = enter("every", intro("p", have([_FOUND], obtain(_FOUND, "t", have([_PLACE], leaf(use=[_PLACE, NOW]))))))
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    (places, lemma("LEM-permuted-place")),
                    (each, intro("p", have([_FOUND], obtain(_FOUND, "t", each_token)))),
                ],
                unfold("goal", both(on, enter("ae", intro("p", KNOWN)))),
            ),
        ),
    )


CYCLE = {
    "c": [[0, 1], [1, 0]],
    "beta": LOG2,
    "Q": [[[1, 2], [0, 1]]],
    "K": [[[1, 0], [1, -1]]],
    "V": [[[1, 0], [0, 1]]],
}
TURNED = {**still(EAST, WEST, y=[WEST, EAST], **CYCLE), "heads": 1}
LONGER = {**still(EAST, WEST, y=[[-2, 0], [2, 0]], **CYCLE), "heads": 1}

FLOWS = ("sa", "usa", "all")

formal(
    "PER-R2.2.solutions",
    title="Relabelled solutions are solutions",
    source=Source(PAPER, "Remark 2.2"),
    kind="invariance",
    sentence=(
        r"If $(x_i)$ solves (2.3), SA, USA or (2.7), so does $(x_{\pi(i)})$ for every permutation $\pi$ of the tokens;"
        r" $Q$, $K$, $V$ are any measurable functions of time."
    ),
    statement=model(
        WEIGHTS,
        SA,
        USA,
        HEADS,
        MOTION,
        PERMUTES,
        {
            "letters": ["y[token]: moving vector"],
            "given": [f"always({MOVED})"],
            "show": [f"solves({flow}, x) => solves({flow}, y)" for flow in FLOWS],
        },
    ),
    proof=[*(relabelled(flow, one_head(flow)) for flow in ("sa", "usa")), relabelled("all", several_heads())],
    instance=TURNED,
    twin=Variant(
        "a family that is not relabelled", {"c[i, j] == 1 => y[i] == x[j]": "c[i, j] == 1 => y[i] == 2*x[j]"}, LONGER
    ),
)
