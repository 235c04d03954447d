# triton.testing: times are estimates of the chip model for the launches that a function makes; nothing is
# measured, since times of a CPU would say nothing about the device.
from triton import _host


def _measured(fn):
    _host.begin_measurement(True)
    try:
        return fn()
    finally:
        _host.end_measurement(True)


def _estimated_milliseconds(fn):
    before = _host.launch_count()
    _measured(fn)
    return max(_host.estimated_seconds(before), _host.launch_seconds()) * 1e3


def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode='mean', **options):
    time = _estimated_milliseconds(fn)
    if quantiles is not None:
        times = [time] * len(quantiles)
        return times[0] if len(times) == 1 else times
    return [time] if return_mode == 'all' else time


def do_bench_cudagraph(fn, rep=20, grad_to_none=None, quantiles=None, return_mode='mean'):
    return do_bench(fn, quantiles=quantiles, return_mode=return_mode)


class Benchmark:
    def __init__(self, x_names, x_vals, line_arg, line_vals, line_names, plot_name, args, xlabel='', ylabel='',
                 x_log=False, y_log=False, styles=None):
        self.x_names, self.x_vals, self.line_arg, self.line_vals = x_names, list(x_vals), line_arg, list(line_vals)
        self.line_names, self.plot_name, self.args = line_names, plot_name, args
        self.xlabel, self.ylabel, self.x_log, self.y_log, self.styles = xlabel, ylabel, x_log, y_log, styles


def _size(values):
    return sum(v for v in values if isinstance(v, (int, float)))


class Mark:
    """perf_report's function: run() runs the smallest case of every line, once."""

    def __init__(self, fn, benchmarks):
        self.fn, self.benchmarks = fn, benchmarks

    def _run(self, bench, print_data, options):
        names = [bench.x_names] if isinstance(bench.x_names, str) else list(bench.x_names)
        cases = [x if isinstance(x, (list, tuple)) else [x] * len(names) for x in bench.x_vals]
        if not cases:
            return
        case = min(cases, key=_size)
        row = [str(float(case[0]))]
        for line in bench.line_vals:
            before = _host.launch_count()
            value = _measured(lambda: self.fn(**dict(zip(names, case)), **{bench.line_arg: line}, **bench.args,
                                              **options))
            value = value[0] if isinstance(value, (list, tuple)) else value
            is_estimate = _host.launch_count() > before and isinstance(value, (int, float))
            row.append(f'{value:.6f}' if is_estimate else '-')
        if print_data:
            print(f'{bench.plot_name}: estimates for {_host.chip_name()}, the smallest case alone')
            heads = names[:1] + [str(name) for name in bench.line_names]
            widths = [max(len(head), len(cell)) for head, cell in zip(heads, row)]
            print('  '.join(head.rjust(width) for head, width in zip(heads, widths)))
            print('  '.join(cell.rjust(width) for cell, width in zip(row, widths)))

    def run(self, show_plots=False, print_data=False, save_path='', return_df=False, **options):
        several = isinstance(self.benchmarks, (list, tuple))
        for bench in self.benchmarks if several else [self.benchmarks]:
            self._run(bench, print_data, options)


def perf_report(benchmarks):
    return lambda fn: Mark(fn, benchmarks)


def assert_close(x, y, atol=None, rtol=None, err_msg=''):
    import torch
    x, y = (v if isinstance(v, torch.Tensor) else torch.tensor(v) for v in (x, y))
    if not torch.allclose(x.float(), y.float(), atol=1e-2 if atol is None else atol,
                          rtol=0.0 if rtol is None else rtol, equal_nan=True):
        raise AssertionError(err_msg or 'tensors are not close')


def get_dram_gbps(device=None):
    return _host.chip_figures()['memory_bandwidth'] * 1e-9


def get_max_tensorcore_tflops(dtype=None, clock_rate=None, device=None):
    return _host.chip_figures()['half_rate'] * 1e-12


def get_max_simd_tflops(dtype=None, clock_rate=None, device=None):
    return _host.chip_figures()['fp32_rate'] * 1e-12


class _NoEffect:
    def __init__(self, *arguments, **keywords):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False


class set_gpu_clock(_NoEffect):
    pass


def nvsmi(attributes):
    return [0] * len(attributes)


def cuda_memcheck(**options):
    return lambda function: function
