"""Rules on analytic ascent: that functions of states are analytic, and the three theorems that ask for it."""

from __future__ import annotations

from typing import Any

from .emit import Failed
from .facts import Place
from .maps import about, folded, same_set, unfolded
from .rules import Premises, Rules, Values, tactic


def analytic(s: Rules, place: Place, f: int) -> int:
    """analytic(f), operation by operation."""
    states = s.sort(f)[1]
    x = s.fresh(states, "X")
    body = s.ap(f, x)
    op, *args = s.node(body)
    if x not in s.state.free[body]:
        return s.by("analytic const", (s.bind("I:token", lambda _: _vector(s, states)), body))
    if op == "ap" and args[0] == x:
        return s.by("analytic token", (args[1], _vector(s, states)))
    parts = [s.lam(x, part) for part in args] if op not in ("sum", "lin", "ap") else []
    if op in ("+", "*", "dot", "exp", "tanh", "sin", "cos"):
        return s.by(f"analytic {op}", parts, *[analytic(s, place, g) for g in parts])
    if op == "lin" and x not in s.state.free[args[0]]:
        g = s.lam(x, args[1])
        return s.by("analytic lin", (args[0], g), analytic(s, place, g))
    if op == "sum" and x not in s.state.free[args[0]]:
        j = s.fresh(s.sort(args[0])[1], "j")
        g = s.lam(x, s.ap(args[1], j))
        k = s.gen(analytic(s, place, g), j)
        return s.by("analytic sum", (args[0], s.lam(j, g)), k)
    if op in ("inv", "sqrt"):
        value = s.node(body)[1]
        on = s.assume(about(s, "sph", x, x))
        inside = place.having(unfolded(s, on))
        condition = s.needed(s._condition(inside, op, value), "a divisor or a root that may vanish")
        each = s.gen(s.disch(condition, s.f(on)), x)
        return s.by(f"analytic {op}", parts, analytic(s, place, parts[0]), each)
    if op == "norm":
        root = s.root_of_square(args[0])
        k = analytic(s, place, s.lam(x, s.node(s.f(root))[1]))
        return s.replace(s.step("ext", root, x), k, lambda g: s.make("analytic", g))
    raise Failed("a function of states that is not known to be analytic")


def _vector(s: Rules, states: Any) -> int:
    """A vector of the space of states."""
    return s.nothing(states[2])


def _by_token(s: Rules, place: Place, f: int) -> int:
    """all i. analytic(\\X. F X i)."""
    x, i = s.fresh(s.sort(f)[1], "X"), s.fresh("I:token", "i")
    return s.gen(analytic(s, place, s.lam(x, s.ap(f, x, i))), i)


@tactic("strict saddles")
def _strict_saddles(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """The state with an ascending direction has the derivative D F X, in the schema's words."""
    _, f, on, reached = s.applied(c)
    field = s.ap(f, s.zero)
    e, w = v("e"), v("w")
    x, t = s.fresh(s.sort(field)[1], "X"), s.fresh("R", "t")
    constant = s.gen(s.refl(s.ap(f, t)), t)
    if s.ap(f, t) != field:
        raise Failed("a flow that depends on time")
    weights = _by_token(s, place, w)
    on_sphere = s.assume(about(s, "sph", x, x))
    saddle = s.inst(premise(2), x)
    inside = place.having(unfolded(s, on_sphere))
    smooth, _ = s.smooth(inside, field, x)
    asked = []
    saddle = s.mp(saddle, unfolded(s, on_sphere))
    for _ in range(2):  # an equilibrium that is not one of those that are reached
        asked.append(s.assume(s.node(s.f(saddle))[1]))
        saddle = s.mp(saddle, asked[-1])
    k = s.step("ax", "strict saddles", f, on, e, w, reached)
    k = s.mp(k, s.gen(same_set(s, on, x, x), x), constant, _by_token(s, place, field), analytic(s, place, e), weights)
    k = s.asking(k, premise(0), premise(1))
    wanted = s.node(s.ap(s.node(s.node(s.f(k))[1])[1], x))[2]
    for _ in range(2):
        wanted = s.node(wanted)[2]
    d = s.fresh(s.sort(x), "d")
    linear = s.node(s.f(smooth))[2]
    inner = s.node(s.ap(s.node(wanted)[1], linear))[1]

    def found(h: int) -> int:
        tangent = folded(s, about(s, "tan", x, x, d), s.left(h))
        pair = s.witness(inner, d, s.conj(smooth, s.conj(tangent, s.right(h))))
        return s.witness(s.node(wanted)[1], linear, pair)

    saddle = s.obtain(saddle, d, wanted, found)
    saddle = s.gen(s.disch(saddle, s.f(on_sphere), *map(s.f, asked)), x)
    return s.mp(k, saddle)


@tactic("strict saddles, maps")
def _strict_saddles_maps(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    _, f, on, reached = s.applied(c)
    x, d, linear = s.fresh(s.sort(f)[1], "X"), s.fresh(s.sort(f)[1], "d"), s.fresh(s.sort(f), "L")
    k = s.step("ax", "strict saddles, maps", f, on, reached)
    k = s.mp(k, s.gen(same_set(s, on, x, x), x), _by_token(s, place, f))
    k = s.asking(k, premise(0), premise(1))
    sphere = s.assume(about(s, "sph", x, x))
    # the derivative is injective on tangents
    diff, tangent = s.assume(about(s, "diff", x, f, x, linear)), s.assume(about(s, "tan", x, x, d))
    every = s.assume(s.differentiates(s.derivative(s.sort(x)[2])))
    equal = s.mp(s.inst(every, f, x, linear), diff)
    j = s.mp(s.inst(premise(2), x, d), unfolded(s, sphere), unfolded(s, tangent))
    nothing = s.node(s.f(j))[1]
    y, i = s.fresh(s.sort(f)), s.fresh("I:token", "i")
    flat = s.make("all", s.lam(i, s.eq(s.ap(y, d, i), s.nothing(s.sort(x)[2]))))
    here = s.assume(s.ap(s.lam(y, flat), linear))
    moved = s.replace(s.sym(equal), here, s.lam(y, flat))
    if s.f(moved) != nothing:
        raise Failed("a theorem says it in another way")
    j = s.disch(s.mp(j, moved), s.f(sphere), s.f(diff), s.f(tangent), s.f(here))
    injective = s.gen(j, x, linear, d)
    # a fixed point that is not reached is unstable
    fixed = s.assume(about(s, "fixed", x, f, x))
    other = s.assume(s.no(s.ap(reached, x)))
    j = s.mp(s.inst(premise(3), x), unfolded(s, sphere), unfolded(s, fixed), other)
    unstable = s.gen(s.disch(j, s.f(sphere), s.f(fixed), s.f(other)), x)
    return s.mp(k, injective, unstable)


@tactic("strict saddles, one limit")
def _one_limit(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    e, g = v("e"), v("g")
    k = s.step("ax", "strict saddles, one limit", v("x"), e, g, v("c"), v("k"))
    k = s.mp(k, analytic(s, place, e), _by_token(s, place, g))
    k = s.asking(k, *map(premise, range(5)))
    return s.said_as(c, s.plain(k))
