"""What a proof can do without goes; what is left is needed, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.claims import Library
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, have, intro, leaf, rule, take, unfold
from verify.tactics.pruning import pruned
from verify.tactics.sparing import without


def no_lemma(id: str) -> Any:
    raise Rejected(f"no lemma {id}")


def facts(tree: Any) -> list[str]:
    """The facts of a proof, outermost first."""
    if isinstance(tree, dict):
        own = [tree["have"]] if "have" in tree else []
        return own + [text for part in tree.values() for text in facts(part)]
    return [text for part in tree for text in facts(part)] if isinstance(tree, list) else []


def plain(tree: Any) -> Any:
    """The same data with no two nodes one object."""
    if isinstance(tree, dict):
        return {name: plain(part) for name, part in tree.items()}
    return [plain(part) for part in tree] if isinstance(tree, list) else tree


CASES: dict[str, tuple[dict[str, Any], Any, list[str]]] = {
    "what nobody needs": ({"letters": ["a, b: number"], "given": ["a > 0", "b > 0"], "show": ["a*b > 0"]},
        have(["a + b > 0", "a + 1 > 0", "b + 1 > 0"], KNOWN), []),
    "a sign that the normal form needs": ({"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"],
        "show": ["1/(a*b - 1/2) > 0"]}, have(["a + b > 0",
        ("a*b - 1/2 > 0", leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:")), "a + 1 > 0"], KNOWN),
        ["a*b - 1/2 > 0"]),
    "a fact for the proof of a needed one": ({"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"],
        "show": ["1/(a*b - a - b + 2) > 0"]}, have([("a*b - a - b + 1 >= 0", leaf("1: a >= 1; b >= 1")),
        ("a*b - a - b + 2 > 0", leaf("1: a*b - a - b + 1 >= 0", "1:"))], KNOWN),
        ["a*b - a - b + 1 >= 0", "a*b - a - b + 2 > 0"]),
    "a condition of an instance": ({"letters": ["f: number -> number; a, b: number"],
        "given": ["forall s in number: s >= 0 => f(s) == s and f(s) >= 0", "a >= 1", "b >= 1"],
        "show": ["f(a*b - 1/2) == a*b - 1/2"]}, have(["a + b > 0",
        ("a*b - 1/2 >= 0", leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:"))],
        take("forall s in number: s >= 0 => f(s) == s and f(s) >= 0", ["a*b - 1/2"], KNOWN)), ["a*b - 1/2 >= 0"]),
    "one of two that say the same": ({"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"],
        "show": ["1/(a*b - 1/2) > 0"]}, have([("a*b - 1/2 > 0",
        leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:")),
        ("2*a*b - 1 > 0", leaf("2: a >= 1; b >= 1", "2: a >= 1", "2: b >= 1", "1:"))], KNOWN), ["a*b - 1/2 > 0"]),
    "a fact of all times that a moment needs": ({"letters": ["z: moving number"],
        "given": ["always(z >= 0)", "almost_always(rate(z) >= z)"], "show": ["always(z >= start(z))"]},
        have([("always(z + 1 > 0)", enter("every", KNOWN)),
        ("almost_always(rate(z) >= 0)", enter("ae", leaf("1: rate(z) >= z", "1: z >= 0")))], rule("monotone", KNOWN)),
        ["almost_always(rate(z) >= 0)"]),
    "facts behind letters": ({"letters": ["e[token]: number"], "given": ["forall i: e[i] >= 1"],
        "show": ["forall i: 1/(e[i]^2 - 1/2) > 0"]}, have(["sum(j: e[j]) > 0"],
        intro("q", have([("e[q]^2 - 1/2 > 0", leaf("1: e[q] >= 1; e[q] >= 1", "2: e[q] >= 1", "1/2:")), "e[q] > 0"],
        KNOWN))), ["e[q]^2 - 1/2 > 0"]),
}  # fmt: skip


@pytest.mark.parametrize("says", CASES)
def test_what_is_left_is_needed(says: str) -> None:
    statement, proof, left = CASES[says]
    made = pruned(read(statement), plain(proof), no_lemma)
    assert facts(made) == left
    accepted(statement, made)
    for node in nodes(made):
        with pytest.raises(Rejected):
            accepted(statement, without(made, {id(node): node}))


def accepted(statement: dict[str, Any], proof: Any) -> None:
    Library(lambda _: {"statement": statement, "proof": proof}).proof("claim")


def nodes(tree: Any) -> list[Any]:
    if isinstance(tree, dict):
        return ([tree] if "have" in tree else []) + [node for part in tree.values() for node in nodes(part)]
    return [node for part in tree for node in nodes(part)] if isinstance(tree, list) else []


def test_a_proof_that_is_wrong_is_refused() -> None:
    statement = {"letters": ["a: number"], "show": ["a > 0"]}
    with pytest.raises(Rejected, match="not known here"):
        pruned(read(statement), plain(have(["1 > 0"], KNOWN)), no_lemma)


def steps(tree: Any) -> list[str]:
    """The instances, the definitions and the goals in other words of a proof, outermost first."""
    if isinstance(tree, dict):
        own = [tree[kind] for kind in ("take", "unfold", "restate") if kind in tree]
        return own + [text for part in tree.values() for text in steps(part)]
    return [text for part in tree for text in steps(part)] if isinstance(tree, list) else []


ALL = "forall s in number: f(s) >= s"
TENDS = "forall z in number: z > 0 => (exists T in number: always(time >= T => abs(y - 0) < z))"
STEPS: dict[str, tuple[dict[str, Any], Any, list[str]]] = {
    "an instance that nothing needs": ({"letters": ["f: number -> number; a: number"], "given": [ALL, "a > 0"],
        "show": ["a^2 > 0"]}, take(ALL, ["2*a"], leaf("1: a > 0; a > 0")), []),
    "an instance that arithmetic needs without its name": ({"letters": ["f: number -> number; a: number"],
        "given": [ALL, "a >= 1"], "show": ["a/f(a) == a*(1/f(a))"]},
        take(ALL, ["a"], have([("f(a) > 0", leaf("1: f(a) >= a", "1: a >= 1", "1:"))], leaf())), []),
    "a definition that nothing needs": ({"letters": ["y: moving number"], "given": ["tends(y, 0)", "always(y >= 1)"],
        "show": ["always(y > 0)"]}, unfold("tends(y, 0)", enter("every", leaf("1: y >= 1", "1:"))), []),
    "a goal in other words that nothing needs": ({"letters": ["a, b: number"], "given": ["a > 0", "b > 0"],
        "show": ["a*b + a > 0"]}, {"restate": "a*(b + 1) > 0", "then": leaf("1: a > 0; b > 0", "1: a > 0")}, []),
    "a goal in other words that is given": ({"letters": ["S(number): formula; a, b: number"], "given": ["S(a + a)"],
        "show": ["S(2*a) or b > 0"]}, {"left": {"restate": "S(a + a)", "then": KNOWN}}, []),
    "a definition whose formula is named": ({"letters": ["y: moving number"], "given": ["tends(y, 0)"],
        "show": ["exists T in number: always(time >= T => abs(y - 0) < 1)"]},
        unfold("tends(y, 0)", take(TENDS, ["1"], KNOWN)), ["tends(y, 0)"]),
}  # fmt: skip


@pytest.mark.parametrize("says", STEPS)
def test_steps_that_give_what_nothing_needs_go(says: str) -> None:
    statement, proof, left = STEPS[says]
    accepted(statement, plain(proof))
    made = pruned(read(statement), plain(proof), no_lemma)
    assert steps(made) == left
    accepted(statement, made)


def test_a_factor_that_says_that_1_is_positive_goes() -> None:
    statement = {"letters": ["a, b, c: number"], "given": ["a >= 2", "b >= 3"], "show": ["a + b >= 5"]}
    made = pruned(read(statement), plain(leaf("1: a >= 2; c <= c + 1", "1: b >= 3")), no_lemma)
    assert [term["facts"] for term in made["terms"]] == [["a >= 2"], ["b >= 3"]]


def test_an_equation_that_only_another_one_made_needed_goes() -> None:
    given = ["a == b", "a*c == d", "b*c == d"]
    statement = {"letters": ["a, b, c, d: number"], "given": given, "show": ["a*c + b*c == 2*d"]}
    made = pruned(read(statement), plain(leaf(use=["b*c == d", "a*c == d", "a == b"])), no_lemma)
    for k in range(len(made["use"])):
        with pytest.raises(Rejected):
            accepted(statement, {**made, "use": [*made["use"][:k], *made["use"][k + 1 :]]})
