# triton.backends: none is loaded.
backends = {}
