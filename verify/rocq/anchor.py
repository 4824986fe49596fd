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
from itertools import chain

from ..core.files import Checker, read
from ..derivations.stored import cited, closed
from .export import export, module
from .print import HERE, places, statements, write

PAPERS = HERE.parents[1] / "proofs_checks"
STORED = (
    "CON-T3.2", "CON-T3.2.k.same", "CON-T4.2", "CON-T4.2.repaired", "CON-T4.5", "CON-P.b",
    "POW-L1", "POW-L2", "POW-L14.count", "POW-T1.stable", "POW-T2.ae", "POW-T2.alpha", "POW-T2.bip", "POW-T2.cons",
    "POW-T2.poly", "POW-T2.stable", "POW-T3.bip", "POW-T3.bip.necc", "POW-T3.cons", "POW-T3.det", "POW-T3.poly",
    "PER-L3.6", "PER-L3.7", "PER-L6.4", "PER-L6.6", "PER-P3.4.max", "PER-T4.1", "PER-T4.2", "PER-T4.3", "PER-T5.1",
    "PER-T6.1", "PER-T6.3", "PER-T6.7", "PER-T6.8.69", "PER-T9.2",
)  # fmt: skip
SECONDS = 600  # of the processor, for one derivation

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


def foreign(*lists: list[str], theorems: bool) -> list[str]:
    """Axioms that are not Coq's; nor, where theorems are allowed, those that Literature.v names."""
    literature = {f"{file}.{name}" for name, (file, kind) in places().items() if kind == "Axiom"} if theorems else set()
    return sorted({*chain(*lists)} - CLASSICAL - literature)


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
    proved, with_theorems = axioms(audit.stdout)
    return complain(
        {
            "without a lemma": missing,
            "axioms that nobody named": foreign(proved, theorems=False) + foreign(with_theorems, theorems=True),
        }
    )


def complain(found: dict[str, list[str]]) -> int:
    """Print what was found; 1 if there is something."""
    for title, names in found.items():
        if names:
            print(f"{title}: {', '.join(names)}")
    return int(any(found.values()))


def stored() -> int:
    """Export the derivations of STORED, with what they cite, and have coqc judge them; 1 if one is not accepted."""
    library = Checker(section for path in sorted(PAPERS.rglob("*.der.xz")) for section in read(path))
    named = {section.name: section for section in library.sections.values() if section.name in STORED}
    wanted = {section.id: section for last in named.values() for section in closed(last, library)}
    start, folder = time.monotonic(), HERE / "exported"
    folder.mkdir(exist_ok=True)
    for id, section in wanted.items():
        cites = "".join(f"From Attn.exported Require {module(other)}.\n" for other in cited(section))
        text = f"From Attn Require Import Steps.\n{cites}{export(section, library)}"
        file = folder / f"{module(id)}.v"
        if not file.exists() or file.read_text("utf-8") != text:
            file.write_text(text, "utf-8")
    files = [f"{module(id)}.v" for id in wanted]
    (folder / "_CoqProject").write_text("\n".join(["-R .. Attn", *files]), "utf-8")
    subprocess.run(["coq_makefile", "-f", "_CoqProject", "-o", "Makefile.coq"], cwd=folder, check=True)
    make = ["make", "--no-print-directory", "-f", "Makefile.coq"]
    limited = ["sh", "-c", f'ulimit -t {SECONDS}; exec "$@"', "sh"]
    subprocess.run([*limited, *make, "-k", "-j2"], cwd=folder, check=False, capture_output=True)
    accepted = {
        name: f"{module(section.id)}"
        for name, section in named.items()
        if not subprocess.run([*make, "-q", f"{module(section.id)}.vo"], cwd=folder, check=False).returncode
    }
    audit = "".join(f"From Attn.exported Require {d}.\nPrint Assumptions {d}.theorem.\n" for d in accepted.values())
    (folder / "Audit.v").write_text(audit, "utf-8")
    command = ["coqc", "-R", "..", "Attn", "Audit.v"]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8")
    print(f"{len(wanted)} derivations of {len(STORED)} theorems, {time.monotonic() - start:.0f} s")
    return complain(
        {
            "not accepted": [name for name in STORED if name not in accepted],
            "axioms that nobody named": foreign(*axioms(done.stdout), theorems=True),
        }
    )


if __name__ == "__main__":
    sys.exit(main() or stored())
