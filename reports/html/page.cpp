// The frame of a report page.
#include "reports/html/page.h"

#include "common/base/check.h"
#include "common/base/text.h"
#include "reports/html/sha256.h"
#include "reports/html/style.h"

namespace hotlock::reports {
namespace {

// What the browser hashes is the text between the tags of the style element.
std::string security_policy() {
    return "default-src 'none'; style-src 'sha256-" + base64(sha256(style_sheet)) +
           "'; base-uri 'none'; form-action 'none'";
}

Html head(const std::string& title) {
    Html html;
    html += void_element("meta", {{"charset", "utf-8"}});
    html += void_element(
        "meta", {{"http-equiv", "Content-Security-Policy"}, {"content", security_policy()}});
    html += void_element(
        "meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}});
    html += void_element("meta", {{"name", "color-scheme"}, {"content", "light dark"}});
    html += void_element("meta", {{"name", "referrer"}, {"content", "no-referrer"}});
    html += element("title", shorten_middle(title, 120));
    html += element("style", Html::markup(style_sheet));
    return element("head", html);
}

}  // namespace

std::string page(const std::string& title, const Html& body) {
    const Html html = element("html", {{"lang", "en"}}, head(title) + element("body", body));
    return "<!doctype html>\n" + html.str();
}

Html prose(std::string_view text) {
    Html html;
    while (!text.empty()) {
        const size_t scope = text.find("::");
        const size_t end = scope == std::string_view::npos ? text.size() : scope + 2;
        html += Html::text(text.substr(0, end));
        if (end < text.size()) html += Html::markup("<wbr>");
        text.remove_prefix(end);
    }
    return html;
}

Html masthead(const std::string& subject, const std::string& note) {
    return element("header", "masthead",
                   element("span", "brand", "hotlock") + element("span", "subject", name(subject)) +
                       element("span", "note", note));
}

Html verdict_section(const Headline& headline, Literal tone, const std::string& advice) {
    Html content = element("h1", prose(headline.title));
    for (const std::string& sentence : headline.detail)
        content += element("p", prose(sentence));
    if (!advice.empty()) {
        content += element("p", "advice", element("b", "Advice: ") + name(advice, 400));
    }
    return element("section", {{"class", "verdict " + std::string(tone.view())}}, content);
}

Html alert_list(const std::vector<std::string>& alerts) {
    if (alerts.empty()) return {};
    Html items;
    for (const std::string& alert : alerts)
        items += element("li", prose(alert));
    return element("ul", {{"class", "alerts"}, {"aria-label", "Read this first"}}, items);
}

Html section(Literal id, std::string_view title, const Html& content) {
    return element("section", {{"id", std::string(id.view())}}, element("h2", title) + content);
}

Html name(const std::string& text, size_t width) {
    const std::string safe = terminal_safe(text);
    const std::string shown = shorten_middle(safe, width);
    if (shown == safe) return element("span", "name", prose(shown));
    return element("span", {{"class", "name"}, {"title", safe}}, prose(shown));
}

Html figure(std::string_view caption, std::string_view value) {
    return element("div", element("dt", caption) + element("dd", value));
}

Html fact(Literal css_class, std::string_view value, std::string_view caption) {
    return element("span", css_class, Html::text(value) + element("small", caption));
}

Html fold(const Html& summary, const Html& body, bool is_open) {
    std::vector<Attribute> attributes{{"class", "lock"}};
    if (is_open) attributes.push_back({"open", ""});
    return element("details", attributes,
                   element("summary", summary) + element("div", "body", body));
}

Html chip(Literal css_class, std::string_view text) {
    return element("span", {{"class", "chip " + std::string(css_class.view())}}, Html::text(text));
}

void HtmlTable::add(const std::vector<Html>& cells, Literal row_class) {
    CHECK(cells.size() == columns_.size());
    Html row;
    for (size_t i = 0; i < cells.size(); ++i) {
        std::string css_class = columns_[i].number ? "number" : "";
        if (cells[i].empty()) css_class = "empty";
        if (i == 0) {
            row += element("th", {{"scope", "row"}, {"class", css_class}}, cells[i]);
        } else {
            row += element("td", {{"data-title", columns_[i].title}, {"class", css_class}},
                           element("div", cells[i]));
        }
    }
    rows_ += element("tr", row_class, row);
}

Html HtmlTable::html() const {
    Html titles;
    for (const Column& column : columns_) {
        titles += element("th", {{"scope", "col"}, {"class", column.number ? "number" : ""}},
                          Html::text(column.title));
    }
    return element("table", element("caption", caption_) + element("thead", element("tr", titles)) +
                                element("tbody", rows_));
}

}  // namespace hotlock::reports
