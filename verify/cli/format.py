"""`attnverify format`: files of theories in their one layout, and their locks."""

from __future__ import annotations

from pathlib import Path

import click

from .claims import BadInput
from .texts import SUFFIX, canonical_text, opened, relock


@click.command("format")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 where something would be written.")
@click.option("--lock", is_flag=True, help="Judge the claims, search what the kernel refuses, and write FILE.lock.")
@click.pass_context
def format_(context: click.Context, files: tuple[Path, ...], check: bool, lock: bool) -> None:
    """Write each FILE.proof as the printer lays it out; of a folder, all files below it.

    With --lock the lock beside each file, in which stands what was found for what the text leaves out, is made anew:
    an entry that the kernel takes stays, others are searched. A lock is never edited by hand.

    Exits with 1 where --check finds something to write, with 2 where a file cannot be read.
    """
    found = [path for file in files for path in _texts(file)]
    changed = 0
    for path in found:
        text, made = canonical_text(path)
        if made != text:
            changed += 1
            click.echo(f"{path}: {'not in its layout' if check else 'laid out'}")
            if not check:
                path.write_text(made, encoding="utf-8")
    if lock:
        changed += _locked(found, check=check)
    context.exit(1 if check and changed else 0)


def _texts(place: Path) -> list[Path]:
    found = sorted(place.rglob(f"*{SUFFIX}")) if place.is_dir() else [place]
    if not found:
        raise BadInput(f"{place}: holds no file *{SUFFIX}")
    return found


def _locked(files: list[Path], *, check: bool) -> int:
    """Judge the claims of the files and write their locks; how many change."""
    from ..proof_decision import cited
    from ..theory.completion import judge_text

    changed = 0
    for file in files:
        section, _ = opened(file)
        searched = 0
        for claim in section.claims.values():
            if claim.in_words:
                continue
            found = judge_text(claim, cited)
            searched += found.searched
            for line in found.fault.lines(claim.file) if found.fault else ():
                click.echo(line, err=True)
        if searched if check else relock(section, file):
            changed += 1
            click.echo(f"{file.with_suffix('.lock')}: {f'{searched} gaps were searched' if searched else 'written'}")
    return changed
