"""How many of something there are, in words."""


def counted(count: int, word: str) -> str:
    """A number with its word, in the plural where it needs that.

    >>> counted(1, "head"), counted(3, "token")
    ('1 head', '3 tokens')
    """
    return f"{count} {word}{'' if count == 1 else 's'}"
