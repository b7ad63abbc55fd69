// parsers.h - what is promised of every parser, whatever bytes it gets.
//
// A function for each: it hands the bytes over and throws std::logic_error, with what it saw, where
// a promise is broken. libFuzzer calls them with bytes of its own (libfuzzer.cpp), the test calls
// them with those kept in corpus/.

#pragma once

#include <string>
#include <string_view>

namespace turnpike::test {

void check_configuration(std::string_view bytes);  // a file
void check_assignment(std::string_view bytes);     // --set
void check_anynet(std::string_view bytes);
void check_trace(std::string_view bytes);
void check_permutation(std::string_view bytes);
void check_graph_file(std::string_view bytes);
void check_point(std::string_view bytes);  // of a sweep

// Throws std::logic_error where `holds` is false.
void promise(bool holds, const std::string& what);

// What is promised of every message: no character that rules a terminal, `lines` lines at most,
// none longer than a screen or two.
void check_message(const std::string& message, std::size_t lines);

// A regular file that holds the bytes until the next call.
const std::string& file_with(std::string_view bytes);

}  // namespace turnpike::test
