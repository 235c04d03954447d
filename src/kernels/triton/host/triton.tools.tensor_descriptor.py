# triton.tools.tensor_descriptor: a tensor, its shape and strides, and the block that one access moves.


class TensorDescriptor:
    def __init__(self, base, shape, strides, block_shape, padding='zero', round_f32_to_tf32=False):
        self.base = base
        self.shape = list(shape)
        self.strides = list(strides)
        self.block_shape = list(block_shape)
        self.padding = padding
        self.round_f32_to_tf32 = round_f32_to_tf32
        self.__post_init__()

    def __post_init__(self):
        rank = len(self.shape)
        assert len(self.strides) == rank, f'rank mismatch: {self}'
        assert len(self.block_shape) == rank, f'rank mismatch: {self}'
        assert rank > 0, 'rank must not be zero'
        assert rank <= 5, 'rank cannot be more than 5'
        size = self.base.element_size()
        if self.base.data_ptr() % 16 != 0:
            raise self._misaligned('base', f'begins {self.base.data_ptr() % 16} bytes past a multiple of 16')
        for dimension, stride in enumerate(self.strides[:-1]):
            if (stride * size) % 16 != 0:
                raise self._misaligned('strides', f'has stride {stride} in dimension {dimension}, {stride * size} bytes; '
                                       f'a multiple of {16 // size} elements is needed')
        for dimension in self.shape:
            assert dimension > 0, 'shape must be positive'
        assert self.strides[-1] == 1, 'Last dimension must be contiguous'
        assert self.padding in ('zero', 'nan'), 'Illegal value for padding'
        if self.padding == 'nan' or self.round_f32_to_tf32:
            assert self.base.dtype.is_floating_point, 'padding of nan and rounding need a floating point type'

    def _misaligned(self, what, why):
        error = AssertionError(f'{what} must be 16-byte aligned')
        error.add_note(f'the tensor of shape {tuple(self.shape)} and type {self.base.dtype} {why}')
        return error

    @staticmethod
    def from_tensor(tensor, block_shape, padding='zero', round_f32_to_tf32=False):
        return TensorDescriptor(tensor, tensor.shape, tensor.stride(), block_shape, padding, round_f32_to_tf32)

    def __repr__(self):
        return (f'TensorDescriptor(shape={self.shape}, strides={self.strides}, block_shape={self.block_shape}, '
                f'padding={self.padding!r})')
