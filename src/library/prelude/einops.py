# einops: rearrange, repeat, reduce and einsum over tensors, with reshape, permute and expand.
import math

import torch


class EinopsError(RuntimeError):
    pass


def _groups(side):
    """'b (h w) ...' as [['b'], ['h', 'w'], ['...']]."""
    groups, inside = [], None
    for word in side.replace("(", " ( ").replace(")", " ) ").replace("…", "...").split():
        if word == "(":
            if inside is not None:
                raise EinopsError("brackets inside brackets are not allowed in einops")
            inside = []
        elif word == ")":
            if inside is None:
                raise EinopsError("brackets are not balanced")
            groups.append(inside)
            inside = None
        elif word != "..." and not word.isidentifier() and not word.isdigit():
            raise EinopsError(f"Invalid axis name {word!r}")
        else:
            names = [] if word == "1" else [word]
            if inside is None:
                groups.append(names)
            else:
                inside.extend(names)
    if inside is not None:
        raise EinopsError("brackets are not balanced")
    return groups


def _sides(pattern):
    if pattern.count("->") != 1:
        raise EinopsError(f"the pattern {pattern!r} must hold one '->'")
    left, right = pattern.split("->")
    return _groups(left), _groups(right)


def _spread(groups, extra):
    """Writes the axes that '...' stands for."""
    names = [f"…{i}" for i in range(extra)]
    spread = []
    for group in groups:
        if group == ["..."]:
            spread.extend([name] for name in names)
        else:
            spread.append([part for name in group for part in (names if name == "..." else [name])])
    return spread


def _lengths(groups, shape, given, pattern):
    lengths = dict(given)
    for group, size in zip(groups, shape):
        known = [name for name in group if name in lengths]
        unknown = [name for name in group if name not in lengths]
        product = math.prod(lengths[name] for name in known)
        if len(unknown) > 1:
            raise EinopsError(f"Could not infer sizes for {set(unknown)} in {pattern!r}")
        if unknown:
            if product == 0 or size % product:
                raise EinopsError(f"Shape mismatch, can't divide axis of length {size} in chunks of {product}")
            lengths[unknown[0]] = size // product
        elif product != size:
            raise EinopsError(f"Shape mismatch, {size} != {product} in {pattern!r}")
    return lengths


def _transform(tensor, pattern, reduction, given, repeats=False):
    if isinstance(tensor, (list, tuple)):
        tensor = torch.stack(list(tensor))
    left, right = _sides(pattern)
    has_ellipsis = any("..." in group for group in left)
    extra = tensor.dim() - (len(left) - 1) if has_ellipsis else 0
    if extra < 0 or (not has_ellipsis and len(left) != tensor.dim()):
        raise EinopsError(f"Wrong shape: expected {len(left)} dims. Received {tensor.dim()}-dim tensor.")
    left, right = _spread(left, extra), _spread(right, extra)
    lengths = _lengths(left, tensor.shape, given, pattern)
    source = [name for group in left for name in group]
    target = [name for group in right for name in group]
    for name in target:
        if name.isdigit():
            lengths[name] = int(name)
    missing = [name for name in source if name not in target]
    added = [name for name in target if name not in source]
    if missing and reduction is None:
        raise EinopsError(f"Identifiers only on one side of expression (should be on both): {set(missing)}")
    if added and not repeats:
        raise EinopsError(f"Identifiers only on one side of expression (should be on both): {set(added)}")
    for name in added:
        if name not in lengths:
            raise EinopsError(f"Specify sizes for new axes in repeat: {name}")
    tensor = tensor.reshape([lengths[name] for name in source])
    if missing:
        axes = tuple(source.index(name) for name in missing)
        if callable(reduction):
            tensor = reduction(tensor, axes)
        elif reduction in ("max", "min"):
            tensor = getattr(torch, "a" + reduction)(tensor, axes)
        elif reduction == "prod":
            for axis in sorted(axes, reverse=True):
                tensor = tensor.prod(axis)
        else:
            tensor = getattr(torch, reduction)(tensor, axes)
        source = [name for name in source if name in target]
    tensor = tensor.permute([source.index(name) for name in target if name in source])
    for position, name in enumerate(target):
        if name in added:
            tensor = tensor.unsqueeze(position)
    tensor = tensor.expand([lengths[name] for name in target])
    return tensor.reshape([math.prod(lengths[name] for name in group) for group in right])


def rearrange(tensor, pattern, **axes_lengths):
    return _transform(tensor, pattern, None, axes_lengths)


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _transform(tensor, pattern, reduction, axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    return _transform(tensor, pattern, None, axes_lengths, repeats=True)


def einsum(*arguments):
    *tensors, pattern = arguments
    left, right = pattern.split("->")
    names, letters = {}, "abcdefghijklmnopqrstuvwxyz"

    def short(side):
        text = ""
        for word in side.split():
            text += word if word == "..." else names.setdefault(word, letters[len(names)])
        return text

    inputs = ",".join(short(part) for part in left.split(","))
    return torch.einsum(f"{inputs}->{short(right)}", *tensors)


def parse_shape(x, pattern):
    names = pattern.split()
    return {name: size for name, size in zip(names, x.shape) if name != "_"}


def pack(tensors, pattern):
    before = pattern.split().index("*")
    after = len(pattern.split()) - before - 1
    shapes = [tensor.shape[before : tensor.dim() - after] for tensor in tensors]
    flat = [
        tensor.reshape(tuple(tensor.shape[:before]) + (-1,) + tuple(tensor.shape[tensor.dim() - after :]))
        for tensor in tensors
    ]
    return torch.cat(flat, dim=before), shapes


def unpack(tensor, packed_shapes, pattern):
    axis = pattern.split().index("*")
    pieces = torch.split(tensor, [math.prod(shape) for shape in packed_shapes], dim=axis)
    return [
        piece.reshape(tuple(piece.shape[:axis]) + tuple(shape) + tuple(piece.shape[axis + 1 :]))
        for piece, shape in zip(pieces, packed_shapes)
    ]
