// The snippet for a consumer that only has to link and start.

#include "wheelcheck_probe.h"

WHEELCHECK_OBSERVE(out) {
  static_cast<void>(out);
}
