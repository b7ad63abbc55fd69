# tests.cmake - how tests are declared: what each costs, and in which share the dear ones run.
#
# Every test has three labels or two: its group (unit, lockstep, adapters ...), its cost, and, if it
# is dear, its share.
#
#   quick     `make quick`: what to run at each save. A second or so each.
#   change    `make test` runs these and the quick ones: what a change can plausibly break.
#   nightly   `make test-all` runs these too. tests/shares.cmake spreads them over shares; .ci/run
#             takes one of them after each change, `make test-share SHARE=n` takes share n.
#
# tests_quick, tests_change and tests_share_<n> are targets that build what such tests need.

include(GoogleTest)
include(${PROJECT_SOURCE_DIR}/tests/shares.cmake)

# The labels of a test of a group.
function(turnpike_labels variable group cost)
  set(labels ${group} ${cost})
  if(cost STREQUAL nightly)
    if(NOT DEFINED TURNPIKE_SHARE_${group})
      message(FATAL_ERROR "tests/shares.cmake: no share for group ${group}")
    endif()
    list(APPEND labels share_${TURNPIKE_SHARE_${group}})
  endif()
  set(${variable} "${labels}" PARENT_SCOPE)
endfunction()

# Tests of this group and cost need these targets.
function(turnpike_tests_need group cost)
  if(cost STREQUAL nightly)
    set(tests tests_share_${TURNPIKE_SHARE_${group}})
  else()
    set(tests tests_${cost})
  endif()
  foreach(name ${tests})
    if(NOT TARGET ${name})
      add_custom_target(${name})
    endif()
    add_dependencies(${name} turnpike ${ARGN})
  endforeach()
endfunction()

# A test that is a command:
#
#   turnpike_test(NAME GROUP COST COMMAND word ... [TIMEOUT seconds] [NEEDS target ...]
#                 [PROPERTIES name value ...])
function(turnpike_test name group cost)
  cmake_parse_arguments(PARSE_ARGV 3 given "" "TIMEOUT" "COMMAND;NEEDS;PROPERTIES")
  if(NOT given_TIMEOUT)
    set(given_TIMEOUT 300)
  endif()
  turnpike_labels(labels ${group} ${cost})
  add_test(NAME ${name} COMMAND ${given_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${given_TIMEOUT} LABELS "${labels}"
                                          ${given_PROPERTIES})
  turnpike_tests_need(${group} ${cost} ${given_NEEDS})
endfunction()

# The tests of a GoogleTest program, one CTest entry each: SystemC elaborates once in a process.
# Most are of cost COST; the others are named by patterns of --gtest_filter.
#
#   turnpike_gtest(PROGRAM GROUP COST [PREFIX word] [TIMEOUT seconds] [QUICK pattern ...]
#                  [CHANGE pattern ...] [NIGHTLY pattern ...] [ONLY pattern ...]
#                  [WITHOUT pattern ...])
#
# A program may have tests of two groups: of one it is told ONLY those, of the other WITHOUT them.
function(turnpike_gtest program group cost)
  cmake_parse_arguments(PARSE_ARGV 3 given "" "PREFIX;TIMEOUT" "QUICK;CHANGE;NIGHTLY;ONLY;WITHOUT")
  if(NOT given_PREFIX)
    set(given_PREFIX ${group})
  endif()
  if(NOT given_TIMEOUT)
    set(given_TIMEOUT 120)
  endif()
  set(others ${given_QUICK} ${given_CHANGE} ${given_NIGHTLY} ${given_WITHOUT})
  foreach(its_cost quick change nightly)
    string(TOUPPER ${its_cost} word)
    if(its_cost STREQUAL cost)
      if(NOT given_ONLY)
        set(given_ONLY *)
      endif()
      list(JOIN given_ONLY ":" most)
      list(JOIN others ":" filter)
      set(filter "${most}-${filter}")
    elseif(given_${word})
      list(JOIN given_${word} ":" filter)
    else()
      continue()
    endif()
    set(tests ${program}_${group}_${its_cost}_tests)
    gtest_discover_tests(
      ${program} TEST_PREFIX ${given_PREFIX}. TEST_FILTER "${filter}" TEST_LIST ${tests}
      DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}
      PROPERTIES TIMEOUT ${given_TIMEOUT})
    # gtest_discover_tests() takes no property that is a list, so that labels are set afterwards.
    turnpike_labels(labels ${group} ${its_cost})
    set(labelling ${CMAKE_CURRENT_BINARY_DIR}/${tests}_labels.cmake)
    get_target_property(sources ${program} SOURCES)
    turnpike_product_labels(more ${sources})
    file(WRITE ${labelling} "foreach(name IN LISTS ${tests})\n"
                            "  set(labels \"${labels}\")\n${more}"
                            "  set_tests_properties(\${name} PROPERTIES LABELS \"\${labels}\")\n"
                            "endforeach()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labelling})
    turnpike_tests_need(${group} ${its_cost} ${program})
  endforeach()
endfunction()
