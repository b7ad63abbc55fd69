# verilated_module.cmake - RTL modules, Verilated for a test program.

find_program(VERILATOR verilator REQUIRED)
execute_process(
  COMMAND ${VERILATOR} --getenv VERILATOR_ROOT
  OUTPUT_VARIABLE VERILATOR_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

# A library with Verilator's own sources, to which verilated_module() adds. What Verilator writes is
# not held to our warnings, and a test needs no more than -O1 of it. Nor to sanitizers: where an index
# is beyond its vector, which Verilog reads as X, it reads a word beyond and lets it fall.
#
#   verilated_library(NAME [RTL FOLDER] [INTO FOLDER] [FLAGS FLAG ...])
#
# RTL: whose modules; default: ours. INTO: below the current build folder, where C++ is written.
# FLAGS: more of Verilator. With TURNPIKE_COVERAGE the modules count which of their lines and branches
# are reached, and nothing counts Verilator's own.
function(verilated_library library)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "RTL;INTO" "FLAGS")
  if(NOT given_RTL)
    set(given_RTL ${PROJECT_SOURCE_DIR}/rtl)
  endif()
  add_library(${library} STATIC ${VERILATOR_ROOT}/include/verilated.cpp
                                ${VERILATOR_ROOT}/include/verilated_threads.cpp)
  if(TURNPIKE_COVERAGE)
    list(APPEND given_FLAGS --coverage-line)
    target_sources(${library} PRIVATE ${VERILATOR_ROOT}/include/verilated_cov.cpp)
    target_compile_definitions(${library} PUBLIC VM_COVERAGE=1)
    target_compile_options(${library} PRIVATE -fno-profile-arcs -fno-test-coverage)
  endif()
  set_target_properties(
    ${library} PROPERTIES VERILATED_RTL ${given_RTL} VERILATED_FLAGS "${given_FLAGS}"
                          VERILATED_INTO "${CMAKE_CURRENT_BINARY_DIR}/${given_INTO}")
  target_include_directories(${library} SYSTEM PUBLIC ${VERILATOR_ROOT}/include
                                                      ${VERILATOR_ROOT}/include/vltstd)
  target_compile_options(${library} PRIVATE -O1 -w)
  # Most of the time of a small module is spent in this header.
  target_precompile_headers(${library} PRIVATE <verilated.h>)
  if(TURNPIKE_SANITIZE)
    target_compile_options(${library} PRIVATE -fno-sanitize=all)
  endif()
  target_link_libraries(${library} PUBLIC Threads::Threads)
endfunction()

# NAME=4,16 as a vector: 32 bits for each of four numbers, the first lowest; others stay as they are.
function(vector_parameter parameter result)
  if(parameter MATCHES "^([A-Z_]+)=([0-9]+,[0-9,]+)$")
    set(parameter "${CMAKE_MATCH_1}=128'h")
    string(REPLACE "," ";" numbers "${CMAKE_MATCH_2}")
    list(REVERSE numbers)
    foreach(number IN LISTS numbers)
      math(EXPR nine_digits "0x100000000 + ${number}" OUTPUT_FORMAT HEXADECIMAL)
      string(SUBSTRING ${nine_digits} 3 8 digits)
      string(APPEND parameter ${digits})
    endforeach()
  endif()
  set(${result} ${parameter} PARENT_SCOPE)
endfunction()

# Adds class `class` (header class.h), made of **/<module>.v with parameters NAME=VALUE ... or, for
# vectors, NAME=VALUE,VALUE ... A class of TURNPIKE_TOGGLES counts too how often each bit changes,
# which makes it several times as large.
function(verilated_module library class module)
  get_target_property(rtl ${library} VERILATED_RTL)
  get_target_property(flags ${library} VERILATED_FLAGS)
  if(TURNPIKE_COVERAGE AND class IN_LIST TURNPIKE_TOGGLES)
    list(APPEND flags --coverage-toggle --coverage-max-width 64)
  endif()
  get_target_property(into ${library} VERILATED_INTO)
  cmake_path(APPEND into ${class} OUTPUT_VARIABLE folder)
  set(parameters "")
  foreach(given IN LISTS ARGN)
    vector_parameter(${given} parameter)
    list(APPEND parameters -G${parameter})
  endforeach()
  file(GLOB rtl_folders ${rtl}/*)
  list(FILTER rtl_folders EXCLUDE REGEX "\\.[a-z]*$")
  list(TRANSFORM rtl_folders PREPEND -I)
  add_custom_command(
    OUTPUT ${folder}/${class}.h ${folder}/all.cc
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${VERILATOR} --cc -O3 --x-assign fast --x-initial unique --assert --no-timing
            --default-language 1364-2005 --prefix ${class} --top-module ${module} --Mdir ${folder}
            ${flags} ${parameters} ${rtl_folders} ${module}.v
    COMMAND ${CMAKE_COMMAND} -D FOLDER=${folder} -D HEADER=${class}.h
            -P ${PROJECT_SOURCE_DIR}/cmake/one_unit.cmake
    DEPENDS ${PROJECT_SOURCE_DIR}/cmake/one_unit.cmake
    DEPFILE ${folder}/all.d
    COMMENT "Verilating ${module} as ${class}"
    VERBATIM)
  target_sources(${library} PRIVATE ${folder}/all.cc ${folder}/${class}.h)
  target_include_directories(${library} SYSTEM PUBLIC ${folder})
endfunction()
