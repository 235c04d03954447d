# torch.nn.utils.rnn: batches of sequences of several lengths.
from collections import namedtuple

import torch
from torch import _C


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    if torch.is_tensor(sequences):
        sequences = sequences.unbind(0)
    sequences = list(sequences)
    longest = max(sequence.shape[0] for sequence in sequences)
    trailing = sequences[0].shape[1:]
    padded = sequences[0].new_full((len(sequences), longest, *trailing), padding_value)
    for i, sequence in enumerate(sequences):
        length = sequence.shape[0]
        if padding_side == "right":
            padded[i, :length] = sequence
        else:
            padded[i, longest - length:] = sequence
    return padded if batch_first else padded.transpose(0, 1)


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    if not batch_first:
        padded_sequences = padded_sequences.transpose(0, 1)
    return [sequence[:int(length)] for sequence, length in zip(padded_sequences, lengths)]


_Packed = namedtuple("PackedSequence", ["data", "batch_sizes", "sorted_indices", "unsorted_indices"])


class PackedSequence(_Packed):
    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return _Packed.__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    @property
    def is_cuda(self):
        return self.data.is_cuda

    def to(self, *arguments, **keywords):
        return PackedSequence(
            self.data.to(*arguments, **keywords), self.batch_sizes, self.sorted_indices, self.unsorted_indices
        )


def invert_permutation(permutation):
    if permutation is None:
        return None
    output = torch.empty_like(permutation)
    output.scatter_(0, permutation, torch.arange(0, permutation.numel(), device=permutation.device))
    return output


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    lengths = lengths.tolist() if torch.is_tensor(lengths) else list(lengths)
    if batch_first:
        input = input.transpose(0, 1)
    order = None
    if not enforce_sorted:
        _, order = torch.sort(torch.tensor(lengths), descending=True)
        input = input.index_select(1, order.to(input.device))
        lengths = [lengths[i] for i in order.tolist()]
    elif any(lengths[i] < lengths[i + 1] for i in range(len(lengths) - 1)):
        raise RuntimeError(
            "`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass "
            "`enforce_sorted=False` to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you "
            "do not need ONNX exportability."
        )
    if min(lengths) <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    sizes = [sum(length > step for length in lengths) for step in range(lengths[0])]
    data = torch.cat([input[step, :size] for step, size in enumerate(sizes)])
    return PackedSequence(data, torch.tensor(sizes), order, None)


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    sizes = sequence.batch_sizes.tolist()
    longest = len(sizes) if total_length is None else total_length
    if longest < len(sizes):
        raise ValueError(
            "Expected total_length to be at least the length of the longest sequence in input, but got "
            f"total_length={total_length} and max sequence length being {len(sizes)}"
        )
    padded = sequence.data.new_full((longest, sizes[0], *sequence.data.shape[1:]), padding_value)
    at = 0
    for step, size in enumerate(sizes):
        padded[step, :size] = sequence.data[at:at + size]
        at += size
    lengths = torch.tensor([sum(size > i for size in sizes) for i in range(sizes[0])])
    if sequence.unsorted_indices is not None:
        padded = padded.index_select(1, sequence.unsorted_indices.to(padded.device))
        lengths = lengths[sequence.unsorted_indices.cpu()]
    return (padded.transpose(0, 1) if batch_first else padded), lengths


def pack_sequence(sequences, enforce_sorted=True):
    lengths = [sequence.shape[0] for sequence in sequences]
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    padded, lengths = pad_packed_sequence(packed_sequences, batch_first=True)
    return unpad_sequence(padded, lengths, batch_first=True)
