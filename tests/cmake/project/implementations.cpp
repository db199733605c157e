#include "NativeFunctions.h"

namespace project {
namespace native {

using Context = ::executorch::runtime::KernelRuntimeContext;
using Tensor = ::executorch::aten::Tensor;

int64_t one(Context&, const Tensor&) { return 1; }
Tensor& two_out(Context&, const Tensor&, Tensor& out) { return out; }
Tensor& three_out(Context&, const Tensor&, Tensor& out) { return out; }

} // namespace native
} // namespace project
