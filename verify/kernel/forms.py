"""Polynomial relations in bound letters that stand for all numbers: equations, quadratic and bilinear inequalities."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .duals import ONE, ZERO
from .linear import definiteness, reduced
from .signs import inverse, sign
from .values import ONE as _ONE
from .values import Atom, Monomial, Number, Undecided, number, of

# ("==", (p,)): p is zero; ("!=", entries): not all entries are zero; ("other", ()): something not used here.
Condition = tuple[str, tuple[Number, ...]]
Form = dict[Monomial, Number]

_HALF = Fraction(1, 2)


def split(p: Number) -> Form:
    """Coefficients by monomial in the bound letters. Raises Undecided where one stands inside a function.

    The norm of a vector of bound letters counts as a letter.
    """
    form: Form = {}
    for monomial, c in p.terms.items():
        letters = tuple((a, k) for a, k in monomial if _is_letter(a))
        rest = tuple((a, k) for a, k in monomial if not _is_letter(a))
        if any(a.symbolic for a, _ in rest):
            raise Undecided("no polynomial in the bound letters")
        form[letters] = form.get(letters, ZERO) + Number({rest: c})
    return {letters: c for letters, c in form.items() if sign(c) != 0}


def _is_letter(a: Atom) -> bool:
    return a.kind == "var" or (a.kind == "sqrt" and a.symbolic)


def in_one(p: Number, letter: Atom) -> list[Number]:
    """The coefficients of a polynomial in one letter, highest first."""
    form = split(p)
    if any(a is not letter for letters in form for a, _ in letters):
        raise Undecided("a polynomial in several letters")
    degrees = {int(next(iter(letters))[1]) if letters else 0: c for letters, c in form.items()}
    return [degrees.get(k, ZERO) for k in range(max(degrees, default=-1), -1, -1)]


def holds(op: str, p: Number, assumed: Sequence[Condition]) -> bool | None:
    """Whether p == 0, p > 0 ("<") or p >= 0 ("<=") wherever the conditions hold; None if not decided."""
    used = [condition for condition in assumed if condition[0] != "other" and not any(map(_has_length, condition[1]))]
    solved = _eliminated(p, used.copy())
    found = True if solved is None else _decided(op, *solved)
    return found if found or len(used) == len(assumed) else None


def _has_length(p: Number) -> bool:
    """Whether the length of a vector of bound letters occurs, which cannot be chosen as a letter of its own can."""
    return any(a.kind == "sqrt" and a.symbolic for a in p.atoms())


def _decided(op: str, p: Number, others: list[Condition]) -> bool | None:
    form = split(p)
    # Where polynomials that are not zero do not vanish there are points, and they are dense.
    fails = False if all(kind == "!=" and any(map(split, entries)) for kind, entries in others) else None
    if not form or set(form) == {_ONE}:
        s = sign(form.get(_ONE, ZERO))
        return True if {"==": s == 0, "<": s > 0, "<=": s >= 0}[op] else fails
    letters = _letters(form)
    if any(a.kind == "sqrt" for a in letters):
        return _with_norms(op, form, letters) if not others else None
    if op == "==":
        return fails
    if any(sum(k for _, k in m) > 2 for m in form):
        return None
    if not others:
        return _signed(op, form, letters)
    if others[0][0] == "!=" and len(others) == 1:
        return _off_zero(op, form, [split(entry) for entry in others[0][1]])
    if all(kind == "==" for kind, _ in others):
        return _on_units(op, form, [split(entries[0]) for _, entries in others])
    return None


def _letters(form: Form) -> list[Atom]:
    found: list[Atom] = []
    for letters in form:
        found.extend(a for a, _ in letters if a not in found)
    return found


def _eliminated(p: Number, conditions: list[Condition]) -> tuple[Number, list[Condition]] | None:
    """p and the conditions with the linear equations among them solved; None if they contradict each other."""
    done: list[Condition] = []
    while conditions:
        kind, entries = conditions.pop(0)
        if kind != "==":
            done.append((kind, entries))
            continue
        form = split(entries[0])
        if not form:
            continue
        if set(form) == {_ONE}:
            return None
        if any(a.kind == "sqrt" or k > 1 for m in form for a, k in m) or any(len(m) > 1 for m in form):
            done.append((kind, entries))
            continue
        chosen = next(m for m in form if m)
        ((letter, _),) = chosen
        value = number(-1) * inverse(form[chosen]) * (entries[0] - form[chosen] * of(letter))
        p = substituted(p, letter, value)
        again = [*done, *conditions]
        conditions = [(k, tuple(substituted(x, letter, value) for x in e)) for k, e in again]
        done = []
    return p, done


def substituted(p: Number, letter: Atom, value: Number) -> Number:
    """p with a bound letter replaced. Raises Undecided where it stands inside a function."""
    total = ZERO
    for monomial, c in p.terms.items():
        exponent = int(dict(monomial).get(letter, 0))
        rest = tuple((a, k) for a, k in monomial if a is not letter)
        if any(a.symbolic and a.kind != "var" for a, _ in rest):
            raise Undecided("no polynomial in the bound letters")
        total = total + Number({rest: c}) * value.power(exponent)
    return total


def _off_zero(op: str, form: Form, entries: Sequence[Form]) -> bool | None:
    """A quadratic form where linear forms that vanish together only at zero are not all zero."""
    letters = _letters({m: ONE for f in (form, *entries) for m in f})
    rows = [[entry.get(((a, 1),), ZERO) for a in letters] for entry in entries]
    linear = all(sum(k for _, k in m) == 1 for entry in entries for m in entry)
    if not linear or any(sum(k for _, k in m) != 2 for m in form) or len(reduced(rows, len(letters))[1]) < len(letters):
        return None
    semidefinite, definite = definiteness(_matrix(form, letters))
    return definite if op == "<" else semidefinite


def _matrix(form: Form, letters: Sequence[Atom | None]) -> list[list[Number]]:
    """The symmetric matrix of a form of degree at most 2; the letter None stands for 1."""
    place = {a: k for k, a in enumerate(letters)}
    matrix = [[ZERO] * len(letters) for _ in letters]
    for monomial, c in form.items():
        parts: list[Atom | None] = [a for a, k in monomial for _ in range(int(k))]
        i, j = (place[a] for a in [*parts, None, None][:2])
        matrix[i][j] = matrix[i][j] + number(_HALF) * c
        matrix[j][i] = matrix[j][i] + number(_HALF) * c
    return matrix


def _signed(op: str, form: Form, letters: list[Atom]) -> bool | None:
    """A polynomial of degree at most 2 is never negative if and only if its homogeneous form is semidefinite."""
    pure = all(sum(k for _, k in m) == 2 for m in form)
    semidefinite, definite = definiteness(_matrix(form, letters if pure else [*letters, None]))
    if op == "<=":
        return semidefinite
    at_zero = sign(form.get(_ONE, ZERO))
    return False if not semidefinite or at_zero <= 0 else True if definite else None


def _with_norms(op: str, form: Form, letters: list[Atom]) -> bool | None:
    """A bound such as dot(a, P(b)) <= K*norm(a)*norm(b), homogeneous of degree 1 in every vector whose norm occurs."""
    if op != "<=":
        return None
    norms = [a for a in letters if a.kind == "sqrt"]
    for norm in norms:
        group = [a for m, _ in norm.arg for a, _ in m]
        if any(sum(k for a, k in m if a is norm or a in group) != 1 for m in form):
            return None
    on_spheres: Form = {}
    for m, c in form.items():
        rest = tuple((a, k) for a, k in m if a.kind != "sqrt")
        on_spheres[rest] = on_spheres.get(rest, ZERO) + c
    spheres = [{**{m: number(c) for m, c in norm.arg}, _ONE: -ONE} for norm in norms]
    return _on_units(op, on_spheres, spheres)


def _on_units(op: str, form: Form, equations: Sequence[Form]) -> bool | None:
    """p >= 0 or p > 0 where quadratic forms of separate vectors are 1.

    For positive definite Q, R: x'Ax + c >= 0 on x'Qx = 1 if and only if A + cQ is semidefinite; c + 2x'By >= 0 on
    x'Qx = y'Ry = 1 if and only if [[cQ, 2B], [2B', cR]] is (scale the vectors, and change the sign of one of them).
    A linear term of one vector is bilinear in it and a number y with y^2 = 1.
    """
    groups: list[tuple[list[Atom], Form]] = []
    for equation in equations:
        letters = _letters(equation)
        constant = equation.get(_ONE, ZERO)
        quadratic = {m: c for m, c in equation.items() if m}
        if any(sum(k for _, k in m) != 2 for m in quadratic) or sign(constant) >= 0:
            return None
        scale = inverse(-constant)
        quadratic = {m: scale * c for m, c in quadratic.items()}
        if not definiteness(_matrix(quadratic, letters))[1] or any(a in other for a in letters for other, _ in groups):
            return None
        groups.append((letters, quadratic))
    constant = form.get(_ONE, ZERO)
    rest = {m: c for m, c in form.items() if m}
    touched = [group for group in groups if any(a in group[0] for m in rest for a, _ in m)]
    if any(all(a not in letters for letters, _ in groups) for m in rest for a, _ in m) or len(touched) > 2:
        return None
    shares = [[sum(k for a, k in m if a in letters) for letters, _ in touched] for m in rest]
    whole: Form = dict(rest)
    extra: list[Atom | None] = []
    if len(touched) == 1 and all(share == [2] for share in shares):
        weight = constant
    elif len(touched) == 2 and all(share == [1, 1] for share in shares):
        weight = number(_HALF) * constant
    elif len(touched) == 1 and all(share == [1] for share in shares):
        weight, extra = number(_HALF) * constant, [None]
        whole[_ONE] = weight
    else:
        return None
    for _, quadratic in touched:
        for m, c in quadratic.items():
            whole[m] = whole.get(m, ZERO) + weight * c
    letters_of_all: list[Atom | None] = [a for letters, _ in touched for a in letters]
    semidefinite, definite = definiteness(_matrix(whole, [*letters_of_all, *extra]))
    return definite if op == "<" else semidefinite
