# torch.distributed: a group of one.
from torch.distributed.device_mesh import DeviceMesh, init_device_mesh


class ReduceOp:
    SUM, AVG, PRODUCT, MIN, MAX = "sum", "avg", "product", "min", "max"


class ProcessGroup:
    pass


class _Group:
    WORLD = None


group = _Group()
GroupMember = _Group
_initialized = False


def is_available():
    return True


def is_initialized():
    return _initialized


def is_nccl_available():
    return False


def is_gloo_available():
    return False


def init_process_group(backend=None, **options):
    global _initialized
    if options.get("world_size", 1) not in (1, -1):
        raise RuntimeError("processes cannot be started here: world_size must be 1")
    _initialized = True


def destroy_process_group(group=None):
    global _initialized
    _initialized = False


def get_rank(group=None):
    return 0


def get_world_size(group=None):
    return 1


def get_backend(group=None):
    return "gloo"


def new_group(ranks=None, **options):
    return ProcessGroup()


def barrier(group=None, **options):
    pass


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    pass


def broadcast(tensor, src=0, group=None, async_op=False):
    pass


def all_gather(tensor_list, tensor, group=None, async_op=False):
    tensor_list[0].copy_(tensor)


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    output_tensor.copy_(input_tensor.view_as(output_tensor))


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    output.copy_(input.view_as(output))


def all_to_all_single(output, input, *sizes, group=None, async_op=False):
    output.copy_(input)
