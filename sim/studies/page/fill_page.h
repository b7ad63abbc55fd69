// fill_page.h - makes a page that draws itself from data: one file that loads no other.

#pragma once

#include <string>

#include "sim/experiment/results/result_keys.h"
#include "sim/studies/page/page_template.h"

namespace turnpike::sim {

// A text between tags or in an attribute, of HTML and of XML.
std::string markup_text(const std::string& text);

// Whatever bytes title and data hold, they are text on the page and no markup.
std::string fill_page(const PageTemplate& page_template, const std::string& title,
                      const Json& data);

}  // namespace turnpike::sim
