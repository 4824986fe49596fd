"""Equilibria that are mirror images of each other are listed once.

An orthogonal Q with QV = VQ and QP = PQ maps equilibria to equilibria. Two states are taken for such images where all
x_i^T w x_j agree, w running through the products of up to three of V, V^T, P and P^T. This is a reading aid in floating
point: only records with the same verdict, each certified or not for itself, are put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np

from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord
from attnverify.stability.numbers import Array

NEAR = 1e-7


def without_mirror_images(records: Sequence[EquilibriumRecord], P: Array, V: Array) -> list[EquilibriumRecord]:
    """The records with one of each class, `images` being the size of the class. P, V : (d, d) floats."""
    words = np.stack(list(_words(P, V)))
    kept: list[EquilibriumRecord] = []
    for record in records:
        place = next((k for k, known in enumerate(kept) if _images(record, known, words)), None)
        if place is None:
            kept.append(record)
        else:
            kept[place] = replace(kept[place], images=kept[place].images + 1)
    return kept


def _words(P: Array, V: Array) -> Iterator[Array]:
    yield np.eye(len(V))
    for length in (1, 2, 3):
        for letters in product((V, V.T, P, P.T), repeat=length):
            yield np.linalg.multi_dot(letters) if length > 1 else letters[0]


def _images(one: EquilibriumRecord, other: EquilibriumRecord, words: Array) -> bool:
    if one.tokens is None or other.tokens is None or len(one.tokens) != len(other.tokens):
        return False
    if (one.kind, one.nature, one.verdict, one.certified) != (other.kind, other.nature, other.verdict, other.certified):
        return False
    forms, wanted = (x.tokens @ words @ x.tokens.T for x in (one, other) if x.tokens is not None)
    size = 1 + np.max(np.abs(wanted))
    return any(
        [one.split[k] for k in order] == list(other.split)
        and np.max(np.abs(forms[:, order][:, :, order] - wanted)) < NEAR * size
        for order in map(list, permutations(range(len(one.tokens))))
    )
