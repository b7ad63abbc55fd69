// fill_page.cpp - template, style, script and data in one file.

#include "sim/studies/page/fill_page.h"

namespace turnpike::sim {

std::string markup_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

namespace {

// JSON inside a script element: no text in it can end the element or open a comment. Bytes that are
// no UTF-8 are replaced.
std::string script_json(const Json& data) {
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      out += "\\u003c";
    } else if (c == '>') {
      out += "\\u003e";
    } else if (c == '&') {
      out += "\\u0026";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string fill_page(const PageTemplate& page_template, const std::string& title,
                      const Json& data) {
  // Pieces are put in once, from left to right, so that nothing in one is taken for a mark.
  const std::string html = page_template.html;
  std::string page;
  std::size_t at = 0;
  const auto fill = [&](const std::string& mark, const std::string& text) {
    const std::size_t end = html.find(mark, at);
    page += html.substr(at, end - at) + text;
    at = end + mark.size();
  };
  // The title may hold any bytes, as the file's name did; JSON replaces those that are no UTF-8.
  const std::string safe =
      Json::parse(Json(title).dump(-1, ' ', false, Json::error_handler_t::replace));
  fill("{{title}}", markup_text(safe));
  fill("{{style}}", page_template.style);
  fill("{{data}}", script_json(data));
  fill("{{script}}", page_template.script);
  return page + html.substr(at);
}

}  // namespace turnpike::sim
