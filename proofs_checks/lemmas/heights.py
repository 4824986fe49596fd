"""The heights dot(v, y[i]) of tokens drawn towards higher ones: the least of them never falls below its start.

Shared steps of the proofs for full and for causal attention, on the sphere and on the ellipsoid.
"""

from verify.tactics.build import Steps, Tree, enter, have, intro, leaf, lemma, rule

LEAST = "min(k: dot(v, y[k]))"
LEAST_AT_START: Tree = rule("least, strict", e="fn(j: dot(v, y[j]))", b="0")
_LEAST_OF_ALL = (f"{LEAST} <= dot(v, y[x])", rule("above the least", e="fn(j: dot(v, y[j]))", y="x"))
ABOVE_LEAST: Tree = enter(
    "every",
    intro("x", have([_LEAST_OF_ALL], leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} >= start({LEAST})"))),
)


def least_never_falls(pull: str, drawn_up: Tree, flow: str) -> Steps:
    """While it is positive, and hence always; start(LEAST) > 0 is known.

    pull : the rate of the height of token x by `flow`. drawn_up : why it is >= 0 where x has the least height, a
    positive one.
    """
    while_low = f"{LEAST} > 0 and {LEAST} < start({LEAST})"
    positive = have([_LEAST_OF_ALL], leaf(f"1: {LEAST} <= dot(v, y[x])", f"1: {LEAST} > 0"))
    rises = have(
        [("dot(v, y[x]) > 0", positive), (f"{pull} >= 0", drawn_up)],
        leaf(f"1: {pull} >= 0", use=[flow]),
    )
    return [
        (
            f"almost_always({while_low} => rate({LEAST}) >= 0)",
            lemma("LEM-least", enter("ae", intro(["", "x", ""], rises)), w="fn(j: dot(v, y[j]))", b="0", C=while_low),
        ),
        (
            f"always({LEAST} >= start({LEAST}))",
            lemma("LEM-barrier", enter("start", leaf()), z=LEAST, m=f"start({LEAST})", l="0"),
        ),
    ]
