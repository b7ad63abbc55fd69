// figure_plot.cpp - gnuplot scripts for the figures of papers.

#include "papers/figure_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sim/experiment/results/gnuplot.h"

namespace turnpike::sim {

namespace {

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

// Of what was measured; without them bars would be dashes across the points.
bool has_errors(const PlotSeries& series) {
  return series.style != PlotStyle::line &&
         std::any_of(series.points.begin(), series.points.end(),
                     [](const PlotPoint& p) { return std::isfinite(p.error) && p.error > 0; });
}

std::string draw(const Plot& plot) {
  std::string text = "plot";
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const PlotSeries& series = plot.series[i];
    const unsigned colour = series.colour != 0 ? series.colour : static_cast<unsigned>(i) + 1;
    text += fmt::format(
        "{} $series{} using 1:2 with {} {}lw 1.5 {}lc {} {}", i == 0 ? "" : ",", i,
        style_text(series.style),
        series.style == PlotStyle::line ? ""
        : series.is_hollow              ? "pt 6 ps 0.7 "
                                        : "pt 7 ps 0.5 ",
        series.style == PlotStyle::points ? ""
        : series.dashed                   ? "dt 2 "
                                          : "dt 1 ",
        colour, series.label.empty() ? "notitle" : "title " + in_gnuplot_quotes(series.label));
    if (!has_errors(series)) continue;
    text +=
        fmt::format(", $series{} using 1:2:3 with yerrorbars pt 7 ps 0.1 lc {} notitle", i, colour);
  }
  return text + "\n";
}

// Of a logarithmic axis of less than two decades, which would have a number or two: 1, 2 and 5 of
// each decade.
std::string short_log_tics(char name, double first, double last) {
  if (last / first >= 100) return "";
  std::string tics;
  for (double decade = std::pow(10, std::floor(std::log10(first))); decade <= last; decade *= 10) {
    for (const double digit : {1., 2., 5.}) {
      if (digit * decade < first || digit * decade > last) continue;
      tics += fmt::format("{}{:g}", tics.empty() ? "" : ", ", digit * decade);
    }
  }
  return fmt::format("set {}tics ({})\n", name, tics);
}

// Ends at `limit`, 0: where the points end, and a little more. From 0, or if logarithmic where they
// begin.
std::string axis(const Plot& plot, char name, bool is_log, double limit) {
  double first = std::numeric_limits<double>::infinity();
  double last = 0;
  for (const PlotSeries& series : plot.series) {
    for (const PlotPoint& p : series.points) {
      const double error = name == 'y' && std::isfinite(p.error) ? p.error : 0;
      const double at = name == 'x' ? p.x : p.y;
      last = std::max(last, at + error);
      if (at > 0) first = std::min(first, at);
    }
  }
  const double end = limit > 0 ? limit : last * (is_log ? 1.2 : name == 'x' ? 1.02 : 1.05);
  if (!(end > 0)) return "";
  if (!is_log) return fmt::format("set {}range [0:{}]\n", name, end);
  return fmt::format("set logscale {0}\nset {0}range [{1}:{2}]\n{3}", name, first / 1.2, end,
                     short_log_tics(name, first / 1.2, end));
}

std::string script(const Plot& plot) {
  std::string text = fmt::format("# Draws {0}.svg: gnuplot {0}.gp\n{1}", plot.id, data(plot));
  text += fmt::format(
      "set title {} noenhanced\nset xlabel {} noenhanced offset 0,0.5\nset ylabel {} noenhanced\n",
      in_gnuplot_quotes(plot.title), in_gnuplot_quotes(plot.x_label),
      in_gnuplot_quotes(plot.y_label));
  // Else error bars wipe out the points and lines on which they stand.
  text += "set pointintervalbox 0.001\n";
  // Labels inside would hide curves.
  text += "set key below noenhanced\nset grid\n";
  text += axis(plot, 'x', plot.log_x, plot.x_limit) + axis(plot, 'y', plot.log_y, plot.y_limit);
  text += "set linetype 5 lc rgb '#a6761d'\n";  // for a yellow that is hard to see on white
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
