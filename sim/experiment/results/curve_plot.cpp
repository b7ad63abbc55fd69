// curve_plot.cpp - the picture of a sweep, drawn by gnuplot.

#include "sim/experiment/results/curve_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "model/common/printable.h"
#include "sim/experiment/results/gnuplot.h"

namespace turnpike::sim {

namespace {

std::string data_blocks(const std::vector<PlotCurve>& curves) {
  std::string text;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    text += fmt::format(
        "$curve{} << END\n# offered accepted latency; 1: saturated, not finished; half "
        "width of the band, below 0: none\n",
        i);
    for (const CurvePoint& p : curves[i].points) {
      text += fmt::format("{} {} {} {} {}\n", p.offered, p.accepted, p.latency, p.saturated ? 1 : 0,
                          p.half_width);
    }
    text += "END\n";
  }
  return text;
}

// The bands of curves that have one, behind all curves and in their colours.
std::string band_commands(const std::vector<PlotCurve>& curves) {
  constexpr const char* kKnown = "$4 > 0 || $5 < 0";
  std::string text;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::vector<CurvePoint>& points = curves[i].points;
    const auto has_band = [](const CurvePoint& p) { return !p.saturated && p.half_width >= 0; };
    if (std::none_of(points.begin(), points.end(), has_band)) continue;
    text += fmt::format(
        " $curve{0} using 1:({1} ? NaN : $3 - $5):({1} ? NaN : $3 + $5) with filledcurves linetype "
        "{2} fillstyle solid 0.2 noborder notitle,",
        i, kKnown, i + 1);
  }
  return text;
}

// `using`: gnuplot columns; NaN leaves a point out.
std::string plot_command(const std::vector<PlotCurve>& curves, const std::string& columns,
                         const std::string& bands = "") {
  std::string text = "plot" + bands;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const std::string title = curves[i].label.empty()
                                  ? std::string("notitle")
                                  : "title " + in_gnuplot_quotes(model::printable(curves[i].label));
    text += fmt::format(
        "{} $curve{} using {} with linespoints linetype {} pointtype 7 pointsize 0.5 lw 1.5 {}",
        i == 0 ? "" : ",", i, columns, i + 1, title);
  }
  return text + "\n";
}

// Upper end of the latency axis, 0: no point to show. Close to saturation latencies grow without
// bound and would press the rest of the curve flat.
double latency_range(const std::vector<PlotCurve>& curves) {
  constexpr double kTimesTheLowest = 8;
  double lowest = 0;
  double highest = 0;
  for (const PlotCurve& curve : curves) {
    for (const CurvePoint& p : curve.points) {
      if (p.saturated || !(p.latency > 0)) continue;
      lowest = lowest > 0 ? std::min(lowest, p.latency) : p.latency;
      highest = std::max(highest, p.latency);
    }
  }
  return std::min(1.05 * highest, kTimesTheLowest * lowest);
}

std::string script(const std::string& title, const std::vector<PlotCurve>& curves) {
  // In a picture a control character is no XML.
  std::string draw = "set multiplot layout 2,1 title " +
                     in_gnuplot_quotes(model::printable(title)) + " noenhanced\n";
  draw += "set ylabel 'latency, cycles'\n";
  const double range = latency_range(curves);
  if (range > 0) draw += fmt::format("set yrange [0:{}]\n", range);
  if (range > 0) draw += plot_command(curves, "1:($4 > 0 ? NaN : $3)", band_commands(curves));
  draw += "set yrange [0:*]\n";
  draw += "set ylabel 'accepted, flits per node and cycle'\n";
  draw += plot_command(curves, "1:2");
  draw += "unset multiplot\nunset output\n";
  return "# Draws sweep.svg and sweep.png: gnuplot sweep.gp\n" + data_blocks(curves) +
         "set xlabel 'offered, flits per node and cycle'\nset key left top noenhanced\nset grid\n"
         "set xrange [0:]\nset yrange [0:]\n"
         "set terminal svg size 800,900 font 'sans,13' background rgb 'white'\n"
         "set output 'sweep.svg'\n" +
         draw +
         "set terminal pngcairo size 800,900 font 'sans,11'\n"
         "set output 'sweep.png'\n" +
         draw;
}

}  // namespace

std::string plot_curves(const std::string& title, const std::vector<PlotCurve>& curves,
                        StagedFiles& files) {
  const bool any = std::any_of(curves.begin(), curves.end(),
                               [](const PlotCurve& curve) { return !curve.points.empty(); });
  for (const char* name : {"sweep.gp", "sweep.svg", "sweep.png"}) files.replace(name);
  if (!any) return "no point to draw";
  const std::string text = script(title, curves);
  files.write("sweep.gp", text);
  const std::vector<std::string> names = {"sweep.svg", "sweep.png"};
  const Pictures pictures = draw_pictures(text, names);
  if (!pictures.problem.empty()) {
    return fmt::format("{}; results are complete, draw them later with `gnuplot sweep.gp`",
                       pictures.problem);
  }
  for (std::size_t i = 0; i < names.size(); ++i) files.write(names[i], pictures.contents[i]);
  return "";
}

}  // namespace turnpike::sim
