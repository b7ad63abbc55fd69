// page_template.h - the files of sim/page/template as text; CMake puts them into the program.

#pragma once

namespace turnpike::sim {

extern const char* const kPageHtml;  // with the marks {{title}} {{style}} {{data}} {{script}}
extern const char* const kPageStyle;
extern const char* const kPageScript;  // all scripts, one after the other

}  // namespace turnpike::sim
