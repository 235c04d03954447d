import torch
import torch.nn.functional as F


class Model(nn.Module):
    def forward(self, predictions, targets):
        return F.mse_loss(predictions, targets)


rows = 9223372036854775807
columns = 1024


def get_inputs():
    return [torch.rand(rows, columns), torch.rand(rows, columns)]


def get_init_inputs():
    return []
