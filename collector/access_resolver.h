// What a thread was stalled on when a tick met it. Decodes each address of a file's code once;
// generated code may be another the next time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>

#include "collector/code_reader.h"
#include "collector/perf_sample.h"
#include "collector/thread_pointers.h"
#include "collector/vtable_reader.h"
#include "common/decode/decoder.h"
#include "common/recording/records.h"
#include "common/unwind/functions.h"
#include "common/unwind/image_map.h"

namespace hotlock::collector {

class AccessResolver {
  public:
    // Both must outlive the resolver.
    AccessResolver(const unwind::ImageMap& images, unwind::FunctionSource& functions);

    // Fills outcome, instruction, address, size, access, vtable and into of `tick` from the
    // registers of the sample, the last two also from the word that its base register points to
    // (vtable_reader.h). Operands that the registers do not tell stay unknown: nothing is guessed.
    void resolve(const PerfSample& sample, recording::Sample& tick);

    // A thread has begun, or begun to execute another program.
    void note_new_thread(uint32_t pid, uint32_t tid);

  private:
    void tell_vtable(const decode::Operand& operand, const PerfSample& sample,
                     recording::Sample& tick);
    const decode::Site* site(const PerfSample& sample);
    decode::Site decode_at(const unwind::MappedImage& mapped, uint32_t pid, uint64_t ip);

    // Image, where it is mapped, offset in it.
    using Place = std::tuple<const unwind::Image*, uint64_t, uint64_t>;

    const unwind::ImageMap& images_;
    unwind::FunctionSource& functions_;
    std::unique_ptr<decode::Decoder> decoder_;
    CodeReader code_;
    ThreadPointers pointers_;
    VtableReader vtables_;
    std::map<Place, decode::Site> sites_;
    decode::Site generated_;  // the last one in generated code
};

}  // namespace hotlock::collector
