# torch.accelerator: the device that torch.cuda describes.
import torch


def is_available():
    return torch.cuda.is_available()


def device_count():
    return torch.cuda.device_count()


def current_accelerator(check_available=False):
    return torch.device("cuda") if is_available() else None


def current_device_index():
    return 0


current_device_idx = current_device_index


def set_device_index(device):
    pass


def synchronize(device=None):
    pass


def current_stream(device=None):
    return torch.cuda.current_stream()
