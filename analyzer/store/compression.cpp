// Single zstd frames with a checksum.
#include "analyzer/store/compression.h"

#include <zstd.h>

#include <memory>

#include "common/base/check.h"

namespace hotlock::store {

namespace {

struct FreeContext {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// The library's default: level 1 saves a third of the time and is a tenth larger.
constexpr int level = 3;

}  // namespace

std::string compress(std::string_view bytes) {
    const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    CHECK(context);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string data(ZSTD_compressBound(bytes.size()), '\0');
    const size_t size =
        ZSTD_compress2(context.get(), data.data(), data.size(), bytes.data(), bytes.size());
    CHECK(!ZSTD_isError(size));
    return data.substr(0, size);  // without the room that was not needed
}

std::optional<std::string> decompress(std::string_view data, size_t size) {
    std::string bytes(size, '\0');
    const size_t found = ZSTD_decompress(bytes.data(), bytes.size(), data.data(), data.size());
    if (ZSTD_isError(found) || found != size) return std::nullopt;
    return bytes;
}

}  // namespace hotlock::store
