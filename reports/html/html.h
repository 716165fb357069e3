// HTML that cannot hold unescaped text: a value of type Html is made of literals in our source, of
// escaped text, and of other Html, and of nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hotlock::reports {

// A string literal; data from a run does not convert to it, at compile time.
class Literal {
  public:
    template <size_t N>
    consteval Literal(const char (&text)[N]) : text_(text, N - 1) {}  // NOLINT(*-explicit-*)
    std::string_view view() const { return text_; }

  private:
    std::string_view text_;
};

// The value is escaped when the element is made. An empty class is left out.
struct Attribute {
    Literal name;
    std::string value;
};

class Html {
  public:
    Html() = default;

    static Html markup(Literal literal);

    // For text and for quoted attribute values alike. Control characters, bidirectional overrides
    // and invalid UTF-8 are made visible.
    static Html text(std::string_view outside);

    Html& operator+=(const Html& more);
    friend Html operator+(Html left, const Html& right) { return left += right; }

    bool empty() const { return markup_.empty(); }
    const std::string& str() const { return markup_; }

    // "<tag name="value">content</tag>"; without a closing tag for void_element.
    friend Html element(Literal tag, const std::vector<Attribute>& attributes, const Html& content);
    friend Html void_element(Literal tag, const std::vector<Attribute>& attributes);

  private:
    void open(Literal tag, const std::vector<Attribute>& attributes);

    std::string markup_;
};

Html element(Literal tag, const std::vector<Attribute>& attributes, const Html& content);
Html void_element(Literal tag, const std::vector<Attribute>& attributes);

// The common cases: no attributes, or a class only; text content is escaped.
Html element(Literal tag, const Html& content);
Html element(Literal tag, std::string_view text);
Html element(Literal tag, Literal css_class, const Html& content);
Html element(Literal tag, Literal css_class, std::string_view text);

}  // namespace hotlock::reports
