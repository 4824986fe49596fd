"""What "Consensus is all you get" (ICML 2025) says of looped models, decided for one model: CON-G5.2.*, CON-P.h."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...lazy import lazy
from .decisions import ModelDecision, decided, undecided

if TYPE_CHECKING:
    from attnverify.stability.transformers.model import TransformerModel
    from attnverify.stability.transformers.runs import Loop

np = lazy("numpy")

# "E tends to 0": it falls below REACHED. It has settled above where its least value in the second half of the passes
# is that of the first half, but for a share of SETTLED, which is rounding; fewer passes than ENOUGH do not show that.
REACHED, SETTLED, ENOUGH = 1e-3, 1e-5, 10
# Speeds are compared by the passes that E needs to fall below this.
SPEED = 1e-2
VARIANTS = [(weights, feed_forward) for weights in ("file", "random", "redrawn") for feed_forward in (True, False)]


def loop_decisions(model: TransformerModel, loops: list[Loop]) -> list[ModelDecision]:
    """The decisions. loops : the six of VARIANTS, in this order, on the same prompts."""
    by = {(loop.weights, loop.feed_forward): loop for loop in loops}
    own, own_bare = by["file", True], by["file", False]
    random = [by["random", True], by["random", False]]
    redrawn = [by["redrawn", True], by["redrawn", False]]
    null, null_bare = _said(random[:1]), _said(random[1:])
    return [
        periodic(model),
        consensus("CON-G5.2.c", [own_bare], null_bare),
        together("CON-G5.2.d", [consensus("", [own], ""), feed_forward_effect(model, own, own_bare)], null),
        consensus("CON-G5.2.e", random, "is about random weights itself"),
        consensus("CON-G5.2.f", redrawn, "is about random weights itself"),
        together("CON-G5.2.g", [slower(*random), slower(*redrawn)], "is about random weights itself"),
        consensus("CON-G5.2.h", loops, "four of the six are random"),
        theory_covers(model),
        together("CON-G5.2.j", [fastest(by, True), fastest(by, False)], "the random ones are what is compared with"),
        consensus("CON-P.h", [own], null),
    ]


def consensus(id: str, loops: list[Loop], null: str) -> ModelDecision:
    """Whether E of all these loops falls below REACHED; OPEN while one is still falling."""
    ends = [float(loop.trace.min()) for loop in loops]
    if max(ends) < REACHED:
        return decided(id, REACHED - max(ends), _said(loops), null)
    falling = [loop for loop in loops if float(loop.trace.min()) >= REACHED and not _settled(loop)]
    if falling:
        why = "E still falls" if all(loop.passes >= ENOUGH for loop in falling) else "these are too few"
        return undecided(id, f"{_said(loops)}; {why}, more passes would decide", null)
    said = f"{_said(loops)}; E has not fallen in the second half of the passes"
    return decided(id, REACHED - max(ends), said, null)


def feed_forward_effect(model: TransformerModel, full: Loop, bare: Loop) -> ModelDecision:
    """The feed-forward part speeds GPT-2 up and slows GPT-Neo down."""
    family = model.configuration.family
    if family not in ("gpt2", "gpt_neo"):
        return undecided("", "the effect of the feed-forward part is said of GPT-2 and GPT-Neo")
    passes = full.first_below(SPEED), bare.first_below(SPEED)
    if passes[0] is None or passes[1] is None:
        return undecided("", f"E < {SPEED:g} is not reached by both; more passes would decide")
    gain = passes[1] - passes[0] if family == "gpt2" else passes[0] - passes[1]
    return decided("", gain, f"E < {SPEED:g} after {passes[0]:.2f} passes with feed-forward, {passes[1]:.2f} without")


def slower(full: Loop, bare: Loop) -> ModelDecision:
    """E needs more passes with the feed-forward part than without."""
    passes = full.first_below(SPEED), bare.first_below(SPEED)
    text = f"{full.weights}: E < {SPEED:g} {_passes(passes[0])}, without feed-forward {_passes(passes[1])}"
    if passes[1] is None:
        return undecided("", f"{text}; more passes would decide")
    reached = full.passes if passes[0] is None else passes[0]
    if abs(reached - passes[1]) * full.depth < 1.5:
        return undecided("", f"{text}: no more than one block of difference")
    return decided("", reached - passes[1], text)


def fastest(by: dict[tuple[str, bool], Loop], feed_forward: bool) -> ModelDecision:
    """The weights of the file need the fewest passes."""
    passes = {weights: by[weights, feed_forward].first_below(SPEED) for weights in ("file", "random", "redrawn")}
    text = "with" if feed_forward else "without"
    text = f"{text} feed-forward E < {SPEED:g} " + ", ".join(f"{_passes(p)} ({w})" for w, p in passes.items())
    own = passes["file"]
    others = [p for weights, p in passes.items() if weights != "file" and p is not None]
    if own is None:
        if not others:
            return undecided("", f"{text}; more passes would decide")
        return decided("", min(others) - by["file", feed_forward].passes, text)
    longest = max(by[weights, feed_forward].passes for weights in ("random", "redrawn"))
    return decided("", min([*others, longest]) - own, text)


def periodic(model: TransformerModel) -> ModelDecision:
    """CON-G5.2.b: the periods 48 and 32 of GPT-2 XL and GPT-Neo 2.7B."""
    found = model.configuration
    wanted = {("gpt2", 1600): 48, ("gpt_neo", 2560): 32}.get((found.family, found.d))
    if wanted is None:
        return undecided(
            "CON-G5.2.b", f"is about GPT-2 XL and GPT-Neo 2.7B; looped, this model has period {model.depth}"
        )
    return decided("CON-G5.2.b", 1.0 if model.depth == wanted else -1.0, f"period {model.depth}, printed {wanted}", "")


def theory_covers(model: TransformerModel) -> ModelDecision:
    """CON-G5.2.i: the theorems need value matrices U = I in every head; V_h has rank at most d / H."""
    from attnverify.stability.tables import counted

    found = model.configuration
    missing = found.d - found.d // found.heads
    text = f"U_h = I in {counted(found.heads, 'head')} needs rank {found.d}; V_h has at most {found.d // found.heads}"
    if missing:
        return decided("CON-G5.2.i", -float(missing), text, "the same for all weights of these sizes")
    return undecided("CON-G5.2.i", f"{text}; with one head the ranks do not decide")


def together(id: str, parts: list[ModelDecision], null: str) -> ModelDecision:
    """REFUTED if one part is, else OPEN if one part is, else TESTED; the margin is the least."""
    margins = [part.margin for part in parts if part.margin is not None]
    text = "; ".join(part.measured for part in parts)
    if margins and min(margins) <= 0:
        return decided(id, min(margins), text, null)
    if len(margins) < len(parts):
        return undecided(id, text, null)
    return decided(id, min(margins), text, null)


def _settled(loop: Loop) -> bool:
    first, second = np.array_split(loop.trace, 2)
    return loop.passes >= ENOUGH and bool(second.min() >= (1 - SETTLED) * first.min())


def _said(loops: list[Loop]) -> str:
    return ", ".join(
        f"E = {loop.trace[-1]:.2g} after {loop.passes:.3g} passes"
        f" ({loop.weights}{'' if loop.feed_forward else ', no feed-forward'})"
        for loop in loops
    )


def _passes(passes: float | None) -> str:
    return "never" if passes is None else f"after {passes:.2f} passes"
