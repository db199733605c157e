#include <cstdio>
#include <cstring>

#include <executorch/runtime/kernel/operator_registry.h>
#include <executorch/runtime/platform/runtime.h>

#include <register_empty_kernels.h>
#include <register_ondemand_kernels.h>

static int count(const char* prefix) {
  int found = 0;
  for (const auto& kernel : executorch::runtime::get_registered_kernels()) {
    found += std::strncmp(kernel.name_, prefix, std::strlen(prefix)) == 0;
  }
  return found;
}

int main() {
  executorch::runtime::runtime_init();
  const int before = count("ondemand::");
  const bool is_ok = torch::executor::register_ondemand_kernels() == executorch::runtime::Error::Ok &&
      torch::executor::register_kernels_ondemand() == executorch::runtime::Error::Ok &&
      torch::executor::register_empty_kernels() == executorch::runtime::Error::Ok;
  std::printf("%d %d %d %d %d\n", count("custom::"), before, count("ondemand::"), count("aten::three"), is_ok);
}
