// gnuplot.cpp - gnuplot as a child process.

#include "sim/experiment/results/gnuplot.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/base/child_process.h"
#include "sim/base/config_error.h"
#include "sim/base/temporary_file.h"
#include "sim/base/text_file.h"
#include "sim/experiment/config/settings.h"

namespace turnpike::sim {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// A file that a full disk has cut lacks its end.
bool is_whole(const std::string& name, const std::string& content) {
  if (!ends_with(name, ".svg")) return ends_with(content, "IEND\xae\x42\x60\x82");
  return ends_with(content.substr(0, content.find_last_not_of('\n') + 1), "</svg>");
}

}  // namespace

std::string in_gnuplot_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
  }
  return out + "'";
}

Pictures draw_pictures(const std::string& script, const std::vector<std::string>& names) {
  Pictures pictures;
  try {
    const TemporaryFolder folder;
    write_whole_file(folder.path() + "/script.gp", script);
    ChildProcess gnuplot({"gnuplot", "-e", "cd " + in_gnuplot_quotes(folder.path()), "script.gp"});
    gnuplot.wait();
    if (gnuplot.exit_status() != 0) {
      pictures.problem = "gnuplot failed: " + gnuplot.standard_error();
      return pictures;
    }
    for (const std::string& name : names) {
      const std::string path = folder.path() + "/" + name;
      std::string content;
      if (std::filesystem::is_regular_file(path)) content = read_text_file(path);
      if (!is_whole(name, content)) {
        pictures.problem = "gnuplot left no whole " + name;
        return pictures;
      }
      pictures.contents.push_back(std::move(content));
    }
  } catch (const ConfigError& error) {
    pictures.problem = error.what();
  }
  return pictures;
}

}  // namespace turnpike::sim
