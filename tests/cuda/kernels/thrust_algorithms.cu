// nvcc: --extended-lambda
// Thrust: vectors, sorting by key, scans, reductions by key, iterators that compute, a functor of tuples.
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <cstdio>

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

struct IsOdd {
  __host__ __device__ bool operator()(int x) const { return x % 2 != 0; }
};

struct Blend {
  template <class Tuple>
  __host__ __device__ void operator()(Tuple values) const {
    thrust::get<2>(values) = thrust::get<0>(values) * 10 + thrust::get<1>(values);
  }
};

__global__ void halve(int* values, int count) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) values[index] /= 2;
}

int main() {
  const int count = 500;
  thrust::host_vector<int> host(count);
  for (int i = 0; i < count; ++i) host[i] = i * 193 % 1009;
  thrust::device_vector<int> keys = host, values(count), blended(count);
  thrust::sequence(values.begin(), values.end());
  thrust::sort_by_key(keys.begin(), keys.end(), values.begin());
  thrust::host_vector<int> sorted_keys = keys, sorted_values = values;
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    wrong += i > 0 && sorted_keys[i - 1] > sorted_keys[i];
    wrong += host[sorted_values[i]] != sorted_keys[i];
  }
  int sum = thrust::reduce(keys.begin(), keys.end(), 0, thrust::plus<int>());
  int squares = thrust::transform_reduce(thrust::make_counting_iterator(1), thrust::make_counting_iterator(11), Square(), 0,
                                         thrust::plus<int>());
  int largest = *thrust::max_element(keys.begin(), keys.end());
  int odd = (int)thrust::count_if(keys.begin(), keys.end(), IsOdd());

  thrust::device_vector<int> scanned(count), steps(count);
  thrust::exclusive_scan(keys.begin(), keys.end(), scanned.begin());
  thrust::adjacent_difference(scanned.begin(), scanned.end(), steps.begin());
  for (int i = 1; i < count; i += 71) wrong += steps[i] != sorted_keys[i - 1];

  thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(keys.begin(), values.begin(), blended.begin())),
                   thrust::make_zip_iterator(thrust::make_tuple(keys.end(), values.end(), blended.end())), Blend());
  halve<<<(count + 127) / 128, 128>>>(thrust::raw_pointer_cast(blended.data()), count);
  wrong += blended[17] != (sorted_keys[17] * 10 + sorted_values[17]) / 2;

  // Runs of equal keys: how many values each has.
  thrust::device_vector<int> groups(count), group_keys(count), group_sums(count);
  thrust::transform(keys.begin(), keys.end(), groups.begin(), [] __host__ __device__(int key) { return key / 100; });
  auto ends = thrust::reduce_by_key(groups.begin(), groups.end(), thrust::make_constant_iterator(1), group_keys.begin(),
                                    group_sums.begin());
  int runs = (int)(ends.first - group_keys.begin());
  int in_runs = thrust::reduce(group_sums.begin(), group_sums.begin() + runs);
  auto kept = thrust::copy_if(keys.begin(), keys.end(), scanned.begin(), IsOdd());
  wrong += kept - scanned.begin() != odd || in_runs != count;
  auto unique_end = thrust::unique(groups.begin(), groups.end());
  wrong += unique_end - groups.begin() != runs;
  thrust::sort(thrust::device, values.begin(), values.end(), thrust::greater<int>());
  wrong += values[0] != count - 1 || values[count - 1] != 0;
  std::printf("%s sum %d squares %d largest %d odd %d runs %d\n", wrong ? "wrong" : "ok", sum, squares, largest, odd, runs);
  return wrong != 0;
}
