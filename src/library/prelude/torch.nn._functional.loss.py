# torch.nn.functional: losses.
import math

import torch
from torch import _C


def _reduction(reduction, size_average=None, reduce=None):
    if size_average is not None or reduce is not None:
        size_average = True if size_average is None else size_average
        reduce = True if reduce is None else reduce
        reduction = ("mean" if size_average else "sum") if reduce else "none"
    numbers = {"none": 0, "mean": 1, "sum": 2}
    if reduction not in numbers:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return numbers[reduction]


def _expanded(input, target):
    if input.shape == target.shape:
        return input, target
    return torch.broadcast_tensors(input, target)


def cross_entropy(
    input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean", label_smoothing=0.0
):
    number = _reduction(reduction, size_average, reduce)
    return _C.cross_entropy_loss(input, target, weight, number, ignore_index, label_smoothing)


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    return _C.nll_loss_nd(input, target, weight, _reduction(reduction, size_average, reduce), ignore_index)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    input, target = _expanded(input, target)
    number = _reduction(reduction, size_average, reduce)
    if weight is None:
        return _C.mse_loss(input, target, number)
    weighted = _C.mse_loss(input, target, 0) * weight
    if number == 0:
        return weighted
    return weighted.sum() if number == 2 else weighted.sum() / weight.expand_as(input).sum()


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    input, target = _expanded(input, target)
    number = _reduction(reduction, size_average, reduce)
    if weight is None:
        return _C.l1_loss(input, target, number)
    weighted = _C.l1_loss(input, target, 0) * weight
    if number == 0:
        return weighted
    return weighted.sum() if number == 2 else weighted.sum() / weight.expand_as(input).sum()


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    input, target = _expanded(input, target)
    number = _reduction(reduction, size_average, reduce)
    if beta == 0.0:
        return _C.l1_loss(input, target, number)
    return _C.smooth_l1_loss(input, target, number, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    input, target = _expanded(input, target)
    number = _reduction(reduction)
    if weight is None:
        return _C.huber_loss(input, target, number, delta)
    weighted = _C.huber_loss(input, target, 0, delta) * weight
    if number == 0:
        return weighted
    return weighted.sum() if number == 2 else weighted.mean()


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    if reduction == "batchmean":
        return torch.kl_div(input, target, 2, log_target=log_target) / input.size()[0]
    return torch.kl_div(input, target, _reduction(reduction, size_average, reduce), log_target=log_target)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    if target.size() != input.size():
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is deprecated. "
            "Please ensure they have the same size."
        )
    if weight is not None:
        weight = weight.expand(torch.broadcast_shapes(target.size(), weight.size()))
    return _C.binary_cross_entropy(input, target, weight, _reduction(reduction, size_average, reduce))


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    number = _reduction(reduction, size_average, reduce)
    return torch.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def poisson_nll_loss(
    input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"
):
    return torch.poisson_nll_loss(input, target, log_input, full, eps, _reduction(reduction, size_average, reduce))


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    if not torch.is_tensor(var):
        var = var * torch.ones_like(input)
    if var.size() != input.size() and input.size()[:-1] == var.size():
        var = torch.unsqueeze(var, -1)
    if torch.any(var < 0):
        raise ValueError("var has negative entry/entries")
    var = var.clone()
    var.clamp_(min=eps)
    loss = 0.5 * (torch.log(var) + (input - target) ** 2 / var)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def cosine_embedding_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    return torch.cosine_embedding_loss(input1, input2, target, margin, _reduction(reduction, size_average, reduce))


def margin_ranking_loss(input1, input2, target, margin=0, size_average=None, reduce=None, reduction="mean"):
    return torch.margin_ranking_loss(input1, input2, target, margin, _reduction(reduction, size_average, reduce))


def hinge_embedding_loss(input, target, margin=1.0, size_average=None, reduce=None, reduction="mean"):
    return torch.hinge_embedding_loss(input, target, margin, _reduction(reduction, size_average, reduce))


def multi_margin_loss(
    input, target, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"
):
    return _C.multi_margin_loss(input, target, p, margin, weight, _reduction(reduction, size_average, reduce))


def multilabel_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _C.multilabel_margin_loss(input, target, _reduction(reduction, size_average, reduce))


def multilabel_soft_margin_loss(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    number = _reduction(reduction, size_average, reduce)
    loss = -(target * _C.log_sigmoid(input) + (1 - target) * _C.log_sigmoid(-input))
    if weight is not None:
        loss = loss * weight
    class_dim = input.dim() - 1
    loss = loss.sum(dim=class_dim) / input.size(class_dim)
    if number == 0:
        return loss
    return loss.mean() if number == 1 else loss.sum()


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    return _C.soft_margin_loss(input, target, _reduction(reduction, size_average, reduce))


def triplet_margin_loss(
    anchor, positive, negative, margin=1.0, p=2, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"
):
    number = _reduction(reduction, size_average, reduce)
    return torch.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, number)


def triplet_margin_with_distance_loss(
    anchor, positive, negative, *, distance_function=None, margin=1.0, swap=False, reduction="mean"
):
    distance = torch.pairwise_distance if distance_function is None else distance_function
    dist_pos = distance(anchor, positive)
    dist_neg = distance(anchor, negative)
    if swap:
        dist_neg = torch.minimum(dist_neg, distance(positive, negative))
    loss = torch.clamp_min(margin + dist_pos - dist_neg, 0)
    if reduction == "mean":
        return loss.mean()
    return loss.sum() if reduction == "sum" else loss


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction="mean", zero_infinity=False):
    return torch.ctc_loss(
        log_probs, targets, input_lengths, target_lengths, blank, _reduction(reduction), zero_infinity
    )
