# page_template.cmake - OUTPUT, a C++ source with the texts of page.html, page.css and the scripts.
#
# Called at build time with FOLDER, SCRIPTS (names separated by commas, in order) and OUTPUT.

include(${CMAKE_CURRENT_LIST_DIR}/text_literal.cmake)

function(text_of variable)
  set(text "")
  foreach(name ${ARGN})
    file(READ ${FOLDER}/${name} piece)
    string(APPEND text "${piece}")
  endforeach()
  text_literal(literal "${text}")
  set(${variable} "${literal}" PARENT_SCOPE)
endfunction()

string(REPLACE "," ";" scripts "${SCRIPTS}")
text_of(html page.html)
text_of(style page.css)
text_of(script ${scripts})
file(WRITE ${OUTPUT} "// Made from sim/page/template by cmake/page_template.cmake.
#include \"sim/page/page_template.h\"

namespace turnpike::sim {

const char* const kPageHtml =${html};
const char* const kPageStyle =${style};
const char* const kPageScript =${script};

}  // namespace turnpike::sim
")
