// A FakeProgram whose threads are met by ticks of the CPU clock.
#pragma once

#include "test/unit/profile/fake_program.h"

namespace hotlock::profiling {

class SampledProgram : public FakeProgram {
  public:
    SampledProgram() {
        lines("probe name=samples state=on");
        variable(0x601000, "hits");
    }

    // A tick in thread `tid` behind an access to `address`.
    void tick(uint64_t time, uint32_t tid, std::string_view place, uint64_t address,
              uint32_t access = 4) {
        record(access_sample(time, tid, place, address, access));
    }

    // One behind an access `into` bytes behind the start of an object with this vtable.
    void virtual_tick(uint64_t time, uint32_t tid, std::string_view place, uint64_t object,
                      uint64_t vtable, uint32_t into) {
        recording::Sample sample = access_sample(time, tid, place, object + into, 4);
        sample.vtable = vtable;
        sample.into = into;
        record(sample);
    }

    void kernel_tick(uint64_t time, uint32_t tid, std::string_view place, uint64_t futex,
                     uint32_t operation) {
        recording::Sample sample;
        sample.time = time;
        sample.pid = 10;
        sample.tid = tid;
        sample.weight_ns = 10;
        sample.kernel = true;
        sample.ip = code(place);
        sample.outcome = recording::in_futex_call;
        sample.instruction = sample.ip;
        sample.address = futex;
        sample.access = operation;
        record(sample);
    }

  private:
    recording::Sample access_sample(uint64_t time, uint32_t tid, std::string_view place,
                                    uint64_t address, uint32_t access) {
        recording::Sample sample;
        sample.time = time;
        sample.pid = 10;
        sample.tid = tid;
        sample.cpu = tid;
        sample.weight_ns = 10;
        sample.ip = code(place);
        sample.instruction = sample.ip;
        sample.outcome = 0;
        sample.address = address;
        sample.size = 8;
        sample.access = access;
        return sample;
    }
};

}  // namespace hotlock::profiling
