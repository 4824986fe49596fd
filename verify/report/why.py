"""Why a false statement is false, in three sentences: what is claimed, what happens instead, and what decides it.

All of it is told from the data of the claim: the words of its statement, the instance, the motion or the proof that
refutes it, and the steps of that proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from attnverify.verify.kernel.evaluation import Evaluator
from attnverify.verify.kernel.instances import read_instance
from attnverify.verify.kernel.operations import OPERATIONS
from attnverify.verify.kernel.printing import text as written
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected, Term
from attnverify.verify.kernel.values import Undecided, meter
from attnverify.verify.report.contents import Contents, Entry
from attnverify.verify.report.proofs import declared_letters, flat, texts, worded
from attnverify.verify.report.prose import prose
from attnverify.verify.report.relations import name, relation, value
from attnverify.verify.report.statements import statement
from attnverify.verify.report.witnesses import refuting_instance, witness
from attnverify.verify.verdict import Verdict

# What is longer than this many characters is left to the rest of the page.
LONGEST = 420
_WORD = re.compile(r"\w+")
# Steps that say nothing of their own, by their reasons; and the end of a proof by contradiction.
_TRIVIAL = re.compile(r"evident$|the definition of|`|.*: evident$|two cases$|$")
# Parts of a formula whose values say nothing: a zero, a letter with a sign, a count.
_PLAIN = re.compile(r"\W*\w*\W*|sum\([^:]*: 1\)")
_FORMULAS = ("and", "or", "not", "implies", "==", "!=", "<", "<=", "def")
_SIGNS = {"==": "=", "!=": "≠", "<": "<", "<=": "≤"}


@dataclass(frozen=True)
class Why:
    """The second and the third sentence; the first is the statement itself."""

    instead: Markup
    because: Markup


def why(contents: Contents, entry: Entry, pages: Mapping[str, str]) -> Why | None:
    """Why a claim of a ledger is false; None where it is not."""
    if not Verdict(entry["verdict"]).fails:
        return None
    if "proof" not in entry:
        return _argued(entry)
    if refuting_instance(entry):
        repair = contents.by_id.get(contents.repairs.get(entry["id"], ""))
        return _at_instance(entry, repair)
    refuted, steps = entry["proof"]["data"].get("refuted") or {}, entry["proof"]["steps"]
    if "motion" in refuted:
        return Why(_moving(entry, refuted["motion"]), _decided(_inside(steps), entry, pages))
    return Why(_exists(contents, entry, refuted.get("case", ()), pages), _decided(steps, entry, pages))


def _argued(entry: Entry) -> Why:
    found = witness(entry)
    item = next((item for item in entry["evidence"] if item["rung"] == "refuted"), None)
    scope = prose(item["scope"], {}) if item else Markup("the evidence below")
    if not found:
        return Why(Markup("It fails for {}.").format(scope), Markup("The steps below say why."))
    values = _few(Markup("{} = {}").format(name(letter), value(given)) for letter, given in found["values"].items())
    against = _few(map(relation, found["violates"]))
    return Why(
        Markup("It fails for {}: everything required holds at {}.").format(scope, values),
        Markup("There {}, against the statement.").format(against or "the relations below hold"),
    )


def _at_instance(entry: Entry, repair: Entry | None) -> Why:
    instance = refuting_instance(entry)
    values = _few(Markup("{} = {}").format(statement(letter), value(given)) for letter, given in flat(instance))
    shown, said = _failing(entry["formal"], instance)
    if not said:
        said = Markup("The kernel evaluates it there exactly, and it is false.")
        said += Markup(" Repaired: {}.").format(prose(repair["title"], {})) if repair else Markup("")
    return Why(Markup("Everything given holds at {}, and there it is not so that {}.").format(values, shown), said)


def _failing(stated: Mapping[str, Any], instance: Mapping[str, Any]) -> tuple[Markup, Markup]:
    """The formula that is false at the instance, and the values that show it, if there are any to show."""
    shown = texts(stated["show"])
    whole = Markup(" and ").join(map(_short, shown))
    try:
        meter.start()
        read_as = read(stated)
        at = read_instance(read_as, instance, lambda term, known: Evaluator(known, {}).value(term))
        evaluator = Evaluator(at, at.values)
        for text, term in zip(read_as.show_texts, read_as.show, strict=True):
            if len(shown) == 1 or evaluator.truth(term) is False:
                sides = _sides(evaluator, term, (), "")
                parts = "" if sides else _few(dict.fromkeys(_parts(evaluator, term)))
                return _short(text), sides or (
                    Markup("There {}, so that it is false.").format(parts) if parts else Markup("")
                )
    except (Rejected, Undecided, RecursionError):
        pass
    return whole, Markup("")


def _sides(evaluator: Evaluator, term: Term, env: tuple[Any, ...], where: str) -> Markup:
    """The two sides of the first relation in `term` that is false, with their values."""
    if term.op == "and":
        failing = next((part for part in term.args if evaluator.truth(part, env) is False), None)
        return _sides(evaluator, failing, env, where) if failing is not None else Markup("")
    if term.op == "implies":
        return _sides(evaluator, term.args[1], env, where)
    if term.op == "forall" and not (term.args[0].op == "over" and term.args[0].args[0][0] != "index"):
        for x in evaluator.range(term.args[0], env):
            if evaluator.truth(term.args[1], (*env, x)) is False:
                here = f" at number {x + 1}" if isinstance(x, int) else ""
                return _sides(evaluator, term.args[1], (*env, x), where + here)
    if term.op in ("always", "almost_always", "at_start"):
        return _sides(evaluator, term.args[0], env, where)
    if evaluator.truth(term, env) is not False:
        return Markup("")
    if term.op in ("def", "timed") and term.args[0] == "tends":
        still, limit = (_number(evaluator.at(None).value(side, env)) for side in term.args[1:])
        if still and limit:
            return Markup("There it is {} at all times{}, which does not tend to {}.").format(
                value(still), where, value(limit)
            )
    if term.op in _SIGNS:
        try:
            left, right = (_number(evaluator.value(side, env)) for side in term.args)
        except (Undecided, AttributeError, TypeError):
            return Markup("")
        if left and right and len(left + right) < LONGEST:
            said = "There it reads {} {} {}{}, which is false."
            return Markup(said).format(value(left), _SIGNS[term.op], value(right), where)
    return Markup("")


def _parts(evaluator: Evaluator, term: Term) -> Iterator[Markup]:
    """The values of what a formula is about, as far as no letter is bound in it."""
    for part in term.args:
        if not isinstance(part, Term):
            continue
        if part.op in _FORMULAS:
            yield from _parts(evaluator, part)
        elif (part.op in OPERATIONS or part.op == "ap") and not part.loose:
            said = written(part)
            with suppress(Undecided, AttributeError, TypeError, IndexError):
                found = _number(evaluator.value(part))
                if found and len(said) < LONGEST // 4 and not _PLAIN.fullmatch(said):
                    yield Markup("{} = {}").format(statement(said), value(found))


def _number(x: Any) -> Any:
    """A number, or a vector of them, as `value` takes it; nothing where it is not made of rationals and roots."""
    from attnverify.verify.deciding.points import number_text

    if isinstance(x, bool):
        return ""
    if isinstance(x, tuple):
        return [number_text(part) for part in x]
    return str(x + 1) if isinstance(x, int) else number_text(x)


def _moving(entry: Entry, motion: Mapping[str, Any]) -> Markup:
    """The tokens along a motion, with the definitions that they need."""
    try:
        states = [a.name for a in declared_letters(entry["formal"]) if a.sort[0] == "fn" and a.sort[2][0] == "vector"]
    except Rejected:
        states = []
    letters = motion["letters"]
    found = [(f"{letter}_{k}", text) for letter in states for k, text in enumerate(letters.get(letter, ()), start=1)]
    found = [(letter, text) for letter, text in found if isinstance(text, str)]
    if not found:
        found = [(letter, text) for letter, text in letters.items() if isinstance(text, str)]
    needed = {word for _, text in found for word in _WORD.findall(text)}
    where = []
    for text in reversed(motion.get("where", ())):
        if text.partition(" ")[0].partition("(")[0] in needed:
            needed |= {*_WORD.findall(text)}
            where.append(text)
    own = {text.partition(" ")[0]: text.partition(":=")[2].strip() for text in where}
    told = _few(Markup("{} = {}").format(name(letter), statement(own.pop(text, text))) for letter, text in found)
    rest = _few(Markup("{} = {}").format(statement(letter), statement(text)) for letter, text in reversed(own.items()))
    count = motion.get("tokens", 1)
    many = "One token that moves" if count == 1 else f"{count} tokens that move"
    shown = Markup(" and ").join(_short(text) for text in texts(entry["formal"]["show"]))
    ending = Markup(", with {},").format(rest) if rest else Markup("")
    said = "{} as {}{} {} everything given, and for {} it is not so that {}."
    return Markup(said).format(
        many, told, ending, "fulfils" if count == 1 else "fulfil", "it" if count == 1 else "them", shown
    )


def _exists(contents: Contents, entry: Entry, case: Sequence[str], pages: Mapping[str, str]) -> Markup:
    """Where the negation is proved, and what the proof puts there."""
    shown = Markup(" and ").join(_short(text) for text in texts(entry["formal"]["show"]))
    where = Markup("Whenever {}, it").format(_few(map(statement, case))) if case else Markup("It")
    made = _chosen(contents, entry["proof"]["steps"], 2)
    put = Markup(" There is {}.").format(worded(made, pages)) if made else Markup("")
    return Markup("{} is not so that {}.{}").format(where, shown, put)


def _chosen(contents: Contents, steps: Sequence[Mapping[str, Any]], depth: int) -> str:
    """What a proof says to exist: by a choice of its own, or by a lemma that makes it."""
    for position, step in enumerate(steps):
        if step["says"].startswith("Choose "):
            made = step["says"].removeprefix("Choose ").rstrip(".")
            there = [earlier["says"] for earlier in steps[:position] if f" {made} with " in earlier["says"]]
            return str(there[-1].removeprefix("There is ").rstrip(".") if there else made)
        cited = contents.by_id.get(step.get("lemma", ""))
        if depth and cited and "proof" in cited and step["says"].startswith("There is "):
            made = _chosen(contents, cited["proof"]["steps"], depth - 1)
            if made:
                return made
    return ""


def _inside(steps: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The steps of the last one, which denies what is claimed."""
    return (steps[-1].get("steps") if steps else None) or steps[-1:]


