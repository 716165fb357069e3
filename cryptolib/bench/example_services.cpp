// The names are those of Java's standard algorithm names; aliases are object identifiers and the
// spellings in use.
#include "cryptolib/bench/example_services.h"

#include <string>
#include <utility>

namespace cryptobench {

using cryptolib::Service;

namespace {

std::vector<Service> ciphers_of(const std::string& provider, int priority) {
    return {
        {provider, "Cipher", "AES/GCM/NoPadding", {"AES_GCM"}, priority},
        {provider, "Cipher", "AES/CBC/PKCS5Padding", {"AES_CBC"}, priority},
        {provider, "Cipher", "AES/CTR/NoPadding", {"AES_CTR"}, priority},
        {provider, "Cipher", "AES/ECB/PKCS5Padding", {"AES", "Rijndael"}, priority},
        {provider, "Cipher", "AESWrap", {"AES/KW/NoPadding"}, priority},
        {provider, "Cipher", "ChaCha20", {}, priority},
        {provider, "Cipher", "ChaCha20-Poly1305", {"1.2.840.113549.1.9.16.3.18"}, priority},
        {provider, "Cipher", "RSA/ECB/PKCS1Padding", {"RSA"}, priority},
        {provider, "Cipher", "RSA/ECB/OAEPPadding", {"RSAES-OAEP"}, priority},
    };
}

std::vector<Service> digests_of(const std::string& provider, int priority) {
    const std::string type = "MessageDigest";
    return {
        {provider, type, "SHA-1", {"SHA", "SHA1", "1.3.14.3.2.26"}, priority},
        {provider, type, "SHA-224", {"SHA224", "2.16.840.1.101.3.4.2.4"}, priority},
        {provider, type, "SHA-256", {"SHA256", "2.16.840.1.101.3.4.2.1"}, priority},
        {provider, type, "SHA-384", {"SHA384", "2.16.840.1.101.3.4.2.2"}, priority},
        {provider, type, "SHA-512", {"SHA512", "2.16.840.1.101.3.4.2.3"}, priority},
        {provider, type, "SHA3-256", {"2.16.840.1.101.3.4.2.8"}, priority},
        {provider, type, "SHA3-512", {"2.16.840.1.101.3.4.2.10"}, priority},
    };
}

std::vector<Service> macs_and_signatures_of(const std::string& provider, int priority) {
    return {
        {provider, "Mac", "HmacSHA256", {"1.2.840.113549.2.9"}, priority},
        {provider, "Mac", "HmacSHA512", {"1.2.840.113549.2.11"}, priority},
        {provider, "Signature", "SHA256withRSA", {"1.2.840.113549.1.1.11"}, priority},
        {provider, "Signature", "SHA256withECDSA", {"1.2.840.10045.4.3.2"}, priority},
        {provider, "Signature", "Ed25519", {"1.3.101.112"}, priority},
        {provider, "KeyAgreement", "X25519", {"1.3.101.110"}, priority},
        {provider, "KeyAgreement", "ECDH", {"1.3.132.1.12"}, priority},
        {provider, "KeyFactory", "RSA", {"1.2.840.113549.1.1"}, priority},
        {provider, "KeyFactory", "EC", {"EllipticCurve", "1.2.840.10045.2.1"}, priority},
    };
}

void append(std::vector<Service>& services, const std::vector<Service>& more) {
    services.insert(services.end(), more.begin(), more.end());
}

}  // namespace

std::vector<Service> example_services() {
    std::vector<Service> services;
    for (const auto& [provider, priority] : {std::pair("Portable", 0), std::pair("Native", 10)}) {
        append(services, ciphers_of(provider, priority));
        append(services, digests_of(provider, priority));
        append(services, macs_and_signatures_of(provider, priority));
    }
    return services;
}

}  // namespace cryptobench
