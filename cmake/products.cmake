# products.cmake - what is built around the core, each with an option, a target and a label of tests.
#
# The core is the RTL, the model, the harness with lockstep, and the commands about networks. It is
# configured, built and tested without any of the products.

option(TURNPIKE_MACHINE "Nodes with memory and a co-processor: `turnpike machine`" ON)
option(TURNPIKE_REGRESS "Suites of runs: `turnpike regress` and `bisect`" ON)
option(TURNPIKE_FPGA "Synthesis for FPGAs: `turnpike synth`" ON)
option(TURNPIKE_PAPERS "Experiments of papers: turnpike-papers" ON)
if(TURNPIKE_REGRESS AND NOT TURNPIKE_MACHINE)
  message(FATAL_ERROR "TURNPIKE_REGRESS=ON: allowed with TURNPIKE_MACHINE=ON, suites run machines")
endif()

# Paths of the files of each, tests among them. Papers have a folder of their own.
set(TURNPIKE_PRODUCTS machine regress fpga papers)
set(TURNPIKE_FILES_machine
    "/(sim|model|tests/unit|tests/system|tests/lockstep)/machine/|/commands/machine(_test)?\\.cpp$"
    "|/tests/lockstep/(emit/emitted_machine|mutations/(buses|coprocessor)_mutation)_test\\.cpp$"
    "|/tests/system/faults/waveform_test\\.cpp$")
set(TURNPIKE_FILES_regress
    "/(sim/studies|tests/unit)/(regress|bisect)/|/commands/(regress|bisect|cross_check)(_test)?\\.cpp$"
    "|/tests/(lockstep/mutations/bisect|system/faults/regress_disk)_test\\.cpp$")
set(TURNPIKE_FILES_fpga "/(sim/studies|tests/unit)/synthesis/|/commands/synth(_test)?\\.cpp$")
set(TURNPIKE_FILES_papers "/papers/|/commands/paper\\.cpp$")
# Tests that go through all commands.
set(TURNPIKE_FILES_of_all
    "/tests/system/(install|commands/(arguments|documents|hostile_names|shape_build|streams)"
    "|faults/(full_disk|full_output|read_only))_test\\.cpp$|/tests/extension/extension_test\\.cpp$")
foreach(product IN LISTS TURNPIKE_PRODUCTS ITEMS of_all)
  list(JOIN TURNPIKE_FILES_${product} "" TURNPIKE_FILES_${product})
endforeach()

set(TURNPIKE_HAS_ALL ON)
foreach(product IN LISTS TURNPIKE_PRODUCTS)
  string(TOUPPER ${product} word)
  set(TURNPIKE_HAS_${product} ${TURNPIKE_${word}})
  if(NOT TURNPIKE_${word})
    set(TURNPIKE_HAS_ALL OFF)
  endif()
endforeach()

# Takes the files of a product out of a list, into <list>_<product>; none where it is not built.
function(turnpike_split files product)
  set(all ${${files}})
  set(its ${all})
  list(FILTER its INCLUDE REGEX "${TURNPIKE_FILES_${product}}")
  list(FILTER all EXCLUDE REGEX "${TURNPIKE_FILES_${product}}")
  if(NOT TURNPIKE_HAS_${product})
    set(its)
  endif()
  set(${files} "${all}" PARENT_SCOPE)
  set(${files}_${product} "${its}" PARENT_SCOPE)
endfunction()

# Leaves in a list what is built.
function(turnpike_leave_built files)
  set(all ${${files}})
  foreach(product IN LISTS TURNPIKE_PRODUCTS)
    if(NOT TURNPIKE_HAS_${product})
      list(FILTER all EXCLUDE REGEX "${TURNPIKE_FILES_${product}}")
    endif()
  endforeach()
  if(NOT TURNPIKE_HAS_ALL)
    list(FILTER all EXCLUDE REGEX "${TURNPIKE_FILES_of_all}")
  endif()
  set(${files} "${all}" PARENT_SCOPE)
endfunction()

# Lines for the labels of a program's tests (tests.cmake): a test of a product has its name, too.
function(turnpike_product_labels lines)
  set(text "")
  foreach(product IN LISTS TURNPIKE_PRODUCTS)
    set(its ${ARGN})
    list(FILTER its INCLUDE REGEX "${TURNPIKE_FILES_${product}}")
    set(suites)
    foreach(file IN LISTS its)
      file(STRINGS ${file} tests REGEX "^TEST(_F|_P)?\\(")
      foreach(test IN LISTS tests)
        if(test MATCHES "^TEST[_FP]*\\(([A-Za-z0-9]+),")
          list(APPEND suites ${CMAKE_MATCH_1})
        endif()
      endforeach()
    endforeach()
    list(REMOVE_DUPLICATES suites)
    if(suites)
      list(JOIN suites "|" suites)
      string(APPEND text "  if(name MATCHES \"[./](${suites})[./]\")\n"
                         "    list(APPEND labels ${product})\n  endif()\n")
    endif()
  endforeach()
  set(${lines} "${text}" PARENT_SCOPE)
endfunction()
