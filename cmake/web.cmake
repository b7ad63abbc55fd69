# web.cmake - what the page with the model inside is compiled with (`make web`, docs/web.md).
#
# A browser has no files, processes, threads or wider words than 64 bits; web/no_files.cpp stands
# in for what reads files. Emscripten must not see the headers of /usr/include, which are those of
# another system: libraries that are headers alone are linked into a folder of their own.

set(web_include ${CMAKE_BINARY_DIR}/include)
file(MAKE_DIRECTORY ${web_include})
foreach(header IN ITEMS fmt CLI toml++ nlohmann nettle eigen3/Eigen)
  if(NOT EXISTS /usr/include/${header})
    message(FATAL_ERROR "/usr/include/${header}: not found, allowed: with the packages of the group "
                        "run in scripts/packages.txt")
  endif()
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK /usr/include/${header} ${web_include}/${name} SYMBOLIC)
endforeach()
add_library(turnpike_web_headers INTERFACE)
target_include_directories(turnpike_web_headers SYSTEM INTERFACE ${web_include})
target_compile_definitions(turnpike_web_headers INTERFACE TOML_HEADER_ONLY=1 FMT_HEADER_ONLY=1)
foreach(library IN ITEMS Eigen3::Eigen ZLIB::ZLIB BZip2::BZip2 CLI11::CLI11 Threads::Threads
                         nlohmann_json::nlohmann_json)
  add_library(${library} INTERFACE IMPORTED)
  target_link_libraries(${library} INTERFACE turnpike_web_headers)
endforeach()
set(sim_libraries turnpike_web_headers)
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
# Warnings are those of the program's compiler; here sizes have 32 bits, which gives others.
add_compile_options(-w -fwasm-exceptions
                    "SHELL:-include ${PROJECT_SOURCE_DIR}/web/from_chars.h")
set(TURNPIKE_WEB_WITHOUT
    "/(text_lines|netrace_file|kernel_avx2|kernel_avx512|content_hash|code_file|staged_folder|child_process|run_child|forked_task|graph_ml)\\.cpp$")
