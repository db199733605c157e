#include <algorithm>

#include <executorch/runtime/core/exec_aten/util/tensor_util.h>

#include "NativeFunctions.h"

namespace fastops {
namespace native {

using ::executorch::runtime::Error;
using ::executorch::runtime::KernelRuntimeContext;
using ::executorch::aten::ScalarType;
using ::executorch::aten::Tensor;

Tensor& reverse_out(KernelRuntimeContext& context, const Tensor& self, Tensor& out) {
  if (self.scalar_type() != ScalarType::Float || out.scalar_type() != ScalarType::Float ||
      ::executorch::runtime::resize_tensor(out, self.sizes()) != Error::Ok) {
    context.fail(Error::InvalidArgument);
    return out;
  }
  const float* values = self.const_data_ptr<float>();
  std::reverse_copy(values, values + self.numel(), out.mutable_data_ptr<float>());
  return out;
}

} // namespace native
} // namespace fastops
