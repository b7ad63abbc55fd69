# page_template.cmake - OUTPUT, a C++ source with the pages of FOLDER: their HTML, styles and scripts.
#
# Called at build time with FOLDER, OUTPUT, and for each page a list of its files, names separated by
# commas, in order: REPORT and NIGHT. {{name}} in a page is the file name.html beside it, if there is
# one.

include(${CMAKE_CURRENT_LIST_DIR}/text_literal.cmake)

# The text of the files whose names end so, one after the other.
function(text_of variable ending)
  set(text "")
  foreach(name ${ARGN})
    if(name MATCHES "\\.${ending}$")
      file(READ ${FOLDER}/${name} piece)
      string(REGEX MATCHALL "{{[a-z]+}}" marks "${piece}")
      foreach(mark IN LISTS marks)
        string(REGEX REPLACE "[{}]" "" part ${mark})
        if(ending STREQUAL html AND EXISTS ${FOLDER}/${part}.html)
          file(READ ${FOLDER}/${part}.html text_of_part)
          string(REPLACE ${mark} "${text_of_part}" piece "${piece}")
        endif()
      endforeach()
      string(APPEND text "${piece}")
    endif()
  endforeach()
  text_literal(literal "${text}")
  set(${variable} "${literal}" PARENT_SCOPE)
endfunction()

set(pages "")
foreach(page Report Night)
  string(TOUPPER ${page} list)
  string(REPLACE "," ";" files "${${list}}")
  text_of(html html ${files})
  text_of(style css ${files})
  text_of(script js ${files})
  string(APPEND pages "
const PageTemplate k${page}Page = {${html},${style},${script}};
")
endforeach()
file(WRITE ${OUTPUT} "// Made from sim/studies/page/template by cmake/page_template.cmake.
#include \"sim/studies/page/page_template.h\"

namespace turnpike::sim {
${pages}
}  // namespace turnpike::sim
")
