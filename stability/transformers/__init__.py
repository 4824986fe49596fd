"""Transformers on disk: safetensors files of four families, their layers as the papers' maps, measurements on them.

    safetensors_file, weight_folder, configuration, layouts, model   reading a model folder, layer by layer
    attention, block, head_sizes          a sublayer as {P_h, c_h, V_h, b, mask}, and whole blocks
    spectrum, discs, published            layer matrices: three readings of "principal", certified discs, printed sizes
    directions, alignment, isotropic      indicators (4) to (7), their chance levels, closed forms for isotropic tokens
    runs, looping, histogram              runs through the layers, loops, cosines of tokens
    steered, storing, random_weights      rank-one steering, writing models, null models

Names are imported from the modules: they are read by `attnverify model` and by notebooks.
"""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .alignment import LayerAlignment, layer_alignment
    from .attention import FactoredAttention, Mask
    from .block import Block
    from .configuration import Configuration, read_configuration
    from .discs import Discs, eigenvalue_discs
    from .growth import Growth, product_growth
    from .histogram import CosineHistogram, cosine_histograms
    from .isotropic import IsotropicStep, isotropic_step
    from .looping import Loop, LoopedModel, loop
    from .model import TransformerModel
    from .published import published_name
    from .random_weights import write_surrogate
    from .runs import RunOptions, gaussian_tokens, layer_steps, random_ids
    from .safetensors_file import WeightsError
    from .spectrum import LayerSpectrum, layer_spectrum
    from .steered import Steered, steer, write_steered
    from .storing import write_model

__getattr__, __dir__, __all__ = attach(__name__, __file__)
