"""Refutations by a motion: one that holds, and every way in which one must not; operators; flows that motions solve."""

from collections.abc import Mapping
from typing import Any

import pytest

from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.search.build import KNOWN, absurd, both, enter, have, intro, leaf, rule

# Refutations by a motion: one that holds, and every way in which one must not.
# A decaying number, two tokens on the sphere, a moving matrix, and a false claim: that the number stays above 1/2.
STATEMENT: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["x: moving number; r, K: number; f: token; y[token]: moving vector; P[head]: measurable matrix"],
    "given": ["r^2 == dim(E)", "forall i: f <= i", "almost_always(rate(x) == -x)",
        "always(forall i: dot(y[i], y[i]) == 1)",
        "almost_always(forall h in heads, a in vector, b in vector: dot(a, P[h](b)) <= K*norm(a)*norm(b))",
        "at_start(x + sum(i: sum(j in before(i): dot(y[i], y[j]))) == 1)"],
    "show": ["always(x >= 1/2)"],
}  # fmt: skip
FRAME = [f"dot({a}, {b}) == {int(a == b)}" for a in ("e1", "e2") for b in ("e1", "e2") if a <= b]
BOUNDED = enter(
    "ae",
    intro(
        "a,b",
        have(
            [
                ("x <= 1", KNOWN),
                ("dot(a, e1)^2 <= dot(a, a)", leaf("1: dot(a - dot(a, e1)*e1, a - dot(a, e1)*e1) >= 0", use=FRAME)),
                ("dot(e2, b)^2 <= dot(b, b)", leaf("1: dot(b - dot(e2, b)*e2, b - dot(e2, b)*e2) >= 0", use=FRAME)),
            ],
            rule(
                "below the square",
                KNOWN,
                leaf(
                    "1: dot(e2, b)^2 <= dot(b, b); sq exp(-time)*dot(a, e1)",
                    "1: dot(a, e1)^2 <= dot(a, a); dot(b, b) >= 0; sq exp(-time)",
                    "1: 1 - x >= 0; 1 + x > 0; dot(a, a) >= 0; dot(b, b) >= 0",
                ),
                a="dot(a, exp(-time)*dot(e2, b)*e1)",
                b="1*norm(a)*norm(b)",
            ),
        ),
    ),
)
FALLS = intro(
    [""],
    rule(
        "time goes on",
        enter(
            "every",
            have(
                [("1 + time <= exp(time)", rule("exp tangent", a="time"))],
                leaf("1: 1 + time <= exp(time)", "2: exp(-time) >= 1/2; exp(time) > 0", "1:"),
            ),
        ),
        T="2",
        C="1 <= 0",
    ),
)
MOTION: dict[str, Any] = {
    "frame": ["e1", "e2", "e3", "e4"],
    "tokens": 2, "heads": 1,
    "where": ["x := exp(-time)"],
    "letters": {"x": "x", "r": "2", "K": "1", "f": 0, "y": ["e1", "e2"], "P": [[["x", "e1", "e2"]]]},
    "first": [["always(x <= 1)", have([("always(time >= 0)", rule("time passes"))],
        enter("every", have([("exp(-time) <= exp(0)", rule("exp monotone", a="-time", b="0"))],
        leaf("1: exp(-time) <= exp(0)"))))]],
    "given": [KNOWN, both(KNOWN, KNOWN), enter("ae", leaf()), enter("every", both(KNOWN, KNOWN)), BOUNDED,
        enter("start", leaf(use=FRAME))],
    "show": FALLS,
}  # fmt: skip


def nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


def verdict(statement: Mapping[str, Any], motion: Any) -> tuple[str, str]:
    found = judge({"statement": statement, "refuted": {"motion": motion}}, nothing)
    return found.verdict, found.reason


def changed(**parts: Any) -> dict[str, Any]:
    """The motion with other parts; a mapping under `letters` changes these letters only."""
    if "letters" in parts:
        parts["letters"] = {**MOTION["letters"], **parts["letters"]}
    return {**MOTION, **parts}


def test_the_motion_refutes() -> None:
    assert verdict(STATEMENT, MOTION) == ("REFUTED", "it is proved to fail at the motion")


def test_a_sum_up_to_a_token_counts_it() -> None:
    said = "at_start(sum(i: sum(j in upto(i): dot(y[i], y[j]))) == {})"
    motion = changed(given=[*MOTION["given"], enter("start", leaf(use=FRAME))])
    assert verdict({**STATEMENT, "given": [*STATEMENT["given"], said.format(2)]}, motion)[0] == "REFUTED"
    assert verdict({**STATEMENT, "given": [*STATEMENT["given"], said.format(1)]}, motion)[0] == "OPEN"


