"""`attnverify show`: one claim, whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from time import time
from typing import Any

import click

from ..claim import Claim
from ..counting import counted
from ..decision import Decision
from ..fingerprint import declaration, place
from ..kernel.catalogue import LOGIC, THEOREMS
from ..ledger import build
from ..referee.existence import assumed, lemmas, of_ledger, solutions
from ..referee.records import statement_digest
from ..referee.tracked import twin_word
from ..registry import named, with_premises
from ..report.contents import Contents
from ..roles import ROLES
from ..verdict import Verdict
from . import kept_run
from .claims import all_claims, one_claim, with_what_they_rest_on
from .deciding import decisions
from .plain_text import plain
from .proof_text import counterexample, filled, instance_texts, proof_lines, statement_lines


@click.command()
@click.argument("id", metavar="ID|RULE")
@click.option("--seed", type=int, default=0, show_default=True, help="Where random draws start.")
@click.option("--json", "as_json", is_flag=True, help="Print it as a JSON object.")
@click.option("--certificates", is_flag=True, help="Write out what was added up in every arithmetic step of a proof.")
def show(id: str, seed: int, as_json: bool, certificates: bool) -> None:
    """Show the claim ID: statement, source, and what was found; it is decided if it was not before.

    Of a rule, or a theorem that proofs take from the literature, by its name: its premises, its conclusion, its source.
    """
    since, asked = time(), (f"{_width()} {as_json} {certificates}",)
    known = kept_run.read(f"{id.lower()}.shown", seed, asked)
    if known is not None:
        click.echo("\n".join(known[0]))
        return
    claims = all_claims(links=False)
    if not named(id, claims) and (rule := named(id, {**LOGIC, **THEOREMS})):
        click.echo("\n".join(_rule(rule)))
        return
    claim = one_claim(id, claims)
    needed, found = _decided(claim, claims, seed, None)
    ledger = build(needed, found, seed)
    page = _page(claim, claims, ledger, seed, certificates=certificates)
    shown = json.dumps(_entry(ledger, claim.id), indent=2) if as_json else page
    kept_run.keep(f"{claim.id.lower()}.shown", [shown], [], needed, found, seed, asked, since)
    click.echo(shown)


class Page(str):
    """The text of a decided claim; a notebook shows it typeset, the proof folded.

    ledger : the ledger of the claim and of what it rests on.
    """

    def __new__(cls, text: str, id: str, ledger: Mapping[str, Any]) -> Page:
        """The text, with where the claim is found."""
        made = super().__new__(cls, text)
        made.id, made.ledger = id, ledger
        return made

    id: str
    ledger: Mapping[str, Any]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from ..report.cell import cell

        return cell(self.ledger, self.id)


def page(id: str, seed: int = 0, *, jobs: int | None = None) -> Page:
    """The text that `attnverify show ID` prints, of the claim decided together with what it rests on.

    As the last line of a notebook's cell it is shown typeset.
    Decisions are taken from the cache and kept in it.  seed : where random draws start.  jobs : worker processes, by
    default one per core, 0 for none.
    Raises BadInput for an unknown id.
    """
    claims = all_claims(links=False)
    claim = one_claim(id, claims)
    ledger = build(*_decided(claim, claims, seed, jobs), seed)
    return Page(_page(claim, claims, ledger, seed), claim.id, ledger)


def _entry(ledger: Mapping[str, Any], id: str) -> dict[str, Any]:
    return next(entry for entry in ledger["claims"] if entry["id"] == id)


def _decided(
    claim: Claim, claims: dict[str, Claim], seed: int, jobs: int | None
) -> tuple[list[Claim], dict[str, Decision]]:
    """The claim, what it rests on, and the lemmas by which the solutions that it assumes exist, decided.

    What is not in the cache is decided now, and kept there.
    """
    needed = with_what_they_rest_on([claim.id, *_solving(claim, claims)], claims)
    return needed, decisions(needed, seed=seed, jobs=jobs, fresh=False)


def _solving(claim: Claim, claims: Mapping[str, Claim]) -> list[str]:
    """The lemmas that say of the flows of a claim that they have one solution from every start."""
    if claim.formal is None or not assumed(claim.formal.statement):
        return []
    statements = {id: other.formal.statement for id, other in claims.items() if other.formal is not None}
    found = solutions(claim.formal.statement, lemmas(statements))
    return [solution.lemma for solution in found if solution.lemma]


def _page(
    claim: Claim, claims: Mapping[str, Claim], ledger: Mapping[str, Any], seed: int, *, certificates: bool = False
) -> str:
    again = f"\nTo decide it again: attnverify run {claim.id}{f' --seed {seed}' if seed else ''} --fresh"
    return "\n".join([*_declared(claim, claims), *_found(claim.id, claims, ledger, certificates), again])


def _declared(claim: Claim, claims: Mapping[str, Claim]) -> Iterator[str]:
    yield f"{claim.id}  {plain(claim.title)}"
    yield f"\n{filled('', plain(claim.statement), _width())}\n"
    if claim.formal is not None:
        yield from statement_lines(claim.formal.statement, "  ")
        yield ""
    said = "'{}' becomes '{}'" if claim.formal else "{} = {!r}"
    changes = ", ".join(said.format(name, value) for name, value in claim.twin.changes.items())
    yield from _fields(
        {
            "reading": plain(claim.reading),
            "source": f"{claim.source.paper.title}; {claim.source}",
            "declared": place(claim),
            "role": ROLES[claim.role],
            "kind": claim.kind,
            "instance": ", ".join(instance_texts(claim.formal.instance or {})) if claim.formal else "",
            "and": "; ".join(", ".join(instance_texts(at)) for at in claim.formal.also) if claim.formal else "",
            "not seen": claim.formal.unseen if claim.formal else "",
            "false twin": f"{claim.twin.says} ({changes})" if changes else "",
            "expected": claim.expected.value,
            "rests on": ", ".join(claim.rests_on),
            "repairs": claim.repairs,
            "repaired by": ", ".join(other.id for other in claims.values() if other.repairs == claim.id),
            "no repair": plain(claim.no_repair),
            "digest": statement_digest(declaration(claim)),
        }
    )


def _found(id: str, claims: Mapping[str, Claim], ledger: Mapping[str, Any], certificates: bool) -> Iterator[str]:
    entry = _entry(ledger, id)
    twin = entry["twin"]
    says = twin["fault"] or "the check leaves it OPEN"
    if entry.get("proof"):
        refuted = "it is false at its instance" if twin["rejected"] else "no counterexample decides it"
        says = twin["fault"] or f"the proof is not accepted for it, and {refuted}"
    yield ""
    if Verdict(entry["verdict"]).fails:
        found = list(counterexample(entry))
        yield from [*found, ""] if found else []
    yield from _fields(
        {
            "verdict": f"{entry['verdict']}: {entry['scope']}",
            "because": entry["reason"],
            "checked by": entry["checked_by"],
            "as printed": entry["as_printed"],
            "argument": plain(entry["argument"]),
            "solutions": "; and ".join(map(str, of_ledger(ledger["claims"]).get(id, ()))),
            "twin": f"{twin_word(entry)}: {says}" if twin["changes"] else "",
        }
    )
    if entry.get("proof"):
        yield from _fields({"in all": _beneath(entry, claims, ledger)})
        yield from proof_lines(entry["proof"], _width(), certificates=certificates)
    if entry["form"] == "computed":
        yield from _fields({"computed": f"by {entry['evidence']['method']} ({entry['evidence']['seconds']:.2f} s)"})


def _rule(name: str) -> Iterator[str]:
    """What proofs may use without proof: in the notation of verify/kernel/theorems.txt."""
    said = THEOREMS.get(name) or LOGIC[name]
    kind = "a theorem of the literature" if name in THEOREMS else "a rule of logic and arithmetic"
    yield f"{name}  {kind}, which proofs use without proving it\n"
    for heading, texts in (
        ("letters", said.get("letters", ())),
        ("premises", (*said.get("premises", ()), *said.get("sides", ()))),
        ("then", [f"{said['goal']}{', at almost every time' if said.get('almost') else ''}"]),
        ("source", [said["cites"]] if "cites" in said else ()),
        ("to read", [said["read"]] if "read" in said else ()),
    ):
        for position, text in enumerate(texts):
            yield filled(f"{'' if position else heading:11} ", text, _width())


def _beneath(entry: Mapping[str, Any], claims: Mapping[str, Claim], ledger: Mapping[str, Any]) -> str:
    """How many claims a proof rests on, however deep, and the theorems that these use; empty where it cites none."""
    if not entry["proof"]["lemmas"]:
        return ""
    below = len(with_premises([entry["id"]], claims)) - 1
    theorems = Contents(ledger).axioms(entry["id"])
    said = ", ".join(f"{name} ({', '.join(through)})" if all(through) else name for name, through in theorems.items())
    return f"{counted(below, 'claim')} beneath it; theorems: {said or 'none, logic and arithmetic alone'}"


def _fields(fields: Mapping[str, str], indent: str = "") -> Iterator[str]:
    """The fields that say something, one below the other."""
    for name, text in fields.items():
        if text:
            yield filled(f"{indent}{name:11} ", text, _width())


def _width() -> int:
    return max(40, min(110, shutil.get_terminal_size((110, 24)).columns))
