// figure_plot.cpp - gnuplot scripts for the figures of papers.

#include "papers/figure_plot.h"

#include <fmt/format.h>

#include <cmath>

#include "sim/results/gnuplot.h"

namespace turnpike::sim {

namespace {

constexpr std::size_t kMostInside = 6;  // labels inside the frame

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

const char* style_text(PlotStyle style) {
  switch (style) {
    case PlotStyle::line:
      return "lines";
    case PlotStyle::points:
      return "points";
    case PlotStyle::line_and_points:
      break;
  }
  return "linespoints";
}

std::string draw(const Plot& plot) {
  std::string text = "plot";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    const unsigned colour = series.colour != 0 ? series.colour : static_cast<unsigned>(i) + 1;
    text += fmt::format("{} $series{} using 1:2 with {} {}lw 1.5 {}lc {} title {}",
                        i == 0 ? "" : ",", i, style_text(series.style),
                        series.style == PlotStyle::line ? "" : "pt 7 ps 0.5 ",
                        series.style == PlotStyle::points ? ""
                        : series.dashed                   ? "dt 2 "
                                                          : "dt 1 ",
                        colour, in_gnuplot_quotes(series.label));
    if (series.style == PlotStyle::line) continue;  // nothing was measured
    text +=
        fmt::format(", $series{} using 1:2:3 with yerrorbars pt 7 ps 0.1 lc {} notitle", i, colour);
  }
  return text + "\n";
}

// Ends at `limit`, 0: where the points end.
std::string axis(char name, bool is_log, double limit) {
  const std::string end = limit > 0 ? fmt::format("{}", limit) : "";
  if (is_log) return fmt::format("set logscale {0}\nset {0}range [:{1}]\n", name, end);
  return fmt::format("set {}range [0:{}]\n", name, end);
}

std::string script(const Plot& plot) {
  std::string text = fmt::format("# Draws {0}.svg: gnuplot {0}.gp\n{1}", plot.id, data(plot));
  text +=
      fmt::format("set title {} noenhanced\nset xlabel {} noenhanced\nset ylabel {} noenhanced\n",
                  in_gnuplot_quotes(plot.title), in_gnuplot_quotes(plot.x_label),
                  in_gnuplot_quotes(plot.y_label));
  // Else error bars wipe out the points and lines on which they stand.
  text += "set pointintervalbox 0.001\n";
  // Many labels would hide the curves.
  text += fmt::format("set key {} noenhanced\nset grid\n",
                      plot.series.size() > kMostInside ? "outside right top" : "left top");
  text += axis('x', plot.log_x, plot.x_limit) + axis('y', plot.log_y, plot.y_limit);
  text += "set terminal svg size 800,500 font 'sans,13' background rgb 'white'\n";
  text += fmt::format("set output '{0}.svg'\n{1}unset output\n", plot.id, draw(plot));
  return text;
}

}  // namespace

std::string draw_plots(const std::vector<const Plot*>& plots, StagedFiles& files) {
  for (const Plot* plot : plots) files.write(plot->id + ".gp", script(*plot));
  for (const Plot* plot : plots) {
    const std::string name = plot->id + ".svg";
    const Pictures pictures = draw_pictures(script(*plot), {name});
    if (!pictures.problem.empty()) {
      return fmt::format("{}; results are complete, draw them later with `gnuplot {}.gp`",
                         pictures.problem, plot->id);
    }
    files.write(name, pictures.contents[0]);
  }
  return "";
}

}  // namespace turnpike::sim
