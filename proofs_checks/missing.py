"""What a claim that is argued says of a proof that the kernel would accept: the rules that it lacks."""


def missing(*rules: str) -> str:
    """The end of a statement: the rules that a proof lacks."""
    return f" (Missing for a proof: {'; '.join(rules)}.)"
