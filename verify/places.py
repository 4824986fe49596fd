"""Where in its paper a claim stands, read from its label: the key of the paper's order, and a heading."""

import re

Place = tuple[tuple[int, ...], str]

_OPENING = re.compile(r"(?i)abstract|introduction")
# 4.2, (3.7): numbers that begin with a section; no longer ones, such as that of an arXiv page.
_NUMBERED = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d{1,2})+)(?!\.?\d)")
_SECTION = re.compile(r"Sections? (\d{1,2}(?:\.\d{1,2})*)")
_APPENDIX = re.compile(r"(?:Appendix|Supplement) ([A-Z])\b((?:\.\d{1,2})*)|\b([A-Z])((?:\.\d{1,2})+)")
_KINDS = {
    "Assumption": "Assumptions", "Definition": "Definitions", "Theorem": "Theorems", "Proposition": "Propositions",
    "Corollary": "Corollaries", "Lemma": "Lemmas", "Remark": "Remarks", "Equation": "Equations", "Problem": "Problems",
    "Table": "Tables", "Figure": "Figures",
}  # fmt: skip
_NAMED = re.compile(rf"({'|'.join(_KINDS)})s? \(?(\d+)", re.IGNORECASE)


def place(label: str) -> Place:
    """The place that the label names first: a section, a result with a number of its own, an appendix, or none.

    >>> place("Theorem 4.2, its hypotheses"), place("Lemma 7, proof")
    (((1, 4, 2), 'Section 4'), ((2, 5, 7), 'Lemmas'))
    >>> place("Appendix B, (B.1)")[1], place("Introduction")[1], place("beyond the text")[1]
    ('Appendix B', 'Opening', 'Elsewhere')
    """
    if _OPENING.match(label):
        return (0,), "Opening"
    found = _SECTION.search(label) or _NUMBERED.search(label)
    named = _NAMED.match(label)
    if found and not (named and found.start() > named.end()):
        number = tuple(map(int, found[1].split(".")))
        return (1, *number), f"Section {number[0]}"
    if named:
        kind = named[1].capitalize()
        return (2, list(_KINDS).index(kind), int(named[2])), _KINDS[kind]
    appendix = _APPENDIX.search(label)
    if appendix:
        letter, dotted = appendix[1] or appendix[3], appendix[2] or appendix[4] or ""
        return (3, ord(letter), *(int(part) for part in dotted.split(".") if part)), f"Appendix {letter}"
    return (4,), "Elsewhere"
