#include <algorithm>

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include "NativeFunctions.h"

namespace fastops {
namespace native {

using ::executorch::runtime::Error;
using ::executorch::runtime::KernelRuntimeContext;
using ::executorch::aten::ScalarType;
using ::executorch::aten::Tensor;

Tensor& scaled_add_out(
    KernelRuntimeContext& context, const Tensor& self, const Tensor& other, double scale, Tensor& out) {
  const bool is_float = self.scalar_type() == ScalarType::Float && other.scalar_type() == ScalarType::Float &&
      out.scalar_type() == ScalarType::Float;
  if (!is_float || self.numel() != other.numel() ||
      ::executorch::runtime::resize_tensor(out, self.sizes()) != Error::Ok) {
    context.fail(Error::InvalidArgument);
    return out;
  }
  std::transform(
      self.const_data_ptr<float>(),
      self.const_data_ptr<float>() + self.numel(),
      other.const_data_ptr<float>(),
      out.mutable_data_ptr<float>(),
      [scale](float left, float right) { return left + static_cast<float>(scale) * right; });
  return out;
}

int64_t count_above(KernelRuntimeContext& context, const Tensor& self, double limit) {
  if (self.scalar_type() != ScalarType::Float) {
    context.fail(Error::InvalidArgument);
    return 0;
  }
  const float* values = self.const_data_ptr<float>();
  return std::count_if(values, values + self.numel(), [limit](float value) { return value > limit; });
}

} // namespace native
} // namespace fastops
