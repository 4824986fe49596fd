"""A positive size is one more than another size."""

from verify.formal import formal
from verify.tactics.build import KNOWN, absurd, have, intro, leaf, rule, take, witness

_LESS = "(exists m in size: m + 1 == {0})".format
_ALL = f"forall k in size: k >= 1 => {_LESS('k')}"

formal(
    "LEM-one-less",
    title="A positive size is one more than another size",
    statement={"letters": ["n: size"], "given": ["n >= 1"], "show": [_LESS("n")[1:-1]]},
    proof=have(
        [
            (
                _ALL,
                rule(
                    "induction",
                    intro("", absurd(leaf("1: 0 >= 1"))),
                    intro("", witness("n1", leaf())),
                    P=f"fn(k: k >= 1 => {_LESS('k')})",
                    new={"n": "n1"},
                ),
            )
        ],
        take(_ALL, ["n"], KNOWN),
    ),
)
