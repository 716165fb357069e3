// The one list of record types and their fields. The binary form (codec.cpp) and the text form
// (describe.cpp) are visitors of it. Order and encoding are the file format: add a type with a new
// number, add a field at the end of its list, and never change or reuse what is here.
//
// A visitor has one function per encoding:
//   number    unsigned integer                  address   unsigned integer, a place in memory
//   key       64-bit hash                       relative  integer, near the value given with it
//   flag      bool                              real      double
//   text      string                            bytes     string of arbitrary bytes
//   thread    process and thread id             optional  integer that may be absent
//   frames    addresses                         words     StackWords, ascending by index
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

#include "common/recording/records.h"

namespace hotlock::recording {

struct Kind {
    uint16_t type = 0;      // in the binary form
    std::string_view name;  // in the text form
};

// Does not compile for a record without a line below.
template <class R>
inline constexpr Kind kind_of = R::has_no_kind;
template <>
inline constexpr Kind kind_of<Meta>{1, "meta"};
template <>
inline constexpr Kind kind_of<ThreadStart>{2, "thread"};
template <>
inline constexpr Kind kind_of<ThreadExit>{3, "exit"};
template <>
inline constexpr Kind kind_of<ThreadName>{4, "name"};
template <>
inline constexpr Kind kind_of<Mapping>{5, "map"};
template <>
inline constexpr Kind kind_of<Sleep>{6, "sleep"};
template <>
inline constexpr Kind kind_of<Stack>{7, "stack"};
template <>
inline constexpr Kind kind_of<Slice>{8, "slice"};
template <>
inline constexpr Kind kind_of<Metric>{9, "metric"};
template <>
inline constexpr Kind kind_of<ProbeState>{10, "probe"};
template <>
inline constexpr Kind kind_of<Lost>{11, "lost"};
template <>
inline constexpr Kind kind_of<End>{12, "end"};
template <>
inline constexpr Kind kind_of<Sample>{13, "sample"};
template <>
inline constexpr Kind kind_of<StackTick>{14, "tick"};
template <>
inline constexpr Kind kind_of<JitSymbol>{15, "jit"};
template <>
inline constexpr Kind kind_of<Calibration>{16, "calibration"};

// Accepts a T to be read and a T to be filled.
template <class R, class T>
concept MaybeConst = std::same_as<std::remove_const_t<R>, T>;

void fields(auto& v, MaybeConst<Meta> auto& r) {
    v.text("key", r.key);
    v.text("value", r.value);
}

void fields(auto& v, MaybeConst<ThreadStart> auto& r) {
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.number("tid", r.tid);
    v.number("parent", r.parent_pid);
}

void fields(auto& v, MaybeConst<ThreadExit> auto& r) {
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.number("tid", r.tid);
}

void fields(auto& v, MaybeConst<ThreadName> auto& r) {
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.number("tid", r.tid);
    v.flag("exec", r.exec);
    v.text("name", r.name);
}

void fields(auto& v, MaybeConst<Mapping> auto& r) {
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.address("start", r.start);
    v.address("end", r.end);
    v.address("offset", r.file_offset);
    v.bytes("build_id", r.build_id);
    v.text("path", r.path);
}

void fields(auto& v, MaybeConst<Sleep> auto& r) {
    v.number("pid", r.pid);
    v.number("tid", r.tid);
    v.number("slept", r.slept_at);
    v.relative("woken", r.woken_at, r.slept_at);
    v.relative("ran", r.ran_at, r.slept_at);
    v.address("addr", r.address);
    v.number("op", r.operation);
    v.number("value", r.value);
    v.thread("waker", r.waker_pid, r.waker_tid);
    v.number("cpu", r.cpu);
    v.key("stack", r.stack);
    v.key("waker_stack", r.waker_stack);
    v.address("sp", r.stack_pointer);
    v.number("ran_ns", r.ran_ns);
    v.flag("another_call", r.another_call);
    v.flag("waker_exiting", r.waker_exiting);
    v.number("others", r.others);
}

void fields(auto& v, MaybeConst<Stack> auto& r) {
    v.key("key", r.key);
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.flag("complete", r.complete);
    v.frames("frames", r.addresses);
}

void fields(auto& v, MaybeConst<Slice> auto& r) {
    v.key("key", r.key);
    v.number("time", r.time);
    v.number("pid", r.pid);
    v.frames("frames", r.addresses);
    v.address("ip", r.ip);
    v.address("sp", r.stack_pointer);
    v.address("fp", r.frame_pointer);
    v.number("length", r.length);
    v.words("words", r.words);
}

void fields(auto& v, MaybeConst<Metric> auto& r) {
    v.text("name", r.name);
    v.real("value", r.value);
    v.text("unit", r.unit);
    v.text("better", r.better);
}

void fields(auto& v, MaybeConst<ProbeState> auto& r) {
    v.text("name", r.name);
    v.text("state", r.state);
    v.text("reason", r.reason);
}

void fields(auto& v, MaybeConst<Lost> auto& r) {
    v.text("probe", r.probe);
    v.text("what", r.what);
    v.number("count", r.count);
}

void fields(auto& v, MaybeConst<End> auto& r) {
    v.number("time", r.time);
    v.optional("exit", r.exit_code);
    v.optional("user_ns", r.user_ns);
    v.optional("system_ns", r.system_ns);
    v.number("own_ns", r.own_ns);
}

void fields(auto& v, MaybeConst<Sample> auto& r) {
    v.number("time", r.time);
    v.thread("thread", r.pid, r.tid);
    v.number("cpu", r.cpu);
    v.number("weight", r.weight_ns);
    v.flag("kernel", r.kernel);
    v.address("ip", r.ip);
    v.number("outcome", r.outcome);
    v.relative("instruction", r.instruction, r.ip);
    v.address("addr", r.address);
    v.number("size", r.size);
    v.number("access", r.access);
    v.address("vtable", r.vtable);
    v.number("into", r.into);
}

void fields(auto& v, MaybeConst<StackTick> auto& r) {
    v.number("time", r.time);
    v.thread("thread", r.pid, r.tid);
    v.number("cpu", r.cpu);
    v.number("weight", r.weight_ns);
    v.flag("kernel", r.kernel);
    v.key("stack", r.stack);
    v.address("instruction", r.instruction);
    v.address("addr", r.address);
}

void fields(auto& v, MaybeConst<JitSymbol> auto& r) {
    v.number("pid", r.pid);
    v.address("start", r.start);
    v.number("size", r.size);
    v.text("name", r.name);
}

void fields(auto& v, MaybeConst<Calibration> auto& r) {
    v.number("stall", r.stall);
    v.number("at_stall", r.at_stall);
    v.number("expected", r.expected);
    v.number("later", r.later);
    v.number("elsewhere", r.elsewhere);
    v.text("obstacle", r.obstacle);
    v.real("alone_ns", r.alone_ns);
    v.real("moved_ns", r.moved_ns);
}

// An empty record of the first type whose Kind satisfies `matches`; nothing when none does.
template <size_t I = 0>
std::optional<Record> record_of(const auto& matches) {
    if constexpr (I == std::variant_size_v<Record>) {
        return std::nullopt;
    } else {
        using R = std::variant_alternative_t<I, Record>;
        if (matches(kind_of<R>)) return R{};
        return record_of<I + 1>(matches);
    }
}

// The promise of Slice::words, which both forms check.
inline bool ascending(const std::vector<StackWord>& words) {
    for (size_t i = 1; i < words.size(); ++i) {
        if (words[i].index <= words[i - 1].index) return false;
    }
    return true;
}

}  // namespace hotlock::recording
