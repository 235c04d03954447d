// XXH3 for caches and content keys; SHA-256 for provenance.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tilewright {

uint64_t hash64(std::string_view bytes, uint64_t seed = 0);
std::string hash_hex(std::string_view bytes);  // 128-bit XXH3 as 32 hex digits
std::string sha256_hex(std::string_view bytes);

}  // namespace tilewright
