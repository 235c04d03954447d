# torch._inductor.config: settings without effect.
coordinate_descent_tuning = False
max_autotune = False
fx_graph_cache = False
epilogue_fusion = True
