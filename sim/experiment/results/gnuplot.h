// gnuplot.h - pictures by gnuplot. It follows links when it opens its output, and does not report a
// full disk, so it draws in a folder of its own, and the program checks the picture.

#pragma once

#include <string>
#include <vector>

namespace turnpike::sim {

// In gnuplot's single quotes, where nothing but the quote is special (with `noenhanced`).
std::string in_gnuplot_quotes(const std::string& text);

struct Pictures {
  std::vector<std::string> contents;  // of the files, in the order of their names
  std::string problem;                // why there is none, or nothing
};

// Runs a script that draws pictures with these names, .svg or .png.
Pictures draw_pictures(const std::string& script, const std::vector<std::string>& names);

}  // namespace turnpike::sim
