"""Claims of every kind become derivations that the core accepts; what is forged does not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from attnverify.verify.core.files import Checker, Section, shows
from attnverify.verify.derivations.__main__ import main, proofs
from attnverify.verify.derivations.coverage import ACCEPTED, DECLINED, FAILED, Library
from attnverify.verify.derivations.stored import statement_of
from attnverify.verify.kernel.statements import read
from attnverify.verify.registry import load

ACCEPTED_CLAIMS = [
    "LEM-unit-length",  # a length
    "LEM-minus-angle",  # angles
    "LEM-later-term",  # sums over sizes, induction
    "LEM-small.common",  # choice over a range
    "LEM-softmax",  # divisions, at almost every time
    "LEM-barrier",  # monotone, levels, minima and maxima
    "LEM-least",  # the rate of a minimum
    "LEM-reached",  # cases that contradict each other
    "LEM-monotone-limit",  # a theorem that is cited, a defined word
    "LEM-causal.heights",  # vectors, a bound of an operator
    "LEM-row-before",  # sums over tokens before one
    "LEM-right-angle",  # a lemma that is cited
    "CON-A1",  # heads, measurable matrices
    "CON-T4.2.a",  # a flow
    "LEM-planes-last",  # nested sums in another order
    "LEM-monotone-limit.falling",  # what a lemma asks at almost every time
    "LEM-column-sum",  # sizes that are said to be others
    "POW-T3.det",  # divisors as they were written, groups
    "CON-R2.2.a",  # what is under a root as it was written
    "CON-R3.4.c",  # random letters, powers of sizes
    "LEM-farkas",  # how many elements there are, as a size
    "LEM-two-sides-push",  # what is positive in either of two cases, a sum in itself
    "POW-2.1.nobip.repaired",  # a divisor in a sum, of which a factor stands outside
    "POW-D4.1.eq.repaired",  # a rule that would lead back to itself
    "LEM-attention.derivative",  # nested sums under symmetric operators
    "POW-R1.count",  # a power as a size
    "POW-N11.subcritical.point",  # a box
    "LEM-isosceles.one",  # facts under conditions that contradict each other
]


@cache
def judged(id: str) -> Mapping[str, Any]:
    """Statement and proof of a claim."""
    return proofs([load()[id]])[id]


@pytest.mark.parametrize("id", ACCEPTED_CLAIMS)
def test_the_core_accepts(id: str) -> None:
    library = Library(judged)
    outcome = library.outcome(id)
    assert (outcome.answer, outcome.why) == (ACCEPTED, "")
    section = library.sections[id]
    sections = [library.sections[id] for id, o in library.outcomes.items() if o.answer == ACCEPTED]
    lemma = Checker(sections).result(section.id).lemma  # by itself, from the lines alone
    assert lemma is not None
    assert shows(lemma, statement_of(id, read(judged(id)["statement"])))


def leaf(*terms: Mapping[str, Any], **more: list[str]) -> dict[str, Any]:
    return {"leaf": "arithmetic", "terms": list(terms), **more}


def data(show: str, proof: Any, given: tuple[str, ...] = ("a <= b", "0 < b", "w == 2*u", "b*b == 4")) -> dict[str, Any]:
    letters = ["a, b: number; u, w: vector; f[token]: number; z: moving number; r[token]: random vector; m, e: size"]
    drawn = ["m + 1 == sum(i: 1)", "e + 1 == dim(E)", "independent(r)", "uniform_on_sphere(r)"] if "r[" in show else []
    statement = {"spaces": ["E"], "letters": letters, "given": [*given, *drawn], "show": [show]}
    return {"statement": statement, "proof": proof}


KNOWN = {"known": True}
DOUBLED = leaf({"c": "2", "facts": ["a <= b"]})
WENDEL = {"rule": "Wendel", "with": {"y": "r"}, "premises": [KNOWN] * 4}
DRAWN = "probability(exists n in vector: forall i: dot(n, r[i]) > 0) == sum(k in 0..e: binomial(m, k))/2^m"
BOX = {"intro": ["c", "h"], "then": {"boxes": ["c", None, None], "letters": {"c": ["0", "2"]}}}
# a claim that is accepted, and what is changed in it so that it no longer is
FORGED = [
    ("2*a <= 2*b", DOUBLED, "2*a < 2*b", DOUBLED),
    ("2*a <= 2*b", DOUBLED, "2*a <= 2*b", leaf({"c": "3", "facts": ["a <= b"]})),
    ("2*a <= 2*b", DOUBLED, "2*b <= 2*a", DOUBLED),
    ("a/b <= 1", leaf({"c": "1", "facts": ["a <= b"]}, times=["b"]), "b/a <= 1",
        leaf({"facts": ["a <= b"]}, times=["a"]),),
    ("dot(w, u) >= 0", leaf({"c": "2", "facts": ["dot(u, u) >= 0"]}, use=["w == 2*u"]), "dot(w, u) >= 1", KNOWN),
    ("b/b == 1", leaf(), "a/a == 1", leaf()),
    ("sum(k: f[k]^2) >= 0", {"rule": "positive sum", "with": {"e": "fn(k: f[k]^2)"}}, "sum(k: f[k]) >= 0",
        {"rule": "positive sum", "with": {"e": "fn(k: f[k])"}},),
    ("always(z - z == 0)", {"enter": "every", "then": leaf()}, "always(z >= start(z))",
        {"rule": "monotone", "with": {"z": "z"}, "premises": [KNOWN]},),
    ("exists c in number: c > a", {"witness": "a + 1", "then": leaf()}, "exists c in number: c > c",
        {"witness": "a", "then": leaf()},),
    ("log(5/2) > 9/10", {"boxes": None, "letters": {}}, "log(5/2) > 92/100", {"boxes": None, "letters": {}}),
    ("forall c in number: 0 <= c and c <= 2 => c*tanh(c) < 2", BOX,
        "forall c in number: 0 <= c and c <= 2 => c*tanh(c) < 19/10", BOX,),
    (DRAWN, WENDEL, DRAWN.replace("/2^m", "/2^e"), WENDEL),
    ("exists k in size: k + 1 == 2*sum(j: 1) + 1",
        {"witness": "sum(j: 1) + sum(j: 1)", "then": leaf()}, "exists k in size: k + 1 == sum(j: 1)",
        {"witness": "sum(j: 1)", "then": leaf()},),
]  # fmt: skip


@pytest.mark.parametrize(("show", "proof", "other", "forged"), FORGED)
def test_a_forged_tree_is_not_accepted(show: str, proof: Any, other: str, forged: Any) -> None:
    claims = {"true": data(show, proof), "forged": data(other, forged)}
    library = Library(claims.__getitem__)
    assert library.outcome("true").answer == ACCEPTED
    assert library.outcome("forged").answer == FAILED
    assert "forged" not in library.sections


def test_a_derivation_shows_its_own_statement_only() -> None:
    claims = {"a": data("2*a <= 2*b", DOUBLED)}
    library = Library(claims.__getitem__)
    assert library.outcome("a").answer == ACCEPTED
    lemma = library.checker.result(library.sections["a"].id).lemma
    assert lemma is not None
    for changed in (data("2*a <= 3*b", None), data("2*a <= 2*b", None, ("0 < b",))):
        assert not shows(lemma, statement_of("a", read(changed["statement"])))


def test_damaged_lines_are_not_accepted() -> None:
    library = Library({"a": data("2*a <= 2*b", DOUBLED)}.__getitem__)
    assert library.outcome("a").answer == ACCEPTED
    section = library.sections["a"]
    (place,) = [k for k, line in enumerate(section.lines) if b'[["2",' in line]
    lines = list(section.lines)
    lines[place] = lines[place].replace(b'[["2",', b'[["3",')
    damaged = Section(section.kind, section.name, section.where, tuple(lines))
    assert Checker([damaged]).result(damaged.id).answer == "reject"


def test_a_claim_rests_on_claims_that_the_core_accepts() -> None:
    cites = {"lemma": "false", "with": {}, "premises": []}
    claims = {"false": data("a > b", KNOWN), "cites": data("a > b", cites)}
    library = Library(claims.__getitem__)
    assert library.outcome("false").answer == FAILED
    assert library.outcome("cites").answer == DECLINED


def test_the_same_claim_gives_the_same_lines() -> None:
    made = []
    for _ in range(2):
        library = Library(judged)
        assert library.outcome("LEM-softmax").answer == ACCEPTED
        made.append(library.sections["LEM-softmax"].lines)
    assert made[0] == made[1]
    assert json.loads(made[0][0]) == ["derivation", 2, "LEM-softmax"]


def test_the_command_says_what_became_of_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["LEM-unit-length"]) == 0
    assert capsys.readouterr().out.startswith("LEM-unit-length: accepted ")
    assert main(["LEM-no-such-claim"]) == 2
    assert capsys.readouterr().err == "no claim LEM-no-such-claim\n"
    assert main(["--help"]) == 0
    assert "--write" in capsys.readouterr().out
