// The two interfaces over one cache of files.
#include <fmt/format.h>

#include <memory>

#include "analyzer/symbols/file_cache.h"
#include "analyzer/symbols/symbolizer.h"

namespace hotlock {
namespace {

using symbols::CodePlace;
using symbols::FileCache;
using symbols::ModuleFile;

std::string hex(const std::string& bytes) {
    std::string text;
    for (const char byte : bytes)
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    return text;
}

// A code address in a file that could be read; `file` is null where that was not possible.
struct Place {
    std::shared_ptr<ModuleFile> file;
    uint64_t address = 0;  // ELF virtual
};

Place locate(FileCache& files, const unwind::Image& image, uint64_t file_offset) {
    std::shared_ptr<ModuleFile> file = files.get(image);
    if (!file) return {};
    const std::optional<uint64_t> address = file->elf().virtual_address(file_offset);
    if (!address) return {};
    return {std::move(file), *address};
}

class ElfSymbolizer : public Symbolizer {
  public:
    explicit ElfSymbolizer(std::shared_ptr<FileCache> files) : files_(std::move(files)) {}

    std::vector<Frame> frames(const unwind::Image& image, uint64_t file_offset,
                              bool leaf) override {
        // A call may be the last thing in a function, and even in a segment.
        const uint64_t behind = leaf ? 0 : 1;
        Frame frame;
        frame.module = image.path;
        const Place place = locate(*files_, image, file_offset - behind);
        if (!place.file) {
            frame.build_id = hex(image.build_id);
            frame.offset = file_offset;  // most files give code the same number
            return {frame};
        }
        frame.build_id = hex(place.file->elf().build_id());
        frame.offset = place.address + behind;
        return expand(frame, place.file->places(place.address));
    }

    std::optional<uint64_t> virtual_address(const unwind::Image& image,
                                            uint64_t file_offset) override {
        const Place place = locate(*files_, image, file_offset);
        return place.file ? std::optional(place.address) : std::nullopt;
    }

    uint64_t virtual_end(const unwind::Image& image) override {
        const std::shared_ptr<ModuleFile> file = files_->get(image);
        return file ? file->elf().virtual_end() : 0;
    }

    std::optional<DataSymbol> data(const unwind::Image& image, uint64_t address) override {
        const std::shared_ptr<ModuleFile> file = files_->get(image);
        return file ? file->variable(address) : std::nullopt;
    }

    AccessedMemory accessed(const unwind::Image& image, uint64_t file_offset) override {
        const Place place = locate(*files_, image, file_offset);
        return place.file ? place.file->accessed(place.address) : AccessedMemory{};
    }

    std::optional<AccessedObject> virtual_object(const unwind::Image& image, uint64_t vtable,
                                                 uint64_t into, uint32_t size) override {
        const std::shared_ptr<ModuleFile> file = files_->get(image);
        return file ? file->virtual_object(vtable, into, size) : std::nullopt;
    }

  private:
    static std::vector<Frame> expand(const Frame& frame, const std::vector<CodePlace>& places) {
        std::vector<Frame> frames(places.size(), frame);
        for (size_t i = 0; i < places.size(); ++i) {
            frames[i].function = places[i].function;
            frames[i].file = places[i].file;
            frames[i].line = places[i].line;
            frames[i].inlined = i + 1 < places.size();
        }
        return frames;
    }

    std::shared_ptr<FileCache> files_;
};

class ElfRules : public unwind::RuleSource {
  public:
    explicit ElfRules(std::shared_ptr<FileCache> files) : files_(std::move(files)) {}

    unwind::Rule rule(const unwind::Image& image, uint64_t file_offset) override {
        const Place place = locate(*files_, image, file_offset);
        return place.file ? place.file->rule(place.address) : unwind::Rule{};
    }

  private:
    std::shared_ptr<FileCache> files_;
};

class ElfFunctions : public unwind::FunctionSource {
  public:
    explicit ElfFunctions(std::shared_ptr<FileCache> files) : files_(std::move(files)) {}

    // Within a segment, addresses and file offsets go side by side.
    std::optional<unwind::FileRange> function(const unwind::Image& image,
                                              uint64_t file_offset) override {
        const Place place = locate(*files_, image, file_offset);
        if (!place.file) return std::nullopt;
        const auto bounds = place.file->function_bounds(place.address);
        if (!bounds) return std::nullopt;
        const uint64_t shift = file_offset - place.address;
        return unwind::FileRange{bounds->first + shift, bounds->second + shift};
    }

  private:
    std::shared_ptr<FileCache> files_;
};

}  // namespace

ElfKnowledge open_elf_knowledge() {
    const auto files = std::make_shared<FileCache>();
    return {std::make_unique<ElfSymbolizer>(files), std::make_unique<ElfRules>(files),
            std::make_unique<ElfFunctions>(files)};
}

}  // namespace hotlock
