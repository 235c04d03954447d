# torch._inductor.runtime