def _decided(steps: Sequence[Mapping[str, Any]], entry: Entry, pages: Mapping[str, str]) -> Markup:
    """The last facts that the proof finds on its way, each with its reason."""
    facts = [
        step for step in _told(steps)
        if len(step["says"]) < LONGEST and not _TRIVIAL.match(step.get("reason", ""))
        and not step["says"].startswith(("Not so", "a contradiction"))
    ]  # fmt: skip
    if not facts:
        return Markup("The proof below derives a contradiction from it.")
    said = [
        Markup("{} ({})").format(worded(_within(step["says"]), pages), worded(step["reason"], pages))
        for step in facts[-2:]
    ]
    return Markup("Because {}.").format(Markup(", and ").join(said))


def _told(steps: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """The steps in order, those within a step without a reason of its own included."""
    for step in steps:
        if not step.get("reason"):
            yield from _told(step.get("steps", ()))
        yield step


def _within(says: str) -> str:
    """What a step says, as a part of a sentence."""
    return says.rstrip(".") if says.startswith("`") else f"{says[0].lower()}{says[1:]}".rstrip(".")


def _short(text: str) -> Markup:
    return statement(text) if len(text) <= LONGEST else Markup("what is claimed")


def _few(found: Iterable[Markup]) -> Markup:
    """As many as there is room for, side by side."""
    kept: list[Markup] = []
    room = LONGEST
    for item in found:
        room -= len(re.sub(r"<[^>]*>", "", item))
        if room < 0 and kept:
            return Markup(", ").join([*kept, Markup("…")])
        kept.append(item)
    return Markup(", ").join(kept)
