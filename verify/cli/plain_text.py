r"""Sentences with TeX formulas as a terminal shows them: $\lambda_1^2 \le \alpha$ as λ₁² ≤ α."""

from __future__ import annotations

import re
from unicodedata import normalize
from xml.etree import ElementTree

_FORMULA = re.compile(r"\$\$?(?=\S)([^$]+)(?<=\S)\$\$?")
_SUBSCRIPTS = dict(zip("0123456789+-−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ", strict=True))
_SUPERSCRIPTS = dict(
    zip("0123456789+-−=()abcdefghijklmnoprstuvwxyzT⊤*′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵀ*′", strict=True)
)
_ACCENTS = {"˙": "\u0307", "^": "\u0302", "¯": "\u0304", "―": "\u0304", "~": "\u0303", "→": "\u20d7", "⃗": "\u20d7"}
_SPACED = frozenset("=<>≤≥≠≈∈∉∝≪≫→↦⟺⟹≻⪰⊥∼≡∣⊗⊕↔⩽⩾")
_SIGNS = frozenset("+-−±∓")
_OPENING = frozenset("([{⟨,;")
_BARS = frozenset("|‖")
_WORD = re.compile(r"[A-Za-z]{2,}")
# The only function name of LaTeX that the converter does not know.
_ARG = re.compile(r"\\arg(?![A-Za-z])")


def plain(text: str) -> str:
    r"""The text with every formula between dollars written in Unicode; a formula that is not understood stays as it is.

    >>> plain(r"For $\alpha > 0$ the rate is $\frac{\lambda_1}{2}e^{-2t}$.")
    'For α > 0 the rate is λ₁/2 e⁻²ᵗ.'
    """
    return _FORMULA.sub(lambda found: _formula(found[1]) or found[0], text)


def _formula(source: str) -> str:
    from latex2mathml.converter import convert

    try:
        written = _written(ElementTree.fromstring(convert(_ARG.sub(r"\\mathrm{arg}", source))))
    except Exception:  # the converter and the parser raise whatever a strange text provokes
        return ""
    return "" if "\\" in written else normalize("NFC", " ".join(written.split()))


def _written(element: ElementTree.Element) -> str:
    parts = list(element)
    match element.tag.rpartition("}")[2]:
        case "mfrac" if element.get("linethickness") == "0":
            return " over ".join(map(_written, parts))
        case "mfrac":
            return f"{_grouped(_written(parts[0]))}/{_grouped(_written(parts[1]), '*/')} "
        case "msqrt":
            return f"√{_grouped(_row(parts), '*/')}"
        case "msub" | "munder":
            return _below(_written(parts[0]), _written(parts[1]))
        case "msup":
            return _above(_written(parts[0]), _written(parts[1]))
        case "mover":
            return _over(_written(parts[0]), _written(parts[1]))
        case "msubsup" | "munderover":
            return _above(_below(_written(parts[0]), _written(parts[1])), _written(parts[2]))
        case "mtable":
            return "; ".join(" ".join(_written(cell).strip() for cell in row) for row in parts)
        case "mspace":
            return " "
        case "mtext":
            return element.text or ""
    if len(parts) > 1 and all(part.get("mathvariant") == "normal" for part in parts):
        return "".join(part.text or "" for part in parts)
    return _row(parts) if parts else (element.text or "").strip()


def _row(parts: list[ElementTree.Element]) -> str:
    """The parts side by side, with blanks around relations, binary signs and words such as tanh."""
    line, word = "", False
    for text in map(_written, parts):
        if text in _SPACED or (text in _SIGNS and _ends(line.rstrip())):
            line = f"{line.rstrip()} {text} "
        elif text in (",", ";"):
            line = f"{line.rstrip()}{text} "
        elif (word and text[:1].isalnum()) or (_WORD.fullmatch(text) and line[-1:].isalnum()):
            line += f" {text}"
        else:
            line = f"{line.rstrip()}{text}" if text in (")", "]") else line + text
        word = bool(_WORD.fullmatch(text))
    return line


def _ends(line: str) -> bool:
    """Whether a quantity ends here, so that a sign which follows joins two."""
    last = line[-1:]
    if last in _BARS:
        return line.count(last) % 2 == 0
    return bool(last) and last not in _OPENING | _SPACED | _SIGNS


def _grouped(text: str, more: str = "") -> str:
    """In brackets if there is more than one thing; `more` are further signs that separate things."""
    text = text.strip()
    whole = text.startswith("(") and text.endswith(")") and ")" not in text[1:-1]
    several = any(sign in text for sign in f" +−-{more}") or (more and len(re.findall(r"[^\W_]", text)) > 1)
    return f"({text})" if several and not whole and not text.isdecimal() else text


def _below(base: str, index: str) -> str:
    return base + _script(index, _SUBSCRIPTS, "_")


def _above(base: str, exponent: str) -> str:
    return base + _script(exponent, _SUPERSCRIPTS, "^")


def _script(text: str, letters: dict[str, str], mark: str) -> str:
    text = text.strip()
    tight = text.replace(" ", "")
    if all(letter in letters for letter in tight):
        return "".join(letters[letter] for letter in tight)
    return f"{mark}{text}" if len(text) == 1 else f"{mark}({text})"


def _over(base: str, accent: str) -> str:
    if accent in _ACCENTS and len(base) == 1:
        return base + _ACCENTS[accent]
    return f"{accent}({base})" if accent in _ACCENTS else _above(base, accent)
