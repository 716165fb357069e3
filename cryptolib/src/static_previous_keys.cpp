// The variables of the two policies that share one.
#include "cryptolib/include/cryptolib/provider/static_plain_previous_key.h"
#include "cryptolib/include/cryptolib/provider/static_volatile_previous_key.h"

namespace cryptolib {

constinit PreviousKeyLine StaticVolatilePreviousKey::previous_key;
constinit PreviousKeyLine StaticPlainPreviousKey::previous_key;

}  // namespace cryptolib
