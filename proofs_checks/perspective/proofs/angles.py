"""Section 7 and Remark 3.2: the flows on the circle in angles, Kuramoto's model, energies, positional encoding."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, NORTH, SA, USA, WEIGHTS, still
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, enter, have, intro, leaf, rule, unfold

FRAME = ["dot(a, a) == 1", "dot(b, b) == 1", "dot(a, b) == 0"]
POINT = "forall i: x[i] == cos(th[i])*a + sin(th[i])*b"
COSINES = "forall i, j: cos(th[i] - th[j]) == cos(th[i])*cos(th[j]) + sin(th[i])*sin(th[j])"
SINES = "forall i, j: sin(th[i] - th[j]) == sin(th[i])*cos(th[j]) - cos(th[i])*sin(th[j])"
CIRCLE = {
    "letters": ["th[token]: moving number; x[token]: moving vector; a, b: vector"],
    "given": [*FRAME, f"always({POINT})"],
}
OVER = {"usa": "n", "sa": "sum(k: exp(beta*cos(th[i] - th[k])))"}
ANGULAR = "rate(th[i]) == -sum(j: exp(beta*cos(th[i] - th[j]))*sin(th[i] - th[j]))/{0}".format
TURNED = "-sin(th[{0}])*a + cos(th[{0}])*b".format


def differences() -> list[tuple[str, Tree]]:
    """Cosines and sines of differences."""
    return [
        (COSINES, intro("i1,j1", rule("cosine of a difference", a="th[i1]", b="th[j1]"))),
        (SINES, intro("i1,j1", rule("sine of a difference", a="th[i1]", b="th[j1]"))),
    ]


def velocity() -> tuple[str, Tree]:
    """The velocity of a point is that of its angle, along the turned point."""
    place = "cos(th[p])*a + sin(th[p])*b"
    return f"rate(x[p]) == rate(th[p])*({TURNED('p')})", have(
        [
            (
                f"rate(x[p]) == rate({place})",
                rule("differentiate vectors", enter("every", leaf(use=[POINT])), a="x[p]", b=place),
            )
        ],
        leaf(use=[f"rate(x[p]) == rate({place})"]),
    )


def to_angles(flow: str) -> Tree:
    """The product of the velocity with the turned point."""
    moved = f"dot({TURNED('p')}, rate(x[p])) == dot({TURNED('p')}, {flow}(x, p))"
    own = f"dot({TURNED('p')}, rate(x[p])) == rate(th[p])"
    steps = have(
        [
            *differences(),
            (moved, leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)"])),
            (own, have([velocity()], leaf(use=[velocity()[0], *FRAME]))),
        ],
        leaf(f"eq -1: {own}", f"eq 1: {moved}", use=[POINT, COSINES, SINES, *FRAME]),
    )
    return intro("", unfold(f"solves({flow}, x)", enter("ae", intro("p", steps))))


def from_angles(flow: str) -> Tree:
    """Both sides in the frame."""
    angular = f"forall i: {ANGULAR(OVER[flow])}"
    steps = have(
        [
            *differences(),
            velocity(),
            (
                f"rate(th[p])*({TURNED('p')}) == {flow}(x, p)",
                leaf(use=[angular, POINT, COSINES, SINES, *FRAME]),
            ),
        ],
        leaf(use=[velocity()[0], angular, POINT, COSINES, SINES, *FRAME]),
    )
    return intro(
        "",
        unfold(
            "goal",
            both(enter("every", intro("p", leaf(use=[POINT, *FRAME]))), enter("ae", intro("p", steps))),
        ),
    )


def equivalent(flow: str) -> list[str]:
    """The flow and its angular form follow from each other."""
    angular = f"almost_always(forall i: {ANGULAR(OVER[flow])})"
    return [f"solves({flow}, x) => {angular}", f"{angular} => solves({flow}, x)"]


POLES = still(EAST, [-1, 0], beta=LOG2, th=[0, "pi"], a=EAST, b=NORTH)

formal(
    "PER-7.1",
    statement=model(WEIGHTS, SA, USA, CIRCLE, {"show": [*equivalent("usa"), *equivalent("sa")]}),
    proof=[to_angles("usa"), from_angles("usa"), to_angles("sa"), from_angles("sa")],
    instance=POLES,
    twin=Variant("cosines for sines", {"*sin(th[i] - th[j]))/": "*cos(th[i] - th[j]))/"}, POLES),
)
