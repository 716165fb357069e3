// Records as text, one line a record: to look into a recording, and to build one in a test.
//
// A line is the record's name and its fields in any order, `field=value` or the bare name of a
// flag. A field that is not there has its default (0, empty, absent), and describe() leaves such
// fields out. Numbers are decimal or 0x hexadecimal, times in ns. In text values `\xHH` stands for
// a byte; spaces, controls, `\` and bytes from 0x80 on must be written so.
//
//   meta key=command value=./server\x00--threads\x008
//   thread time=0 pid=10 tid=11 parent=10
//   exit time=900 pid=10 tid=11
//   name time=0 pid=10 tid=11 exec name=worker
//   map time=0 pid=10 start=0x400000 end=0x401000 offset=0x1000 build_id=abcd path=/bin/x
//   sleep pid=10 tid=11 slept=1000 woken=2000 ran=2500 addr=0x601040 op=0 value=2
//         waker=10/12 cpu=1 stack=0x1 waker_stack=0x2 sp=0x7ff0 ran_ns=50 another_call
//         waker_exiting
//   stack key=0x1 time=0 pid=10 complete frames=0x400100,0x400200
//   slice key=0x2 time=0 pid=10 frames=0x400100 ip=0x400180 sp=0x7ff0 fp=0x7ff8 length=512
//         words=0:0x7ff8,3:0x400200
//   metric name=throughput value=12.5 unit=op/s better=higher
//   probe name=sleeps state=unavailable reason=no\x20CAP_BPF
//   lost probe=sleeps what=stacks count=3
//   jit pid=10 start=0x7f0000001000 size=64 name=Main.add
//   calibration stall=1 expected=180 later=5 elsewhere=1 alone_ns=6.5 moved_ns=101.25
//   end time=9000 exit=0 user_ns=5 system_ns=6 own_ns=7
// (some lines above are folded to fit here; real ones are not)
//
// Field meanings: records.h. `waker` is process/thread; `words` are index:value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/recording/records.h"

namespace hotlock::recording {

// Without a newline; safe for a terminal.
std::string describe(const Record& record);

// Throws Error for anything that describe() could not have meant: unknown names, repeated fields,
// numbers that do not fit.
Record parse_line(std::string_view line);

// Skips blank lines and lines that start with `#`, blanks before either ignored.
std::vector<Record> parse_lines(std::string_view text);

}  // namespace hotlock::recording
