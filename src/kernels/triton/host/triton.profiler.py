# triton.profiler (proton): scopes without effect, since nothing is timed here. From start to finalize what was run
# before is counted, not run again.
from triton import _host
from triton.profiler import scopes as _scopes

scope = _scopes.scope
cpu_timed_scope = _scopes.scope
enter_scope = _scopes.enter_scope
exit_scope = _scopes.exit_scope


def start(name=None, *, context='shadow', data='tree', backend=None, mode=None, hook=None, **options):
    _host.begin_measurement(False)
    return 0


def activate(session=None):
    pass


def deactivate(session=None, flushing=False):
    pass


def finalize(session=None, output_format='hatchet'):
    _host.end_measurement(False)


def profile(func=None, *, name=None, **options):
    return func if func is not None else (lambda function: function)


class state(_scopes.scope):
    pass


def enter_state(name):
    pass


def exit_state():
    pass


class metadata_state(_scopes.scope):
    pass
