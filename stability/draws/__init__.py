"""Random data: exact instances, uniform tokens. Strategies for property searches are in `stability.strategies`."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .instances import SymmetricInstance, orthogonal, rational, symmetric_instance
    from .uniform_tokens import random_tokens

__getattr__, __dir__, __all__ = attach(__name__, __file__)
