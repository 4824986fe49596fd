"""Certificates as HTML that a reader can follow: sums of products, identities, witnesses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup, escape

from attnverify.verify.report.prose import prose
from attnverify.verify.report.relations import name, relation, value

_SIGNS = {"positive": "> 0", "nonnegative": ">= 0", "zero": "== 0"}
# Below this many characters an expression is typeset; above, it is shown as it is stored.
_TYPESET = 90
_STORED = 600
# Matrices with more rows than this are not written.
_SMALL = 8
# Steps within steps beyond this are cut as well.
_DEEPEST = 40
# Characters of certificates on one page; what is longer is cut, with a pointer to the ledger.
PER_PAGE = 25_000


def steps_with_certificates(entry: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any], Markup | None, int]]:
    """Every step of a claim of a ledger, counterexamples first: its place in the ledger, its certificate as far as
    there is room, and how many parts were left out."""
    room = PER_PAGE
    for number, item in sorted(enumerate(entry["evidence"]), key=lambda pair: pair[1]["rung"] != "refuted"):
        writer = CertificateWriter(room, entry["hypotheses"])
        certificate = writer.written(item["certificate"]) if item["certificate"] is not None else None
        yield number, item, certificate, writer.left_out
        room -= len(certificate or "")


class CertificateWriter:
    """Writes the certificates of one page, until `room` characters are used up.

    hypotheses : those of the claim, which a witness need not repeat.
    left_out : how many steps were too many; the ledger holds them.
    """

    def __init__(self, room: int, hypotheses: Sequence[str] = ()) -> None:
        self.room = room
        self.hypotheses = list(hypotheses)
        self.left_out = 0
        self.depth = 0

    def written(self, certificate: Any) -> Markup:
        """The certificate as HTML; data of an unknown shape is shown as it is stored."""
        if certificate is None:
            return Markup("<p>No certificate: this rests on the tool's word.</p>")
        if self.depth == _DEEPEST:
            self.left_out += 1
            return Markup("<p>…</p>")
        self.depth += 1
        try:
            write: Callable[[CertificateWriter, Any], Markup] = _WRITERS.get(certificate["kind"], _stored)
            return write(self, certificate)
        except (KeyError, TypeError, AttributeError, IndexError, ValueError):
            return _stored(self, certificate)
        finally:
            self.depth -= 1

    def items(self, found: Iterable[Markup], kind: str = "steps") -> Markup:
        """The list of everything found, as far as there is room, with the style class `kind`."""
        kept = []
        room = self.room
        for item in found:
            if room <= 0:
                self.left_out += 1
                continue
            # What the item's own parts took is within its length.
            self.room = room = room - len(item)
            kept.append(Markup("<li>{}</li>").format(item))
        return Markup('<ul class="{}">{}</ul>').format(kind, Markup("").join(kept)) if kept else Markup("")


def _expression(text: str) -> Markup:
    if len(text) <= _TYPESET:
        return relation(text)
    cut = text if len(text) <= _STORED else f"{text[:_STORED]} … ({len(text)} characters)"
    return Markup("<code>{}</code>").format(cut)


def _all(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    def steps() -> Iterator[Markup]:
        for step in certificate["steps"]:
            if writer.room <= 0:
                yield Markup("")
                continue
            says = prose(step["says"], {})
            yield Markup("<p>{}</p>{}").format(says, writer.written(step["certificate"]))

    return writer.items(steps())


def _split(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    sides = (("nonnegative", ">= 0"), ("negative", "< 0"))
    return writer.items(
        Markup("<p>where {}</p>{}").format(
            _expression(f"{certificate['on']} {sign}"), writer.written(certificate[side])
        )
        for side, sign in sides
    )


def _witness(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    values = [Markup("{} = {}").format(name(symbol), value(given)) for symbol, given in certificate["values"].items()]
    against = map(_expression, certificate["violates"])
    written = Markup("<p>At the values</p>{}<p>these relations contradict the claim:</p>{}").format(
        writer.items(values, "row"), writer.items(against, "row against")
    )
    met = certificate.get("hypotheses", [])
    if not met:
        return written
    if met == writer.hypotheses:
        return written + Markup("<p>while every hypothesis of the claim holds.</p>")
    return written + Markup("<p>while all of these hold:</p>{}").format(writer.items(map(_expression, met), "row"))


def _example(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    values = [Markup("{} = {}").format(name(symbol), value(given)) for symbol, given in certificate["values"].items()]
    shown = map(_expression, certificate["holds"])
    return Markup("<p>At the values</p>{}<p>all of these hold:</p>{}").format(
        writer.items(values, "row"), writer.items(shown, "row")
    )


def _identity(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    def pairs() -> Iterator[Markup]:
        for pair in certificate["pairs"]:
            if pair["left"] == pair["right"]:
                continue
            yield Markup("{}: {} = {}").format(
                prose(pair["says"], {}), _expression(pair["left"]), _expression(pair["right"])
            )
        for given in certificate.get("relations", ()):
            yield Markup("where {} = {}").format(_expression(given["power"]), _expression(given["equals"]))

    same = sum(pair["left"] == pair["right"] for pair in certificate["pairs"])
    says = (
        "1 further pair is equal as it is written"
        if same == 1
        else f"{same} further pairs are equal as they are written"
    )
    alike = Markup("<p>{}.</p>").format(says) if same else Markup("")
    return writer.items(pairs()) + alike


def _positivity(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    goal = certificate["goal"]
    given = [
        Markup("<var>h<sub>{}</sub></var> = {}").format(number, _expression(f"{item['expr']} {_SIGNS[item['sign']]}"))
        for number, item in enumerate(certificate["hypotheses"])
        if any(number in term.get("factors", ()) for term in (*certificate["terms"], _multiplied(certificate)))
    ]
    left = Markup("·").join([Markup("goal"), *map(_hypothesis, certificate.get("multiplier", ()))])
    total = Markup(" + ").join(map(_term, certificate["terms"])) or Markup("0")
    written = Markup("<p>{}, because {} = {}{}</p>").format(
        _expression(f"{goal['expr']} {_SIGNS[goal['sign']]}"), left, total, Markup(" with") if given else Markup("")
    )
    if given:
        written += writer.items(given, "row")
    return written


def _multiplied(certificate: Mapping[str, Any]) -> dict[str, Any]:
    return {"factors": certificate.get("multiplier", ())}


def _hypothesis(number: int) -> Markup:
    return Markup("<var>h<sub>{}</sub></var>").format(number)


def _term(term: Mapping[str, Any]) -> Markup:
    factors = [_hypothesis(number) for number in term.get("factors", ())]
    factors += [Markup("({})<sup>2</sup>").format(_expression(square)) for square in term.get("squares", ())]
    if "cofactor" in term:
        factors.insert(0, Markup("({})").format(_expression(term["cofactor"])))
    coefficient = str(term["coefficient"])
    if coefficient != "1" or not factors:
        factors.insert(0, escape(coefficient))
    return Markup("·").join(factors)


def _sample(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    return Markup("<p>{} examples were drawn, {} more discarded, seed {}; worst margin {}.</p>").format(
        certificate["examples"], certificate["discarded"], certificate["seed"], certificate["worst_margin"]
    )


def _eigensystem(writer: CertificateWriter, certificate: Mapping[str, Any]) -> Markup:
    rows = certificate["matrix"]
    matrix = value(rows) if len(rows) <= _SMALL else Markup("of {} rows, which the ledger holds").format(len(rows))
    names = [Markup("{}").format(name(symbol)) for symbol, *_ in certificate["names"]]
    defined = [Markup("{} = {}").format(name(symbol), _expression(text)) for symbol, text in certificate["defines"]]
    found = (
        Markup("{}: {}").format(prose(item["says"], {}), _expression(item["holds"]))
        for item in certificate["relations"]
    )
    written = Markup("<p>For the matrix {} and its eigenvalues</p>{}").format(matrix, writer.items(names, "row"))
    if defined:
        written += Markup("<p>with</p>{}").format(writer.items(defined, "row"))
    return written + Markup("<p>these relations hold, by discs around the eigenvalues:</p>") + writer.items(found)


def _stored(writer: CertificateWriter, certificate: Any) -> Markup:
    text = json.dumps(certificate, indent=1)
    cut = text if len(text) <= _STORED else f"{text[:_STORED]} …"
    return Markup("<pre>{}</pre>").format(cut)


_WRITERS: dict[str, Callable[[CertificateWriter, Mapping[str, Any]], Markup]] = {
    "all": _all,
    "split": _split,
    "witness": _witness,
    "example": _example,
    "identity": _identity,
    "positivity": _positivity,
    "sample": _sample,
    "eigensystem": _eigensystem,
}
