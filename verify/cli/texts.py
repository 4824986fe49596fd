"""What the commands do with files of theories: read, check, complete, decide, write back."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, NoReturn

import click

from ..claim import Claim, DeclarationError
from ..decision import Decision, decide
from ..registry import register, registered_section, with_premises
from ..theory.claims import Section, TextClaim, load_file
from ..theory.document import STATED
from ..theory.text import Fault
from ..verdict import Verdict
from .claims import BadInput, all_claims

if TYPE_CHECKING:
    from ..search.deciding import Decided

SUFFIX = ".proof"


def opened(file: Path) -> tuple[Section, list[Claim]]:
    """The text of a file, and its claims among all that are installed; raises BadInput where they cannot be read."""
    known = all_claims(links=False)
    section = registered_section(file)
    if section is None:
        try:
            section = load_file(file)
            for claim in section.claims.values():
                register(claim)
        except Fault as error:
            raise BadInput("\n".join(error.lines(error.file or str(file)))) from error
        except DeclarationError as error:
            raise BadInput(f"{file}: {error}") from error
        except OSError as error:
            raise BadInput(f"{file}: cannot be read: {error.strerror}") from error
        known = all_claims(links=False)
    return section, [known[id] for id in section.claims]


def proved(file: Path) -> list[str]:
    """The ids of the claims in a text that are pinned as proved in proof form; raises BadInput where there are none."""
    pinned = (Verdict.PROVED, Verdict.CERTIFIED)
    found = [claim.id for claim in opened(file)[1] if claim.formal is not None and claim.expected in pinned]
    if not found:
        raise BadInput(f"{file}: declares no claim with a proof")
    return found


def canonical_text(file: Path) -> tuple[str, str]:
    """The text of a file, and the same in its one layout; raises BadInput where it cannot be read."""
    from ..theory.document import read
    from ..theory.printer import printed

    try:
        text = file.read_text(encoding="utf-8")
        return text, printed(read(text.removeprefix("\ufeff"), str(file)))
    except Fault as error:
        raise BadInput("\n".join(error.lines(str(file)))) from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{file}: no text in UTF-8") from error
    except OSError as error:
        raise BadInput(f"{file}: cannot be read: {error.strerror}") from error


def relock(section: Section, file: Path) -> bool:
    """Write the lock of a file as its trees are now; whether it is another one than before."""
    from ..theory.completion import lock_of
    from ..theory.writing import lock_text

    found: dict[str, Mapping[str, Any]] = {}
    for claim in section.claims.values():
        try:
            found |= lock_of(claim)
        except Fault:  # what it had stays, until the claim can be read again
            found |= {name: said for name, said in section.lock.items() if name.split(" ")[0] == claim.id}
    path, text = file.with_suffix(".lock"), lock_text(found)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    if text:
        path.write_text(text, encoding="utf-8")
    else:
        path.unlink(missing_ok=True)
    return text != before


def judged(claims: Iterable[Claim], seed: int, *, fresh: bool) -> Iterator[tuple[Claim, Decision, Fault | None, int]]:
    """The decision of each claim of a text, kept ones as they are; its fault; how many gaps were searched."""
    from ..cache import Cache
    from ..decision import of_proof
    from ..proof_decision import cited, outcome
    from ..theory.completion import judge_text

    cache = Cache(seed)
    for claim in claims:
        if claim.formal is None:  # left open
            yield claim, decide(claim, seed), None, 0
            continue
        assert isinstance(claim.formal, TextClaim)
        with suppress(Fault):
            kept = None if fresh else cache.get(claim)
            if kept is not None and kept.proof is not None and kept.proof.verdict is not Verdict.OPEN:
                yield claim, kept, None, 0
                continue
        start = perf_counter()
        found = judge_text(claim.formal, cited)
        decision = of_proof(claim, outcome(found, claim.formal), perf_counter() - start)
        if found.fault is None:
            cache.put(claim, decision)
        yield claim, decision, found.fault, found.searched


def ledger_of_text(file: Path, *, seed: int, jobs: int | None, fresh: bool, frozen: bool) -> dict[str, Any]:
    """The ledger of the claims in a text and of those they rest on; what is wrong is printed, and the lock written."""
    from ..ledger import build
    from .deciding import decisions

    section, own = opened(file)
    if not own:
        raise BadInput(f"{file}: declares no claims")
    mine: dict[str, Decision] = {}
    searched = 0
    for claim, decision, fault, more in judged(own, seed, fresh=fresh):
        mine[claim.id] = decision
        searched += more
        for line in fault.lines(section.document.file) if fault else ():
            click.echo(line, err=True)
    if not frozen and relock(section, file) and searched:
        click.echo(f"{file.with_suffix('.lock')}: {searched} gaps were searched and are kept", err=True)
    known = all_claims(links=False)
    unread = [claim.id for claim in own if not _readable(claim)]
    if unread:
        raise BadInput(f"{file}: {len(unread)} of {len(own)} claims cannot be read: {', '.join(unread[:5])}")
    try:
        claims = with_premises([claim.id for claim in own], known)
    except DeclarationError as error:
        raise BadInput(f"{file}: {error}") from error
    premises = [claim for claim in claims if claim.id not in mine]
    return build(claims, mine | decisions(premises, seed=seed, jobs=jobs, fresh=False), seed)


def _readable(claim: Claim) -> bool:
    try:
        return claim.formal is None or bool(claim.formal.data())
    except Fault:
        return False


def watched(file: Path) -> NoReturn:
    """Check a file whenever it changes, until somebody interrupts."""
    before = -1
    while True:
        now = file.stat().st_mtime_ns if file.exists() else 0
        if now != before:
            before = now
            click.echo(f"\n{file}:")
            subprocess.run([sys.executable, "-m", "attnverify", "check", str(file)], check=False)
        sleep(0.2)


def decided(claim: TextClaim, seconds: float | None, steps: int) -> Decided:
    """Decide a claim that has no proof, as a lemma of a TOML file is decided; raises Fault where it cannot be read."""
    from ..kernel.statements import read
    from ..kernel.terms import Rejected
    from ..lemmas.files import Lemma
    from ..proof_decision import cited
    from ..search.deciding import decide_lemma
    from ..theory.completion import Completer
    from ..theory.messages import fault

    try:
        statement = read(claim.statement)
    except Rejected as error:
        raise fault(claim, error, Completer(cited)) from error
    title = claim.words.get("title", claim.id)
    return decide_lemma(Lemma(title, claim.statement, statement, claim.instance, (), (), {}, {}), seconds, most=steps)


def decide_text(file: Path, seconds: float | None, steps: int, *, write: bool) -> int:
    """Decide the claims of a text that have no proof, print what was found, write it where that is wanted."""
    section, _ = opened(file)
    claims = section.claims.values()
    waiting = [c for c in claims if not (c.in_words or c.entry.field("proof") or c.entry.field("disproof"))]
    if not waiting:
        raise BadInput(f"{file}: every claim has a proof or a refutation; there is nothing to decide")
    text = file.read_text(encoding="utf-8-sig")
    found: dict[str, Mapping[str, Any]] = {}
    codes = []
    for claim in reversed(waiting):  # from below, so that the lines of those above stay where they are
        try:
            made = decided(claim, seconds, steps)
        except Fault as error:
            for line in error.lines(section.document.file):
                click.echo(line, err=True)
            codes.append(2)
            continue
        click.echo(f"{made.verdict}  {claim.id}" + (f": {made.reason}" if made.verdict == "OPEN" else ""))
        codes.append({"PROVED": 0, "CERTIFIED": 0, "REFUTED": 1}.get(made.verdict, 3))
        if made.data is not None:
            found[claim.id] = made.data
            for line in _proof_lines(claim, made.data):
                click.echo(line)
            text = with_proof(text, claim, made.data, made.verdict)
    if write and found:
        lock = lock_for(text, section, found)
        file.write_text(text, encoding="utf-8")
        file.with_suffix(".lock").write_text(lock, encoding="utf-8")
    return max(codes)


def _proof_lines(claim: TextClaim, data: Mapping[str, Any], verdict: str = "") -> list[str]:
    """The fields that say what was found."""
    from ..theory.printer import block, wrapped
    from ..theory.writing import instance_items, steps

    refuted = data.get("refuted")
    if refuted:
        return wrapped("  disproof ", f"at {'; '.join(instance_items(refuted['instance']))}", 13)
    lines = []
    if claim.instance is None:
        lines += wrapped("  instance ", "; ".join(instance_items(data["instance"])) or "nothing", 13)
    proofs = data["proof"] if isinstance(data["proof"], list) else [data["proof"]]
    for name, tree in zip(claim.goals, proofs, strict=True):
        lines += [f"  proof {name.removeprefix(claim.id).strip()}".rstrip(), *(block(steps(tree), 4) or ["    done"])]
    return lines


def with_proof(text: str, claim: TextClaim, data: Mapping[str, Any], verdict: str) -> str:
    """The text of a file in which a claim has the proof that was found, or the counterexample, and its instance."""
    from ..theory.document import read
    from ..theory.printer import printed

    lines = _proof_lines(claim, data)
    pinned = [f"  expected {verdict}"] if verdict == "CERTIFIED" and claim.entry.field("expected") is None else []
    numbers = [number for number, said in claim.entry.lines if said.strip()]
    stated = min(field.place[0] for field in claim.entry.fields if field.key in STATED)
    rows = text.split("\n")
    rows[max(numbers) : max(numbers)] = lines
    rows[stated - 1 : stated - 1] = pinned
    return printed(read("\n".join(rows), claim.file))


def lock_for(text: str, before: Section, proofs: Mapping[str, Mapping[str, Any]]) -> str:
    """The lock of a new text of a file, in which the claims of these ids have these data."""
    from ..theory.claims import section_of
    from ..theory.completion import lock_of
    from ..theory.writing import entries, lock_text

    lock = before.path.with_suffix(".lock")
    said = lock.read_text(encoding="utf-8") if lock.exists() else ""
    section = section_of(text, before.path, said, before.folder)
    found: dict[str, Mapping[str, Any]] = {}
    for claim in section.claims.values():
        data = proofs.get(claim.id)
        if data is None or "proof" not in data:
            found |= lock_of(claim)
            continue
        wanted = data["proof"] if isinstance(data["proof"], list) else [data["proof"]]
        found |= {name: entries(claim.trees[name], tree) for name, tree in zip(claim.goals, wanted, strict=True)}
    return lock_text(found)
