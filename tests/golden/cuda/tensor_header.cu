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
  fails([&] { x.t().view({12}); });
  fails([&] { x.data_ptr<int>(); });
  fails([&] { x.select(0, 3); });
  fails([&] { x.size(2); });
  fails([&] { (void)x.item(); });
  fails([&] { torch::Tensor().numel(); });
  fails([&] { TORCH_CHECK(x.dim() == 3, "expected 3 dimensions, got ", x.dim()); });
  fails([&] { AT_DISPATCH_INTEGRAL_TYPES(x.scalar_type(), "kernel", [&] { return sizeof(scalar_t); }); });
  return 0;
}
