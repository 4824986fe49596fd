# %% [markdown]
# # Transformers' weights
#
# Claims: POW-2.2.comp, POW-B4, POW-S2, CON-G5.2.c, CON-G5.2.e, CON-G5.2.j
#
# Both papers close with measurements on trained transformers. `attnverify model` makes them on a folder of weights as
# one has it on disk: `config.json` and safetensors files of GPT-2, GPT-Neo, BERT or ALBERT. Trained weights are no part
# of this project; the model below is **random**, made here, and says nothing about trained ones. That is its use: what
# it shows as well is no evidence of training.

# %%
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from IPython.display import SVG, display

from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.spectrum import certified
from attnverify.stability.transformers.storing import write_surrogate

folder = TemporaryDirectory()
here = Path(folder.name)
sizes = {"n_embd": 96, "n_head": 6, "n_layer": 6, "n_positions": 64, "vocab_size": 200}
write_surrogate(here / "model", {"model_type": "gpt2", **sizes}, std=0.12)


def attnverify(*arguments: str, picture: bool = False) -> None:
    """Run `attnverify model` on the folder, print what it says, and show its picture."""
    drawn = ("--picture", str(here / "picture.svg")) if picture else ()
    command = [sys.executable, "-m", "attnverify", "model", str(here / "model"), *arguments, *drawn]
    done = subprocess.run(command, capture_output=True, text=True)
    print(done.stdout + done.stderr + f"exit code {done.returncode}")
    if picture:
        display(SVG(here / "picture.svg"))


# %% [markdown]
# ## Layer matrices
#
# A layer acts through $F = W_o W_v$, the sum of its heads. "Principal" has three readings: largest real part (the
# paper's), largest modulus, largest $|1 + \lambda|$ (what the layer with its skip connection follows). They disagree
# already on random weights.

# %%
attnverify()

# %% [markdown]
# A case is named only when it is certain: discs around the floating-point eigenvalues, with every rounding error
# bounded, that of the product $W_o W_v$ included. What is not certain is undecided; a multiple eigenvalue can never be
# certified from floating-point numbers.

# %%
attnverify("--spectrum", "--certify", "--layer", "0,1")

# %% [markdown]
# From Python the same is a function of the layer:

# %%
model = TransformerModel(here / "model")
discs, verdicts = certified(model.attention(0))
print(verdicts["real part"])

# %% [markdown]
# ## Alignment, and what chance gives
#
# POW-2.2.comp: in nearly all layers tokens come closer to the principal direction, more than to the average direction,
# and the probability exceeds 1/2. Here random tokens pass a random model, and all of this holds; so it does when the
# entries of every matrix are put in random order (the null). The closed form says why: for tokens without any direction
# and uniform attention the increment is positive exactly when $2 v^T F v + |F^T v|^2 > (2\,\mathrm{tr} F + |F|^2)/d$,
# which leading eigenvectors satisfy.
#
# A plane has $\pi/2$ times the chance level of a line, so raw correlations of layers with real and with complex
# principal eigenvalues cannot be compared; the table divides by chance. POW-B4 (no growth along the product
# $F_\ell \cdots F_1$) is in the column "product"; with the skip connection, which is what tokens see, there is growth.

# %%
attnverify("--align", "--product", picture=True)

# %% [markdown]
# ## Loops
#
# Feeding the output back as input makes the tokens equal: with the weights of the file (CON-G5.2.c), with fixed random
# weights (CON-G5.2.e), with weights drawn anew before each pass. Which is fastest (CON-G5.2.j) depends on the scale of
# the random weights, which is an option: 0.02, the value of the trained models' initialisation, means little in a small
# dimension. The grey band is what cosines in float16, as the paper's script has them, cannot show.

# %%
attnverify("--loop", "30", "--std", "0.12", "--prompts", "3", "--tokens", "20", picture=True)

# %% [markdown]
# ## Cosines of tokens, layer by layer

# %%
attnverify("--histogram", "--prompts", "3", "--tokens", "20", picture=True)

# %% [markdown]
# ## Steering
#
# A rank-one term makes any $u$ the principal eigenvector (POW-S2). The tokens follow much later: they need
# $\rho |g_i|$ above what the layer adds otherwise. The steered model can be written into a new folder, never in place.

# %%
u = np.zeros(96)
u[0] = 1.0
np.save(here / "u.npy", u)
attnverify("--steer", str(here / "u.npy"), "--gap", "100", "--write", str(here / "steered"), picture=True)
print(sorted(path.name for path in (here / "steered").iterdir()))

# %% [markdown]
# ## The papers' claims, for this model
#
# Each is TESTED, REFUTED or OPEN for the model at hand, with a margin and with what the null says. The claims
# themselves stay as the ledger has them.

# %%
attnverify("--claims", "--passes", "30", "--std", "0.12", "--prompts", "3", "--tokens", "20")

# %% [markdown]
# Files are data. A pickle is a program and is not opened; whatever cannot be read is one line.

# %%
(here / "model" / "model.safetensors").rename(here / "model" / "pytorch_model.bin")
attnverify()

# %% [markdown]
# ## Exercises
#
# 1. Repeat one view with another seed. Which of the measured effects does the null show as well?
# 2. Steer towards another token and find the smallest gap at which the steered model follows.
# 3. Run `--loop` with and without the feed-forward layers. What do they change for the misalignment?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
# - *Consensus is all you get: the role of attention in transformers*, ICML 2025, PMLR 267.
# - *A mathematical perspective on Transformers*, arXiv 2312.10794.

# %%
folder.cleanup()
