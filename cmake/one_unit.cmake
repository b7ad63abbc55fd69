# one_unit.cmake - all.cc, which includes every generated source of FOLDER: one compiler run; and
# all.d, the RTL that Verilator has read for it.

file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/*.cpp)
list(SORT sources)
list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
string(CONCAT text ${lines})
file(WRITE ${FOLDER}/all.cc "${text}")

file(GLOB read ${FOLDER}/*__ver.d)
file(READ ${read} rule)
string(REGEX REPLACE "^[^:]*:" "" needs "${rule}")
file(WRITE ${FOLDER}/all.d "${FOLDER}/${HEADER}:${needs}")
