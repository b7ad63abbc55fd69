// validation_study.cpp - networks and loads of Figs. 2 to 5.

#include "papers/agarwal/validation_study.h"

#include <string>

#include "papers/agarwal/ideal_queues.h"

namespace turnpike::sim::agarwal {

namespace {

std::vector<double> loads(const std::string& figure, bool quick) {
  if (quick) return {.1, .5, .9};
  if (figure == "2") return {.1, .3, .5, .7, .8, .9};  // a thousand nodes
  return {.1, .2, .3, .4, .5, .6, .7, .8, .9};
}

std::vector<NetworkCase> at_loads(const std::vector<NetworkCase>& networks,
                                  const std::vector<double>& loads) {
  std::vector<NetworkCase> points;
  for (const NetworkCase& network : networks) {
    for (const double rho : loads) points.push_back(at_utilisation(network, rho));
  }
  return points;
}

}  // namespace

std::vector<NetworkCase> validation_networks(const char* figure, bool quick) {
  const std::string name = figure;
  std::vector<NetworkCase> networks;
  if (name == "2" || name == "3") {
    const unsigned dimensions = name == "2" ? 3 : 2;
    for (const unsigned flits :
         quick ? std::vector<unsigned>{2, 8} : std::vector<unsigned>{2, 4, 8, 12}) {
      networks.push_back({Shape::torus, 10, dimensions, flits, 0, 1});
    }
  } else if (name == "4") {
    for (const unsigned dimensions : {2u, 3u, 4u}) {
      networks.push_back({Shape::torus, 4, dimensions, 4, 0, 1});
    }
  } else {
    networks = {{Shape::torus, 10, 2, 2, 0, 1}, {Shape::torus, 10, 3, 2, 0, 1}};
    if (!quick) networks.push_back({Shape::torus, 4, 2, 2, 0, 1});
    if (!quick) networks.push_back({Shape::torus, 4, 4, 2, 0, 1});
  }
  return networks;
}

std::vector<MeasuredPoint> ValidationStudy::high_radix() const {
  if (figure_2.empty() || figure_3.empty()) return {};
  std::vector<MeasuredPoint> both = figure_2;
  both.insert(both.end(), figure_3.begin(), figure_3.end());
  return both;
}

ValidationStudy run_validation(const PaperOptions& options, PaperReport& report) {
  ValidationStudy study;
  const auto run = [&](const char* figure, const char* what) -> std::vector<MeasuredPoint> {
    if (!options.wants(figure) || report.interrupted) return {};
    const auto networks = validation_networks(figure, options.quick);
    auto points = measure(at_loads(networks, loads(figure, options.quick)), options, what, report);
    if (!report.interrupted) add_ideal(points, options, what, report);
    return points;
  };
  study.figure_2 = run("2", "figure 2");
  study.figure_3 = run("3", "figure 3");
  study.figure_4 = run("4", "figure 4");
  if (options.wants("5") && !report.interrupted) {
    std::vector<NetworkCase> sizes;
    for (NetworkCase network : validation_networks("5", options.quick)) {
      for (network.flits = 2; network.flits <= 12; network.flits += 2) {
        sizes.push_back(at_utilisation(network, kPacketSizeUtilisation));
      }
    }
    study.figure_5 = measure(sizes, options, "figure 5", report);
  }
  return study;
}

}  // namespace turnpike::sim::agarwal
