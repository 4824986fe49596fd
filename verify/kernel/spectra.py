"""The predicates about linearisations, by exact characteristic polynomials on the tangent space.

At a fixed point S of a map F on a set given by independent equations, DF(S) is differentiated from the written map and
restricted to the kernel of the differentials of the equations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count, product
from typing import TYPE_CHECKING, Any

from . import complex_pairs, forms, linear, sturm
from .duals import ONE, ZERO, Dual, Scalar, plain, slope
from .signs import inverse, is_zero, sign
from .terms import Letter
from .values import Number, Undecided, atom, number, of

if TYPE_CHECKING:
    from .evaluation import Dynamics, Evaluator

Matrix = list[list[Number]]
Function = Callable[[Number], Number]

_MARGINS = (Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000))
_DISCS, _STABLE = ("inside_disc", "outside_disc"), ("lyapunov", "asymptotically_stable")
_SPECTRA = ("spectrum", "token_spectrum", "group_spectrum", "matrix_spectrum")
_fresh = count()
_MOST_SIGNS = 4


def decide(evaluator: Evaluator, name: str, values: Sequence[Any]) -> bool | None:
    """The truth of a predicate of the language about an operator or a map and a state. Raises Undecided.

    A word for spectra says besides that the map keeps the unit spheres near the state, as a map u/|u| does.
    """
    found = _decided(evaluator, name, values)
    return None if found and name in (*_DISCS, *_SPECTRA) and not values[0].kept else found


def _decided(evaluator: Evaluator, name: str, values: Sequence[Any]) -> bool | None:
    if name == "positive_definite":
        return linear.definiteness(values[0])[1]
    if name in (*_DISCS, *_STABLE):
        F, S = values
        fixed = _fixed(evaluator, F, S)
        if not fixed:
            return False if fixed is False and name in _STABLE else None
        J, rows = _differentials(evaluator, F, S)
        found = linear.characteristic(_on_tangents(J, rows))
        side = modulus(found)
        if side == "inside" and name in _STABLE and not _from_beside(J, rows):
            return None
        if side is None and name in _DISCS:  # exact eigenvalues 1 and -1 are in neither
            rest = _off_units(found)
            return False if modulus(rest) == "inside" else None
        return None if side is None else (side == "outside") == (name == "outside_disc")
    if name in _SPECTRA:
        F, S, V, v, *claimed = values
        fixed = _fixed(evaluator, F, S)
        if not fixed:
            return fixed
        found = linear.characteristic(linearisation(evaluator, F, S))
        if name == "matrix_spectrum":
            expected = _shifted(evaluator, complex_pairs.quotient(V, v), *claimed)
        else:
            expected = _claimed(evaluator, name, complex_pairs.quotient(V, v), claimed)
        found, expected = _monic(sturm.squarefree(found)), _monic(sturm.squarefree(expected))
        if len(found) != len(expected):
            return False
        results = [evaluator.compared("==", a, b) for a, b in zip(found, expected, strict=True)]
        return False if False in results else None if None in results else True
    if name in ("almost_all_reach", "almost_all_converge") and not values[0].spheres:
        raise Undecided("almost every state of the unit spheres, of a map or flow on another set")
    if name == "almost_all_reach":
        return _reach(evaluator, *values)
    if name == "almost_all_converge":
        return (_converge if values[0].flows else _reach)(evaluator, *values)
    raise Undecided(f"{name} is not evaluated")


def _reach(evaluator: Evaluator, F: Dynamics, A: Callable[[Any], bool | None]) -> bool | None:
    """False where an asymptotically stable state lacks the property: its basin is open, so its measure is positive."""
    for S in _candidates(evaluator):
        if A(S) is False and F.on(S) is True and decide(evaluator, "asymptotically_stable", [F, S]):
            return False
    return None


def _converge(evaluator: Evaluator, F: Dynamics, A: Callable[[Any], bool | None]) -> bool | None:
    """False where an equilibrium whose linearisation decays lacks the property: it attracts a neighbourhood."""
    for S in _candidates(evaluator):
        if A(S) is False and F.on(S) is True and _rests(F, S, evaluator):
            found = linear.characteristic(linearisation(evaluator, F, S))
            if modulus(_left_to_disc(found)) == "inside":
                return False
    return None


def _rests(F: Dynamics, S: Any, evaluator: Evaluator) -> bool:
    field = F.rule(S)
    return all(is_zero(plain(x)) for token in _tokens(evaluator) for x in field(token))


def _left_to_disc(p: Sequence[Number]) -> list[Number]:
    """A polynomial with (1 + x)/(1 - x) for every root x of p, and 1 - that is, infinity - for a root 1 of p.

    All roots of p have a negative real part just where all of these are inside the unit circle.
    """
    n = len(p) - 1
    whole = [ZERO] * (n + 1)
    for k, c in enumerate(p):
        part = [c]
        for factor in (n - k) * [[ONE, -ONE]] + k * [[ONE, ONE]]:
            part = linear.times(part, factor)
        whole = [a + b for a, b in zip(whole, part, strict=True)]
    return whole


def _candidates(evaluator: Evaluator) -> list[Any]:
    """The states of the instance, and those whose tokens are all at u or -u for one of its vectors or an axis u."""
    tokens = _tokens(evaluator)
    found: list[Any] = [x for letter, x in evaluator.held().items() if letter.sort[0] == "fn" and _is_state(letter)]
    vectors = [u for letter, u in evaluator.held().items() if letter.sort[0] == "vector"]
    for n in evaluator.instance.dims.values():
        vectors += [tuple(number(int(i == k)) for i in range(n)) for k in range(n)]
    for u in vectors:
        for signs in product((1, -1), repeat=min(len(tokens), _MOST_SIGNS)):
            row = [tuple(number(s) * x for x in u) for s in signs]
            found.append(lambda token, row=row: row[min(token, len(row) - 1)])
    return found


def _is_state(letter: Letter) -> bool:
    return bool(letter.sort[1][:2] == ("index", "token") and letter.sort[2][0] == "vector")


def _tokens(evaluator: Evaluator) -> range:
    return evaluator.instance.positions(("index", "token", ""))


def _fixed(evaluator: Evaluator, F: Dynamics, S: Any) -> bool | None:
    """Whether F(S) == S. Raises Undecided where S is not found to be on the set of the map."""
    if F.on(S) is not True:
        raise Undecided("a state that is not on the set of the map")
    image = F.rule(S)
    results = [evaluator.compared("==", image(token), S(token)) for token in _tokens(evaluator)]
    return False if False in results else None if None in results else True


def linearisation(evaluator: Evaluator, F: Dynamics, S: Any) -> Matrix:
    """The matrix of DF(S) on the tangent space at S. Raises Undecided where the set is not regular or not kept."""
    return _on_tangents(*_differentials(evaluator, F, S))


def _differentials(evaluator: Evaluator, F: Dynamics, S: Any) -> tuple[Matrix, Matrix]:
    """The matrix of DF(S), and the gradients of the equations of the set, which must be independent."""
    tokens = _tokens(evaluator)
    places = [(token, k) for token in tokens for k in range(len(S(token)))]
    columns: Matrix = []
    gradients: Matrix = []
    for place in places:
        X = _moved(S, place)
        image = F.rule(X)
        columns.append([slope(image(token)[k]) for token, k in places])
        gradients.append([slope(x) for x in F.equations(X)])
    J = [[column[k] for column in columns] for k in range(len(places))]
    rows = [[column[k] for column in gradients] for k in range(len(gradients[0]) if gradients else 0)]
    if len(linear.reduced(rows, len(places))[1]) < len(rows):
        raise Undecided("the equations of the set are not independent")
    return J, rows


def _from_beside(J: Matrix, rows: Matrix) -> bool:
    """Whether S attracts what is beside the set too, where a map may go that is not into the set.

    It does where DF(S) has tangent values only, as for every map into the set: beside the eigenvalues there it has 0.
    """
    flat = all(is_zero(x) for row in linear.product(rows, J) for x in row)
    return flat or modulus(linear.characteristic(J)) == "inside"


def _on_tangents(J: Matrix, rows: Matrix) -> Matrix:
    inside = linear.restricted(J, rows)
    if inside is None:
        raise Undecided("the derivative leaves the tangent space")
    return inside


def _moved(S: Any, place: tuple[int, int]) -> Callable[[int], tuple[Scalar, ...]]:
    return lambda token: tuple(Dual(x, ONE if (token, k) == place else ZERO) for k, x in enumerate(S(token)))


def _claimed(evaluator: Evaluator, name: str, M: Matrix, claimed: Sequence[Any]) -> list[Number]:
    """A polynomial whose roots are the eigenvalues that a predicate lists.

    spectrum: f(mu) for every eigenvalue mu of M, and g beside several tokens; token_spectrum: f_i(mu) for every token
    i; group_spectrum: the eigenvalues of the 2x2 matrix m(mu) for every mu, and r and s in a group of several tokens.
    """
    if name == "spectrum":
        f, g = claimed
        return linear.times(linear.characteristic(at_matrix(f, M)), _root(g, M, len(_tokens(evaluator)) > 1))
    if name == "token_spectrum":
        whole = [ONE]
        for token in _tokens(evaluator):
            whole = linear.times(whole, linear.characteristic(at_matrix(claimed[0](token), M)))
        return whole
    *entries, r, s, p, q = claimed
    blocks = [at_matrix(entry, M) for entry in entries]
    upper = [a + b for a, b in zip(blocks[0], blocks[1], strict=True)]
    lower = [a + b for a, b in zip(blocks[2], blocks[3], strict=True)]
    whole = linear.characteristic([*upper, *lower])
    for value, size in ((r, p), (s, q)):
        whole = linear.times(whole, _root(value, M, sign(size - number(2)) >= 0))
    return whole


def _shifted(evaluator: Evaluator, M: Matrix, r: Number, k: Number) -> list[Number]:
    """The characteristic polynomial of r + k M, and r beside several tokens."""
    moved = linear.combined([[k * x for x in row] for row in M], r, linear.identity(len(M)))
    return linear.times(linear.characteristic(moved), _root(r, M, len(_tokens(evaluator)) > 1))


def _monic(p: Sequence[Number]) -> list[Number]:
    scale = inverse(p[0])
    return [scale * c for c in p]


def _root(value: Number, M: Matrix, several: bool) -> list[Number]:
    """The polynomial with this root, or without one where there are no directions or no other tokens."""
    return [ONE, -value] if M and several else [ONE]


def at_matrix(f: Function, M: Matrix) -> Matrix:
    """f(M), whose eigenvalues are f of those of M: entry by entry if M is diagonal, else for a polynomial f."""
    n = len(M)
    if all(is_zero(M[i][j]) for i in range(n) for j in range(n) if i != j):
        return [[f(M[i][i]) if i == j else ZERO for j in range(n)] for i in range(n)]
    letter = atom("var", ("mu", next(_fresh)))
    total = [[ZERO] * n for _ in range(n)]
    for c in forms.in_one(f(of(letter)), letter):
        total = linear.combined(linear.product(total, M), c, linear.identity(n))
    return total


def modulus(p: Sequence[Number]) -> str | None:
    """Whether all roots are inside the unit circle or some are outside; None if some seem to lie on it."""
    found = _schur(p)
    for t in _MARGINS:
        found = found or ("outside" if _schur(_scaled(p, t)) == "outside" else None)
    return found


def _off_units(p: Sequence[Number]) -> list[Number]:
    """The polynomial without its roots 1 and -1."""
    left = list(p)
    for root in (ONE, -ONE):
        while len(left) > 1:
            quotient = [left[0]]
            for c in left[1:]:
                quotient.append(c + root * quotient[-1])
            if not is_zero(quotient.pop()):
                break
            left = quotient
    return left


def _scaled(p: Sequence[Number], t: Fraction) -> list[Number]:
    """The polynomial whose roots are t times those of p."""
    return [number(t**k) * c for k, c in enumerate(p)]


def _schur(p: Sequence[Number]) -> str | None:
    """Schur and Cohn: with |last| < |first|, the step p -> (first*p - last*reversed(p))/x keeps the roots outside and
    loses one inside (Rouche; roots on the circle stay); with |last| > |first| the product of the roots exceeds 1."""
    while len(p) > 1:
        first, last = p[0], p[-1]
        s = sign(first * first - last * last)
        if s <= 0:
            return "outside" if s < 0 else None
        scale = inverse(first)
        ratio = last * scale
        p = [scale * (x - ratio * y) for x, y in zip(p[:-1], list(reversed(p))[:-1], strict=True)]
    return "inside"
