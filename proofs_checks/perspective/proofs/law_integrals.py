"""Integrals over any probability measure on the sphere, the law of y(s), s uniform on [0, 1].

An integral is what its integrand is at a fixed point x in the place of y(s), and the value at the time 1 of what moves
with the difference. The gradient of a function h at a point p of the sphere is the tangent vector v with
h(w) - h(p) = <v, w - p> + o(|w - p|) for w on the sphere.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, obtain, witness


class Integral(NamedTuple):
    """The integrals of an exponential, and of it times a vector: their names, and the two at {0} and {1}."""

    masses: str
    mass: str
    pulls: str
    pull: str
    total: str
    force: str
    weight: str
    vector: str
    bound: str
    same: tuple[str, ...] = ()

    def law(self) -> dict[str, Any]:
        """The letters, and what is given of them."""
        e, v = self.weight.format, self.vector.format
        return {
            "letters": [
                f"{self.masses}(vector): moving number; {self.pulls}(vector): moving vector",
                f"{self.mass}(vector): number; {self.pull}(vector): vector",
            ],
            "where": [
                f"{self.total}(a) := {e('a', 'x')} + {self.mass}(a)",
                f"{self.force}(a) := {e('a', 'x')}*{v('x')} + {self.pull}(a)",
            ],
            "given": [
                *(f"forall a in vector: at_start({moved}(a) == 0)" for moved in (self.masses, self.pulls)),
                *(f"forall a in vector: almost_always({rate})" for rate in self.rates("a")),
            ],
        }

    def ends(self) -> str:
        """What moves is at the time 1 what is left."""
        return (
            f"(forall a in vector: always(time == 1 => {self.mass}(a) == {self.masses}(a)"
            f" and {self.pull}(a) == {self.pulls}(a)))"
        )

    def rates(self, a: str) -> tuple[str, str]:
        """How the two move."""
        e, v = self.weight.format, self.vector.format
        return (
            f"rate({self.masses}({a})) == {e(a, 'y')} - {e(a, 'x')}",
            f"rate({self.pulls}({a})) == {e(a, 'y')}*{v('y')} - {e(a, 'x')}*{v('x')}",
        )

    def gap(self) -> str:
        """The difference of the integral at w from its tangent at z."""
        return f"({self.total}(w) - {self.total}(z) - dot(beta*{self.force}(z), w - z))"

    def tangent(self) -> tuple[str, Tree]:
        """There is such a tangent: first with the weight as the lemma writes it."""
        near = f"0 <= {self.gap()} and {self.gap()} <= C*dot(w - z, w - z)"
        image = f"beta*{self.vector.format('x')}"
        raw = (
            f"(exp(dot(w, {image})) + {self.mass}(w) - (exp(dot(z, {image})) + {self.mass}(z))"
            f" - dot(exp(dot(z, {image}))*({image}) + beta*{self.pull}(z), w - z))"
        )
        held = f"0 <= {raw} and {raw} <= C*dot(w - z, w - z)"
        found = "exists C in number: C > 0 and (forall w in vector: norm(w - z) <= 1 => {0})".format
        first, second = self.rates("a")[0], self.rates("z")[1]
        moving = have([f"almost_always({first})"], enter("ae", leaf(use=[first, *self.same])))
        pulled = have([f"almost_always({second})"], enter("ae", leaf(use=[second, *self.same])))
        taken = lemma(
            "LEM-integral.tangent",
            KNOWN,
            intro("a", enter("start", KNOWN)),
            intro("a", moving),
            enter("start", leaf(use=[f"{self.pulls}(z) == 0"])),
            pulled,
            intro("a", enter("every", intro("", KNOWN))),
            enter("every", intro("", leaf(use=[f"{self.pull}(z) == {self.pulls}(z)"]))),
            u=f"beta*{self.vector.format('y')}",
            b=image,
            J=self.masses,
            j=self.mass,
            M=f"beta*{self.pulls}(z)",
            m=f"beta*{self.pull}(z)",
            R=self.bound,
        )
        parts = (leaf(f"1: 0 <= {raw}", use=self.same), leaf(f"1: {raw} <= C*dot(w - z, w - z)", use=self.same))
        same = intro(["w", ""], have([held], both(*parts)))
        return found(near), have([(found(held), taken)], obtain(found(held), "C", witness("C", both(KNOWN, same))))


PLAIN = Integral("J", "j", "M", "m", "Z", "force", "exp(beta*dot({0}, {1}))", "{0}", "abs(beta)")
SAME = "forall b in vector, t in vector: dot(Q(b), K(t)) == dot(b, V(t))"
GENERAL = Integral("G", "g", "N", "n", "W", "push", "exp(beta*dot(Q({0}), K({1})))", "V({0})", "abs(beta)*k", (SAME,))
LAW = {
    "letters": ["beta: number; x, z: vector; y: measurable vector"],
    "given": ["almost_always(dot(y, y) == 1)", "dot(z, z) == 1"],
}
ON_SPHERE = {
    "where": [
        "tangent(base, pull) := pull - dot(base, pull)*base",
        "differentiable(h, p, v) := forall s in number: s > 0 => (exists d in number: d > 0 and"
        " (forall w in vector: dot(w, w) == 1 and norm(w - p) < d =>"
        " abs(h(w) - h(p) - dot(v, w - p)) <= s*norm(w - p)))",
    ]
}
