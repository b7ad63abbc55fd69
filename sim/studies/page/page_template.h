// page_template.h - the files of sim/studies/page/template as text; CMake puts them into the
// program.

#pragma once

namespace turnpike::sim {

struct PageTemplate {
  const char* html;  // with the marks {{title}} {{style}} {{data}} {{script}}
  const char* style;
  const char* script;  // all scripts, one after the other
};

extern const PageTemplate kReportPage;  // of a run or sweep
extern const PageTemplate kNightPage;   // of a suite

}  // namespace turnpike::sim
