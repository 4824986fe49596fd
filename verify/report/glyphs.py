"""The sign of each verdict, which says the same as its colour."""

GLYPHS = {
    "PROVED": "✓", "CERTIFIED": "◆", "ARGUED": "∴", "TESTED": "≈", "REFUTED": "✗", "ARGUED FALSE": "∤", "OPEN": "?",
}  # fmt: skip
