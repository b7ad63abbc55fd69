# result_schemas.cmake - OUTPUT, a C++ source with the texts of docs/schema.
#
# Called at build time with FOLDER, NAMES (separated by commas, in order) and OUTPUT.

include(${CMAKE_CURRENT_LIST_DIR}/text_literal.cmake)

string(REPLACE "," ";" names "${NAMES}")
set(rows "")
foreach(name ${names})
  file(READ ${FOLDER}/${name}.schema.json text)
  text_literal(literal "${text}")
  string(APPEND rows "      {\"${name}\",${literal}},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from docs/schema by cmake/result_schemas.cmake.
#include \"sim/experiment/results/result_schemas.h\"

namespace turnpike::sim {

const std::vector<ResultSchema>& result_schemas() {
  static const std::vector<ResultSchema> all = {
${rows}  };
  return all;
}

}  // namespace turnpike::sim
")
