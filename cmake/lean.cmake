# lean.cmake - what a library of TURNPIKE_LEAN is made of: headers and static libraries, so that no
# soname of a distribution binds it. Graphviz has no static library: nothing reads DOT. That of bzip2
# fits into no shared library: model/traffic/loaded_bzip2.cpp loads the shared one.
#
# What comes out of a static library is hidden again (api/turnpike.map).

find_path(TOMLPLUSPLUS_INCLUDE toml++/toml.h REQUIRED)
add_library(turnpike_toml INTERFACE)
target_include_directories(turnpike_toml SYSTEM INTERFACE ${TOMLPLUSPLUS_INCLUDE})
target_compile_definitions(turnpike_toml INTERFACE TOML_HEADER_ONLY=1)

foreach(library IN ITEMS nettle z expat)
  find_library(TURNPIKE_LEAN_${library} NAMES lib${library}.a REQUIRED)
endforeach()
set(sim_libraries fmt::fmt-header-only turnpike_toml ${TURNPIKE_LEAN_nettle} ${TURNPIKE_LEAN_expat})
add_library(ZLIB::ZLIB INTERFACE IMPORTED)
target_link_libraries(ZLIB::ZLIB INTERFACE ${TURNPIKE_LEAN_z})
add_library(BZip2::BZip2 INTERFACE IMPORTED)
target_link_libraries(BZip2::BZip2 INTERFACE ${CMAKE_DL_LIBS})
