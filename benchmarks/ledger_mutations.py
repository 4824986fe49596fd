"""Mutations of a ledger that make its digests fit again, for `forgeries.py`.

Each mutation changes one or two claims, as somebody would who knows the format: a statement is changed in both places
where it stands, steps are printed anew, and what the kernel finds of a changed proof is written down.
"""

import copy
import json
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attnverify.verify.kernel.judging import OPEN
from attnverify.verify.referee.proofs import Kernel
from attnverify.verify.referee.records import RecordError, digest, statement_digest
from attnverify.verify.referee.tracked import as_printed
from attnverify.verify.verdict import Verdict

Ledger = dict[str, Any]
_EXCHANGED = {"+": "-", "-": "+", "<": ">", ">": "<"}
_WORDS = (
    *("title", "statement", "reading", "label", "argument", "kind", "scope", "reason", "role", "twin"),
    *("repairs", "repaired_by", "source", "no_repair"),
)


def _places(data: Any, wanted: str, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], int]]:
    """Every place in the texts of nested data where a character of `wanted` stands."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _places(value, wanted, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _places(value, wanted, (*path, number))
    elif isinstance(data, str):
        yield from ((path, match.start()) for match in re.finditer(wanted, data))


def _replaced(draw: random.Random, claim: Ledger, wanted: str, other: Callable[[str], str]) -> str:
    found = list(_places({key: value for key, value in claim.items() if "digest" not in key}, wanted))
    if not found:
        return ""
    path, at = draw.choice(found)
    inner: Any = claim
    for key in path[:-1]:
        inner = inner[key]
    text = inner[path[-1]]
    old = re.compile(wanted).match(text, at)
    assert old is not None
    inner[path[-1]] = text[:at] + other(old.group()) + text[old.end() :]
    return ".".join(str(key) for key in path if not isinstance(key, int))


def digit(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One digit of one claim."""
    return _replaced(draw, chosen, r"\d", lambda found: str((int(found) + draw.randint(1, 9)) % 10))


