// RUN: tilewright run %s
#include <torch/extension.h>

#include <iostream>

// What views, casts and copies must give, told by what they print.
static void show(const char* name, const torch::Tensor& tensor) {
  torch::Tensor here = tensor.to(torch::kCPU).to(torch::kFloat64).contiguous();
  std::cout << name << " " << tensor.sizes() << " " << tensor.strides() << " " << tensor.scalar_type() << " "
            << tensor.device() << ":";
  for (int64_t i = 0; i < here.numel(); ++i) std::cout << " " << here.data_ptr<double>()[i];
  std::cout << "\n";
}
template <class Function>
static void fails(Function function) {
  try {
    function();
    std::cout << "no exception\n";
  } catch (const c10::Error& error) {
    std::cout << "error: " << error.what() << "\n";
  }
}

int main() {
  auto options = torch::TensorOptions().dtype(torch::kFloat32).device(torch::kCUDA);
  torch::Tensor x = torch::arange(12, options).view({3, 4});
  show("arange", x);
  show("transpose", x.t());
  show("contiguous", x.t().contiguous());
  show("permute", x.view({3, 2, 2}).permute({2, 0, 1}));
  show("narrow", x.narrow(1, 1, 2));
  show("select", x.select(0, -1));
  show("index", x[1]);
  show("slice", x.slice(1, 0, 4, 2));
  show("expand", x.narrow(1, 0, 1).expand({3, 2}));
  show("unsqueeze", x.unsqueeze(1).squeeze(1));
  show("reshape of a transpose", x.t().reshape({2, 6}));
  show("flatten", x.unflatten(1, {2, -1}).flatten(1));
  show("half", x.to(torch::kHalf));
  show("int", torch::full({2, 2}, 2.75, options).to(torch::kInt32));
  show("bool", torch::full({2}, 3, torch::kLong).to(torch::kBool));
  show("full keeps integers", torch::full({2}, 7));
  show("bfloat16", torch::full({1}, 1.00390625f, options).to(torch::kBFloat16));
  show("like", torch::ones_like(x.t()));
  show("new", x.new_zeros({2}, torch::TensorOptions().dtype(torch::kInt64)));
  show("tensor", torch::tensor({1.5, 2.5}, torch::kCPU));
  torch::Tensor y = torch::zeros({4, 3}, options);
  y.t().copy_(x);
  show("copy into a view", y);
  y.select(1, 1).fill_(9);
  show("fill of a view", y);
  for (const torch::Tensor& part : x.chunk(2, 1)) show("chunk", part);
  std::cout << x.numel() << " " << x.dim() << " " << x.size(-1) << " " << x.nbytes() << " " << x.is_contiguous() << " "
            << x.t().is_contiguous() << " " << x[2][3].item<float>() << "\n";
  std::cout << x.options() << "\n" << x.dtype() << " " << (x.dtype() == torch::kFloat) << "\n";
  fails([&] { x.view({5, -1}); });
  fails([&] { x.data_ptr<int>(); });
  fails([&] { x.select(0, 3); });
  fails([&] { x.size(2); });
  fails([&] { (void)x.item(); });
  fails([&] { torch::Tensor().numel(); });
  fails([&] { TORCH_CHECK(x.dim() == 3, "expected 3 dimensions, got ", x.dim()); });
  fails([&] { AT_DISPATCH_INTEGRAL_TYPES(x.scalar_type(), "kernel", [&] { return sizeof(scalar_t); }); });
  return 0;
}
// EXPECT stdout
//| arange [3, 4] [4, 1] Float cuda:0: 0 1 2 3 4 5 6 7 8 9 10 11
//| transpose [4, 3] [1, 4] Float cuda:0: 0 4 8 1 5 9 2 6 10 3 7 11
//| contiguous [4, 3] [3, 1] Float cuda:0: 0 4 8 1 5 9 2 6 10 3 7 11
//| permute [2, 3, 2] [1, 4, 2] Float cuda:0: 0 2 4 6 8 10 1 3 5 7 9 11
//| narrow [3, 2] [4, 1] Float cuda:0: 1 2 5 6 9 10
//| select [4] [1] Float cuda:0: 8 9 10 11
//| index [4] [1] Float cuda:0: 4 5 6 7
//| slice [3, 2] [4, 2] Float cuda:0: 0 2 4 6 8 10
//| expand [3, 2] [4, 0] Float cuda:0: 0 0 4 4 8 8
//| unsqueeze [3, 4] [4, 1] Float cuda:0: 0 1 2 3 4 5 6 7 8 9 10 11
//| reshape of a transpose [2, 6] [6, 1] Float cuda:0: 0 4 8 1 5 9 2 6 10 3 7 11
//| flatten [3, 4] [4, 1] Float cuda:0: 0 1 2 3 4 5 6 7 8 9 10 11
//| half [3, 4] [4, 1] Half cuda:0: 0 1 2 3 4 5 6 7 8 9 10 11
//| int [2, 2] [2, 1] Int cuda:0: 2 2 2 2
//| bool [2] [1] Bool cpu: 1 1
//| full keeps integers [2] [1] Long cpu: 7 7
//| bfloat16 [1] [1] BFloat16 cuda:0: 1
//| like [4, 3] [1, 4] Float cuda:0: 1 1 1 1 1 1 1 1 1 1 1 1
//| new [2] [1] Long cuda:0: 0 0
//| tensor [2] [1] Float cpu: 1.5 2.5
//| copy into a view [4, 3] [3, 1] Float cuda:0: 0 4 8 1 5 9 2 6 10 3 7 11
//| fill of a view [4, 3] [3, 1] Float cuda:0: 0 9 8 1 9 9 2 9 10 3 9 11
//| chunk [3, 2] [4, 1] Float cuda:0: 0 1 4 5 8 9
//| chunk [3, 2] [4, 1] Float cuda:0: 2 3 6 7 10 11
//| 12 2 4 48 1 0 11
//| TensorOptions(dtype=Float, device=cuda:0, layout=Strided, requires_grad=false)
//| Float 1
//| error: shape '[5, -1]' is invalid for input of size 12
//| error: expected scalar type Int but found Float
//| error: select(): index 3 out of range for tensor of size [3, 4] at dimension 0
//| error: Dimension out of range (expected to be in range of [-2, 1], but got 2)
//| error: a Tensor with 12 elements cannot be converted to Scalar
//| error: an undefined tensor is used
//| error: expected 3 dimensions, got 2
//| error: "kernel" not implemented for 'Float'