def test_what_is_true_at_the_motion_is_not_refuted() -> None:
    found, reason = verdict({**STATEMENT, "show": ["always(x > 0)"]}, MOTION)
    assert found == "OPEN"
    assert reason.startswith("not show")


@pytest.mark.parametrize(("says", "motion"), [
    # no such motion
    ("the letter x: 'exp(-time)*(time - 1)/(time - 1)' need not be", {"x": "exp(-time)*(time - 1)/(time - 1)"}),
    ("the letter x: 'sqrt(time)' need not be", {"x": "sqrt(time)"}),
    ("the letter y: 'log(time)*e1' need not be", {"y": ["log(time)*e1", "e2"]}),
    ("the letter K: 'time' moves", {"K": "time"}),
    ("the letter x: 'rate(time)*x' uses rate", {"x": "rate(time)*x"}),
    ("the letter K: 'start(x)' uses start", {"K": "start(x)"}),
    ("the letter x: e1 is vector E, wanted number", {"x": "e1"}),
    ("the letter P: a matrix is a list of terms", {"P": ["e1"]}),
    ("the letter P: a matrix is a list of terms", {"P": [[["x", "e1"]]]}),
    ("the letter P: 'b' is not declared", {"P": [[["norm(b)", "e1", "e2"]]]}),
    ("the letter P: a list of 1 values", {"P": [[["x", "e1", "e2"]], [["x", "e1", "e2"]]]}),
    ("the letter y: a list of 2 values", {"y": ["e1"]}),
    ("the letter f: a place from 0 to 1", {"f": 2}),
    ("the letter f: a place from 0 to 1", {"f": True}),
    ("the letter f: a place from 0 to 1", {"f": "0"}),
    ("the letter y: a list of 2 values", {"y": "ab"}),
    ("'letters' has a value for each", {"z": "1"}),
    # not everything given holds
    ("given almost_always(rate(x) == -x)", {"x": "exp(-2*time)"}),
    ("given always(forall i: dot(y[i], y[i]) == 1)", {"y": ["2*e1", "e2"]}),
    ("given at_start(x + ", {"y": ["e1", "e1"]}),
    ("given forall i: f <= i", {"f": 1}),
    ("given r^2 == dim(E)", {"r": "sqrt(2)"}),
    ("given almost_always(forall h in heads, a in vector", {"P": [[["exp(time)", "e1", "e2"]]]}),
    ("given almost_always(forall h in heads, a in vector", {"P": [[["x", "e1", "e2"], ["x", "e2", "e1"]]]}),
    ("given almost_always(forall h in heads, a in vector", {"K": "1/2"}),
])  # fmt: skip
def test_letters_that_do_not_refute(says: str, motion: dict[str, Any]) -> None:
    found, reason = verdict(STATEMENT, changed(letters=motion))
    assert found == "OPEN"
    assert reason.startswith(says)


@pytest.mark.parametrize(("says", "motion"), [
    ("given r^2 == dim(E)", changed(frame=["e1", "e2", "e3"])),
    ("'e1' is declared twice", changed(frame=["e1", "e2", "e1", "e4"])),
    ("'time' is a word of the language", changed(frame=["e1", "e2", "e3", "time"])),
    ("a frame is a list of 1 to", changed(frame=[])),
    ("a frame is a list of 1 to", changed(frame=[f"e{k}" for k in range(11)])),
    ("'tokens' is a number from 1", changed(tokens=0)), ("the letter y: a list of 3 values", changed(tokens=3)),
    ("5 proofs for 6 formulas", changed(given=MOTION["given"][:5])),
    ("given r^2 == dim(E)", changed(given=[{}, *MOTION["given"][1:]])),
    ("given at_start(x + ", changed(given=[*MOTION["given"][:5], KNOWN])),
    ("first 1 == 0", changed(first=[["1 == 0", KNOWN]])), ("speaks of a moment", changed(first=[["x <= 1", KNOWN]])),
    ("'first' is a list of pairs", changed(first=["always(x <= 1)"])),
    ("'first' is a list of pairs", changed(first=["ab"])),
    ("'first' is a list of pairs", changed(first=[["always(x <= 1)", KNOWN, KNOWN]])),
    ("'4' is no name", changed(frame=["e1", "e2", "e3", 4])),
    ("'e 4' is no name", changed(frame=["e1", "e2", "e3", "e 4"])),
    ("'tokens' is a number from 1", changed(tokens="2")),
    ("'letters' has a value for each", {**MOTION, "letters": list(MOTION["letters"])}),
    ("'where' is a list", changed(where="x := exp(-time)")),
    ("show: no proof", {name: part for name, part in MOTION.items() if name != "show"}),
    ("not show", changed(show=KNOWN)), ("not show", changed(show=intro([""], absurd(KNOWN)))),
    ("a motion is an object with", changed(trust=True)), ("a motion is an object with", []),
])  # fmt: skip
def test_motions_that_are_not_complete(says: str, motion: Any) -> None:
    found, reason = verdict(STATEMENT, motion)
    assert found == "OPEN"
    assert reason.startswith(says)


