"""Says what is wrong where in a text: the goal there, the facts that speak of its letters, what is left over."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from ..formal import all_formal
from ..kernel.contexts import Context
from ..kernel.leaves import texts
from ..kernel.normal import shown
from ..kernel.polynomials import add, scaled
from ..kernel.proofs import Refused
from ..kernel.rules import rules
from ..kernel.term_matching import is_number
from ..kernel.terms import Rejected, Term
from ..search.citing import Citing
from ..search.combining import hint
from ..search.places import Place
from ..search.proving import RELATIONS
from .claims import TextClaim
from .document import CLAUSES, near
from .elaboration import Node
from .nearest import nearest
from .text import Fault, Text

MOST_FACTS = 12
_QUOTED = re.compile(r"'([^']+)'")
_STATED = re.compile(r"(\w+): (['\"])(.*)\2: (.*)", re.DOTALL)


def fault(claim: TextClaim, error: Rejected, searcher: Citing) -> Fault:
    """What the kernel refused, at its place in the text."""
    where = getattr(error, "where", None)
    why = error.why if isinstance(error, Refused) else str(error)
    if where is None:
        return _of_statement(claim, why)
    node, goal, context = where
    place, why = _placed(claim, node, why, context)
    unreached = ("combination does not give", "sign is not evident", "gives <= only")
    if "leaf" in node.asked and any(words in why for words in unreached):
        why = "does not follow from the facts it names" if len(node.asked) > 1 else why
        why += _left_over(node.asked, goal, context, searcher)
    return Fault(place, why, list(_setting(goal, context, searcher, bare=node.gap == "end")))


def _placed(claim: TextClaim, node: Node, why: str, context: Context) -> tuple[tuple[int, int], str]:
    """The place of the word that a refusal is about, and the refusal with a guess what was meant."""
    said = _QUOTED.search(why)
    whole = node.step.whole
    place = node.place
    if said is None:
        name = re.search(r"(?:used but not known here|no inequality|not known here): (.*)$", why)
        offset = _offset(claim, whole, name[1]) if name else -1
        return whole.at(offset) if offset > 0 else place, why
    word = said[1]
    known = [*context.scope.names, *context.scope.definitions, *claim.names, *claim.reading.labels]
    if "not declared" in why:
        why += near(word, [name for name in known if name != word])
    elif why.startswith(("no rule", "no claim")) or "could be cited" in why:
        cited = [*rules(), *(id.removeprefix("LEM-") for id in claim.section.claims)]
        why = f"no rule or lemma {word.removeprefix('LEM-')!r}{near(word.removeprefix('LEM-'), cited)}"
        word = word.removeprefix("LEM-")
    elif word in CLAUSES and "cannot be read" in why:
        why += f"; two blanks stand before {word!r}"
    elif "declared" in why or "taken" in why or "twice" in why:
        why += "; choose another name"
    at = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", whole)
    return (whole.at(at.start()) if at else place), why


def _offset(claim: TextClaim, whole: Text, fact: str) -> int:
    """Where a step cites a fact: by its text or by a label of it."""
    if fact in whole:
        return whole.find(fact)
    labels = [label for label, text in claim.reading.labels.items() if text == fact]
    return next((whole.find(label) for label in labels if label in whole), -1)


def _of_statement(claim: TextClaim, why: str) -> Fault:
    found = _STATED.match(why)
    if found is None:
        return Fault(claim.entry.place, why)
    key, _, text, reason = found.groups()
    whole = next(
        (item for said in claim.statement.get(key, ()) if said.startswith(text) and (item := claim.place(key, said))),
        None,
    )
    if whole is None:
        return Fault(claim.entry.place, why)
    word = _QUOTED.search(reason)
    if word and "not declared" in reason:
        letters = re.findall(r"[A-Za-z_]\w*", " ".join(" ".join(texts) for texts in claim.statement.values()))
        reason += near(word[1], [name for name in dict.fromkeys(letters) if name != word[1]])
    at = re.search(rf"(?<!\w){re.escape(word[1])}(?!\w)", whole) if word else None
    return Fault(whole.at(at.start() if at else 0), f"{reason}  in  {whole[:100]}")


def _setting(goal: Term, context: Context, searcher: Citing, *, bare: bool) -> Iterator[str]:
    """The goal, the facts that speak of its letters, and of a line without a reason what could be cited there."""
    yield f"goal   {_brief(searcher.said(goal, context))}"
    near_ones = [fact for fact in context.facts if fact.letters & goal.letters] or list(context.facts)
    hidden = len(near_ones) - MOST_FACTS
    for number, fact in enumerate(near_ones[-MOST_FACTS:]):
        yield f"{'facts ' if not number else '      '} {_brief(searcher.said(fact, context))}"
    if hidden > 0:
        yield f"       and {hidden} more that speak of the same letters"
    with suppress(Rejected):  # a goal may have no text that is read again
        if bare and (cited := [entry.cited for entry in nearest(searcher.said(goal, context), all_formal(), 3)]):
            yield f"near   {'; '.join(cited)}"


def _brief(text: str) -> str:
    return text if len(text) <= 300 else f"{text[:297]}..."


def _left_over(asked: Mapping[str, Any], goal: Term, context: Context, searcher: Citing) -> str:
    """What is left of a relation when the named products are taken as well as they can be."""
    if goal.op not in RELATIONS or goal.op == "!=" or not is_number(goal.args[0]):
        return ""
    try:
        named = [searcher.formula(text, context) for text in texts(asked, "use")]
        place = Place(context, named, [searcher.number(text, context) for text in texts(asked, "norms")])
        value = place.difference(goal)
        for text in texts(asked, "times"):
            value = place.normaliser.times(value, place.number(text))
        products = [place.hinted(hint(term)) for term in asked.get("terms", ())]
        for c, column in zip(_nearest(value, products), products, strict=True):
            value = add(value, scaled(column.value, c), -1) if c else value
    except Rejected:
        return ""
    return f"; at best this is left over: {shown(value)} {'>' if goal.op == '<' else '=='} 0" if value else ""


def _nearest(value: Mapping[Any, Fraction], products: Sequence[Any]) -> list[Fraction]:
    """The coefficients with which the products leave the least, by linear programming, as simple fractions."""
    import numpy as np
    from scipy.optimize import linprog

    rows = {m: k for k, m in enumerate(dict.fromkeys([*value, *(m for column in products for m in column.value)]))}
    n, size = len(products), len(rows)
    matrix = np.zeros((size, n))
    for k, column in enumerate(products):
        for m, c in column.value.items():
            matrix[rows[m], k] = float(c)
    right = np.array([float(value.get(m, 0)) for m in rows])
    signs = np.hstack([matrix, np.eye(size), -np.eye(size)])
    bounds = [(None if column.free else 0, None) for column in products] + [(0, None)] * (2 * size)
    found = linprog([0.001] * n + [1.0] * (2 * size), A_eq=signs, b_eq=right, bounds=bounds, method="highs")
    if found.x is None:
        return [Fraction(0)] * n
    return [Fraction(float(x)).limit_denominator(64) for x in found.x[:n]]
