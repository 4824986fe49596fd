"""Every rule of the catalogue: accepted with all its premises; refused at that premise when one is not given; refused
where it is to prove something else. The statements are written from the catalogue itself, word for word."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from attnverify.verify.kernel.catalogue import LOGIC, THEOREMS
from attnverify.verify.kernel.rules import _variants, rules
from attnverify.verify.search.build import KNOWN, enter, rule, take

# These speak of every motion or of an orbit, which no formula does: the corpus, and test_one_solution.py.
OTHERS = ("strict saddles", "stable orbits", "one solution", "almost every state")
ENTRIES = {k: {**x, "read": ""} for k, x in _variants({**LOGIC, **THEOREMS}) if not k.startswith(OTHERS)}
MOMENT = re.compile(r"(ae|every|start|timeless):\s*")
CLOSED = {"ae": "almost_always({})", "every": "always({})", "start": "at_start({})", "timeless": "{}"}


SPHERES = "fn(Y: forall j0: dot(Y[j0], Y[j0]) == 1)"


def closed_form(text: str, moving: bool) -> tuple[str, Any]:
    """A premise as a closed formula, and the proof of the premise from that formula."""
    found = MOMENT.match(text)
    moment, text = (found.group(1), text[found.end() :]) if found else ("", text)
    left, bar, goal = text.rpartition("|-")
    quantified, facts, names = "", [], []
    for part in (p.strip() for p in left.split(";")) if bar else ():
        if part.startswith("new "):
            declared, _, sort = part[4:].partition(":")
            for name in re.findall(r"\w+(?:\[token\])?", declared):
                names.append(name.removesuffix("[token]"))
                quantified += f"forall {names[-1]} in {'state E' if '[token]' in name else sort.strip()}: "
        elif part:
            facts.append(f"({part})")
    formula = quantified + "".join(f"{fact} => " for fact in facts) + f"({goal.strip()})"
    for name in names:  # a bound letter has another name than the letter that the rule makes
        formula = re.sub(rf"\b{name}\b", f"{name}0", formula)
    proof = take(formula, names, KNOWN) if names else KNOWN
    return (CLOSED[moment] if moment else "almost_always({})" if moving else "{}").format(f"({formula})"), proof


def at_state(entry: dict[str, Any]) -> list[str]:
    """What the conditions on a state ask for at the map unit(|X[i]| X[i]), beside the premises."""
    asked = {"unit_tokens": "dot(S[h0], S[h0]) == 1", "normalised": "norm(S[h0]) > 0"}
    return [f"forall h0: {formula}" for word, formula in asked.items() if word in str(entry.get("sides"))]


def case(name: str, without: int = -1) -> dict[str, Any]:
    """The rule as a statement whose hypotheses are its premises, and its proof by the rule; `without` one of them."""
    entry = ENTRIES[name]
    letters = [text.replace("F: map E;", "") if "sides" in entry else text for text in entry.get("letters", [])]
    moving = entry.get("almost", False) or "measurable" in str(letters)
    premises = [closed_form(text, moving) for text in entry.get("premises", [])]
    proof = rule(name, *(tree for _, tree in premises))
    closed = not moving or rules()[name].goal.op == "always"
    return {
        "spaces": ["E", "E2"] if "E2" in str(entry) else ["E"],
        "groups": ["G", "H"] if re.search(r"\b[GH]\b", str(entry)) else [],
        "letters": letters,
        "maps": [f"F(X, h0) = unit(norm(X[h0])*X[h0]) on {SPHERES}"] if "sides" in entry else [],
        "given": [formula for number, (formula, _) in enumerate(premises) if number != without] + at_state(entry),
        "show": [entry["goal"] if closed else f"almost_always({entry['goal']})"],
        "proof": proof if closed else enter("ae", proof),
    }


def premises() -> Iterator[tuple[str, int]]:
    """Every premise of every rule."""
    for name, entry in ENTRIES.items():
        for number in range(len(entry.get("premises", []))):
            yield name, number


@pytest.mark.parametrize("name", ENTRIES)
def test_with_all_premises_it_is_accepted(name: str, accepted: Callable[[Any], Any]) -> None:
    assert accepted(case(name)).axioms == ({name} if name in THEOREMS else set())


@pytest.mark.parametrize(("name", "number"), list(premises()))
def test_without_a_premise_it_is_refused_there(name: str, number: int, refused: Callable[[Any], None]) -> None:
    refused({**case(name, without=number), "match": rf"{re.escape(name)} {number + 1}[/:].*(not known here|take)"})


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if at_state(entry)])
def test_where_a_condition_on_the_state_is_not_known_it_is_refused(name: str, refused: Callable[[Any], None]) -> None:
    made = case(name)
    for text in at_state(ENTRIES[name]):
        less = [given for given in made["given"] if given != text]
        refused({**made, "given": less, "match": "need not be|unit"})


@pytest.mark.parametrize("name", ENTRIES)
def test_it_does_not_prove_another_formula(name: str, refused: Callable[[Any], None]) -> None:
    made = case(name)
    moving = made["show"][0].startswith("almost_always")
    other = "almost_always(1 <= 0)" if moving else "1 <= 0"
    if "C" in rules()[name].letters:  # these prove any C; here the C of the statement is meant
        other = made["show"][0].replace("C", "not C")
    refused({**made, "show": [other], "match": f"{re.escape(name)} gives "})
