"""What the statements share: where they come from, softmax weights, and the smallest instances."""

import attnverify as av

PAPER = av.Paper("attention-statements", "Statements in the style of published work on attention")

# Softmax weights w_ij of any logits z_ij, and the layer that takes averages by them.
SOFTMAX = {
    "letters": ["x[token]: vector; z[token, token]: number"],
    "where": ["w(i, j) := exp(z[i, j])/sum(k: exp(z[i, k]))"],
}
# Any nonnegative weights with row sums 1: softmax with any logits and any mask is of this form.
STOCHASTIC = {
    "letters": ["x[token]: vector; w[token, token]: number"],
    "given": ["forall i, j: w[i, j] >= 0", "forall i: sum(j: w[i, j]) == 1"],
}


def after(arxiv: str, what: str) -> av.Source:
    """A statement of ours in the style of a paper; it is no quotation, and has no number there."""
    return av.Source(PAPER, f"in the style of arXiv {arxiv}: {what}")


def at(tokens: int, dim: int, **letters: object) -> dict[str, object]:
    """An instance: sizes and the values of the letters."""
    return {"tokens": tokens, "dim": dim, "letters": letters}
