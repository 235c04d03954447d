# Multi-head attention and transformer layers.
import math

import torch
from torch.nn import functional as F
from torch.nn import init
from torch.nn.modules.activation import Dropout
from torch.nn.modules.container import ModuleList
from torch.nn.modules.linear import Linear
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm
from torch.nn.parameter import Parameter


class MultiheadAttention(Module):
    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        if embed_dim % num_heads != 0:
            raise AssertionError("embed_dim must be divisible by num_heads")
        if add_bias_kv or add_zero_attn:
            raise NotImplementedError("MultiheadAttention with add_bias_kv or add_zero_attn")
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.num_heads = num_heads
        self.dropout = dropout
        self.batch_first = batch_first
        self.head_dim = embed_dim // num_heads
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        options = {"device": device, "dtype": dtype}
        if self._qkv_same_embed_dim:
            self.in_proj_weight = Parameter(torch.empty((3 * embed_dim, embed_dim), **options))
            self.register_parameter("q_proj_weight", None)
            self.register_parameter("k_proj_weight", None)
            self.register_parameter("v_proj_weight", None)
        else:
            self.q_proj_weight = Parameter(torch.empty((embed_dim, embed_dim), **options))
            self.k_proj_weight = Parameter(torch.empty((embed_dim, self.kdim), **options))
            self.v_proj_weight = Parameter(torch.empty((embed_dim, self.vdim), **options))
            self.register_parameter("in_proj_weight", None)
        if bias:
            self.in_proj_bias = Parameter(torch.empty(3 * embed_dim, **options))
        else:
            self.register_parameter("in_proj_bias", None)
        self.out_proj = Linear(embed_dim, embed_dim, bias=bias, **options)
        self._reset_parameters()

    def _reset_parameters(self):
        if self._qkv_same_embed_dim:
            init.xavier_uniform_(self.in_proj_weight)
        else:
            init.xavier_uniform_(self.q_proj_weight)
            init.xavier_uniform_(self.k_proj_weight)
            init.xavier_uniform_(self.v_proj_weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)

    def _project(self, query, key, value):
        if self._qkv_same_embed_dim:
            weights = self.in_proj_weight.chunk(3)
        else:
            weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        biases = (None, None, None) if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        if query is key and key is value and self._qkv_same_embed_dim:
            return F.linear(query, self.in_proj_weight, self.in_proj_bias).chunk(3, -1)
        return tuple(F.linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases))

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        batched = query.dim() == 3
        same = query is key and key is value
        if not batched:
            query = query.unsqueeze(1)
            key = query if same else key.unsqueeze(1)
            value = query if same else value.unsqueeze(1)
        elif self.batch_first:
            query = query.transpose(0, 1)
            key = query if same else key.transpose(0, 1)
            value = query if same else value.transpose(0, 1)
        length, batch, width = query.shape
        source = key.shape[0]
        q, k, v = self._project(query, key, value)
        heads, head = self.num_heads, self.head_dim
        q = q.contiguous().view(length, batch * heads, head).transpose(0, 1)
        k = k.contiguous().view(source, batch * heads, head).transpose(0, 1)
        v = v.contiguous().view(source, batch * heads, head).transpose(0, 1)
        mask = self._mask(attn_mask, key_padding_mask, batch, heads, source, q)
        dropout = self.dropout if self.training else 0.0
        if need_weights:
            scaled = q * math.sqrt(1.0 / float(head))
            if mask is not None:
                weights = torch.baddbmm(mask, scaled, k.transpose(-2, -1))
            else:
                weights = torch.bmm(scaled, k.transpose(-2, -1))
            weights = F.softmax(weights, dim=-1)
            if dropout > 0.0:
                weights = F.dropout(weights, p=dropout)
            output = torch.bmm(weights, v)
            output = output.transpose(0, 1).contiguous().view(length * batch, width)
            output = F.linear(output, self.out_proj.weight, self.out_proj.bias).view(length, batch, width)
            weights = weights.view(batch, heads, length, source)
            if average_attn_weights:
                weights = weights.mean(dim=1)
        else:
            shaped = mask
            if mask is not None:
                shaped = mask.unsqueeze(0) if mask.size(0) == 1 and mask.dim() == 3 else mask.view(batch, heads, -1, source)
            q = q.view(batch, heads, length, head)
            k = k.view(batch, heads, source, head)
            v = v.view(batch, heads, source, head)
            output = F.scaled_dot_product_attention(q, k, v, shaped, dropout, is_causal and mask is None)
            output = output.permute(2, 0, 1, 3).contiguous().view(batch * length, width)
            output = F.linear(output, self.out_proj.weight, self.out_proj.bias).view(length, batch, width)
            weights = None
        if not batched:
            output = output.squeeze(1)
            weights = weights.squeeze(0) if weights is not None else None
        elif self.batch_first:
            output = output.transpose(1, 0)
        return output, weights

    def _mask(self, attn_mask, key_padding_mask, batch, heads, source, like):
        def additive(mask):
            if mask.dtype == torch.bool:
                return torch.zeros_like(mask, dtype=like.dtype).masked_fill_(mask, float("-inf"))
            return mask

        mask = None
        if attn_mask is not None:
            mask = additive(attn_mask)
            mask = mask.unsqueeze(0) if mask.dim() == 2 else mask
        if key_padding_mask is not None:
            padding = additive(key_padding_mask)
            padding = padding.view(batch, 1, 1, source).expand(-1, heads, -1, -1).reshape(batch * heads, 1, source)
            mask = padding if mask is None else mask + padding
        return mask


def _activation(activation):
    if activation == "relu":
        return F.relu
    if activation == "gelu":
        return F.gelu
    if isinstance(activation, str):
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return activation


class TransformerEncoderLayer(Module):
    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation="relu",
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(
            d_model, nhead, dropout=dropout, bias=bias, batch_first=batch_first, **options
        )
        self.linear1 = Linear(d_model, dim_feedforward, bias=bias, **options)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias=bias, **options)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **options)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, bias=bias, **options)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _activation(activation)
        self._options = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias)

    def _attend(self, x, mask, padding, is_causal):
        x = self.self_attn(
            x, x, x, attn_mask=mask, key_padding_mask=padding, is_causal=is_causal, need_weights=False
        )[0]
        return self.dropout1(x)

    def _feed(self, x):
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._attend(self.norm1(x), src_mask, src_key_padding_mask, is_causal)
            return x + self._feed(self.norm2(x))
        x = self.norm1(x + self._attend(x, src_mask, src_key_padding_mask, is_causal))
        return self.norm2(x + self._feed(x))


def _copy_of(layer):
    # A copy draws no random numbers.
    state = torch.get_rng_state()
    made = type(layer)(*layer._options)
    torch.set_rng_state(state)
    made.load_state_dict(layer.state_dict())
    return made


class TransformerEncoder(Module):
    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = ModuleList([_copy_of(encoder_layer) for _ in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        output = src
        for layer in self.layers:
            output = layer(output, src_mask=mask, src_key_padding_mask=src_key_padding_mask, is_causal=bool(is_causal))
        return output if self.norm is None else self.norm(output)
