// Included by every snippet: a snippet reports what it sees of the SDK, and nothing else.
#pragma once

namespace wheelcheck {

class Output {
 public:
  // One entry in a registry, `namespace::name`.
  virtual void registered(const char* name) = 0;
  // One item in a list of the snippet's own, such as `backends`.
  virtual void listed(const char* list, const char* item) = 0;
  virtual void number(const char* key, long long value) = 0;
  virtual void text(const char* key, const char* value) = 0;

 protected:
  ~Output() = default;
};

} // namespace wheelcheck

extern "C" __attribute__((visibility("default"))) void wheelcheck_observe(wheelcheck::Output& out);

#define WHEELCHECK_OBSERVE(out) void wheelcheck_observe(wheelcheck::Output& out)
