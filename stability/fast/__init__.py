"""What evaluates the definitions of `stability.models` faster; `tests/stability/test_fast.py` compares each with them.

    blocks          attention of many tokens, with memory O(N d + block^2), in every array library
    kernels         many small systems at once, and layers with P = V = I and the share of near pairs, compiled

What is compiled needs numba, the extra `kernels`. A kernel is kept where it beats NumPy and a plain loop by half.
"""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .blocks import attended

__getattr__, __dir__, __all__ = attach(__name__, __file__)
