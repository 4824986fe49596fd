"""Transformers on disk: safetensors files of four families, their layers as the papers' maps, measurements on them.

    safetensors_file, configuration, model   reading a model folder, layer by layer
    attention             a sublayer as {P_h, c_h, V_h, b, mask}, and whole blocks
    spectrum              layer matrices: three readings of "principal", certified discs
    alignment             indicators (4) to (7), their chance levels, closed forms for isotropic tokens
    runs                  runs through the layers, loops, cosines of tokens
    steered, storing      rank-one steering, writing models, random weights, which are the null models

Names are imported from the modules: they are read by `attnverify model` and by notebooks.
"""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .alignment import Growth, IsotropicStep, LayerAlignment, isotropic_step, layer_alignment, product_growth
    from .attention import Block, FactoredAttention, Mask
    from .configuration import Configuration, published_name, read_configuration
    from .model import TransformerModel
    from .runs import (
        CosineHistogram, Loop, LoopedModel, RunOptions, cosine_histograms, gaussian_tokens, layer_steps, loop,
        random_ids,
    )  # fmt: skip
    from .safetensors_file import WeightsError
    from .spectrum import Discs, LayerSpectrum, eigenvalue_discs, layer_spectrum
    from .steered import Steered, steer, write_steered
    from .storing import write_model, write_surrogate

__getattr__, __dir__, __all__ = attach(__name__, __file__)
