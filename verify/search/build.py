"""Short ways to write proof trees, which are plain data, and facts about sums with their proofs."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..kernel.terms import Letter, Term, binder, make, number, over, range_sort, substituted

Tree = Any
Steps = list[tuple[str, Tree] | str]
KNOWN: Tree = {"known": True}


def leaf(*terms: str, use: Sequence[str] = (), norms: Sequence[str] = (), times: Sequence[str] = ()) -> Tree:
    """An arithmetic step written out: "1/2: fact; fact; sq number" for products, "eq by: equation" for equations."""
    parts = {"terms": [_term(t) for t in terms], "use": list(use), "norms": list(norms), "times": list(times)}
    return {"leaf": "arithmetic", **{name: part for name, part in parts.items() if part}}


def _term(text: str) -> dict[str, Any]:
    head, _, rest = text.partition(":")
    if head.startswith("eq"):
        return {"eq": rest.strip(), "by": head[2:].strip() or "1"}
    parts = [part.strip() for part in rest.split(";") if part.strip()]
    made: dict[str, Any] = {"c": head.strip(), "facts": [p for p in parts if not p.startswith("sq ")]}
    squares = [p[3:] for p in parts if p.startswith("sq ")]
    return {**made, "squares": squares} if squares else made


def intro(names: str | Sequence[str], then: Tree) -> Tree:
    """Take letters (and, by empty names, assumptions) from the front of the goal."""
    return {"intro": names.split(",") if isinstance(names, str) else list(names), "then": then}


def for_every(letters: Sequence[Letter], claim: Term, proof: Tree) -> tuple[Term, Tree]:
    """A claim about letters, for all of them, with its proof."""
    for x in reversed(letters):
        claim = binder("forall", over(x.sort), x, claim)
    return claim, intro([x.name for x in letters], proof) if letters else proof


def ranged(name: str, x: Letter) -> str:
    """What a rule about tokens is called for letters like x."""
    return name if x.sort[1] == "token" else f"{name}, heads"


def both(*proofs: Tree) -> Tree:
    """A proof for each part of a conjunction."""
    return {"both": list(proofs)}


def groups(*proofs: Tree) -> Tree:
    """Something of all tokens, group by group."""
    return {"groups": list(proofs)}


def enter(moment: str, then: Tree) -> Tree:
    """Go to a moment: every, ae, start, timeless."""
    return {"enter": moment, "then": then}


def have(steps: Sequence[tuple[str, Tree] | str], then: Tree) -> Tree:
    """Intermediate facts in order, each with its proof, or by what is known."""
    for step in reversed(steps):
        fact, proof = (step, KNOWN) if isinstance(step, str) else step
        then = {"have": fact, "by": proof, "then": then}
    return then


def define(definitions: Sequence[str], then: Tree) -> Tree:
    """Abbreviations for what follows."""
    return {"define": list(definitions), "then": then}


def witness(value: str, then: Tree) -> Tree:
    """A value for what is to exist."""
    return {"witness": value, "then": then}


def obtain(fact: str, names: str | Sequence[str], then: Tree) -> Tree:
    """A letter for what is known to exist."""
    return {"obtain": fact, "as": names.split(",") if isinstance(names, str) else list(names), "then": then}


def take(fact: str, values: Sequence[str], then: Tree) -> Tree:
    """A known general fact at values."""
    return {"take": fact, "values": list(values), "then": then}


def unfold(what: str, then: Tree) -> Tree:
    """A defined predicate replaced by its formula: the goal ("goal") or a known fact."""
    return {"unfold": what, "then": then}


def restate(goal: str, then: Tree) -> Tree:
    """The goal in other words, equal by the normal form."""
    return {"restate": goal, "then": then}


def cases(value: str, nonneg: Tree, neg: Tree) -> Tree:
    """Two cases: value >= 0, value < 0."""
    return {"cases": value, "nonneg": nonneg, "neg": neg}


def split(fact: str, first: Tree, second: Tree) -> Tree:
    """The two cases of a known alternative."""
    return {"split": fact, "first": first, "second": second}


def absurd(proof: Tree) -> Tree:
    """From a contradiction."""
    return {"absurd": proof}


def rule(
    name: str,
    *premises: Tree,
    new: Mapping[str, str] | None = None,
    spaces: Mapping[str, str] | None = None,
    **letters: str,
) -> Tree:
    """A rule of the catalogue; a letter that is not given stands for itself. Missing premises are known facts."""
    return _used("rule", name, premises, new, spaces, letters)


def lemma(id: str, *premises: Tree, spaces: Mapping[str, str] | None = None, **letters: str) -> Tree:
    """A proved claim, used as a rule."""
    return _used("lemma", id, premises, None, spaces, letters)


def _used(
    kind: str,
    name: str,
    premises: Sequence[Tree],
    new: Mapping[str, str] | None,
    spaces: Mapping[str, str] | None,
    letters: Mapping[str, str],
) -> Tree:
    made: dict[str, Any] = {kind: name}
    if letters:
        made["with"] = dict(letters)
    if new:
        made["new"] = dict(new)
    if spaces:
        made["spaces"] = dict(spaces)
    if premises:
        made["premises"] = list(premises)
    return made


ZERO = number(0)


def norm_of_sum(x: Letter, e: Term, v: Term, sign: Any, text: Any, scope: Term | None = None) -> tuple[Term, Any]:
    """The fact that norm(sum e v) is at most sum(e norm(v)), and its proof from one of e >= 0."""
    scope = scope or over(x.sort)
    total, bound = (binder("sum", scope, x, make("mul", e, u)) for u in (v, make("norm", v)))
    families = (text(binder("fn", scope, x, part)) for part in (e, v))
    name = ranged("norm of a weighted sum", x)
    step = rule(name, sign, **dict(zip("eu", families, strict=True)), new={"x": x.name})
    return make("<=", make("norm", total), bound), step


def equal_sums(x: Letter, body: Term, proof: Any, text: Any, scope: Term | None = None) -> tuple[str, Any]:
    """The fact that 0 is the sum of `body` over x, of a scope or all, and its proof from one of body == 0."""
    scope = scope or over(x.sort)
    nothing, own = (text(binder("fn", over(x.sort), x, b)) for b in (ZERO, body))
    fact = make("==", ZERO, binder("sum", scope, x, body))
    return text(fact), _over("equal sums", scope, text, proof, e=nothing, f=own, new={"x": x.name})


def sum_rule(x: Letter, body: Term, proof: Any, text: Any, scope: Term | None = None) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x, of a scope or all, is not negative, and its proof from body >= 0."""
    scope = scope or over(x.sort)
    fact = make("<=", ZERO, binder("sum", scope, x, body))
    said = text(binder("fn", over(x.sort), x, body))
    return fact, _over("positive sum", scope, text, proof, e=said, new={"x": x.name})


def _over(name: str, scope: Term, text: Any, proof: Any, **letters: Any) -> Any:
    """A rule for the range that a sum is over."""
    if scope.op in ("before", "upto"):
        return rule(f"{name}, {scope.op}", proof, i=text(scope.args[0]), **letters)
    sort = range_sort(scope)
    return rule(name if sort[1] == "token" and not sort[2] else f"{name}, heads", proof, **letters)


def member_rule(x: Letter, body: Term, proof: Any, t: Letter, text: Any) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x is at least its member at t, and its proof from one of body >= 0."""
    scope = over(x.sort)
    fact = make("<=", substituted(body, {x: t}), binder("sum", scope, x, body))
    family = text(binder("fn", scope, x, body))
    return fact, rule(ranged("term of a positive sum", x), proof, e=family, y=t.name, new={"x": x.name})
