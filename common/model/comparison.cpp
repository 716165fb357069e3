// Words for the values of a comparison.
#include "common/model/comparison.h"

#include "common/base/check.h"

namespace hotlock {

const char* to_string(Verdict verdict) {
    switch (verdict) {
        case Verdict::better:
            return "better";
        case Verdict::worse:
            return "worse";
        case Verdict::equivalent:
            return "equivalent";
        case Verdict::inconclusive:
            return "inconclusive";
    }
    CHECK(false);
}

}  // namespace hotlock
