"""What `attnverify analyse` found, as claims of a ledger with certificates that the referee re-decides.

The check of each claim writes the relations that its verdicts mean; its twin writes those of the opposite verdicts,
stable for unstable, and must be rejected.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from attnverify.verify.claim import Claim, Paper, Source, Twin, validate
from attnverify.verify.cli.eigensystem_data import Names, can_enclose, eigensystem_data
from attnverify.verify.cli.stability_relations import (
    Defines,
    Relations,
    bipartite_relations,
    consensus_relations,
    every_split_relations,
)
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung, Verdict

PAPER = Paper("analysis", "One's own matrices")
MARGIN = 1e-12
MAX_LOGIT = 1_000
METHOD = "python-flint, exact arithmetic and balls"


def analysis_claims(analysis: Any) -> list[Claim]:
    """The claims about the spectrum, the consensus points and the other equilibria that are certified."""
    lines: dict[int, Any] = {}
    claims = [_claim("USER-spectrum", "The spectrum of V", "spectrum", partial(_spectrum, analysis), analysis)]
    for name, title, kinds in (
        ("USER-consensus", "The consensus points", ("consensus",)),
        ("USER-bipartite", "The bipartite states", ("bipartite", "sign pattern")),
        ("USER-clusters", "The equilibria found by search", ("clustering", "polygonal")),
    ):
        records = [
            r for r in analysis.equilibria if r.kind in kinds and r.certified and _is_claimed(analysis, r, lines)
        ]
        if records:
            claims.append(_claim(name, title, "stability", partial(_equilibria, analysis, records), analysis))
    return claims


def _claim(id: str, title: str, kind: str, check: Any, analysis: Any) -> Claim:
    given = analysis.system
    alpha = f"{given.alpha.p}/{given.alpha.q}"
    statement = f"{title}, as listed, for N = {given.N} tokens in R^{len(given.V[0])} and step size {alpha}."
    return validate(
        Claim(
            id=id,
            title=title,
            statement=statement,
            source=Source(PAPER, "the matrices of the command line"),
            kind=kind,
            hypotheses=("N >= 1", "alpha > 0"),
            instance={"N": given.N, "alpha": alpha},
            twin=Twin("every verdict exchanged for its opposite", {"exchanged": True}),
            expected=Verdict.ARGUED,
            check=check,
            module=__name__,
        )
    )


def _is_claimed(analysis: Any, record: Any, lines: dict[int, Any]) -> bool:
    """Whether the referee can decide what the record says, or else its enclosed spectrum excludes the opposite."""
    if record.nature is None or (record.verdict is not None and record.verdict.value == "undecided"):
        return False
    return _relations(analysis, record, 0, False, lines) is not None or _contradicts(record)


def _spectrum(analysis: Any, exchanged: bool = False) -> Iterator[Evidence]:
    """Every eigenvalue within 2^-50 of what is printed, relative to the largest or to 1; displaced in the twin."""
    names, relations = Names(analysis.spectrum), []
    values = [_parts(e.value) for e in analysis.spectrum.eigenvalues]
    scale = max(1.0, max(abs(part) for pair in values for part in pair))
    radius = f"{_dyadic(scale)}/2**50"
    for j, ((real, imaginary), e) in enumerate(zip(values, analysis.spectrum.eigenvalues, strict=True)):
        centre = f"{_dyadic(real)}" + (f" + {_dyadic(scale)}" if exchanged else "")
        says = f"eigenvalue {j + 1}, {e.multiplicity} times"
        parts = (
            [(names[j], centre)] if e.is_real else [(f"re_{names[j]}", centre), (f"im_{names[j]}", _dyadic(imaginary))]
        )
        relations += [(says, f"Abs({part} - ({text})) <= {radius}") for part, text in parts]
    scope = "all eigenvalues with their multiplicities"
    yield Evidence(Rung.CERTIFIED, scope, METHOD, certificate=eigensystem_data(analysis, relations))


def _equilibria(analysis: Any, records: list[Any], exchanged: bool = False) -> Iterator[Evidence]:
    relations: Relations = []
    defines: Defines = []
    lines: dict[int, Any] = {}
    left = []
    for number, record in enumerate(records):
        found = _relations(analysis, record, number, exchanged, lines)
        if found is None:
            left.append(record)
        else:
            relations += found[0]
            defines += found[1]
    if exchanged and not relations and all(_contradicts(record) for record in left):
        yield open_("the opposite verdicts", METHOD, "the enclosed spectra contradict them")
        return
    steps: list[dict[str, Any]] = []
    if relations:
        certificate = eigensystem_data(analysis, relations, _used(lines), defines)
        steps.append({"says": f"{len(records) - len(left)} equilibria", "certificate": certificate})
    if left:
        says = f"{len(left)} equilibria, or ranges of them, by balls that only the tool can repeat"
        steps.append({"says": says, "certificate": None})
    scope = f"the {len(records)} listed equilibria, or ranges of them, with a decided verdict"
    yield Evidence(Rung.CERTIFIED, scope, METHOD, certificate={"kind": "all", "steps": steps})


def _relations(
    analysis: Any, record: Any, number: int, exchanged: bool, lines: dict[int, Any]
) -> tuple[Relations, Defines] | None:
    """The relations that the record means; None where the referee has no way to decide them."""
    import attnverify.stability as st

    single = len(analysis.system.P) == 1 and not analysis.system.causal
    if record.kind == "consensus":
        found: tuple[Relations, Defines] = (consensus_relations(analysis, record, exchanged), [])
    elif record.kind == "bipartite" and record.last and record.note:
        found = (every_split_relations(analysis, record, exchanged), [])
    elif record.kind == "bipartite" and not record.last and single and _line(analysis, record, lines):
        found = bipartite_relations(analysis, record, number, exchanged)
    else:
        return None
    near = record.margin is not None and abs(st.analyses.middle(record.margin)) < MARGIN
    if not exchanged and (near or record.nature.name == "UNDEFINED"):
        # An eigenvalue on the circle or very near it is nothing that the referee's enclosures always decide.
        certificate = eigensystem_data(analysis, found[0], _used(lines), found[1])
        return found if recheck(certificate).status is Status.CONFIRMED else None
    return found


def _used(lines: dict[int, Any]) -> list[tuple[int, Any]]:
    return [(k, line) for k, line in lines.items() if can_enclose(line)]


def _contradicts(record: Any) -> bool:
    """Whether the record's own spectrum, without the referee, excludes the opposite of its verdict."""
    if record.verdict is None or record.margin is None:
        return False
    says = {"stable": record.margin > 0, "unstable": record.margin < 0, "marginal": record.margin == 0}
    return bool(says[record.verdict.value])


def _line(analysis: Any, record: Any, lines: dict[int, Any]) -> bool:
    """Whether the referee can enclose the self-logit of the record's line, which is then among `lines`."""
    import attnverify.stability as st

    k = record.eigenvalue
    if k not in lines:
        lines[k] = st.linearisation.Eigenlines(analysis.spectrum, analysis.system.P).line(
            analysis.spectrum.eigenvalues[k]
        )
    line = lines[k]
    if not can_enclose(line):
        return False
    a = line.logits[0]
    return bool(abs(a.ball() if hasattr(a, "ball") else a) < MAX_LOGIT)


def _parts(value: Any) -> tuple[float, float]:
    number = complex(value.mid()) if hasattr(value, "mid") else complex(int(value.p) / int(value.q))
    return number.real, number.imag


def _dyadic(x: float) -> str:
    top, bottom = x.as_integer_ratio()
    return f"{top}/{bottom}" if bottom > 1 else str(top)
