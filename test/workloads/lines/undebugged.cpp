// Built without debug information (test/module.mk), as libraries of others often are.
#include "test/workloads/lines/meter.h"

namespace lines {

void count_sent(TrafficMeter& meter) {
    meter.sent++;
}

void count_received(TrafficMeter& meter) {
    meter.received++;
}

}  // namespace lines
