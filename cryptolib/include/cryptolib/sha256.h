// SHA-256 by libcrypto. An object keeps its context, so that hashing neither allocates nor touches
// anything that other threads use; it is not for use by two threads at once.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

struct evp_md_ctx_st;  // libcrypto's EVP_MD_CTX

namespace cryptolib {

class Sha256 {
  public:
    static constexpr size_t size = 32;
    using Value = std::array<std::byte, size>;

    Sha256();  // throws std::runtime_error when libcrypto offers no SHA-256

    Value hash(std::span<const std::byte> message);

  private:
    struct FreeContext {
        void operator()(evp_md_ctx_st* context) const;
    };
    std::unique_ptr<evp_md_ctx_st, FreeContext> context_;
};

}  // namespace cryptolib
