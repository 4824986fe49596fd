"""Broken folders: every one is refused with one line; prefixes and old names are found."""

import json
import pickle
import shutil

import numpy as np
import pytest

from stability.transformers.model import TransformerModel
from stability.transformers.safetensors_file import SafetensorsFile, WeightsError
from stability.transformers.storing import encoded, write_safetensors
from stability.transformers.weight_folder import INDEX, SINGLE


def rewritten(folder, change, file=SINGLE):
    """Write the tensors of a folder again after `change` of a dictionary name -> (type, array)."""
    stored = SafetensorsFile(folder / file)
    tensors = {name: (entry.dtype, stored.read(name)) for name, entry in stored.entries.items()}
    change(tensors)
    (folder / file).unlink()
    write_safetensors(
        folder / file, [(name, dtype, array.shape, encoded(array, dtype)) for name, (dtype, array) in tensors.items()]
    )


def configured(folder, **changes):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def renamed(tensors, rename):
    for name in list(tensors):
        tensors[rename(name)] = tensors.pop(name)


@pytest.mark.parametrize("prefix", ["", "transformer.", "a.b."])
def test_the_prefix_is_found_and_other_tensors_are_ignored(surrogate, prefix):
    folder = surrogate("gpt2")
    wanted = TransformerModel(folder).attention(2).W_q

    def change(tensors):
        renamed(tensors, lambda name: prefix + name)
        tensors[prefix + "h.0.attn.bias"] = ("F32", np.zeros((1, 1, 4, 4)))
        tensors["lm_head.weight"] = ("F16", np.zeros((3, 3)))

    rewritten(folder, change)
    model = TransformerModel(folder)
    assert model.weights.prefix == prefix
    assert np.array_equal(model.attention(2).W_q, wanted)


def test_the_old_names_of_gains_and_shifts_are_known(surrogate):
    folder = surrogate("bert")
    ids = np.arange(5)[np.newaxis]
    plain = TransformerModel(folder)
    wanted = plain.run(plain.embed(ids))

    def change(tensors):
        renamed(
            tensors,
            lambda name: (
                "bert."
                + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
            ),
        )

    rewritten(folder, change)
    old = TransformerModel(folder)
    assert any(name.endswith(".gamma") for name in old.weights.owner)
    assert np.array_equal(old.run(old.embed(ids)), wanted)


class Trap:
    """Unpickling it would create a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def test_a_pickle_is_not_opened(surrogate, tmp_path):
    folder, trap = surrogate("bert"), tmp_path / "created"
    (folder / SINGLE).unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Trap(trap)))
    with pytest.raises(
        WeightsError, match=r"there is pytorch_model.bin but no model.safetensors; a pickle is a program"
    ):
        TransformerModel(folder)
    assert not trap.exists()


def test_other_formats_are_named(surrogate):
    folder = surrogate("bert")
    (folder / SINGLE).rename(folder / "tf_model.h5")
    with pytest.raises(WeightsError, match=r"there is tf_model.h5 but no model.safetensors; only safetensors"):
        TransformerModel(folder)
    (folder / "tf_model.h5").unlink()
    with pytest.raises(WeightsError, match=r"neither model.safetensors nor model.safetensors.index.json"):
        TransformerModel(folder)


def test_missing_tensors_are_counted_and_named(surrogate):
    folder = surrogate("gpt2")

    def change(tensors):
        for name in [name for name in tensors if name.startswith("h.1.attn")]:
            del tensors[name]

    rewritten(folder, change)
    with pytest.raises(
        WeightsError, match=r"4 tensors are missing: h.1.attn.c_attn.weight, .*, \.\.\. \(prefix found: ''"
    ):
        TransformerModel(folder)


def test_a_second_model_in_one_file_is_refused(surrogate):
    folder = surrogate("gpt2")

    def change(tensors):
        tensors.update({"other." + name: tensor for name, tensor in list(tensors.items())})

    rewritten(folder, change)
    with pytest.raises(WeightsError, match=r"2 tensors end with h.0.attn.c_attn.weight, which exactly one must"):
        TransformerModel(folder)


def test_the_weights_of_another_family_are_refused(surrogate):
    folder = surrogate("bert")
    shutil.copy(surrogate("gpt2", name="other") / SINGLE, folder / SINGLE)
    with pytest.raises(WeightsError, match=r"0 tensors end with encoder.layer.0.attention.self.query.weight"):
        TransformerModel(folder)


def test_shapes_are_those_of_the_configuration(surrogate):
    folder = surrogate("gpt_neo")
    configured(folder, hidden_size=8)
    with pytest.raises(WeightsError, match=r"q_proj.weight has shape \(16, 16\); config.json says \(8, 8\)"):
        TransformerModel(folder).attention(0)


@pytest.mark.parametrize("name", ["../model.safetensors", "/etc/passwd", "a\\b", "..", 3])
def test_an_index_reaches_no_other_folder(surrogate, name):
    folder = surrogate("gpt2", shards=2)
    index = json.loads((folder / INDEX).read_text())
    index["weight_map"]["wte.weight"] = name
    (folder / INDEX).write_text(json.dumps(index))
    with pytest.raises(WeightsError, match=r"wte.weight is in .*; allowed is the name of a file in the same folder"):
        TransformerModel(folder)


def test_an_index_agrees_with_its_files(surrogate):
    folder = surrogate("gpt2", shards=2)
    index = json.loads((folder / INDEX).read_text())
    moved = {**index["weight_map"], "h.0.ln_1.weight": "model-00001-of-00002.safetensors"}
    moved["h.0.ln_1.bias"] = "model-00001-of-00002.safetensors"
    (folder / INDEX).write_text(json.dumps({"weight_map": moved}))
    with pytest.raises(WeightsError, match=r"h.0.ln_1.* are not as in model-0000"):
        TransformerModel(folder)
    (folder / INDEX).write_text(json.dumps({"weight_map": {}}))
    with pytest.raises(WeightsError, match=r"'weight_map' must give every tensor the name of its file"):
        TransformerModel(folder)
    (folder / INDEX).write_text(json.dumps(index))
    (folder / "model-00002-of-00002.safetensors").unlink()
    with pytest.raises(WeightsError, match=r"there is no file model-00002-of-00002.safetensors"):
        TransformerModel(folder)


def test_files_may_be_links_as_in_the_cache_of_the_hub(surrogate, tmp_path):
    folder = surrogate("albert")
    blob = tmp_path / "blob"
    (folder / SINGLE).rename(blob)
    (folder / SINGLE).symlink_to(blob)
    assert TransformerModel(folder).weights.stored_types() == "F32"
