# torch._dynamo.config
suppress_errors = False
cache_size_limit = recompile_limit = accumulated_recompile_limit = 8
capture_scalar_outputs = False
