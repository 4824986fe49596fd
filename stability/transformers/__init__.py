"""Transformers on disk: safetensors files of four families, their layers as the papers' maps, measurements on them.

    safetensors_file, weight_folder, configuration, layouts, model   reading a model folder, layer by layer
    attention, block, head_sizes          a sublayer as {P_h, c_h, V_h, b, mask}, and whole blocks
    spectrum, discs, published            layer matrices: three readings of "principal", certified discs, printed sizes
    directions, alignment, isotropic      indicators (4) to (7), their chance levels, closed forms for isotropic tokens
    runs, looping, histogram              runs through the layers, loops, cosines of tokens
    steered, storing, random_weights      rank-one steering, writing models, null models

Names are imported from the modules: they are read by `attnverify model` and by notebooks.
"""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
