"""Random data: uniform tokens, matrices of named laws. For property searches there is `stability.strategies`."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .laws import matrices_of_law, random_tokens

__getattr__, __dir__, __all__ = attach(__name__, __file__)