def sign(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One sign or relation of one claim."""
    return _replaced(draw, chosen, r"[-+<>]", _EXCHANGED.__getitem__)


def premise(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One premise less."""
    if not chosen["rests_on"]:
        return ""
    del chosen["rests_on"][draw.randrange(len(chosen["rests_on"]))]
    return "rests_on"


def evidence(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """The evidence of two claims exchanged."""
    other = draw.choice(claims)
    if other["evidence"] == chosen["evidence"]:
        return ""
    chosen["evidence"], other["evidence"] = other["evidence"], chosen["evidence"]
    return "evidence"


def words(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """What two claims say in one field, exchanged."""
    other, name = draw.choice(claims), draw.choice(_WORDS)
    if other[name] == chosen[name]:
        return ""
    chosen[name], other[name] = other[name], chosen[name]
    return name


def better(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """Another verdict, pinned as well."""
    verdict = draw.choice([word.value for word in Verdict if word.value != chosen["verdict"]])
    chosen.update(verdict=verdict, expected=verdict)
    return "verdict"


def dropped(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One claim less."""
    claims.remove(chosen)
    return "claim"


def renamed(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """Two claims under each other's names."""
    other = draw.choice([claim for claim in claims if claim is not chosen])
    chosen["id"], other["id"] = other["id"], chosen["id"]
    return "id"


def formula(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One character or word of the statement of a proof, in both copies; the kernel's findings are written down."""
    if chosen["form"] != "proof":
        return ""
    statement = chosen["proof"]["data"]["statement"] = copy.deepcopy(chosen["formal"])
    where = _replaced(draw, statement, r"\d|[-+<>]|always|forall|exists|moving|operator", _other_word)
    if not where:
        return ""
    chosen["formal"] = statement
    return _as_found(chosen, f"formal.{where}")


def given(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One hypothesis of the statement of a proof less, in both copies."""
    texts = (chosen.get("formal") or {}).get("given", [])
    if chosen["form"] != "proof" or not isinstance(texts, list) or not texts:
        return ""
    number = draw.randrange(len(texts))
    chosen["formal"] = {**chosen["formal"], "given": [*texts[:number], *texts[number + 1 :]]}
    chosen["proof"]["data"]["statement"] = chosen["formal"]
    return _as_found(chosen, "formal.given")


def tree(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """One digit, sign or word of a proof."""
    if chosen["form"] != "proof" or not chosen["proof"]["data"].get("proof"):
        return ""
    whole = {"proof": chosen["proof"]["data"]["proof"]}
    where = _replaced(draw, whole, r"\d|[-+<>]|always|forall|exists|ae|every", _other_word)
    chosen["proof"]["data"]["proof"] = whole["proof"]
    return _as_found(chosen, f"proof.{where}") if where else ""


def moved(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """The proofs of two claims exchanged."""
    others = [c for c in claims if c["form"] == "proof" and c is not chosen and c["proof"]["data"].get("proof")]
    if chosen["form"] != "proof" or not others or not chosen["proof"]["data"].get("proof"):
        return ""
    one, other = chosen["proof"]["data"], draw.choice(others)["proof"]["data"]
    one["proof"], other["proof"] = other["proof"], one["proof"]
    return "proof" if one["proof"] != other["proof"] else ""


def lemma(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """A cited lemma exchanged for another one."""
    if chosen["form"] != "proof" or not chosen["proof"]["lemmas"]:
        return ""
    old, new = draw.choice(chosen["proof"]["lemmas"]), draw.choice(claims)["id"]
    if old == new:
        return ""
    text = json.dumps(chosen["proof"]["data"].get("proof"))
    chosen["proof"]["data"]["proof"] = json.loads(text.replace(f'"lemma": "{old}"', f'"lemma": "{new}"'))
    for names in (chosen["proof"]["lemmas"], chosen["rests_on"]):
        names[names.index(old)] = new
    return "lemma"


def twin(draw: random.Random, claims: list[Ledger], chosen: Ledger) -> str:
    """The twin that is judged changed, and not the one that is shown."""
    found = chosen["proof"]["data"].get("twin") if chosen["form"] == "proof" else None
    return found and _replaced(draw, found, r"\d|[-+<>]", _other_word)


def _other_word(found: str) -> str:
    """Another word or character in its place, not the same one twice."""
    exchanged = {
        **_EXCHANGED, "always": "almost_always", "forall": "exists", "exists": "forall", "moving": "measurable",
    }  # fmt: skip
    exchanged |= {"operator": "matrix", "ae": "every", "every": "ae"}
    return exchanged.get(found) or str((int(found) + 3) % 10)


def _as_found(claim: Ledger, where: str) -> str:
    """Write down what the kernel finds of the changed claim where it does not stay open, and print its steps anew.

    Where the statement says something else, the tracked table tells it, whatever is written down beside it.
    """
    if statement_digest(claim) != claim["statement_digest"]:
        return where
    kernel = Kernel(list(with_cited({**_CITED, claim["id"]: claim}, [claim["id"]]).values()))
    try:
        judged = kernel.judged(claim["id"])
        found = judged.judgement
        if found.verdict != OPEN:
            said = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(found).items()}
            claim["proof"] |= {**said, "steps": judged.steps()}
            claim["rests_on"] = list(found.lemmas)
            claim["twin"] |= {"rejected": found.twin == "refuted", "fault": found.twin_fault}
            claim["twin"]["verdict"] = "REFUTED" if found.twin == "refuted" else "OPEN"
    except RecordError:
        pass
    return where


def with_cited(claims: Mapping[str, Ledger], ids: Iterable[str]) -> dict[str, Ledger]:
    """The claims `ids` and all that they rest on or that their proofs cite."""
    needed: dict[str, Ledger] = {}
    waiting = list(ids)
    while waiting:
        id = waiting.pop()
        if id in claims and id not in needed:
            needed[id] = claims[id]
            proof = json.dumps(claims[id]["proof"]["data"]) if claims[id]["form"] == "proof" else ""
            waiting += [*claims[id]["rests_on"], *re.findall(r'"lemma": "([^"]*)"', proof)]
    return needed


_CITED: dict[str, Ledger] = {}
_VERDICTS = [verdict.value for verdict in Verdict]
MUTATIONS = (
    *(digit, digit, sign, premise, evidence, words, better, dropped, renamed),
    *(formula, formula, formula, given, given, tree, tree, moved, lemma, twin),
)


def mutated(ledger: Ledger, draw: random.Random) -> tuple[Ledger, str]:
    """A forged copy of the ledger, and what was changed in it."""
    _CITED.clear()
    _CITED.update((claim["id"], claim) for claim in ledger["claims"])
    while True:
        claims = list(ledger["claims"])
        some = draw.sample(range(len(claims)), min(6, len(claims)))
        for number in some:
            claims[number] = copy.deepcopy(claims[number])
        touched = [claims[number] for number in some]
        mutation = draw.choice(MUTATIONS)
        chosen = touched[0]
        # Only the drawn claims are copies; the others must stay as they are.
        near = touched if mutation is not dropped else claims
        _CITED.pop(chosen["id"], None)
        where = mutation(draw, near, chosen)
        _CITED[chosen["id"]] = ledger["claims"][some[0]]
        if not where:
            continue
        for claim in touched:
            claim["as_printed"] = (
                as_printed(claim["role"], Verdict(claim["verdict"])) if claim["verdict"] in _VERDICTS else ""
            )
            claim["statement_digest"] = statement_digest(claim)
            claim["digest"] = digest(claim)
        return {**ledger, "claims": claims}, f"{mutation.__name__}: {where}"