@pytest.mark.parametrize(("says", "change"), [
    ("a motion is in one space", {"spaces": ["E", "F"], "letters": ["x: number"], "given": []}),
    ("a motion is in one space", {"groups": ["A", "B"]}),
    ("x is random", {"letters": ["x: random number"], "given": [], "show": ["probability(x > 0) == 1"]}),
    ("the letter x: no motion for the sort size", {"letters": ["x: size"], "given": [], "show": ["x == 0"]}),
    ("min over index cannot be written out", {"given": ["always(min(i: dot(y[i], y[i])) > 0)"]}),
    ("sum over size cannot be written out", {"given": ["sum(k in 0..2: 1) == 3"]}),
    ("sum over index cannot be written out", {"given": ["sum(d in direction: 1) == 4"]}),
    ("the letter x: a family of a motion is indexed", {"letters": ["x[size]: number"], "given": []}),
    ("the letter x: a family of a motion is indexed", {"letters": ["x[direction]: number"], "given": []}),
    ("map cannot be written out", {"letters": ["y[token]: vector"],
     "maps": ["F(X, i) = X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"], "given": ["lyapunov(F, y)"]}),
    ("a family is applied to what is no token and no head",
     {"letters": ["y[token]: vector", "q[token]: token"], "given": ["forall i: y[q[i]] == y[i]"]}),
    ("an index that is no token and no head of the motion",
     {"letters": ["y[token]: vector", "q[token]: token"], "given": ["forall i: i == q[i]"]}),
    ("a family, a matrix or an index is used", {"letters": ["y[token]: vector"], "given": ["independent(y)"]}),
])  # fmt: skip
def test_statements_that_no_motion_refutes(says: str, change: dict[str, Any]) -> None:
    statement = {**STATEMENT, **change}
    if "letters" in change:
        values = {"x": "1", "y": ["e1", "e2"], "q": [0, 1]}
        letters = {text[0]: values[text[0]] for text in change["letters"]}
        statement = {"show": ["1 == 0"], **change}
    else:
        letters = MOTION["letters"]
    motion = {**MOTION, "letters": letters, "given": [KNOWN] * len(statement["given"])}
    found, reason = verdict(statement, motion)
    assert found == "OPEN"
    assert reason.startswith(says)


def test_a_predicate_of_an_operator_is_written_out() -> None:
    """v is an eigenvector of V, which is twice the identity; it is said that the eigenvalue is 3."""
    letters = ["V: operator; v: vector; r: number"]
    statement = {"letters": letters, "given": ["eigenvector(V, v, r)"], "show": ["r == 3"]}
    known = both(rule("nonzero vector", leaf("1:", use=["dot(e, e) == 1"]), u="e"), leaf())
    motion = {"frame": ["e"], "given": [known], "show": intro([""], leaf("eq -1: 2 == 3"))}
    letters_at = {"V": [["2"]], "v": "e", "r": "2"}
    assert verdict(statement, {**motion, "letters": letters_at})[0] == "REFUTED"
    assert verdict(statement, {**motion, "letters": {**letters_at, "V": [["3"]]}})[0] == "OPEN"
    assert verdict(statement, {**motion, "letters": {**letters_at, "v": "0*e"}})[0] == "OPEN"


def test_ranges_without_tokens() -> None:
    statement = {
        "letters": ["y[token]: vector; f: token"],
        "given": ["sum(j in before(f): y[j]) == 0", "sum(j in before(f): 1) == 0", "forall j in before(f): y[j] == 0"],
        "show": ["exists j in before(f): y[j] == y[j]"],
    }
    nowhere = intro([""], rule("contradiction", P="0 <= 1", C="1 <= 0"))
    motion = {"frame": ["e"], "tokens": 2, "letters": {"y": ["e", "e"], "f": 0}, "given": [KNOWN] * 3, "show": nowhere}
    assert verdict(statement, motion)[0] == "REFUTED"
    assert verdict(statement, {**motion, "letters": {"y": ["e", "e"], "f": 1}})[0] == "OPEN"


