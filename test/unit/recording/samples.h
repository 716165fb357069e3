// Records with every field set, and with extreme values.
#pragma once

#include <string_view>

namespace hotlock::recording {

inline constexpr std::string_view every_record = R"(
meta key=command value=./server\x00--threads\x008
thread time=1000 pid=10 tid=11 parent=9
exit time=900000 pid=10 tid=11
name time=2000 pid=10 tid=11 exec name=worker\x20\xc3\xa9
map time=3000 pid=10 start=0x400000 end=0x401000 offset=0x1000 build_id=00abcdff path=/bin/a\x20b
sleep pid=10 tid=11 slept=5000 woken=4900 ran=2500000 addr=0x601040 op=9 value=2 waker=10/12 cpu=3 stack=0xfedcba9876543210 waker_stack=0x2 sp=0x7ffd00001230 ran_ns=777 another_call waker_exiting others=3
stack key=0xfedcba9876543210 time=5000 pid=10 complete frames=0x7f0000001000,0x400123,0x7f0000002000
slice key=0x2 time=5001 pid=10 frames=0x7f0000001000 ip=0x400200 sp=0x7ffd00001230 fp=0x7ffd00001300 length=4096 words=0:0x7ffd00001300,3:0x400123,511:0x7f0000002000
metric name=throughput value=12.5 unit=op/s better=higher
probe name=sleeps state=unavailable reason=no\x20CAP_BPF
lost probe=sleeps what=stacks count=3
end time=9000000 exit=139 user_ns=5 system_ns=6 own_ns=7
sample time=6000 thread=10/11 cpu=1 weight=2004008 kernel ip=0x400210 outcome=6 instruction=4194828 addr=0x601040 size=8 access=4 vtable=0x7f0000004010 into=24
tick time=6500 thread=10/11 cpu=1 weight=10309278 kernel stack=0xfedcba9876543210 instruction=0x400123 addr=0x601040
jit pid=10 start=0x7f0000003000 size=640 name=int\x20Main.add(int)
calibration stall=1 at_stall=2 expected=180 later=5 elsewhere=1 obstacle=only\x20one\x20CPU alone_ns=6.5 moved_ns=101.25
)";

inline constexpr std::string_view extreme_records = R"(
meta
sleep
stack
slice
end
sleep pid=4294967295 tid=4294967295 slept=18446744073709551615 ran=1 addr=0xffffffffffffffff op=4294967295 value=4294967295 waker=4294967295/0 cpu=4294967295 stack=0xffffffffffffffff waker_stack=0xffffffffffffffff sp=0xffffffffffffffff ran_ns=18446744073709551615
stack frames=0xffffffffffffffff,0x0,0x8000000000000000,0x7fffffffffffffff
slice words=0:0xffffffffffffffff,4294967295:0x0
metric value=-1e-300
metric value=inf
end exit=-2147483648 user_ns=18446744073709551615 system_ns=0
end exit=0
)";

}  // namespace hotlock::recording
