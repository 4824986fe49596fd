"""Two tokens exchanged, and tokens reflected, solve SA and USA with the tokens themselves.

The places are exchanged by numbers s that are 1 at the token p, -1 at q and 0 elsewhere: x_i - s_i (x_p - x_q).
"""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import MOTION, SA, USA, WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import Tree, both, define, enter, have, intro, leaf, rule, split, unfold

UNIT = "forall i: dot(x[i], x[i]) == 1"
PLACES = {
    "letters": ["s[token]: number; p, q: token"],
    "given": [
        "sum(j: s[j]) == 0",
        "forall j: s[j] == 0 or (s[j] == 1 or s[j] == -1)",
        "always(forall j: s[j] == 1 => x[j] == x[p])",
        "always(forall j: s[j] == -1 => x[j] == x[q])",
    ],
}
W = "(x[{0}] - s[{0}]*(x[p] - x[q]))".format
MOVED = f"fn(i: {W('i')})"
_CASES = {"0": ("", "t"), "1": ("x[t] == x[p]", "q"), "-1": ("x[t] == x[q]", "p")}


def _cases(t: str, step: dict[str, Tree]) -> Tree:
    """One proof for each value of s."""

    def one(value: str) -> Tree:
        place = _CASES[value][0].replace("t", t)
        return have([f"s[{t}] == {value}", *([place] if place else [])], step[value])

    alternative = f"s[{t}] == 0 or (s[{t}] == 1 or s[{t}] == -1)"
    second = f"s[{t}] == 1 or s[{t}] == -1"
    return have([alternative], split(alternative, one("0"), split(second, one("1"), one("-1"))))


def _use(t: str, value: str) -> list[str]:
    place = _CASES[value][0].replace("t", t)
    return [f"s[{t}] == {value}", *([place] if place else [])]


def _summed(pull: str) -> tuple[str, Tree]:
    """A sum over the exchanged tokens is that over the tokens; `pull` is a number that depends on a place {0}."""
    moved, first, p, q = (pull.format(place) for place in (W("j"), "x[j]", "x[p]", "x[q]"))
    shifted = f"{first} - s[j]*({p} - ({q}))"
    each = _cases("r", {value: leaf(use=_use("r", value)) for value in _CASES})
    swap = f"sum(j: {moved}) == sum(j: {shifted})"
    terms = rule("equal sums", each, e=f"fn(j: {moved})", f=f"fn(j: {shifted})", new={"x": "r"})
    fact = f"sum(j: {moved}) == sum(j: {first})"
    return fact, have([(swap, terms)], leaf(f"eq 1: {swap}", f"eq ({q}) - ({p}): sum(j: s[j]) == 0"))


def _speed(flow: str, value: str) -> Tree:
    """The speed of a token at a place b: the force of the exchanged tokens on it is that of the tokens."""
    b = f"x[{_CASES[value][1]}]"
    total = "n" if flow == "usa" else f"sum(k: exp(beta*dot({b}, x[k])))"
    named = [f"gap := rate({W('t')}) - {flow}({MOVED}, t)", f"total := {total}"]
    weight = f"exp(beta*dot({b}, {{0}}))"
    mass = _summed(weight)
    pulls = [_summed(f"{weight}*dot({z}, {{0}})") for z in ("gap", b)]
    use = [f"forall i: rate(x[i]) == {flow}(x, i)", *_use("t", value), *([mass[0]] if flow == "sa" else [])]
    square = leaf(f"eq -1/total: {pulls[0][0]}", f"eq dot(gap, {b})/total: {pulls[1][0]}", use=use)
    equal = rule("equal vectors", square, u=f"rate({W('t')})", w=f"{flow}({MOVED}, t)")
    return define(named, have([mass, *pulls], equal))


def _on(value: str) -> Tree:
    return leaf(use=[*_use("t", value), UNIT])


for _flow, _model in (("sa", SA), ("usa", USA)):
    formal(
        f"LEM-exchanged.{_flow}",
        title=f"Two tokens exchanged solve {_flow.upper()}",
        statement=model(
            WEIGHTS,
            _model,
            MOTION,
            PLACES,
            {"given": [f"solves({_flow}, x)"], "show": [f"solves({_flow}, {MOVED})"]},
        ),
        proof=unfold(
            f"solves({_flow}, x)",
            unfold(
                "goal",
                both(
                    enter("every", intro("t", _cases("t", {value: _on(value) for value in _CASES}))),
                    enter("ae", intro("t", _cases("t", {value: _speed(_flow, value) for value in _CASES}))),
                ),
            ),
        ),
    )

TURNED = "fn(i: x[i] - 2*dot(x[i], u)/dot(u, u)*u)"
for _flow, _model in (("sa", SA), ("usa", USA)):
    formal(
        f"LEM-reflected.{_flow}",
        title=f"Reflected tokens solve {_flow.upper()}",
        statement=model(
            WEIGHTS,
            _model,
            MOTION,
            {
                "letters": ["u: vector"],
                "given": ["dot(u, u) > 0", f"solves({_flow}, x)"],
                "show": [f"solves({_flow}, {TURNED})"],
            },
        ),
        proof=unfold(
            f"solves({_flow}, x)",
            unfold(
                "goal",
                both(
                    enter("every", intro("t", leaf(use=[UNIT]))),
                    enter("ae", intro("t", leaf(use=[f"forall i: rate(x[i]) == {_flow}(x, i)"]))),
                ),
            ),
        ),
    )

formal(
    "LEM-same-dot.always",
    title="Equal moving vectors have equal products at all times",
    statement={
        "letters": ["u, w, z: moving vector"],
        "given": ["always(u == w)"],
        "show": ["always(dot(z, u) == dot(z, w))"],
    },
    proof=enter("every", leaf(use=["u == w"])),
)
