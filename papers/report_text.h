// report_text.h - the report on a paper as text, Markdown, CSV and JSON.

#pragma once

#include <string>

#include "papers/report.h"

namespace turnpike::sim {

// For a terminal: claims and tables in columns.
std::string report_text(const PaperReport& report);

// A page with pictures beside it: PLOT.svg in `pictures`, a path relative to the page.
std::string report_markdown(const PaperReport& report, const std::string& pictures);

// Numbers in full, with a column "NAME +-" behind each that has a confidence interval.
std::string table_csv(const Table& table);

// claim | paper | ours | verdict | reason | rule.
Table claims_table(const PaperReport& report);

Json report_json(const PaperReport& report);

}  // namespace turnpike::sim
