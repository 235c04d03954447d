# torch.utils
