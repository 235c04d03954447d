# triton.tools
