# RUN: tilewright parse %s
@triton.jit
def add(x_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    return tl.load(x_ptr + offsets, mask=mask)
# EXPECT stdout
#| Module
#|   body: FunctionDef name=add  @3:0-6:46
#|     args: arguments
#|       args: arg arg=x_ptr  @3:8-3:13
#|       args: arg arg=n  @3:15-3:16
#|       args: arg arg=BLOCK  @3:18-3:37
#|         annotation: Attribute attr=constexpr ctx=Load  @3:25-3:37
#|           value: Name id=tl ctx=Load  @3:25-3:27
#|     body: Assign  @4:4-4:60
#|       targets: Name id=offsets ctx=Store  @4:4-4:11
#|       value: BinOp op=Add  @4:14-4:60
#|         left: BinOp op=Mult  @4:14-4:38
#|           left: Call  @4:14-4:30
#|             func: Attribute attr=program_id ctx=Load  @4:14-4:27
#|               value: Name id=tl ctx=Load  @4:14-4:16
#|             args: Constant value="0"  @4:28-4:29
#|           right: Name id=BLOCK ctx=Load  @4:33-4:38
#|         right: Call  @4:41-4:60
#|           func: Attribute attr=arange ctx=Load  @4:41-4:50
#|             value: Name id=tl ctx=Load  @4:41-4:43
#|           args: Constant value="0"  @4:51-4:52
#|           args: Name id=BLOCK ctx=Load  @4:54-4:59
#|     body: Assign  @5:4-5:22
#|       targets: Name id=mask ctx=Store  @5:4-5:8
#|       value: Compare ops=Lt  @5:11-5:22
#|         left: Name id=offsets ctx=Load  @5:11-5:18
#|         comparators: Name id=n ctx=Load  @5:21-5:22
#|     body: Return  @6:4-6:46
#|       value: Call  @6:11-6:46
#|         func: Attribute attr=load ctx=Load  @6:11-6:18
#|           value: Name id=tl ctx=Load  @6:11-6:13
#|         args: BinOp op=Add  @6:19-6:34
#|           left: Name id=x_ptr ctx=Load  @6:19-6:24
#|           right: Name id=offsets ctx=Load  @6:27-6:34
#|         keywords: keyword arg=mask  @6:36-6:45
#|           value: Name id=mask ctx=Load  @6:41-6:45
#|     decorator_list: Attribute attr=jit ctx=Load  @2:1-2:11
#|       value: Name id=triton ctx=Load  @2:1-2:7
