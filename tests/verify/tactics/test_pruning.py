"""What a proof can do without goes; what is left is needed, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.claims import Library
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, have, intro, leaf, rule, take
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
    "what nobody needs": (
        {"letters": ["a, b: number"], "given": ["a > 0", "b > 0"], "show": ["a*b > 0"]},
        have(["a + b > 0", "a + 1 > 0", "b + 1 > 0"], KNOWN),
        [],
    ),
    "a sign that the normal form needs": (
        {"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"], "show": ["1/(a*b - 1/2) > 0"]},
        have(
            ["a + b > 0", ("a*b - 1/2 > 0", leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:")), "a + 1 > 0"],
            KNOWN,
        ),
        ["a*b - 1/2 > 0"],
    ),
    "a fact for the proof of a needed one": (
        {"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"], "show": ["1/(a*b - a - b + 2) > 0"]},
        have(
            [
                ("a*b - a - b + 1 >= 0", leaf("1: a >= 1; b >= 1")),
                ("a*b - a - b + 2 > 0", leaf("1: a*b - a - b + 1 >= 0", "1:")),
            ],
            KNOWN,
        ),
        ["a*b - a - b + 1 >= 0", "a*b - a - b + 2 > 0"],
    ),
    "a condition of an instance": (
        {
            "letters": ["f: number -> number; a, b: number"],
            "given": ["forall s in number: s >= 0 => f(s) == s and f(s) >= 0", "a >= 1", "b >= 1"],
            "show": ["f(a*b - 1/2) == a*b - 1/2"],
        },
        have(
            ["a + b > 0", ("a*b - 1/2 >= 0", leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:"))],
            take("forall s in number: s >= 0 => f(s) == s and f(s) >= 0", ["a*b - 1/2"], KNOWN),
        ),
        ["a*b - 1/2 >= 0"],
    ),
    "one of two that say the same": (
        {"letters": ["a, b: number"], "given": ["a >= 1", "b >= 1"], "show": ["1/(a*b - 1/2) > 0"]},
        have(
            [
                ("a*b - 1/2 > 0", leaf("1: a >= 1; b >= 1", "1: a >= 1", "1: b >= 1", "1/2:")),
                ("2*a*b - 1 > 0", leaf("2: a >= 1; b >= 1", "2: a >= 1", "2: b >= 1", "1:")),
            ],
            KNOWN,
        ),
        ["a*b - 1/2 > 0"],
    ),
    "a fact of all times that a moment needs": (
        {
            "letters": ["z: moving number"],
            "given": ["always(z >= 0)", "almost_always(rate(z) >= z)"],
            "show": ["always(z >= start(z))"],
        },
        have(
            [
                ("always(z + 1 > 0)", enter("every", KNOWN)),
                ("almost_always(rate(z) >= 0)", enter("ae", leaf("1: rate(z) >= z", "1: z >= 0"))),
            ],
            rule("monotone", KNOWN),
        ),
        ["almost_always(rate(z) >= 0)"],
    ),
    "facts behind letters": (
        {"letters": ["e[token]: number"], "given": ["forall i: e[i] >= 1"], "show": ["forall i: 1/(e[i]^2 - 1/2) > 0"]},
        have(
            ["sum(j: e[j]) > 0"],
            intro(
                "q",
                have(
                    [("e[q]^2 - 1/2 > 0", leaf("1: e[q] >= 1; e[q] >= 1", "2: e[q] >= 1", "1/2:")), "e[q] > 0"], KNOWN
                ),
            ),
        ),
        ["e[q]^2 - 1/2 > 0"],
    ),
}


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
