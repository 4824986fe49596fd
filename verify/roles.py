"""What a claim has to do with the paper it is about."""

import re

# The word in a declaration and in the ledger, and the words that a report prints.
ROLES = {
    "printed": "printed statement", "reconstructed": "reconstructed statement", "reading": "other reading",
    "dropped": "hypothesis dropped on purpose", "repair": "repair", "extension": "extension of ours",
}  # fmt: skip
# What the paper says, word by word or as its formula was rebuilt: these are true or false of it.
OF_THE_PAPER = ("printed", "reconstructed")


def derived_role(id: str, repairs: str = "", reconstructed: bool = False) -> str:
    """The role that the id tells: ``<id>.repaired`` is a repair, ``<id>.Rk`` another reading, others are printed, or
    reconstructed where the text lost their formula.

    >>> derived_role("POW-L5.R2"), derived_role("POW-L5.repaired"), derived_role("POW-R10")
    ('reading', 'repair', 'printed')
    >>> derived_role("POW-L5", reconstructed=True)
    'reconstructed'
    """
    last = id.rpartition(".")[2] if "." in id else ""
    if repairs or last == "repaired":
        return "repair"
    if re.fullmatch(r"R[0-9A-Z]\w*", last):
        return "reading"
    return "reconstructed" if reconstructed else "printed"
