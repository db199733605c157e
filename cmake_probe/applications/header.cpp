// One public header, alone: nothing before it, nothing after it.

#include WHEELCHECK_HEADER
