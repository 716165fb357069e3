// The runs and comparisons whose reports are approved.
#pragma once

#include "common/model/comparison.h"

namespace hotlock::test {

Profile hot_run();      // one hot mutex, a rwlock, a lock inside libc, idle threads
Profile quiet_run();    // locks too small to matter
Profile lines_run();    // no hot lock, but two cache lines that bounce
Profile blind_run();    // the probe for lock waits was not available
Profile hostile_run();  // names made to break terminals and pages; a damaged recording

Comparison patched();       // five runs a side: the hot mutex is gone
Comparison single_runs();   // one run a side, on different machines
Comparison mixed_result();  // better by the primary metric, worse by another

}  // namespace hotlock::test
