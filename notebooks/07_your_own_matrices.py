# %% [markdown]
# # Bring your own matrices
#
# Claims: POW-L4.stable, POW-L4.neg.repaired, POW-N1.stable, POW-N9.cone, POW-N10
#
# The theorems of the other notebooks become a tool: give a value matrix $V$, a logit matrix $P$, the number of tokens
# and a step size, and get every consensus and bipartite equilibrium with its whole tangent spectrum, whether it is
# stable, and what the step size may be. `attnverify analyse` does this on files; `stability.analyse` is the same from
# Python. Verdicts are decided in exact or ball arithmetic, with more digits until they are; "marginal" is only said
# where an eigenvalue lies **exactly** on the unit circle.

# %%
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from IPython.display import SVG, display

import attnverify.stability as st
from attnverify.stability.pictures.figures import spectra_svg

folder = TemporaryDirectory()
here = Path(folder.name)


def attnverify(*arguments: str) -> None:
    """Run `attnverify` with these arguments, and print what it says and its exit code."""
    done = subprocess.run([sys.executable, "-m", "attnverify", *arguments], capture_output=True, text=True)
    print(done.stdout + done.stderr + f"exit code {done.returncode}")


# %% [markdown]
# ## Files
#
# Matrices are read from `.npy`, `.csv` and `.toml`. Text is taken literally: `0.1` is one tenth, and entries such as
# `-3/5` and `log(3)/2` are exact. A file is data: it is parsed, never evaluated.

# %%
(here / "V.csv").write_text("1, 1/5, 0\n1/5, 1/4, 0\n0, 0, -3/2\n")
(here / "P.csv").write_text("log(5), 0, 0\n0, 1/2, 0\n0, 0, 0\n")
files = ("--value", str(here / "V.csv"), "--attention", str(here / "P.csv"))
attnverify("analyse", *files, "--tokens", "6", "--step", "1/2", "--starts", "0", "--json", str(here / "analysis.json"))

# %% [markdown]
# How to read the table:
#
# - "one step" says what the map does to the state. Where the factor $1 + \alpha\lambda_k$ is negative, a consensus is
#   no fixed point but half of a 2-cycle with its antipode (POW-L4.neg.repaired); the spectrum and the verdict are
#   those of the cycle.
# - "binding" is the tangent eigenvalue of largest modulus, "margin" is one minus this modulus. Bipartite states are
#   judged by the criterion of POW-N1.stable, for every split of the tokens.
# - "flip" is the step size at which an eigenvalue reaches $-1$. At the principal consensus it is the bound of
#   POW-L4.stable, which is also printed above the table.
# - The last lines say how far the evidence reaches: what was searched, and what the theory does not cover.
#
# The JSON file carries certificates. The referee confirms them without any of the libraries that made them.

# %%
attnverify("recheck", str(here / "analysis.json"))
print(*json.loads((here / "analysis.json").read_text()))

# %% [markdown]
# A mistake in a file is one line that names the file, the place, the value and what is allowed:

# %%
(here / "bad.csv").write_text("1, 0\n0, one\n")
attnverify("analyse", "--value", str(here / "bad.csv"), *files[2:], "--tokens", "6", "--step", "1/2")

# %% [markdown]
# ## From Python
#
# The records hold everything the table shows, and more. Logarithms come from `st.log_numbers.log_of`. The picture
# shows the
# tangent spectra in the complex plane, with the unit circle.

# %%
V = np.array([[Fraction(1), Fraction(1, 5), 0], [Fraction(1, 5), Fraction(1, 4), 0], [0, 0, Fraction(-3, 2)]])
P = [[st.log_numbers.log_of(Fraction(5)), 0, 0], [0, Fraction(1, 2), 0], [0, 0, 0]]
found = st.analyse(P, V, 6, Fraction(1, 2))
display(SVG(spectra_svg(found)))

# %%
principal = found.equilibria[0]
for item in principal.spectrum:
    print(f"{st.analyses.middle(item.value).real:+.6f}  {item.multiplicity:2} x  {item.perturbation}")

# %% [markdown]
# ## Large and small
#
# The symmetry of equal tokens makes the number of tokens cheap: neither the table nor its certainty needs the
# $Nd \times Nd$ Jacobian. Bipartite splits with the same verdict come as one range.

# %%
large = st.analyse(P, V, 10_000, Fraction(1, 2))
for record in large.equilibria:
    if record.eigenvalue == 0:
        last = f" to {record.last}" if record.last else ""
        print(f"{record.kind:9} {record.split}{last}:", record.verdict.value if record.verdict else record.nature.value)

# %% [markdown]
# With a causal mask the analogue of a bipartite state is a **sign pattern**: token $i$ sits at $\pm v_k$, and what it
# sees depends on the order (POW-N10). Many patterns are stable at once, which is why the causal layer does not
# converge to consensus from almost everywhere.

# %%
causal = st.analyse(P, V, 4, Fraction(1, 2), causal=True)
for record in causal.equilibria:
    if record.kind == "sign pattern" and record.verdict is not None and record.verdict.value == "stable":
        signs = "".join("+" if sign > 0 else "-" for sign in record.split)
        print(f"{signs} on v_{record.eigenvalue + 1}: {record.verdict.value}")

# %% [markdown]
# ## Where do random starts go?
#
# Simulations are labelled as such. But a limit can be certified, by enclosing the trajectory in balls until it enters
# a set that certainly converges: all tokens on one side of the hyperplane orthogonal to $v_1$, where
# $|\lambda_j| < \lambda_1$ for the others (POW-N9.cone), or a neighbourhood of an equilibrium that the map contracts
# into itself. Here $\lambda_d$ is made smaller so that the theorem applies.

# %%
V[2, 2] = Fraction(-1, 2)
for limit in st.limits(st.analyse(P, V, 6, Fraction(1, 2)), 40, seed=1):
    print(f"{limit.count:4} of 40: {limit.label}, {limit.certified} of them certified")

# %% [markdown]
# Clustering equilibria off the eigenvectors are searched as well, and certified one by one; see
# [polygonal and clustering equilibria](03_polygons_and_clusters.py). A search is never complete, and the output says
# so.

# %% [markdown]
# ## Exercises
#
# 1. Analyse a matrix of your own whose two largest eigenvalues are equal. Which remark appears, and what is true
#    along the family?
# 2. Find a step size at which an equilibrium is exactly marginal. Is the verdict `marginal` or `undecided`, and why
#    can it be the former?
# 3. Print `st.analyse(...)` for 10 tokens and for 10 000. What is listed in ranges, and why is the verdict the same
#    throughout a range?
#
# ## References
#
# - *Analogies between Transformer Layers and Power Method*, arXiv 2605.25619.
#
# Next: [write your own claim](08_your_own_claim.py).

# %%
folder.cleanup()
