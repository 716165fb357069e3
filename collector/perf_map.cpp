#include "collector/perf_map.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>

#include "common/base/unique_fd.h"

namespace hotlock::collector {

namespace {

constexpr off_t most_bytes = off_t{64} << 20;
constexpr size_t longest_name = 1024;

std::string read_from(int file, off_t at, size_t size) {
    std::string text(size, '\0');
    size_t have = 0;
    while (have < size) {
        const ssize_t got =
            ::pread(file, text.data() + have, size - have, at + static_cast<off_t>(have));
        if (got <= 0) break;
        have += static_cast<size_t>(got);
    }
    text.resize(have);
    return text;
}

// Takes a hexadecimal number and the blank behind it.
bool take_number(std::string_view& line, uint64_t& value) {
    if (line.starts_with("0x")) line.remove_prefix(2);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value, 16);
    line.remove_prefix(static_cast<size_t>(end - line.data()));
    if (error != std::errc{} || !line.starts_with(' ')) return false;
    line.remove_prefix(1);
    return true;
}

std::optional<recording::JitSymbol> parse_symbol(std::string_view line, uint32_t pid) {
    recording::JitSymbol symbol;
    symbol.pid = pid;
    if (!take_number(line, symbol.start) || !take_number(line, symbol.size)) return std::nullopt;
    if (symbol.size > UINT64_MAX - symbol.start || line.empty()) return std::nullopt;
    symbol.name = line.substr(0, longest_name);
    return symbol;
}

}  // namespace

std::optional<PerfMap> read_perf_map(const std::string& path, uid_t owner, int64_t not_before) {
    const UniqueFd file(
        ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat facts {};
    if (!file || ::fstat(file.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    if (facts.st_uid != owner && facts.st_uid != 0) return std::nullopt;
    if (facts.st_mtim.tv_sec < not_before / 1'000'000'000) return std::nullopt;
    const off_t size = std::min(facts.st_size, most_bytes);
    return PerfMap{read_from(file.get(), facts.st_size - size, static_cast<size_t>(size)),
                   facts.st_size > size};
}

// From the last line to the first: a line that is written later replaces what it overlaps.
std::vector<recording::JitSymbol> symbols_at(std::set<uint64_t> addresses, std::string_view text,
                                             uint32_t pid) {
    std::vector<recording::JitSymbol> symbols;
    // What follows the last newline is still being written.
    for (size_t end = text.rfind('\n'); end != std::string_view::npos && !addresses.empty();) {
        const size_t before = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
        const size_t start = before == std::string_view::npos ? 0 : before + 1;
        auto symbol = parse_symbol(text.substr(start, end - start), pid);
        end = before;
        if (!symbol) continue;
        const auto first = addresses.lower_bound(symbol->start);
        const auto last = addresses.lower_bound(symbol->start + symbol->size);
        if (first == last) continue;
        addresses.erase(first, last);
        symbols.push_back(*std::move(symbol));
    }
    std::reverse(symbols.begin(), symbols.end());
    return symbols;
}

}  // namespace hotlock::collector
