# triton.runtime.driver: one device, whose figures are the chosen chip's.
from triton import _host
from triton.backends.compiler import GPUTarget


class _Utils:
    def get_device_properties(self, device=0):
        chip = _host.chip_figures()
        return {
            'max_shared_mem': chip['shared_bytes_per_block'],
            'max_num_regs': chip['registers_per_multiprocessor'],
            'multiprocessor_count': chip['multiprocessors'],
            'warpSize': 32,
            'sm_clock_rate': int(chip['core_clock_hz'] / 1e3),
            'mem_clock_rate': 2619000,
            'mem_bus_width': 5120,
            'max_threads_per_sm': chip['max_threads_per_multiprocessor'],
            'max_work_group_size': chip['max_threads_per_block'],
            'sub_group_sizes': [32],
        }

    def fill_1d_tma_descriptor(self, *arguments):
        raise NotImplementedError('TMA descriptors are made by triton.tools.tensor_descriptor here')

    def fill_2d_tma_descriptor(self, *arguments):
        raise NotImplementedError('TMA descriptors are made by triton.tools.tensor_descriptor here')


class _Active:
    utils = _Utils()

    def get_active_torch_device(self):
        import torch
        return torch.device('cpu') if _Driver.is_cpu else torch.device('cuda', 0)

    def get_current_device(self):
        return 0

    def set_current_device(self, device):
        pass

    def get_current_stream(self, device=0):
        return 0

    def get_current_target(self):
        return GPUTarget('cpu', 0, 0) if _Driver.is_cpu else GPUTarget('cuda', _host.chip_figures()['capability'], 32)

    def get_device_interface(self):
        import torch
        return torch.cuda

    def get_device_capability(self, device=0):
        return divmod(_host.chip_figures()['capability'], 10)

    def get_benchmarker(self):
        from triton.testing import do_bench
        return do_bench

    def get_empty_cache_for_benchmark(self):
        import torch
        return torch.empty(1, dtype=torch.int32, device='cuda')

    def clear_cache(self, cache):
        pass

    def is_active(self):
        return True

    def map_python_to_cpp_type(self, name):
        return name


class _Driver:
    is_cpu = False  # what a script last chose
    active = _Active()
    default = active
    utils = active.utils

    def __getattr__(self, name):
        return getattr(self.active, name)

    def set_active(self, active):
        pass

    def set_active_to_cpu(self):
        _Driver.is_cpu = True
        _host.set_cpu_target(True)

    def set_active_to_gpu(self):
        _Driver.is_cpu = False
        _host.set_cpu_target(False)

    def get_active_gpus(self):
        return [0]

    def reset_active(self):
        self.set_active_to_gpu()


driver = _Driver()
active = driver.active


def set_active(active):
    pass


def reset_active():
    pass
