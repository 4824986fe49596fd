"""One claim that goes through every decider and every library behind them, for the trial of the wheel."""

import hypothesis.strategies as draws
import sympy as sp

import attnverify as av


@av.claim(
    "TRIAL-1",
    title="A convex function above its tangent",
    statement="$(x - 1)^2 + c > 0$ for $0 < x < 1$ and $c > 0$.",
    source=av.Source(av.Paper("trial", "The trial of the wheel"), "every decider"),
    kind="trial",
    hypotheses=("x > 0", "x < 1", "c > 0"),
    instance={"x": "1/2", "c": 1},
    twin=av.Twin("below the tangent", {"sign": -1}),
    expected=av.Verdict.ARGUED,
)
def every_decider(sign=1):
    x, c = sp.symbols("x c", real=True)
    given, goal = [x > 0, x < 1, c > 0], sign * (x - 1) ** 2 + c > 0
    yield av.deciders.identity({"expanded": ((x - 1) ** 2, sign * (x**2 - 2 * x + 1))}, scope="all x")
    yield av.deciders.inequality(goal, given, scope="all x, c as stated")
    yield av.deciders.search(
        draws.floats(0, 1), lambda drawn: sign * drawn * drawn, scope="200 drawn points", covers=False
    )
