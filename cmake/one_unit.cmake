# one_unit.cmake - all.cc, which includes every generated source of FOLDER: one compiler run.

file(GLOB sources RELATIVE ${FOLDER} ${FOLDER}/*.cpp)
list(SORT sources)
list(TRANSFORM sources REPLACE "(.+)" "#include \"\\1\"\n" OUTPUT_VARIABLE lines)
string(CONCAT text ${lines})
file(WRITE ${FOLDER}/all.cc "${text}")
