# triton.knobs: settings that scripts read and write; none has an effect here.


class _Knobs:
    def __init__(self, **values):
        for name, value in values.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return None

    def scope(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


compilation = _Knobs(instrumentation_mode='', use_ir_loc=None, always_compile=False)
runtime = _Knobs(interpret=False, debug=False, override_arch=None)
autotuning = _Knobs(cache=False, print=False)
cache = _Knobs(dir='')
language = _Knobs(fp32_default=None, default_fp_fusion=True)
nvidia = _Knobs()
amd = _Knobs(use_buffer_ops=False)
build = _Knobs()
redis = _Knobs()
proton = _Knobs()
