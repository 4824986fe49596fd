"""The dependency graph laid out in columns: what a proof uses stands to its left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from verify.referee.combining import Basis, grounded

COLUMN = 258
ROW = 27
NODE_WIDTH = 208
NODE_HEIGHT = 21
MARGIN = 12
_SWEEPS = 16


@dataclass(frozen=True)
class Edge:
    """An arrow from a premise to a claim that rests on it; `path` is the curve in SVG's language."""

    premise: str
    claim: str
    path: str


@dataclass(frozen=True)
class Layout:
    """Where every claim stands (its left upper corner), and the curves between them."""

    nodes: dict[str, tuple[float, float]]
    edges: tuple[Edge, ...]
    width: float
    height: float


def layout(rests_on: Mapping[str, Sequence[str]]) -> Layout:
    """The layout of all claims that rest on another one or are used by one; the others are not drawn.

    rests_on : for each claim the claims it rests on, all of them keys as well and without a circle.

    >>> layout({"A": [], "B": ["A"], "C": []}).nodes
    {'A': (12, 12.0), 'B': (270, 12.0)}
    """
    edges = [(premise, claim) for claim, premises in rests_on.items() for premise in dict.fromkeys(premises)]
    linked = list(dict.fromkeys(claim for edge in edges for claim in edge))
    column = _columns(linked, edges)
    width = 1 + max(column.values(), default=0)
    skyline = [0.0] * width
    places: dict[str, tuple[float, float]] = {}
    for part in sorted(_parts(linked, edges), key=len, reverse=True):
        rows = _rows(part, column, [edge for edge in edges if edge[1] in part])
        span = 1 + max(column[claim] for claim in part)
        starts = range(width - span + 1)
        start = min(starts, key=lambda first: max(skyline[first : first + span]))
        top = max(skyline[start : start + span])
        for claim in part:
            places[claim] = (MARGIN + COLUMN * (start + column[claim]), MARGIN + ROW * (top + rows[claim]))
        skyline[start : start + span] = [top + max(rows.values()) + 1.6] * span
    nodes = {claim: places[claim] for claim in rests_on if claim in places}
    curves = tuple(Edge(*edge, _curve(places[edge[0]], places[edge[1]])) for edge in edges)
    bottom = max((y for _, y in nodes.values()), default=0) + NODE_HEIGHT + MARGIN
    return Layout(nodes, curves, 2 * MARGIN + COLUMN * (width - 1) + NODE_WIDTH, bottom)


def _columns(claims: Iterable[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """One column more than the rightmost premise; what rests on nothing moves next to the first claim that uses it."""
    premises: dict[str, list[str]] = {claim: [] for claim in claims}
    users: dict[str, list[str]] = {claim: [] for claim in premises}
    for premise, claim in edges:
        premises[claim].append(premise)
        users[premise].append(claim)
    column: dict[str, int] = {}
    for claim in grounded({claim: Basis((), tuple(used)) for claim, used in premises.items()}):
        column[claim] = 1 + max((column[premise] for premise in premises[claim]), default=-1)
    for claim, used in premises.items():
        if not used:
            column[claim] = min(column[user] for user in users[claim]) - 1
    return column


def _parts(claims: Sequence[str], edges: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The connected parts of the graph."""
    part = {claim: [claim] for claim in claims}
    for premise, claim in edges:
        one, other = part[premise], part[claim]
        if one is not other:
            one.extend(other)
            for member in other:
                part[member] = one
    return list({id(members): members for members in part.values()}.values())


def _rows(part: Sequence[str], column: Mapping[str, int], edges: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Heights in rows, from 0: sweeping back and forth, every claim goes to the middle of its neighbours' heights."""
    columns: dict[int, list[str]] = {}
    for claim in part:
        columns.setdefault(column[claim], []).append(claim)
    row = {claim: float(number) for members in columns.values() for number, claim in enumerate(members)}
    left: dict[str, list[str]] = {claim: [] for claim in part}
    right: dict[str, list[str]] = {claim: [] for claim in part}
    for premise, claim in edges:
        left[claim].append(premise)
        right[premise].append(claim)
    order = sorted(columns)
    for sweep in range(_SWEEPS):
        towards = (left, right)[sweep % 2] if sweep < _SWEEPS - 2 else {c: left[c] + right[c] for c in part}
        for number in order if sweep % 2 == 0 else reversed(order):
            wanted = {}
            for claim in columns[number]:
                near = towards[claim] or [claim]
                wanted[claim] = sum(row[other] for other in near) / len(near)
            columns[number].sort(key=lambda claim: wanted[claim])
            for claim, height in zip(columns[number], _apart([wanted[c] for c in columns[number]]), strict=True):
                row[claim] = height
    top = min(row.values())
    return {claim: height - top for claim, height in row.items()}


def _apart(wanted: Sequence[float]) -> list[float]:
    """The heights nearest to the increasing numbers `wanted` in the least-squares sense that are at least 1 apart.

    >>> _apart([0, 0, 5])
    [-0.5, 0.5, 5.0]
    """
    blocks: list[list[float]] = []  # [sum, count] of runs that stand as close as they may
    for number, height in enumerate(wanted):
        blocks.append([height - number, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + count]
    starts = [total / count for total, count in blocks for _ in range(int(count))]
    return [start + number for number, start in enumerate(starts)]


def _curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    x0, y0 = start[0] + NODE_WIDTH, start[1] + NODE_HEIGHT / 2
    x1, y1 = end[0], end[1] + NODE_HEIGHT / 2
    bend = (x1 - x0) / 2 if x1 - x0 < COLUMN else COLUMN / 3
    return f"M{x0:.0f} {y0:.0f}C{x0 + bend:.0f} {y0:.0f} {x1 - bend:.0f} {y1:.0f} {x1:.0f} {y1:.0f}"
