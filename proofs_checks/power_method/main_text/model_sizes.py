"""Table 1: the sizes of the models that the paper studies, as data."""

# name -> (dimension, heads, layers), as the paper prints them
TABLE = {
    "ALBERT base": (768, 12, 12),
    "ALBERT large": (1024, 16, 24),
    "ALBERT xlarge": (2048, 16, 24),
    "ALBERT xxlarge": (4096, 64, 12),
    "BERT base": (768, 12, 12),
    "BERT large": (1024, 16, 24),
    "GPT2 small": (768, 12, 12),
    "GPT2 medium": (1024, 16, 24),
    "GPT2 large": (1280, 20, 36),
    "GPT2 xl": (1600, 25, 48),
    "GPT-Neo 125M": (768, 12, 12),
    "GPT-Neo 1.3B": (2048, 16, 24),
    "GPT-Neo 2.7B": (2560, 20, 32),
}
