"""`make anchor`: compiles what changed of the proofs of the schemas, and says on which axioms they rest.

Then coqc judges some stored derivations, each exported; what it accepted by the same lemmas is not judged again.
Exit codes: 0 everything is proved from Coq's axioms of the reals and the named theorems; 1 not so; 2 there is no coqc.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time

from attnverify.verify.core.files import read
from attnverify.verify.rocq.export import export
from attnverify.verify.rocq.print import HERE, places, statements, write

PAPERS = HERE.parents[1] / "proofs_checks"
STORED = ("POW-L14.count", "POW-TAB1.heads", "CON-P.b", "PER-T6.7", "CON-T3.2.k.same")
SECONDS = 600  # for one derivation

# of Coq's standard library: the real numbers, and what classical logic there rests on
CLASSICAL = {
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec", "Classical_Prop.classic",
    "ClassicalEpsilon.constructive_indefinite_description", "FunctionalExtensionality.functional_extensionality_dep",
    "PropExtensionality.propositional_extensionality",
}  # fmt: skip


def axioms(printed: str) -> list[list[str]]:
    """The names of the axioms that each `Print Assumptions` lists."""
    lists = printed.split("Axioms:\n")[1:]
    return [re.findall(r"^([\w.]+)(?: :|$)", listed, re.MULTILINE) for listed in lists]


def foreign(printed: str) -> list[str]:
    """Axioms that are not Coq's: in the first list all, in the second those that Literature.v does not name."""
    proved, named = axioms(printed)
    allowed = CLASSICAL | {f"{file}.{name}" for name, (file, kind) in places().items() if kind == "Axiom"}
    return [*(a for a in proved if a not in CLASSICAL), *(a for a in named if a not in allowed)]


def main() -> int:
    """Compile, and report."""
    if shutil.which("coqc") is None:
        print("coqc is not installed (on Debian: apt-get install coq); nothing was checked")
        return 2
    start = time.monotonic()
    write()
    make = ["make", "--no-print-directory", "-f", "Makefile.coq"]
    for command in ["coq_makefile", "-f", "_CoqProject", "-o", "Makefile.coq"], [*make, "-j2"]:
        if subprocess.run(command, cwd=HERE, check=False).returncode:
            return 1
    command = ["coqc", "-R", ".", "Attn", "Audit.v"]
    audit = subprocess.run(command, cwd=HERE, check=False, capture_output=True, encoding="utf-8")
    if audit.returncode or len(axioms(audit.stdout)) != 2:
        print(audit.stdout + audit.stderr)
        return 1
    says, stand = statements(), places()
    missing = [name for name in says if name not in stand]
    named = [name for name in says if stand.get(name, ("", ""))[1] == "Axiom"]
    print(f"{len(says)} statements, {len(says) - len(missing) - len(named)} proved, {time.monotonic() - start:.0f} s")
    print(f"named theorems, not proved here: {', '.join(named) or 'none'}")
    for title, names in ("without a lemma", missing), ("axioms that nobody named", foreign(audit.stdout)):
        if names:
            print(f"{title}: {', '.join(names)}")
    return 1 if missing or foreign(audit.stdout) else 0


def stored() -> int:
    """Export the derivations of STORED and have coqc judge them; 1 if one is not accepted, or not there."""
    found = [section for path in sorted(PAPERS.rglob("*.der.xz")) for section in read(path)]
    missing = sorted({*STORED} - {section.name for section in found})
    if missing:
        print(f"no stored derivation of {', '.join(missing)}")
    refused, lemmas, folder = bool(missing), (HERE / "Steps.vo").stat().st_mtime, HERE / "exported"
    folder.mkdir(exist_ok=True)
    for section in found:
        if section.name not in STORED:
            continue
        text, start = export(section, found), time.monotonic()
        file, answer = folder / f"d_{section.id[:16]}.v", "accepted before"
        judged = file.with_suffix(".vo")
        if not judged.exists() or judged.stat().st_mtime < lemmas or file.read_text("utf-8") != text:
            judged.unlink(missing_ok=True)
            file.write_text(text, "utf-8")
            try:
                command = ["coqc", "-R", str(HERE), "Attn", str(file)]
                code = subprocess.run(command, check=False, capture_output=True, timeout=SECONDS).returncode
                answer = "refused" if code else "accepted"
            except subprocess.TimeoutExpired:
                answer = f"not judged in {SECONDS} s"
        refused |= not answer.startswith("accepted")
        print(f"{section.name}: {answer}, {time.monotonic() - start:.0f} s", flush=True)
    return int(refused)


if __name__ == "__main__":
    sys.exit(main() or stored())
