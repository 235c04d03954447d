# torch.utils.data: sets in memory, batches one after the other.
import torch


class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset):
    pass


class TensorDataset(Dataset):
    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == tensor.size(0) for tensor in tensors), "Size mismatch between tensors"
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __len__(self):
        return sum(len(each) for each in self.datasets)

    def __getitem__(self, index):
        for each in self.datasets:
            if index < len(each):
                return each[index]
            index -= len(each)
        raise IndexError(index)


class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)


def default_collate(batch):
    first = batch[0]
    if torch.is_tensor(first):
        return torch.stack(list(batch))
    if isinstance(first, float):
        return torch.tensor(batch, dtype=torch.float64)
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        return [default_collate(items) for items in zip(*batch)]
    return batch


class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, collate_fn=None, drop_last=False, **options):
        self.dataset, self.batch_size, self.shuffle = dataset, batch_size, shuffle
        self.collate_fn, self.drop_last = collate_fn or default_collate, drop_last

    def __len__(self):
        count = len(self.dataset)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)

    def __iter__(self):
        count = len(self.dataset)
        order = torch.randperm(count).tolist() if self.shuffle else list(range(count))
        for start in range(0, count, self.batch_size):
            indices = order[start : start + self.batch_size]
            if self.drop_last and len(indices) < self.batch_size:
                return
            yield self.collate_fn([self.dataset[index] for index in indices])
