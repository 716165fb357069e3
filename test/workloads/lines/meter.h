// Objects with virtual functions, used by code that was built without debug information.
#pragma once

#include <atomic>

namespace lines {

struct Meter {
    virtual ~Meter() = default;
    virtual long total() const = 0;
};

// Two threads count in one object.
struct TrafficMeter : Meter {
    std::atomic<long> sent{0}, received{0};
    long total() const override;
};

void count_sent(TrafficMeter& meter);
void count_received(TrafficMeter& meter);

}  // namespace lines
