"""Steps shared by the claims on existence: Lipschitz fields on (S^n)^l have unique solutions for all times.

In the coordinates W^(1/2) y the state space is M = (S^n)^l; delta is the largest distance of two corresponding tokens.
Let X(t, .) be tangent, measurable in t, |X_i| <= B, and |X_i(t, y) - X_i(t, z)| <= L delta with B, L free of t.

1. x -> x/|x| satisfies |x/|x| - y/|y||^2 = (|x - y|^2 - (|x| - |y|)^2)/(|x||y|), so it is 2-Lipschitz for |x|, |y| >=
   1/2.
2. With chi(s) = min(1, max(0, 2 s - 1)) let G_i(t, x) = chi(|x_1|)...chi(|x_l|) X_i(t, x/|x|), and 0 where some |x_j|
   <= 1/2. A product of numbers in [0, 1] changes by at most the sum of the changes; so |G_i(x) - G_i(y)| <= K delta
   with K = 2 L + 2 l B, also where one of the two points has some |x_j| <= 1/2.
3. The iterates y_{k+1}(t) = y(0) + int_0^t G(s, y_k(s)) ds satisfy |y_{k+1} - y_k| <= B K^k |t|^{k+1}/(k+1)!: they
   converge uniformly on bounded intervals to a solution of the integral equation (G is Lipschitz and bounded on all of
   space).
4. Two solutions agree: w, the largest distance up to time t, satisfies w <= K t w, so w = 0 for t <= 1/(2K), and so on.
5. |x_i|^2 is constant along solutions, since x_i is parallel to x_i/|x_i| and X_i is tangent there; so a solution that
   starts in M stays there, where G = X. Every solution of X in M is one of G, hence unique.
6. Continuous dependence: the distance w of two solutions in M satisfies w <= w_0 + L I, I the integral of w, so
   (e^(-L t) I)' <= e^(-L t) w_0, I <= w_0 (e^(L t) - 1)/L and w <= w_0 e^(L t).
"""

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus.symbols import product, unit
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy

sp = lazy("sympy")


def existence_steps(scope: str, stretch: int = 2) -> dict[str, Evidence]:
    """Steps 1 to 6, decided. stretch : the Lipschitz constant claimed in step 1."""
    return {**_radial(scope, stretch), **_cut_off(scope), **_iteration(scope), **_dependence(scope)}


def _radial(scope: str, stretch: int) -> dict[str, Evidence]:
    p, q, m, square = sp.symbols("p q m square", positive=True)
    apart = sp.Symbol("apart", real=True)
    x, y, F = generic.array("x", 2), generic.array("y", 2), generic.array("F", 2)
    rho = sp.Symbol("rho", positive=True)
    difference = x / p - y / q
    lengths = [(x[0] ** 2, p**2 - x[1] ** 2), (y[0] ** 2, q**2 - y[1] ** 2)]
    return {
        "1. the distance of the directions, p = |x|, q = |y|": decide.identity(
            {"square": (product(difference, difference), (product(x - y, x - y) - (p - q) ** 2) / (p * q))},
            relations=lengths,
            scope=scope,
        ),
        "1. |x| |y| >= 1/4 in the shell": decide.inequality(4 * p * q >= 1, [2 * p >= 1, 2 * q >= 1], scope=scope),
        "1. so it is at most the stretched distance, with m = |x| |y|, apart = |x| - |y|": decide.inequality(
            (square - apart**2) / m <= stretch**2 * square, [4 * m >= 1], scope=scope
        ),
        "5. x_i = rho e_1 is orthogonal to the tangent X_i at e_1": decide.identity(
            {"rate of |x_i|^2": (2 * product(rho * unit(2), st.models.tangent(unit(2), F)), 0)}, scope=scope
        ),
    }


def _cut_off(scope: str) -> dict[str, Evidence]:
    a, b, c, d, u, v = sp.symbols("a b c d u v", real=True)
    L, B, delta, count, p, q = sp.symbols("L B delta l p q", nonnegative=True)
    chi, other, moved = sp.symbols("chi other moved", real=True)
    unit_interval = [bound for z in (a, b, c, d) for bound in (z >= 0, z <= 1)]
    return {
        "2. chi is 2-Lipschitz where it is not constant": decide.inequality(
            (2 * p - 1) - (2 * q - 1) <= 2 * delta, [p - q <= delta], scope=scope
        ),
        "2. a product of two numbers in [0, 1] (the second one the product of the others)": decide.inequality(
            a * b - c * d <= u + v, [*unit_interval, a - c <= u, b - d <= v, u >= 0, v >= 0], scope=scope
        ),
        "2. both points in the shell: chi (X - X') + (chi - chi') X'": decide.inequality(
            chi * moved + other * B <= (2 * L + 2 * count * B) * delta,
            [chi >= 0, chi <= 1, moved >= 0, moved <= 2 * L * delta, other <= 2 * count * delta, other >= 0],
            scope=scope,
        ),
        "2. one point with |x_j| = q <= 1/2, the other with |y_j| = p > 1/2, |p - q| <= delta": decide.inequality(
            B * (2 * p - 1) <= 2 * B * delta, [2 * q <= 1, p - q <= delta], scope=scope
        ),
    }


def _iteration(scope: str) -> dict[str, Evidence]:
    t, K, B, factorial, k = sp.symbols("t K B factorial k", positive=True)
    w = sp.Symbol("w", nonnegative=True)
    bound = B * K ** (k + 1) * t ** (k + 2) / ((k + 2) * factorial)
    return {
        "3. from k to k + 1: the integral of K times the bound, factorial = (k+1)!": decide.identity(
            {"antiderivative": (sp.diff(bound, t), K * (B * K**k * t ** (k + 1) / factorial))}, scope=scope
        ),
        "3. the bounds are summable: each at most half the one before once k + 2 >= 2 K t": decide.inequality(
            K * t / (k + 2) <= sp.Rational(1, 2), [k + 2 >= 2 * K * t], scope=scope
        ),
        "4. w <= K t w with K t <= 1/2 gives w = 0": decide.inequality(
            w <= 0, [w <= K * t * w, 2 * K * t <= 1], scope=scope
        ),
    }


def _dependence(scope: str) -> dict[str, Evidence]:
    decay, L = sp.symbols("decay L", positive=True)
    w, first, total, t = sp.symbols("w w_0 I t", nonnegative=True)
    return {
        "6. the derivative of e^(-L t) I": decide.inequality(
            decay * w - L * decay * total <= decay * first, [w <= first + L * total], scope=scope
        ),
        "6. its bound, decay = e^(-L t), and w at that bound of I": decide.identity(
            {
                "antiderivative": (sp.diff(first * (1 - sp.exp(-L * t)) / L, t), sp.exp(-L * t) * first),
                "w": (first + L * (first * (1 - decay) / L / decay), first / decay),
            },
            scope=scope,
        ),
    }
