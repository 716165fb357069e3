// Matching in passes, from certain to likely; a lock that is matched takes no part in later ones.
#include "analyzer/compare/match.h"

#include <algorithm>
#include <functional>
#include <string>
#include <unordered_map>

#include "common/model/stack.h"

namespace hotlock {
namespace {

constexpr double least_similarity = 0.5;
constexpr double similarity_weight = 0.9;  // below what a shared symbol gives
constexpr size_t most_compared = 256;

using Locks = std::vector<const Lock*>;
using Key = std::function<std::string(const Lock&)>;  // empty: takes no part

std::string build_key(const Lock& lock) {
    if (lock.build_id.empty() || !lock.offset) return {};
    return lock.build_id + ' ' + std::to_string(*lock.offset);
}

std::string symbol_in_file_key(const Lock& lock) {
    return lock.symbol.empty() ? std::string() : base_name(lock.module) + '\n' + lock.symbol;
}

std::string symbol_key(const Lock& lock) {
    return lock.symbol;
}

// Only for locks that have a symbol: other names are made of what is compared later. Finds a
// member whose offset changed.
std::string member_path_key(const Lock& lock) {
    return lock.symbol.empty() ? std::string() : lock.name;
}

bool excluded_by_build(const Lock& a, const Lock& b) {
    return !a.build_id.empty() && a.build_id == b.build_id && a.offset && b.offset &&
           *a.offset != *b.offset;
}

// Both sorted, as the model says. Repeated names count once.
double similarity(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    std::vector<std::string> both;
    std::vector<std::string> either;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(either));
    if (either.empty()) return 0;
    return static_cast<double>(both.size()) / static_cast<double>(either.size());
}

struct Candidate {
    LockMatch match;
    bool same_name = false;
};

bool more_likely(const Candidate& x, const Candidate& y) {
    if (x.match.confidence != y.match.confidence) return x.match.confidence > y.match.confidence;
    if (x.same_name != y.same_name) return x.same_name;
    if (x.match.a != y.match.a) return x.match.a < y.match.a;
    return x.match.b < y.match.b;
}

class Matcher {
  public:
    Matcher(const Locks& a, const Locks& b)
        : a_(a), b_(b), a_taken_(a.size()), b_taken_(b.size()) {}

    void by_key(const Key& key);
    void by_acquirers();
    std::vector<LockMatch> take() { return std::move(matches_); }

  private:
    void accept(const LockMatch& match) {
        a_taken_[match.a] = true;
        b_taken_[match.b] = true;
        matches_.push_back(match);
    }
    static std::vector<size_t> first_free(const std::vector<bool>& taken);
    void add_candidate(size_t a, size_t b, std::vector<Candidate>& candidates) const;

    const Locks& a_;
    const Locks& b_;
    std::vector<bool> a_taken_;
    std::vector<bool> b_taken_;
    std::vector<LockMatch> matches_;
};

void Matcher::by_key(const Key& key) {
    std::unordered_map<std::string, std::vector<size_t>> b_by_key;  // most wait last
    for (size_t b = b_.size(); b-- > 0;) {
        if (!b_taken_[b]) b_by_key[key(*b_[b])].push_back(b);
    }
    for (size_t a = 0; a < a_.size(); ++a) {
        if (a_taken_[a]) continue;
        const std::string wanted = key(*a_[a]);
        const auto found = b_by_key.find(wanted);
        if (wanted.empty() || found == b_by_key.end() || found->second.empty()) continue;
        const size_t b = found->second.back();
        if (excluded_by_build(*a_[a], *b_[b])) continue;
        found->second.pop_back();
        accept({a, b, 1.0});
    }
}

std::vector<size_t> Matcher::first_free(const std::vector<bool>& taken) {
    std::vector<size_t> free;
    for (size_t i = 0; i < taken.size() && free.size() < most_compared; ++i) {
        if (!taken[i]) free.push_back(i);
    }
    return free;
}

void Matcher::add_candidate(size_t a, size_t b, std::vector<Candidate>& candidates) const {
    const Lock& x = *a_[a];
    const Lock& y = *b_[b];
    if (x.kind != y.kind || base_name(x.module) != base_name(y.module)) return;
    if (excluded_by_build(x, y)) return;
    const double similar = similarity(x.acquirers, y.acquirers);
    if (similar < least_similarity) return;
    candidates.push_back({{a, b, similar * similarity_weight}, x.name == y.name});
}

void Matcher::by_acquirers() {
    const std::vector<size_t> b_free = first_free(b_taken_);
    std::vector<Candidate> candidates;
    for (const size_t a : first_free(a_taken_)) {
        for (const size_t b : b_free)
            add_candidate(a, b, candidates);
    }
    std::sort(candidates.begin(), candidates.end(), more_likely);
    for (const Candidate& candidate : candidates) {
        const LockMatch& match = candidate.match;
        if (!a_taken_[match.a] && !b_taken_[match.b]) accept(match);
    }
}

}  // namespace

std::vector<LockMatch> match_locks(const Locks& a, const Locks& b) {
    Matcher matcher(a, b);
    matcher.by_key(build_key);
    matcher.by_key(symbol_in_file_key);
    matcher.by_key(symbol_key);
    matcher.by_key(member_path_key);
    matcher.by_acquirers();
    return matcher.take();
}

}  // namespace hotlock
