# Recurrent layers and cells.
import math

import torch
from torch import _C
from torch.nn import init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class RNNBase(Module):
    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        directions = 2 if bidirectional else 1
        gates = {"LSTM": 4, "GRU": 3}.get(mode, 1) * hidden_size
        real_size = proj_size if proj_size > 0 else hidden_size
        self._names = []
        for layer in range(num_layers):
            for direction in range(directions):
                layer_input = input_size if layer == 0 else real_size * directions
                suffix = f"_l{layer}" + ("_reverse" if direction == 1 else "")
                shapes = [("weight_ih", (gates, layer_input)), ("weight_hh", (gates, real_size))]
                if bias:
                    shapes += [("bias_ih", (gates,)), ("bias_hh", (gates,))]
                if proj_size > 0:
                    shapes.append(("weight_hr", (proj_size, hidden_size)))
                for name, shape in shapes:
                    setattr(self, name + suffix, Parameter(torch.empty(shape, device=device, dtype=dtype)))
                    self._names.append(name + suffix)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def flatten_parameters(self):
        pass

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in self._names]]

    def _start(self, input, size):
        batch = input.size(0) if self.batch_first else input.size(1)
        layers = self.num_layers * (2 if self.bidirectional else 1)
        return torch.zeros(layers, batch, size, dtype=input.dtype, device=input.device)

    def _run(self, input, states):
        weights = [getattr(self, name) for name in self._names]
        options = (
            self.bias,
            self.num_layers,
            self.dropout,
            self.training,
            self.bidirectional,
            self.batch_first,
        )
        if self.mode == "LSTM":
            return _C.lstm(input, states, weights, *options)
        function = {"GRU": _C.gru, "RNN_TANH": _C.rnn_tanh, "RNN_RELU": _C.rnn_relu}[self.mode]
        return function(input, states[0], weights, *options)

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.num_layers != 1:
            text += f", num_layers={self.num_layers}"
        if not self.bias:
            text += ", bias=False"
        if self.batch_first:
            text += ", batch_first=True"
        if self.dropout != 0:
            text += f", dropout={self.dropout}"
        if self.bidirectional:
            text += ", bidirectional=True"
        return text


class _OneState(RNNBase):
    def forward(self, input, hx=None):
        if input.dim() not in (2, 3):
            raise ValueError(f"{self.mode}: Expected input to be 2D or 3D, got {input.dim()}D instead")
        batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
            hx = hx.unsqueeze(1) if hx is not None else None
        if hx is None:
            hx = self._start(input, self.hidden_size)
        output, hidden = self._run(input, [hx])
        if not batched:
            output, hidden = output.squeeze(batch_dim), hidden.squeeze(1)
        return output, hidden


class RNN(_OneState):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", *arguments, **keywords):
        modes = {"tanh": "RNN_TANH", "relu": "RNN_RELU"}
        if nonlinearity not in modes:
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        self_mode = modes[nonlinearity]
        super().__init__(self_mode, input_size, hidden_size, num_layers, *arguments, **keywords)
        self.nonlinearity = nonlinearity


class GRU(_OneState):
    def __init__(self, *arguments, **keywords):
        super().__init__("GRU", *arguments, **keywords)


class LSTM(RNNBase):
    def __init__(self, *arguments, **keywords):
        super().__init__("LSTM", *arguments, **keywords)

    def forward(self, input, hx=None):
        if input.dim() not in (2, 3):
            raise ValueError(f"LSTM: Expected input to be 2D or 3D, got {input.dim()}D instead")
        batched = input.dim() == 3
        batch_dim = 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(batch_dim)
            hx = (hx[0].unsqueeze(1), hx[1].unsqueeze(1)) if hx is not None else None
        if hx is None:
            real_size = self.proj_size if self.proj_size > 0 else self.hidden_size
            hx = (self._start(input, real_size), self._start(input, self.hidden_size))
        output, hidden, cell = self._run(input, list(hx))
        if not batched:
            output, hidden, cell = output.squeeze(batch_dim), hidden.squeeze(1), cell.squeeze(1)
        return output, (hidden, cell)


class _Cell(Module):
    gates = 1

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = self.gates * hidden_size
        self.weight_ih = Parameter(torch.empty((rows, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((rows, hidden_size), device=device, dtype=dtype))
        if bias:
            self.bias_ih = Parameter(torch.empty(rows, device=device, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(rows, device=device, dtype=dtype))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        bound = 1.0 / math.sqrt(hidden_size) if hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _gates(self, input, hidden):
        gi = torch.nn.functional.linear(input, self.weight_ih, self.bias_ih)
        gh = torch.nn.functional.linear(hidden, self.weight_hh, self.bias_hh)
        return gi, gh

    def _zeros(self, input):
        return torch.zeros(*input.shape[:-1], self.hidden_size, dtype=input.dtype, device=input.device)


class RNNCell(_Cell):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        gi, gh = self._gates(input, self._zeros(input) if hx is None else hx)
        return torch.tanh(gi + gh) if self.nonlinearity == "tanh" else torch.relu(gi + gh)


class GRUCell(_Cell):
    gates = 3

    def forward(self, input, hx=None):
        hx = self._zeros(input) if hx is None else hx
        gi, gh = self._gates(input, hx)
        ir, iz, inn = gi.chunk(3, -1)
        hr, hz, hn = gh.chunk(3, -1)
        reset = torch.sigmoid(hr + ir)
        update = torch.sigmoid(hz + iz)
        new = torch.tanh(inn + hn * reset)
        return (hx - new) * update + new


class LSTMCell(_Cell):
    gates = 4

    def forward(self, input, hx=None):
        hidden, cell = (self._zeros(input), self._zeros(input)) if hx is None else hx
        gi, gh = self._gates(input, hidden)
        i, f, g, o = (gi + gh).chunk(4, -1)
        cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(cell), cell
