// Escaping and elements.
#include "reports/html/html.h"

#include "common/base/text.h"

namespace hotlock::reports {

Html Html::markup(Literal literal) {
    Html html;
    html.markup_ = literal.view();
    return html;
}

Html Html::text(std::string_view outside) {
    Html html;
    for (const char c : terminal_safe(outside)) {
        switch (c) {
            case '&':
                html.markup_ += "&amp;";
                break;
            case '<':
                html.markup_ += "&lt;";
                break;
            case '>':
                html.markup_ += "&gt;";
                break;
            case '"':
                html.markup_ += "&quot;";
                break;
            case '\'':
                html.markup_ += "&#39;";
                break;
            default:
                html.markup_ += c;
        }
    }
    return html;
}

Html& Html::operator+=(const Html& more) {
    markup_ += more.markup_;
    return *this;
}

void Html::open(Literal tag, const std::vector<Attribute>& attributes) {
    markup_ += '<';
    markup_ += tag.view();
    for (const Attribute& attribute : attributes) {
        if (attribute.value.empty() && attribute.name.view() == "class") continue;
        markup_ += ' ';
        markup_ += attribute.name.view();
        markup_ += "=\"";
        markup_ += text(attribute.value).markup_;
        markup_ += '"';
    }
    markup_ += '>';
}

Html element(Literal tag, const std::vector<Attribute>& attributes, const Html& content) {
    Html html;
    html.open(tag, attributes);
    html.markup_ += content.markup_;
    html.markup_ += "</";
    html.markup_ += tag.view();
    html.markup_ += ">\n";
    return html;
}

Html void_element(Literal tag, const std::vector<Attribute>& attributes) {
    Html html;
    html.open(tag, attributes);
    html.markup_ += '\n';
    return html;
}

Html element(Literal tag, const Html& content) {
    return element(tag, std::vector<Attribute>{}, content);
}

Html element(Literal tag, std::string_view text) {
    return element(tag, Html::text(text));
}

Html element(Literal tag, Literal css_class, const Html& content) {
    return element(tag, {{"class", std::string(css_class.view())}}, content);
}

Html element(Literal tag, Literal css_class, std::string_view text) {
    return element(tag, css_class, Html::text(text));
}

}  // namespace hotlock::reports
