// The only file that talks to libcrypto.
#include "cryptolib/include/cryptolib/sha256.h"

#include <openssl/evp.h>

#include <stdexcept>

namespace cryptolib {

namespace {

struct FreeDigest {
    void operator()(EVP_MD* digest) const { EVP_MD_free(digest); }
};

void require(bool fine) {
    if (!fine) throw std::runtime_error("libcrypto cannot compute SHA-256");
}

}  // namespace

void Sha256::FreeContext::operator()(evp_md_ctx_st* context) const {
    EVP_MD_CTX_free(context);
}

// Fetched once: each fetch takes libcrypto's process-wide locks.
Sha256::Sha256() : context_(EVP_MD_CTX_new()) {
    const std::unique_ptr<EVP_MD, FreeDigest> digest(EVP_MD_fetch(nullptr, "SHA256", nullptr));
    require(context_ && digest && EVP_DigestInit_ex2(context_.get(), digest.get(), nullptr) == 1);
}

Sha256::Value Sha256::hash(std::span<const std::byte> message) {
    Value value;
    EVP_MD_CTX* const context = context_.get();
    // No digest named: the context keeps its own, and no reference count is touched.
    require(EVP_DigestInit_ex2(context, nullptr, nullptr) == 1 &&
            EVP_DigestUpdate(context, message.data(), message.size()) == 1 &&
            EVP_DigestFinal_ex(context, reinterpret_cast<unsigned char*>(value.data()), nullptr) ==
                1);
    return value;
}

}  // namespace cryptolib
