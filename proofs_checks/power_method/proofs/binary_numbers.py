"""Every whole number below a power of 2 is the number of exactly one pattern of signs, and every pattern has one."""

from __future__ import annotations

from proofs_checks.power_method.proofs.binary_codes import (
    ALL,
    CODE,
    DIGITS,
    GROW,
    LINE,
    ON_LINE,
    UNIT,
    sign,
)
from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    witness,
)

HERE: Part = {
    "tokens": 3,
    "dim": 2,
    "letters": {"mask": [[0, 0, 0], [1, 0, 0], [1, 1, 0]], "b": [1, 2, 4], "v": [1, 0]},
}


def opposite(x: str) -> str:
    """The antipode of a state."""
    return f"fn(i: -{x}[i])"


def turned(x: str) -> Tree:
    """The antipode is on the line too."""
    return intro("t", sign(f"{x}[t]", {"right": leaf(use=[f"{x}[t] == v"])}, {"left": leaf(use=[f"{x}[t] == -v"])}))


NEGATED = CODE("X").replace("dot(X[j], v)", "dot(-X[j], v)")
LARGER = f"exists Y in state: ({ON_LINE('Y')}) and {CODE('Y')} == {NEGATED} + 1"
SMALLER = f"exists Y in state: ({ON_LINE('Y')}) and {CODE('Y')} + 1 == {CODE('X')}"
formal(
    "LEM-previous-pattern",
    title="The pattern of signs with the previous number",
    statement=model(
        DIGITS, LINE, {"letters": ["X[token]: vector"], "given": [ON_LINE("X"), f"{CODE('X')} > 0"], "show": [SMALLER]}
    ),
    proof=have(
        [
            (
                LARGER,
                lemma(
                    "LEM-next-pattern",
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    turned("X"),
                    leaf(f"1: {CODE('X')} > 0"),
                    X=opposite("X"),
                ),
            )
        ],
        obtain(
            LARGER,
            "Z",
            witness(opposite("Z"), both(turned("Z"), leaf(f"eq -1: {CODE('Z')} == {NEGATED} + 1"))),
        ),
    ),
    instance={**HERE, "letters": {**HERE["letters"], "X": [[1, 0], [-1, 0], [1, 0]]}},
)
EXISTS = f"exists X in state: ({ON_LINE('X')}) and {CODE('X')} == {{0}}".format
formal(
    "LEM-number-pattern",
    title="Every whole number up to the sum of all values is the number of a pattern of signs",
    statement=model(DIGITS, LINE, {"show": [f"forall n in size: n <= {ALL} => ({EXISTS('n')})"]}),
    proof=rule(
        "induction",
        intro("", witness("fn(i: -v)", both(intro("t", {"right": KNOWN}), leaf(use=[UNIT])))),
        intro(
            "",
            have(
                [(f"n0 <= {ALL}", leaf(f"1: n0 + 1 <= {ALL}", "1:")), EXISTS("n0")],
                obtain(
                    EXISTS("n0"),
                    "X",
                    have(
                        [
                            (
                                f"exists Y in state: ({ON_LINE('Y')}) and {CODE('Y')} == {CODE('X')} + 1",
                                lemma(
                                    "LEM-next-pattern",
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    leaf(f"1: n0 + 1 <= {ALL}", f"eq 1: {CODE('X')} == n0", "1:"),
                                ),
                            )
                        ],
                        obtain(
                            f"exists Y in state: ({ON_LINE('Y')}) and {CODE('Y')} == {CODE('X')} + 1",
                            "Y",
                            witness(
                                "Y",
                                both(KNOWN, leaf(f"eq 1: {CODE('Y')} == {CODE('X')} + 1", f"eq 1: {CODE('X')} == n0")),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        P=f"fn(n in size: n <= {ALL} => ({EXISTS('n')}))",
        new={"n": "n0"},
    ),
    instance=HERE,
)
WHOLE = f"exists m in size: {CODE('X')} == m"
UP_TO = f"forall W in state: ({ON_LINE('W')}) => {CODE('W')} <= {{0}} => (exists m in size: {CODE('W')} == m)".format
NOT_NEGATIVE = (
    f"{CODE('X')} >= 0",
    rule(
        "positive sum",
        have(
            GROW,
            have(
                ["b[t] >= 1"],
                sign("X[t]", leaf("1: b[t] >= 1", "1:", use=["X[t] == v", UNIT]), leaf(use=["X[t] == -v", UNIT])),
            ),
        ),
        e="fn(j: b[j]*(1 + dot(X[j], v))/2)",
        new={"x": "t"},
    ),
)
AT_ZERO = witness(
    "0", rule("antisymmetry", leaf(f"1: -({CODE('X')}) >= 0"), leaf(f"1: {NOT_NEGATIVE[0]}"), a=CODE("X"), b="0")
)
formal(
    "LEM-pattern-number",
    title="The number of a pattern of signs is whole",
    statement=model(DIGITS, LINE, {"show": [f"forall n in size: ({UP_TO('n')})"]}),
    proof=rule(
        "induction",
        intro("X,,", have([NOT_NEGATIVE, (f"-({CODE('X')}) >= 0", leaf(f"1: {CODE('X')} <= 0"))], AT_ZERO)),
        intro(
            "X,,",
            have(
                [NOT_NEGATIVE],
                cases(
                    f"-({CODE('X')})",
                    AT_ZERO,
                    have(
                        [
                            (
                                SMALLER,
                                lemma(
                                    "LEM-previous-pattern",
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    KNOWN,
                                    leaf(f"1: -({CODE('X')}) < 0"),
                                ),
                            )
                        ],
                        obtain(
                            SMALLER,
                            "Y",
                            have(
                                [
                                    (
                                        f"{CODE('Y')} <= n0",
                                        leaf(f"1: {CODE('X')} <= n0 + 1", f"eq 1: {CODE('Y')} + 1 == {CODE('X')}"),
                                    ),
                                    (WHOLE.replace("X[", "Y["), take(UP_TO("n0"), ["Y"], KNOWN)),
                                ],
                                obtain(
                                    WHOLE.replace("X[", "Y["),
                                    "m",
                                    witness(
                                        "m + 1",
                                        leaf(f"eq -1: {CODE('Y')} + 1 == {CODE('X')}", f"eq 1: {CODE('Y')} == m"),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        P=f"fn(n in size: {UP_TO('n')})",
        new={"n": "n0"},
    ),
    instance=HERE,
)
