// figure_plot.cpp - gnuplot scripts for the figures of papers.

#include "sim/paper/figure_plot.h"

#include <fmt/format.h>

#include <filesystem>

#include "sim/config/config_error.h"
#include "sim/report/child_process.h"

namespace turnpike::sim {

namespace {

// Inside single quotes nothing but the quote itself is special (with `noenhanced`).
std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

std::string data(const Plot& plot) {
  std::string text;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    text += fmt::format("$series{} << END\n# x y half-width\n", i);
    for (const PlotPoint& p : plot.series[i].points) {
      text += fmt::format("{} {} {}\n", p.x, p.y, std::isfinite(p.error) ? p.error : 0);
    }
    text += "END\n";
  }
  return text;
}

std::string draw(const Plot& plot) {
  std::string text = "plot";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    const unsigned colour = static_cast<unsigned>(i) + 1;
    text += fmt::format(
        "{} $series{} using 1:2 with linespoints pt 7 ps 0.5 lw 1.5 dt {} lc {} title {}, "
        "$series{} using 1:2:3 with yerrorbars pt 7 ps 0.1 lc {} notitle",
        i == 0 ? "" : ",", i, series.dashed ? 2 : 1, colour, in_quotes(series.label), i, colour);
  }
  return text + "\n";
}

std::string script(const Plot& plot) {
  std::string text =
      fmt::format("# Draws {0}.svg and {0}.png: gnuplot {0}.gp\n{1}", plot.id, data(plot));
  text +=
      fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                  in_quotes(plot.title), in_quotes(plot.x_label), in_quotes(plot.y_label));
  text += "set key left top noenhanced\nset grid\n";
  text += plot.log_x ? "set logscale x\n" : "set xrange [0:]\n";
  if (plot.log_y) {
    text += "set logscale y\n";
  } else {
    text += plot.y_limit > 0 ? fmt::format("set yrange [0:{}]\n", plot.y_limit)
                             : std::string("set yrange [0:]\n");
  }
  text += "set terminal svg size 800,500 font 'sans,13' background rgb 'white'\n";
  text += fmt::format("set output '.{0}.svg.tmp'\n{1}", plot.id, draw(plot));
  text += "set terminal pngcairo size 800,500 font 'sans,11'\n";
  text += fmt::format("set output '.{0}.png.tmp'\n{1}unset output\n", plot.id, draw(plot));
  text +=
      fmt::format("system \"mv -f .{0}.svg.tmp {0}.svg && mv -f .{0}.png.tmp {0}.png\"\n", plot.id);
  return text;
}

}  // namespace

std::string draw_plots(const std::vector<const Plot*>& plots, OutputFolder& folder) {
  for (const Plot* plot : plots) folder.write(plot->id + ".gp", script(*plot));
  for (const Plot* plot : plots) {
    try {
      const std::string enter = fmt::format("cd {}", in_quotes(folder.path()));
      ChildProcess gnuplot({"gnuplot", "-e", enter, plot->id + ".gp"});
      gnuplot.wait();
      if (gnuplot.exit_status() != 0) return "gnuplot failed: " + gnuplot.standard_error();
    } catch (const ConfigError& error) {
      return fmt::format("{}; results are complete, draw them later with `gnuplot {}.gp`",
                         error.what(), plot->id);
    }
    for (const char* ending : {".svg", ".png"}) {
      if (!std::filesystem::is_regular_file(folder.path_of(plot->id + ending))) {
        return "gnuplot left no picture of " + plot->id;
      }
      folder.note(plot->id + ending);
    }
  }
  return "";
}

}  // namespace turnpike::sim
