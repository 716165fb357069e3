// The files that were asked for most recently. Shared by Symbolizer and RuleSource.
#pragma once

#include <list>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "analyzer/symbols/module_file.h"
#include "common/unwind/rule.h"

namespace hotlock::symbols {

class FileCache {
  public:
    // Null when the file cannot be read or is not the one that was recorded; that is remembered
    // too.
    std::shared_ptr<ModuleFile> get(const unwind::Image& image);

  private:
    using Key = std::pair<std::string, std::string>;  // path, build-id
    struct Entry {
        Key key;
        std::shared_ptr<ModuleFile> file;
    };
    struct Less {
        using is_transparent = void;
        template <class A, class B>
        bool operator()(const A& a, const B& b) const {
            return refer(a) < refer(b);
        }
    };
    using KeyView = std::tuple<const std::string&, const std::string&>;
    static KeyView refer(const Key& key) { return key; }
    static KeyView refer(const KeyView& key) { return key; }

    std::list<Entry> recent_;  // latest first
    std::map<Key, std::list<Entry>::iterator, Less> index_;
};

}  // namespace hotlock::symbols