# Operators of motions, over a frame that spans the space, and flows that motions solve.
# The frame spans the space, so that an operator made of its squares is positive definite.
SPANNED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; z: moving number"],
    "given": ["positive_definite(W)"],
    "show": ["always(z <= 1)"],
}
DEFINITE = intro(
    ["u", ""],
    have(
        [("dot(u, u) > 0", rule("positive square", u="u")), "dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"],
        leaf("1: dot(u, u) > 0", "eq 1: dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"),
    ),
)


def spanned(operator: list[list[str]]) -> tuple[str, str]:
    motion = {
        "frame": ["e1", "e2"], "where": ["z := 2 + time"], "letters": {"W": operator, "z": "z"}, "given": [DEFINITE],
        "show": intro([""], enter("start", leaf("1: z <= 1"))),
    }  # fmt: skip
    return verdict(SPANNED, motion)


def test_the_frame_spans_the_space() -> None:
    assert spanned([["1", "e1", "e1"], ["1", "e2", "e2"]])[0] == "REFUTED"


@pytest.mark.parametrize(("says", "operator"), [
    ("given positive_definite(W)", [["1", "e1", "e1"]]),
    ("given positive_definite(W)", [["1", "e1", "e1"], ["-1", "e2", "e2"]]),
    ("the letter W: an operator is symmetric", [["1", "e1", "e2"]]),
    ("the letter W: an operator is symmetric", [["1", "e1", "e2"], ["1", "e2", "e1"]]),
    ("the letter W: 'time' moves", [["time", "e1", "e1"]]),
])  # fmt: skip
def test_operators_that_do_not_refute(says: str, operator: list[list[str]]) -> None:
    found, reason = spanned(operator)
    assert found == "OPEN"
    assert reason.startswith(says)


FORM: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; v: vector"],
    "given": ["positive_definite(W)", "dot(v, v) == 1"],
    "show": ["dot(v, W(v)) <= 1"],
}


@pytest.mark.parametrize(("W", "positive", "longer", "verdict"), [
    ([["2"]], ["2: dot(a, a) > 0"], "dot(e1, 2*e1) <= 1", "REFUTED"),
    ([["1"], ["1", "e1"]], ["1: dot(a, a) > 0", "1: sq dot(e1, a)"], "dot(e1, 1*e1 + 1*dot(e1, e1)*e1) <= 1",
     "REFUTED"),
    ([["1"]], ["1: dot(a, a) > 0"], "dot(e1, 1*e1) <= 1", "OPEN"),
    ([["2", "e1"]], ["2: dot(a, a) > 0"], "dot(e1, 2*dot(e1, e1)*e1) <= 1", "OPEN"),
    ([["2", "e1", "e2"]], ["2: dot(a, a) > 0"], "dot(e1, 2*dot(e1, e1)*e1) <= 1", "OPEN"),
])  # fmt: skip
def test_an_operator_is_a_sum_of_the_identity_and_of_symmetric_terms(
    W: list[list[str]], positive: list[str], longer: str, verdict: str
) -> None:
    """What lengthens v refutes; the identity does not, 2 e1 <e1, .> is not definite, 2 e1 <e2, .> not symmetric."""
    form = have([("dot(a, a) > 0", rule("positive square", u="a"))], leaf(*positive))
    motion = {
        "frame": ["e1", "e2"],
        "letters": {"W": W, "v": "e1"},
        "given": [intro(["a", ""], form), leaf(use=FRAME)],
        "show": intro([""], leaf(f"1: {longer}", use=FRAME)),
    }
    assert judge({"statement": FORM, "refuted": {"motion": motion}}, nothing).verdict == verdict


def test_that_a_motion_solves_a_flow_is_written_out() -> None:
    """A token turns on the circle, by U; it is said that r, which is 2, is 3."""
    statement = {
        "letters": ["U: matrix; r: number; y[token]: moving vector"],
        "flows": ["turn(X, i) = U(X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "given": ["solves(turn, y)"],
        "show": ["r == 3"],
    }
    solution = both(enter("every", leaf(use=FRAME)), enter("ae", leaf(use=FRAME)))
    letters = {"U": [["1", "e2", "e1"], ["-1", "e1", "e2"]], "r": "2", "y": ["cos(time)*e1 + sin(time)*e2"]}
    motion = {"frame": ["e1", "e2"], "tokens": 1, "given": [solution], "show": intro([""], leaf("eq -1: 2 == 3"))}
    assert verdict(statement, {**motion, "letters": letters})[0] == "REFUTED"
    for other in ("2*cos(time)*e1 + 2*sin(time)*e2", "cos(time)*e1 - sin(time)*e2"):
        assert verdict(statement, {**motion, "letters": {**letters, "y": [other]}})[0] == "OPEN"
