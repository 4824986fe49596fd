"""Initial values, rates and differentials in normal form."""

from __future__ import annotations

from fractions import Fraction

from verify.kernel.atoms import Poly, atom, frozen
from verify.kernel.derivatives import CORNERS, derivative, member, vector_space
from verify.kernel.members import Vector, initial_letter
from verify.kernel.moments import NOW, at_start, level, operation
from verify.kernel.polynomials import scaled
from verify.kernel.terms import (
    BINDERS,
    CONSTANT,
    MOVING,
    Letter,
    Rejected,
    Term,
    applied,
    apply,
    fresh,
    make,
    opened,
    range_sort,
    substituted,
)
from verify.kernel.vectors import Vectors


class Rates(Vectors):
    """Derivatives by time, and those of maps in a direction."""

    # time
    def initial(self, term: Term) -> Term:
        """`term` at the time 0."""
        return at_start(term, initial_letter)

    def _rate(self, term: Term) -> Poly:
        inside = term.args[0]
        base = _family_letter(inside)
        if base is not None:
            _differentiable(inside)
            if base.level < MOVING:
                return {}
            return self._atomic(atom("rate", *self._member(inside) if inside.op == "ap" else ("l", inside)))
        if inside.op == "norm" and self._smooth_norm(inside):
            slope = make("safediv", make("dot", inside.args[0], make("rate", inside.args[0])), inside)
            return self.scalar(slope)
        if inside.op in CORNERS:
            if level(inside) == CONSTANT:
                return {}
            _chosen_before(inside)
            corner = self.timeless().scalar(inside)
            if len(corner) == 1 and self._has_rate(inside):
                ((m, c),) = corner.items()
                if len(m) == 1 and m[0][1] == 1:
                    return scaled(self._atomic(atom("rate-of", m[0][0])), c)
            return self._atomic(atom("rate-of", frozen(corner)))
        return self.scalar(derivative(inside, _moving_slope))

    def _has_rate(self, corner: Term) -> bool:
        """Whether all that a maximum, length or the like is made of is known to have a rate here, as it has then."""
        try:
            self._made_of_rates(corner)
        except Rejected as error:
            if str(error).startswith("work"):
                raise
            return False
        return True

    def _made_of_rates(self, corner: Term) -> None:
        """Insist that all that a maximum, length or the like is made of has a rate here: else it may have none."""
        parts = (member(corner, _moving_slope)[1],) if corner.op in BINDERS else corner.args
        for part in parts:
            slope = derivative(part, _moving_slope)
            if vector_space(part) is None:
                self.scalar(slope)
            else:
                self.vector(slope)

    def _smooth_norm(self, term: Term) -> bool:
        return self.knowledge.sign(self.scalar(term)) == ">"

    def _vector_rate(self, term: Term) -> Vector:
        inside = term.args[0]
        base = _family_letter(inside)
        if base is not None:
            _differentiable(inside)
            if base.level < MOVING:
                return {}
            key = self._member(inside) if inside.op == "ap" else ("l", inside)
            return self._vector_atom(atom("rate", *key))
        return self.vector(derivative(inside, _moving_slope))

    def _differential(self, term: Term) -> Vector:
        """The derivative of a map's own body, at a state, in a direction."""
        dynamics, state, direction, token = term.args
        if dynamics.op not in ("map", "flow"):
            raise Rejected("the derivative of a map that is not written out")
        body = dynamics.args[0]
        whole = fresh("X", range_sort(body.args[0]))
        image = opened(opened(body, whole), token)
        slope = derivative(image, lambda part: _direction_slope(part, whole, direction))
        return self.vector(substituted(slope, {whole: state}))


def _direction_slope(part: Term, whole: Letter, direction: Term) -> Term | None:
    """The slope of one token of the state; None for what is no letter of the state."""
    if part.op == "ap" and part.args[0] is whole:
        return apply(direction, part.args[1])
    if part.op in CORNERS:
        if part.op == "norm":
            inner = derivative(part.args[0], lambda p: _direction_slope(p, whole, direction))
            return make("safediv", make("dot", part.args[0], inner), part)
        raise Rejected(f"no rule for the derivative of {part.op}")
    if part is whole:
        raise Rejected("the whole state is used where the derivative wants its tokens")
    if whole in part.letters and operation(part).time != NOW:
        raise Rejected(f"{part.op} of the state")
    return None


def _moving_slope(part: Term) -> Term | None:
    base = _family_letter(part)
    if part.op == "time":
        return make("num", Fraction(1))
    if part.op in CORNERS:
        return None if level(part) == CONSTANT else make("saferate", part)
    if base is None or base.level < MOVING or base.sort[0] == "index":
        return None
    if base.level > MOVING:
        raise Rejected(f"{base.name} is only measurable in time: it has no rate")
    return make("rate", part)


def _family_letter(term: Term) -> Letter | None:
    head, _ = applied(term)
    return head if isinstance(head, Letter) else None


def _differentiable(member: Term) -> None:
    """Insist that what is differentiated depends on time by its letter only, not by what the letter is applied to."""
    if member.op == "ap":
        _chosen_before(member)
    if any(level(argument) != CONSTANT for argument in applied(member)[1]):
        raise Rejected("the rate of a function of something that moves")


def _chosen_before(term: Term) -> None:
    """Insist that no member of a family is chosen at the moment: of uncountably many, some may have no rate then."""
    if any(letter.momentary for letter in term.letters):
        raise Rejected("the rate of something chosen at a moment")
