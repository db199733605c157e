// Prints one line of JSON: what the snippet saw, and which shared objects the process actually loaded.
//
//   report                    the state at startup
//   report --load LIBRARY     the state before and after opening LIBRARY
//   report --plugin LIBRARY   the snippet is in LIBRARY, which is opened first

#include "wheelcheck_probe.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#else
#include <link.h>
#endif

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const unsigned char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += static_cast<char>(c);
    } else if (c < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      result += escape;
    } else {
      result += static_cast<char>(c);
    }
  }
  return result + '"';
}

std::string array(const std::vector<std::string>& items) {
  std::string result = "[";
  for (const auto& item : items) {
    result += (result.size() > 1 ? ", " : "") + quoted(item);
  }
  return result + "]";
}

// Values are JSON already.
std::string object(const std::map<std::string, std::string>& members) {
  std::string result = "{";
  for (const auto& member : members) {
    result += (result.size() > 1 ? ", " : "") + quoted(member.first) + ": " + member.second;
  }
  return result + "}";
}

class Report final : public wheelcheck::Output {
 public:
  void registered(const char* name) override {
    registered_.emplace_back(name);
  }
  void listed(const char* list, const char* item) override {
    lists_[list].emplace_back(item);
  }
  void number(const char* key, long long value) override {
    values_[key] = std::to_string(value);
  }
  void text(const char* key, const char* value) override {
    values_[key] = quoted(value);
  }

  std::string json() const {
    std::map<std::string, std::string> lists;
    for (const auto& list : lists_) {
      lists[list.first] = array(list.second);
    }
    return object({{"registered", array(registered_)}, {"lists", object(lists)}, {"values", object(values_)}});
  }

 private:
  std::vector<std::string> registered_;
  std::map<std::string, std::vector<std::string>> lists_;
  std::map<std::string, std::string> values_;
};

std::vector<std::string> loaded_objects() {
  std::vector<std::string> names;
#ifdef __APPLE__
  for (uint32_t index = 0; index < _dyld_image_count(); ++index) {
    names.emplace_back(_dyld_get_image_name(index));
  }
#else
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* into) {
        if (info->dlpi_name != nullptr && *info->dlpi_name != '\0') {
          static_cast<std::vector<std::string>*>(into)->emplace_back(info->dlpi_name);
        }
        return 0;
      },
      &names);
#endif
  return names;
}

using Observe = void (*)(wheelcheck::Output&);

std::string observed(Observe observe) {
  Report report;
  observe(report);
  return report.json();
}

int fail(const char* what) {
  std::fprintf(stderr, "%s: %s\n", what, dlerror());
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  const bool has_library = argc == 3;
  const bool is_plugin = has_library && std::strcmp(argv[1], "--plugin") == 0;
  const bool is_load = has_library && std::strcmp(argv[1], "--load") == 0;
  std::map<std::string, std::string> line{{"wheelcheck", "1"}};
#ifdef WHEELCHECK_PLUGIN
  Observe observe = nullptr;
#else
  Observe observe = wheelcheck_observe;
#endif
  if (is_plugin) {
    void* plugin = dlopen(argv[2], RTLD_NOW);
    if (plugin == nullptr) {
      return fail("cannot open the plug-in");
    }
    observe = reinterpret_cast<Observe>(dlsym(plugin, "wheelcheck_observe"));
  }
  if (observe == nullptr) {
    std::fprintf(stderr, "no snippet to run\n");
    return 1;
  }
  line["at_startup"] = observed(observe);
  if (is_load) {
    if (dlopen(argv[2], RTLD_NOW | RTLD_GLOBAL) == nullptr) {
      return fail("cannot load the library");
    }
    line["after_load"] = observed(observe);
  }
  line["loaded"] = array(loaded_objects());
  std::printf("%s\n", object(line).c_str());
  return 0;
}
