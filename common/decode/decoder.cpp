// The parts put together.
#include "common/decode/decoder.h"

#include <utility>

#include "common/decode/site.h"
#include "common/decode/stream.h"
#include "common/decode/x86_reader.h"

namespace hotlock::decode {
namespace {

class StreamDecoder : public Decoder {
  public:
    explicit StreamDecoder(std::unique_ptr<InstructionReader> reader)
        : reader_(std::move(reader)) {}

    Site site(std::span<const uint8_t> bytes, uint64_t code_address, std::optional<Bounds> function,
              uint64_t ip) const override {
        const bool wraps = bytes.size() > UINT64_MAX - code_address;
        if (wraps || ip < code_address || ip - code_address >= bytes.size())
            return {.outcome = Outcome::outside};
        const size_t at = ip - code_address;
        const Stream stream = stream_around(*reader_, {bytes, code_address}, function, at);
        const bool entry = function && function->start == ip;
        if (!entry && !ending_at(stream, ip)) return {.outcome = Outcome::undecodable};
        return site_in(stream, ip);
    }

  private:
    std::unique_ptr<InstructionReader> reader_;
};

}  // namespace

std::unique_ptr<Decoder> make_x86_decoder() {
    return std::make_unique<StreamDecoder>(make_x86_reader());
}

}  // namespace hotlock::decode
