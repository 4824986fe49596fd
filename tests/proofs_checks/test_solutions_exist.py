"""Every claim about solutions of a flow: they exist, or what is missing is pinned here, so that none joins unseen."""

from functools import cache

import pytest

from attnverify.verify.referee import existence
from attnverify.verify.referee.existence import Solution, lemmas, solutions
from attnverify.verify.referee.records import plain
from attnverify.verify.registry import load
from attnverify.verify.verdict import Verdict

# P(t), in Remark 4.7 U(t) too, elsewhere Q, K and V, are measurable and nothing bounds them: such claims speak of
# whatever solves the flow. With a bound, as the papers assume one, there is exactly one solution from every start.
UNBOUNDED = """
    CON-T4.2.a CON-T4.2.b CON-T3.2.b CON-T3.2.a CON-X1 CON-Y.c.repaired CON-T3.2.e CON-H.3.repaired CON-E6.weights
    CON-S5.1.1.d CON-E9.e.repaired CON-S5.1.3.d.limits CON-S5.1.3.c CON-T4.5.e CON-T4.5.plus CON-T4.5.minus CON-H.12
    CON-T4.5.b.rates CON-T4.5.d CON-T4.5.c CON-T4.5.b CON-T4.5.g CON-B3 CON-B3.causal CON-B4 CON-T4.5.f CON-X6
    CON-T4.5 CON-R4.7.a CON-B6 LEM-one-solution.heads CON-X4 CON-R4.7.c.repaired CON-R4.7.b.repaired
    PER-R2.2.solutions PER-R2.2
"""

# Of the solutions, which exist, more is given than where they start: how earlier tokens end, that the tokens keep a
# form, an integral along them, the same solution from all later moments.
LATER = """
    CON-T4.2.c CON-X9.opposite CON-X9.side CON-X9.span CON-X9 PER-D.9 PER-L6.4.65.start PER-L6.4.65
    LEM-close-products PER-T4.2.nested PER-L6.4.67.step PER-L6.4.rate PER-L6.4.67 PER-L6.4.hull PER-4.1
    PER-T4.2.nested.open PER-T4.2 PER-3.4 LEM-exchanged.sa LEM-exchanged.usa PER-T6.8.69 PER-T6.8.610 PER-7.1 PER-N9
    PER-FIG4.life PER-N8.below CON-A6.R1.repaired CON-X4 CON-R4.7.c.repaired CON-R4.7.b.repaired PER-R2.2.solutions
    PER-R2.2
"""

# No lemma says that there are solutions.
ASSUMED = {
    "CON-R2.2.e.T4.5": "a sphere about beta in a hyperplane, which is no quadric of the rule, and P without a bound",
    "CON-H.1.e": "value numbers u(t) that are bounded below only",
    "CON-H.6.repaired": "value matrices kappa I, P without a bound, and an integral along the solution",
    **dict.fromkeys(("CON-H.1.apart", "CON-B3.sharp", "LEM-mirrored"), "logits beta_h <x, y>; two tokens that mirror"),
    "POW-N5.pair": "two tokens on a circle, given by their angles",
}


@cache
def known() -> dict[str, tuple[Solution, ...]]:
    claims = {id: claim for id, claim in load(links=False).items() if claim.formal is not None}
    proved = [id for id, claim in claims.items() if claim.expected in (Verdict.PROVED, Verdict.CERTIFIED)]
    statements = {id: plain(claims[id].formal.statement) for id in proved}
    cited = lemmas(statements)
    return {id: found for id in proved if (found := solutions(statements[id], cited))}


def those(missing: str) -> set[str]:
    return {id for id, found in known().items() if any(getattr(solution, missing) for solution in found)}


def test_solutions_exist_but_where_it_is_said_why_not():
    assert {id for id, found in known().items() if not all(solution.lemma for solution in found)} == {*ASSUMED}
    assert those("where") == {*UNBOUNDED.split()}
    assert those("besides") - {*ASSUMED} == {*LATER.split()}


def test_the_theorems_of_the_papers_hold_from_every_start():
    for id in (
        "CON-T3.2",
        "CON-T4.2.repaired",
        "CON-T4.5.h.repaired",
        "CON-H.13",
        "PER-T6.3",
        "PER-L6.4",
        "PER-2.3.sa",
    ):
        assert known()[id]
        assert all(solution.lemma and not solution.where and not solution.besides for solution in known()[id])


def test_most_need_nothing_more():
    exceptions = {*UNBOUNDED.split(), *LATER.split(), *ASSUMED}
    assert len(known().keys() - exceptions) >= 84
    assert exceptions <= known().keys()


@pytest.mark.deep
def test_the_core_accepts_what_the_lemmas_give(monkeypatch):
    """All but what rests on PER-2.3, of which there is no derivation yet."""
    from attnverify.verify.derivations.__main__ import Elaboration

    asked, judged = [], existence.check
    monkeypatch.setattr(existence, "check", lambda *said: (judged(*said), asked.append(said))[0])
    existence._solutions.cache_clear()
    known.cache_clear()
    lemmas = {solution.lemma for found in known().values() for solution in found if solution.lemma}
    made, answers = Elaboration([load()[id] for id in sorted(lemmas)]), set()
    for id in lemmas:
        made.make(id, load()[id].formal.text)
    for number, (statement, node, _) in enumerate(asked):
        if statement.given_texts or not statement.given:  # not where letters of the lemma were added
            made.data[str(number)] = {"proof": [node]}
            made.library._statements[str(number)] = statement
            answers.add((node["lemma"], made.library.outcome(str(number)).answer))
    assert {lemma for lemma, answer in answers if answer != "accepted"} == {"LEM-solved.heads"}
    assert len(answers) > 20
