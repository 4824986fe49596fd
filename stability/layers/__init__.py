"""Layers of a transformer: their matrices, normalisation, indicators, steering."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .indicators import (
        LayerIndicators,
        alignment,
        eigendirections,
        increment_probability,
        layer_indicators,
        mean_increment,
        real_basis,
    )
    from .layer_matrices import head_matrices, layer_matrix, padded_values
    from .layer_normalisation import centred, layer_norm, token_variance
    from .steering import output_row, steered_output, token_scalars

__getattr__, __dir__, __all__ = attach(__name__, __file__)
