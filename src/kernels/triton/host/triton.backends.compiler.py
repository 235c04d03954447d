# triton.backends.compiler


class GPUTarget:
    def __init__(self, backend, arch, warp_size):
        self.backend, self.arch, self.warp_size = backend, arch, warp_size

    def __eq__(self, other):
        return isinstance(other, GPUTarget) and vars(self) == vars(other)

    def __hash__(self):
        return hash((self.backend, str(self.arch), self.warp_size))

    def __repr__(self):
        return f'GPUTarget(backend={self.backend!r}, arch={self.arch!r}, warp_size={self.warp_size})'


class AttrsDescriptor:
    def __init__(self, *arguments, **keywords):
        pass
