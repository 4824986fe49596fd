"""Steering adds exactly the rank-one matrix, the model that is written has it, and nothing is overwritten."""

import json
from dataclasses import replace

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import gaussian_tokens
from attnverify.stability.transformers.safetensors_file import WeightsError
from attnverify.stability.transformers.steered import read_direction, steer, steered_tokens, write_steered

D = 16


def unit(seed):
    u = np.random.default_rng(seed).normal(size=D)
    return u / np.linalg.norm(u)


def test_the_layer_matrix_gains_the_rank_one_matrix(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(1)
    u, w = unit(0), unit(1)
    steered = steer(attention, u, w, 7.0)
    assert np.max(np.abs(steered.attention.F - attention.F - 7 * np.outer(u, w))) < 1e-11
    assert steered.error < 1e-11
    assert not steered.projected
    assert (
        np.max(np.abs(steered.attention.W_o - st.layers.steered_output(attention.W_o, attention.W_v, u, w, 7.0))) < 1e-9
    )
    assert steered.condition == pytest.approx(np.linalg.cond(attention.W_v))


def test_each_token_is_pushed_along_u_by_its_scalar(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(1).without_biases()
    X, u, w, rho = gaussian_tokens(1, 6, D, 2)[0], unit(0), unit(1), 5.0
    steered = steer(attention, u, w, rho)
    t = st.layers.output_row(attention.W_v, w)
    push = st.layers.token_scalars(X, attention.weights(X), attention.W_v, t)
    difference = steered.attention.output(X) - attention.output(X)
    assert np.max(np.abs(difference - rho * np.outer(push, u))) < 1e-10


def test_where_the_values_are_singular_the_projection_is_taken_and_said(surrogate):
    attention = TransformerModel(surrogate("bert")).attention(0)
    W_v = attention.W_v.copy()
    W_v[:, 0] = 0
    singular = replace(attention, W_v=W_v)
    u, w = unit(0), unit(1)
    steered = steer(singular, u, w, 3.0)
    reached = w.copy()
    reached[0] = 0
    assert steered.projected
    assert steered.residual == pytest.approx(abs(w[0]))
    assert np.max(np.abs(steered.attention.F - singular.F - 3 * np.outer(u, reached))) < 1e-11
    assert steered.condition > 1e12


def test_a_principal_eigenvector_is_reached_long_before_the_tokens(surrogate):
    model = TransformerModel(surrogate("gpt2", n_embd=64, n_head=4, std=0.15))
    attention, X = model.attention(2), gaussian_tokens(50, 10, 64, 0)
    u = np.eye(64)[3]
    size = float(np.max(np.abs(np.linalg.eigvals(attention.F))))
    found = [steered_tokens(steer(attention, u, u, gap * size), u, X) for gap in (0.01, 10.0, 1000.0)]
    assert found[1].eigenvector > 0.98
    assert found[1].tokens < 0.5
    assert found[2].tokens > 0.9
    assert 0.5 <= found[2].majority < 0.7
    assert found[0].tokens < found[1].tokens < found[2].tokens
    assert found[2].quantile < found[2].tokens


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert", "albert"])
@pytest.mark.parametrize(("dtype", "shards"), [("F32", 1), ("F16", 3), ("BF16", 1)])
def test_the_written_model_is_the_steered_one(surrogate, tmp_path, family, dtype, shards):
    folder = surrogate(family, dtype=dtype, shards=shards)
    (folder / "pytorch_model.bin").write_bytes(b"old weights")
    (folder / "tokenizer.json").write_text("{}")
    model = TransformerModel(folder)
    steered = steer(model.attention(1), unit(0), unit(1), 40.0)
    key = write_steered(model, 1, steered.attention.W_o, tmp_path / "new")
    written = TransformerModel(tmp_path / "new")
    assert written.weights.owner[key].entries[key].dtype == "F32"
    error = np.max(np.abs(written.attention(1).F - steered.attention.F))
    assert error < 1e-5 * np.max(np.abs(steered.attention.W_o)) * D
    assert (tmp_path / "new" / "tokenizer.json").exists()
    assert not (tmp_path / "new" / "pytorch_model.bin").exists()
    for name, file in model.weights.owner.items():
        if name != key:
            assert np.array_equal(file.raw(name), written.weights.owner[name].raw(name))
    assert json.loads((tmp_path / "new" / "config.json").read_text())["model_type"] == family
    with pytest.raises(WeightsError, match="new: exists; a steered model is written into a new folder only"):
        write_steered(model, 1, steered.attention.W_o, tmp_path / "new")


def test_what_is_no_direction_is_one_line(surrogate, tmp_path):
    attention = TransformerModel(surrogate("bert")).attention(0)
    for u, w, rho, said in (
        (2 * unit(0), unit(1), 1.0, "u has shape"),
        (unit(0), unit(1)[:3], 1.0, "w has shape"),
        (unit(0), unit(1), 0.0, "rho is 0.0"),
        (unit(0), unit(1), float("inf"), "rho is inf"),
    ):
        with pytest.raises(ValueError, match=said):
            steer(attention, u, w, rho)
    np.save(tmp_path / "u.npy", np.arange(4))
    assert np.linalg.norm(read_direction(tmp_path / "u.npy", 4)) == pytest.approx(1)
    (tmp_path / "u.json").write_text("[0, 3, 4]")
    assert read_direction(tmp_path / "u.json", 3).tolist() == [0, 0.6, 0.8]
    np.save(tmp_path / "o.npy", np.array([{}], dtype=object), allow_pickle=True)
    (tmp_path / "bad.json").write_text('{"a": 1}')
    (tmp_path / "nan.json").write_text("[NaN, 1, 2]")
    (tmp_path / "zero.json").write_text("[0, 0, 0]")
    (tmp_path / "text.json").write_text("[")
    for name, said in (
        ("u.npy", r"shape \(4,\); 3 finite real numbers"),
        ("o.npy", "is no list of numbers"),
        ("bad.json", "is no list of numbers"),
        ("nan.json", "3 finite real numbers"),
        ("zero.json", "the vector is zero"),
        ("text.json", "is no list of numbers"),
        ("u.txt", "must end in .npy or .json"),
        ("none.npy", "cannot be read"),
    ):
        with pytest.raises(WeightsError, match=said):
            read_direction(tmp_path / name, 3)
