# torch.utils.checkpoint: nothing is forgotten, so that nothing is computed again.


def checkpoint(function, *args, use_reentrant=None, preserve_rng_state=True, context_fn=None, determinism_check=None, debug=None, **kwargs):
    return function(*args, **kwargs)


def checkpoint_sequential(functions, segments, input, **options):
    for function in functions:
        input = function(input)
    return input
