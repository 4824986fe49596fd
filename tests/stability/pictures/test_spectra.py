import numpy as np

import attnverify.stability as st
from attnverify.stability.pictures.spectra import spectra_svg


def test_the_picture_is_svg_with_readable_text_and_repeats_itself():
    analysis = st.analyse(np.eye(2), [[1, 0], [0, -2]], 4, 0.25)
    svg = spectra_svg(analysis)
    assert svg.startswith("<?xml")
    for word in ("consensus", "bipartite", "stable", "unstable", "real part"):
        assert word in svg
    assert "<text" in svg
    assert svg == spectra_svg(analysis)


def test_an_analysis_without_spectra_still_has_a_picture():
    analysis = st.analyse(np.eye(2), [[0, -1], [1, 0]], 4, 0.25)
    assert "no equilibrium" in spectra_svg(analysis)
