# The text of arrays as NumPy prints them: at most 8 digits after the point, 75 columns, 3 items at each edge of
# arrays above 1000.
import torch

_EDGE, _LARGE, _WIDTH = 3, 1000, 75


def shortest(value, kind):
    """The fewest digits that give the number back in its type."""
    if value != value or value in (float("inf"), float("-inf")) or kind == "float64":
        return repr(value)
    torch_type = getattr(torch, kind)
    for digits in range(1, 12):
        text = f"{value:.{digits}g}"
        if torch.tensor(float(text), dtype=torch_type, device="cpu").item() == value:
            return repr(float(text))
    return repr(value)


def _shown(tensor):
    """The elements that are printed, as nested lists, None where some are left out."""
    if tensor.dim() == 0:
        return tensor.item()
    rows = range(tensor.shape[0])
    if _summary and tensor.shape[0] > 2 * _EDGE:
        rows = list(range(_EDGE)) + [None] + list(range(tensor.shape[0] - _EDGE, tensor.shape[0]))
    return [None if row is None else _shown(tensor[row]) for row in rows]


def _leaves(nested):
    if isinstance(nested, list):
        for item in nested:
            yield from _leaves(item)
    elif nested is not None:
        yield nested


def _digits_after_point(value, kind):
    text = shortest(value, kind)
    if "e" in text:
        text = f"{value:.16f}"
    fraction = text.partition(".")[2]
    if len(fraction) > 8:
        fraction = f"{value:.8f}".partition(".")[2]
    return fraction.rstrip("0")


def _scientific(values, kind):
    def parts(value):
        text = shortest(value, kind)
        for digits in range(0, 9):
            if float(f"{value:.{digits}e}") == float(text):
                return digits
        return 8

    digits = max(parts(value) for value in values if value == value and abs(value) != float("inf"))
    dot = "." if digits == 0 else ""
    texts = {}
    for value in values:
        mantissa, _, exponent = f"{value:.{digits}e}".partition("e")
        texts[value] = f"{mantissa}{dot}e{exponent}" if exponent else str(value)
    return texts


def _formatter(values, kind):
    if kind == "bool":
        width = 5 if False in values else 4
        return lambda value: str(value).rjust(width)
    if not kind.startswith("float"):
        width = max((len(str(value)) for value in values), default=0)
        return lambda value: str(value).rjust(width)
    finite = [value for value in values if value == value and abs(value) != float("inf")]
    sizes = [abs(value) for value in finite if value != 0]
    if sizes and (max(sizes) >= 1e8 or min(sizes) < 1e-4 or max(sizes) / min(sizes) > 1000):
        texts = _scientific(finite, kind)
        width = max([len(text) for text in texts.values()] + [len(str(v)) for v in values if v not in texts])
        return lambda value: texts.get(value, str(value)).rjust(width)
    after = {value: _digits_after_point(value, kind) for value in finite}
    right = max((len(text) for text in after.values()), default=0)
    left = max((len(f"{value:.{right}f}".partition(".")[0]) for value in finite), default=0)
    special = [len(str(value)) for value in values if value not in after]
    left = max([left] + [length - right - 1 for length in special])

    def format(value):
        if value not in after:
            return str(value).rjust(left + right + 1)
        whole = f"{value:.{max(len(after[value]), 0)}f}".partition(".")[0]
        return f"{whole.rjust(left)}.{after[value].ljust(right)}"

    return format


def _block(nested, format, indent, depth, separator):
    if not isinstance(nested, list):
        return format(nested)
    if all(not isinstance(item, list) for item in nested):
        lines, line = [], ""
        for i, item in enumerate(nested):
            word = "..." if item is None else format(item)
            piece = word + (separator if i + 1 < len(nested) else "")
            if line and indent + 1 + len(line) + 1 + len(word) >= _WIDTH:
                lines.append(line)
                line = piece
            else:
                line = f"{line} {piece}" if line else piece
        lines.append(line)
        return "[" + ("\n" + " " * (indent + 1)).join(lines) + "]"
    gap = separator + "\n" * (depth - 1) + " " * (indent + 1)
    return "[" + gap.join("..." if item is None else _block(item, format, indent + 1, depth - 1, separator) for item in nested) + "]"


_summary = False


def _body(array, indent, separator):
    global _summary
    tensor = array._tensor
    _summary = tensor.numel() > _LARGE
    if tensor.numel() == 0:
        return "[]"
    kind = str(array.dtype)
    nested = _shown(tensor)
    return _block(nested, _formatter(list(_leaves(nested)), kind), indent, tensor.dim(), separator)


def text(array):
    if array.ndim == 0:
        return str(array.item())
    return _body(array, 0, "")


def representation(array):
    kind = str(array.dtype)
    body = str(array.item()) if array.ndim == 0 else _body(array, 6, ",")
    is_default = kind in ("float64", "int64", "bool") and array.size > 0
    return f"array({body})" if is_default else f"array({body}, dtype={kind})"
