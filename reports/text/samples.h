// The parts of the text report that come from samples.
#pragma once

#include "common/model/profile.h"
#include "reports/text/page.h"

namespace hotlock::reports {

void put_lines(TextPage& page, const Profile& profile);
void put_cpu(TextPage& page, const Profile& profile);

}  // namespace hotlock::reports
