# page_template.cmake - OUTPUT, a C++ source with the texts of page.html, page.css and the scripts.
#
# Called at build time with FOLDER, SCRIPTS (names separated by commas, in order) and OUTPUT.

function(text_of variable)
  set(text "")
  foreach(name ${ARGN})
    file(READ ${FOLDER}/${name} piece)
    string(APPEND text "${piece}")
  endforeach()
  # GCC takes string literals of any length; pieces keep to what the standard promises.
  set(literal "")
  string(LENGTH "${text}" length)
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 16000 piece)
    string(APPEND literal "\n    R\"turnpike(${piece})turnpike\"")
    math(EXPR at "${at} + 16000")
  endwhile()
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
