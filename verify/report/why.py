"""Why a false statement is false, in three sentences: what is claimed, what happens instead, and what decides it.

All of it is told from the data of the claim: the words of its statement, the instance, the motion or the proof that
refutes it, and the steps of that proof.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from markupsafe import Markup

from ..argument import argument
from ..kernel import linear, spectra
from ..kernel.evaluation import Evaluator, evaluated
from ..kernel.instances import read_instance
from ..kernel.operations import OPERATIONS
from ..kernel.printing import text as written
from ..kernel.signs import enclosure
from ..kernel.statements import read
from ..kernel.terms import Rejected, Term, conjuncts
from ..kernel.values import Number, Undecided, meter, number
from ..verdict import Verdict
from .contents import Contents, Entry
from .kept_formulas import remembered
from .proofs import declared_letters, flat, texts, worded
from .prose import prose
from .statements import name, statement, value
from .witnesses import refuting_instance

# What is longer than this many characters is left to the rest of the page.
LONGEST = 420
_WORD = re.compile(r"\w+")
# Steps that say nothing of their own, by their reasons; and the end of a proof by contradiction.
_TRIVIAL = re.compile(r"evident$|the definition of|`|.*: evident$|two cases$|$")
# Parts of a formula whose values say nothing: a zero, a letter with a sign, a count.
_PLAIN = re.compile(r"\W*\w*\W*|sum\([^:]*: 1\)")
_FORMULAS = ("and", "or", "not", "implies", "==", "!=", "<", "<=", "def")
_SPECTRAL = ("inside_disc", "outside_disc", "lyapunov", "asymptotically_stable")
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
    if found := argument(entry["argument"]):
        return Why(prose(found.words, {}), Markup("What it rests on holds; the rest is for a person to read."))
    if refuting_instance(entry):
        repair = contents.by_id.get(contents.repairs.get(entry["id"], ""))
        return _at_instance(entry, repair)
    refuted, steps = entry["proof"]["data"].get("refuted") or {}, entry["proof"]["steps"]
    if "motion" in refuted:
        return Why(_moving(entry, refuted["motion"]), _decided(_inside(steps), entry, pages))
    return Why(_exists(contents, entry, refuted.get("case", ()), pages), _decided(steps, entry, pages))


def _at_instance(entry: Entry, repair: Entry | None) -> Why:
    instance = refuting_instance(entry)
    values = _few(Markup("{} = {}").format(statement(letter), value(given)) for letter, given in flat(instance))
    shown, said = _failing(json.dumps([entry["formal"], instance])).split("\0")
    if not said:
        said = Markup("The kernel evaluates it there exactly, and it is false.")
        said += Markup(" Repaired: {}.").format(prose(repair["title"], {})) if repair else Markup("")
    return Why(Markup("Everything given holds at {}, and there it is not so that {}.").format(values, shown), said)


@remembered
def _failing(data: str) -> Markup:
    """The formula that is false at the instance, a zero byte, and the values that show it, if there are any to show.

    data : the statement and the instance, as JSON.
    """
    stated, instance = json.loads(data)
    shown = texts(stated["show"])
    whole = Markup(" and ").join(map(_short, shown))
    try:
        meter.start()
        read_as = read(stated)
        at = read_instance(read_as, instance, evaluated)
        evaluator = Evaluator(at, at.values)
        for text, term in zip(read_as.show_texts, read_as.show, strict=True):
            if len(shown) == 1 or evaluator.truth(term) is False:
                sides = _sides(evaluator, term, (), "")
                parts = "" if sides else _few(dict.fromkeys(_parts(evaluator, term)))
                said = sides or (Markup("There {}, so that it is false.").format(parts) if parts else Markup(""))
                return Markup("\0").join((_short(text), said))
    except (Rejected, Undecided, RecursionError):
        pass
    return whole + Markup("\0")


def _sides(evaluator: Evaluator, term: Term, env: tuple[Any, ...], where: str) -> Markup:
    """What is seen at the instance of a formula that is false there: the values of its sides, a spectrum, an image."""
    if term.op == "and":
        failing = next((part for part in term.args if evaluator.truth(part, env) is False), None)
        return _sides(evaluator, failing, env, where) if failing is not None else Markup("")
    if term.op == "implies":
        return _sides(evaluator, term.args[1], env, where)
    if term.op == "or":
        found = [seen for part in term.args if (seen := _sides(evaluator, part, env, where))]
        return Markup(" ").join(found) if len(Markup("").join(found)) < 3 * LONGEST else found[0]
    if term.op in ("forall", "exists"):
        return _each(evaluator, term, env, where)
    if term.op in ("always", "almost_always", "at_start"):
        return _sides(evaluator, term.args[0], env, where)
    if term.op == "not" and evaluator.truth(term.args[0], env) is True:
        return _holding(evaluator, term.args[0], env, where)
    if evaluator.truth(term, env) is not False:
        return Markup("")
    if term.op in ("def", "timed") and term.args[0] == "tends":
        still, limit = (_number(evaluator.at(None).value(side, env)) for side in term.args[1:])
        if still and limit:
            told = Markup("There it is {} at all times{}, which does not tend to {}.")
            return told.format(_value(still), where, _value(limit))
    if term.op == "def" and term.args[0] == "fixed":
        return _image(evaluator, *(evaluator.value(part, env) for part in term.args[1:]))
    if term.op in _SPECTRAL:
        F, S = (evaluator.value(part, env) for part in term.args)
        return _image(evaluator, F, S) or _spectrum(evaluator, F, S)
    if term.op in ("almost_all_reach", "almost_all_converge"):
        return _attracting(evaluator, *(evaluator.value(part, env) for part in term.args))
    if term.op in _SIGNS:
        try:
            left, right = (_number(evaluator.value(side, env)) for side in term.args)
        except (Undecided, AttributeError, TypeError):
            return Markup("")
        if left and right and len(left + right) < LONGEST:
            said = "There it reads {} {} {}{}, which is false."
            return Markup(said).format(_value(left), _SIGNS[term.op], _value(right), where)
    return Markup("")


def _each(evaluator: Evaluator, term: Term, env: tuple[Any, ...], where: str) -> Markup:
    """The member for which a general formula fails; of what is to exist, how every member fails, or the first ones."""
    scope, body = term.args
    sort = scope.args[0] if scope.op == "over" else ()
    if sort and sort[0] in ("number", "vector"):
        return _value_for(evaluator, term, env, where, sort)
    failing = [x for x in evaluator.range(scope, env) if evaluator.truth(body, (*env, x)) is False]
    if not failing:
        return Markup("")
    here = [f" at number {x + 1}" if isinstance(x, int) else "" for x in failing]
    if term.op == "forall":
        return _sides(evaluator, body, (*env, failing[0]), where + here[0])
    found = _sides(evaluator, body, (*env, failing[0]), where + here[0])
    more = len(failing) - 1
    return found + Markup(" It fails for the other {} too.").format(more) if found and more and env == () else found


def _value_for(evaluator: Evaluator, term: Term, env: tuple[Any, ...], where: str, sort: tuple[Any, ...]) -> Markup:
    """A number or a vector with small entries at which a formula for all of them fails."""
    if term.op != "forall":
        with suppress(Undecided, AttributeError, TypeError):
            sides = [_value(_number(side)) for side in _left_sides(evaluator, term.args[1], (*env, number(0)))]
            if len(sides) > 1:
                return Markup("There the left sides are {}, to which no {} fits.").format(_few(sides), sort[0])
        return Markup("")
    d = evaluator.instance.dims.get(sort[1], 1) if sort[0] == "vector" else 1
    for entries in product((0, 1, -1, 2), repeat=min(d, 3)):
        row = tuple(number(x) for x in (*entries, *[0] * (d - len(entries))))
        x = row if sort[0] == "vector" else row[0]
        if evaluator.truth(term.args[1], (*env, x)) is False:
            at = Markup("{} for the {} {}").format(where, sort[0], _value(_number(x)))
            return _sides(evaluator, term.args[1], (*env, x), at)
    return Markup("")


def _left_sides(evaluator: Evaluator, term: Term, env: tuple[Any, ...]) -> Iterator[Any]:
    """The values of the left sides of all equations that a formula consists of."""
    if term.op == "and":
        for part in term.args:
            yield from _left_sides(evaluator, part, env)
    elif term.op == "forall":
        for x in evaluator.range(term.args[0], env):
            yield from _left_sides(evaluator, term.args[1], (*env, x))
    elif term.op == "==":
        yield evaluator.value(term.args[0], env)


def _holding(evaluator: Evaluator, term: Term, env: tuple[Any, ...], where: str) -> Markup:
    """What makes a denied formula true."""
    if term.op in _SPECTRAL:
        F, S = (evaluator.value(part, env) for part in term.args)
        return _spectrum(evaluator, F, S)
    if term.loose:
        return Markup("")
    parts = list(conjuncts(term))
    how = "holds" if len(parts) == 1 else "both hold" if len(parts) == 2 else "all hold"
    return Markup("There {} {}.").format(_few(statement(written(part)) for part in parts), how)


def _image(evaluator: Evaluator, F: Any, S: Any) -> Markup:
    """Where a map takes the first token that it moves; nothing for a fixed point."""
    image = F.rule(S)
    for token in spectra._tokens(evaluator):
        if evaluator.compared("==", image(token), S(token)) is False:
            with suppress(Undecided, AttributeError, TypeError):
                said = "There it takes token {} from {} to {}."
                return Markup(said).format(token + 1, _value(_number(S(token))), _value(_number(image(token))))
    return Markup("")


def _spectrum(evaluator: Evaluator, F: Any, S: Any) -> Markup:
    """The moduli of the eigenvalues of the derivative on the tangent space, rounded, and on which side they are."""
    import numpy as np

    try:
        exact = linear.characteristic(spectra.linearisation(evaluator, F, S))
        found = sorted((float(abs(root)) for root in np.roots([_about(c) for c in exact])), reverse=True)
        sides = {"inside": "all are below 1", "outside": "one is above 1"}
        side = sides.get(spectra.modulus(exact) or "", "none is above 1")
    except (Undecided, ValueError, OverflowError):
        return Markup("")
    told = ", ".join(f"{x:.4g}" for x in dict.fromkeys(round(x, 3) for x in found[:6]))
    said = Markup("There the eigenvalues of the derivative have the moduli {}: {}.")
    return said.format(told, side) if found else Markup("")


def _attracting(evaluator: Evaluator, F: Any, A: Any) -> Markup:
    """The stable state without the property that almost all states are said to come to."""
    for S in spectra._candidates(evaluator):
        with suppress(Undecided):
            if A(S) is not False or F.on(S) is not True:
                continue
            if F.flows:
                p = linear.characteristic(spectra.linearisation(evaluator, F, S))
                if not (spectra._rests(F, S, evaluator) and spectra.modulus(spectra._left_to_disc(p)) == "inside"):
                    continue
            elif not spectra.decide(evaluator, "asymptotically_stable", [F, S]):
                continue
            tokens = Markup("; ").join(_value(_number(S(token))) for token in spectra._tokens(evaluator))
            seen = _spectrum(evaluator, F, S) if not F.flows else Markup("")
            said = "All states near {} go to it, an open set, and it is none of those that are claimed. {}"
            return Markup(said).format(tokens, seen)
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
                    yield Markup("{} = {}").format(statement(said), _value(found))


def _number(x: Any) -> Any:
    """A number, or a vector of them, as `value` takes it; rounded where it is not made of rationals and roots."""
    from ..search.points import number_text

    if isinstance(x, bool):
        return ""
    if isinstance(x, tuple):
        return [_number(part) for part in x]
    if isinstance(x, int):
        return str(x + 1)
    try:
        found = number_text(x)
    except Undecided:
        found = ""
    return found if found and len(found) < 30 else Markup(f"about {_about(x):.4g}".replace("-", "−"))


def _value(found: Any) -> Markup:
    """What `_number` gives, as it is read."""
    if isinstance(found, list) and any(isinstance(part, Markup) for part in found):
        return Markup("({})").format(Markup(", ").join(map(_value, found)))
    return found if isinstance(found, Markup) else value(found)


def _about(x: Number) -> float:
    """A number in floating point, the middle of an enclosure."""
    low, high = enclosure(x, 80)
    return float((Fraction(low) + Fraction(high)) / 2)


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
    many = "One token that moves as {}{} fulfils everything given, and for it it is not so that {}."
    if count != 1:
        many = f"{count} tokens that move as {{}}{{}} fulfil everything given, and for them it is not so that {{}}."
    shown = Markup(" and ").join(_short(text) for text in texts(entry["formal"]["show"]))
    ending = Markup(", with {},").format(rest) if rest else Markup("")
    return Markup(many).format(told, ending, shown)


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
    facts: list[Mapping[str, Any]] = []
    level = steps
    while level and not facts:
        facts = [step for step in _told(level) if _speaks(step)]
        level = [inner for step in _told(level) for inner in step.get("steps", ()) if step.get("reason")]
    if not facts:
        return Markup("The proof below derives a contradiction from it.")
    reasons = ((worded(_within(step["says"]), pages), worded(step["reason"], pages)) for step in facts[-2:])
    said = Markup(", and ").join(Markup("{} ({})").format(*reason) for reason in reasons)
    passes = any(step.get("reason") == "rule: time goes on" for step in _told(steps))
    more = ", and what is claimed needs a time at which it is otherwise" if passes else ""
    return Markup("Because {}{}.").format(said, more)


def _speaks(step: Mapping[str, Any]) -> bool:
    says = step["says"]
    empty = says.startswith(("Not so", "a contradiction", "If ")) or "`1 <= 0`" in says
    return len(says) < LONGEST and not empty and not _TRIVIAL.match(step.get("reason", ""))


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
