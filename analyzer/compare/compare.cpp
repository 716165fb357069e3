// Puts the parts of a comparison together.
#include "analyzer/compare/compare.h"

#include "analyzer/compare/environment.h"
#include "analyzer/compare/lines.h"
#include "analyzer/compare/locks.h"
#include "analyzer/compare/metrics.h"
#include "analyzer/rules/lock_change.h"
#include "common/base/check.h"

namespace hotlock {

Comparison compare(std::vector<Profile> a, std::vector<Profile> b) {
    CHECK(!a.empty() && !b.empty());
    Comparison comparison;
    comparison.warnings = environment_warnings(a, b);
    comparison.metrics = compare_metrics(a, b, comparison.warnings);
    comparison.locks = compare_locks(a, b);
    comparison.lines = compare_lines(a, b);
    if (comparison.metrics.empty()) {
        comparison.reason = "no metric was reported";
    } else {
        comparison.verdict = comparison.metrics.front().verdict;
        comparison.reason = comparison.metrics.front().reason;
    }
    comparison.a = std::move(a);
    comparison.b = std::move(b);
    comparison.findings = lock_change_findings(comparison);
    return comparison;
}

}  // namespace hotlock
