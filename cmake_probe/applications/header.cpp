// One public header on its own: nothing before it, nothing after it.

#include WHEELCHECK_HEADER
