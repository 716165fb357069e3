// Findings, the same for runs and comparisons.
#include "reports/html/page.h"
#include "reports/html/parts.h"

namespace hotlock::reports {
namespace {

Html severity_chip(const std::string& severity) {
    if (severity == "high") return chip("bad", severity);
    if (severity == "medium") return chip("unsure", severity);
    return chip("", severity);
}

Html finding_item(const Finding& finding) {
    Html item = element("h3", severity_chip(finding.severity) + name(finding.title, 300));
    if (!finding.detail.empty()) item += element("p", name(finding.detail, 1000));
    if (!finding.advice.empty()) {
        item += element("p", element("b", "Advice: ") + name(finding.advice, 1000));
    }
    return element("div", "finding", item);
}

}  // namespace

Html findings_section(const std::vector<Finding>& findings) {
    if (findings.empty()) return {};
    Html items;
    for (const Finding& finding : findings)
        items += finding_item(finding);
    return section("findings", "Findings", items);
}

}  // namespace hotlock::reports
