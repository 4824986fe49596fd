"""What the referee can say about a certificate, and reading the fields of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")


class Status(Enum):
    """How far a certificate could be re-decided, from best to worst."""

    CONFIRMED = "confirmed"
    WORD = "rests on a solver's word"
    SAMPLED = "sampled"
    FAILED = "FAILED"

    @property
    def badness(self) -> int:
        """Rank for taking the worst of several."""
        return list(Status).index(self)


@dataclass(frozen=True)
class Finding:
    """The referee's answer: the status and one line."""

    status: Status
    detail: str


class MalformedError(ValueError):
    """A certificate without the fields its kind needs; the message names the field and what is allowed."""


def field(data: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """The field `name` of `data`, of type `kind`; raises MalformedError."""
    if not isinstance(data, Mapping):
        raise MalformedError(f"expected an object with {name!r}, got {str(data)[:40]!r}")
    found = data.get(name)
    if not isinstance(found, kind) or (isinstance(found, bool) and kind is int):
        raise MalformedError(f"{name!r} is {str(found)[:60]!r}; a {kind.__name__} is needed")
    return found


def texts(data: Mapping[str, Any], name: str) -> list[str]:
    """The field `name` of `data`, a list of texts; raises MalformedError."""
    found = field(data, name, list)
    for entry in found:
        if not isinstance(entry, str):
            raise MalformedError(f"{name!r} contains {str(entry)[:60]!r}; texts are needed")
    return found


def worst(findings: list[Finding]) -> Finding:
    """The first among the worst findings."""
    return max(findings, key=lambda finding: finding.status.badness)
