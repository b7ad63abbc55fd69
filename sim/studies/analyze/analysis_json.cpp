// analysis_json.cpp - an analysis as one JSON object (keys: docs/analysis.md).

#include "model/topology/network.h"
#include "model/topology/wiring.h"
#include "sim/studies/analyze/analysis_text.h"
#include "sim/studies/analyze/workload_bounds.h"

namespace turnpike::sim {

namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json number_or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json prediction_json(const Prediction& prediction) {
  Json json;
  json["key"] = prediction.quantity->key;
  json["what"] = prediction.quantity->name;
  json["value"] = number_or_null(prediction.value);
  json["unit"] = text_or_null(prediction.quantity->unit);
  json["source"] = prediction.quantity->source;
  json["valid"] = text_or_null(prediction.quantity->validity);
  json["reason"] = text_or_null(prediction.reason);
  json["note"] = text_or_null(prediction.note);
  json["measured"] = Json();
  json["measured_ci95"] = Json();
  if (prediction.measured) {
    json["measured"] = prediction.measured->value;
    json["measured_ci95"] = number_or_null(prediction.measured->ci95);
  }
  json["difference"] = number_or_null(prediction.difference());
  return json;
}

Json bottleneck_json(const Subject& subject, const Analysis& analysis) {
  if (!analysis.loads) return Json();
  const model::Network& network = subject.network;
  const model::ChannelId id = analysis.loads->bottleneck(network);
  if (id == model::kNoChannel) return Json();
  Json json;
  json["from"] = component_name(network, network.channels[id].from);
  json["to"] = component_name(network, network.channels[id].to);
  json["load"] = analysis.loads->channel[id];
  return json;
}

Json designs_json(const std::vector<model::agarwal::Design>& designs) {
  Json json = Json::array();
  for (const model::agarwal::Design& design : designs) {
    Json row;
    row["dimensions"] = design.dimensions;
    row["radix"] = design.radix;
    row["width"] = design.width;
    row["flits"] = design.flits;
    row["wire"] = design.wire;
    row["clock"] = design.clock;
    row["latency"] = design.latency;
    row["best"] = &design == &model::agarwal::best(designs);
    json.push_back(row);
  }
  return json;
}

Json designs_json(const Designs& designs) {
  Json json;
  json["reason"] = text_or_null(designs.reason);
  if (!designs.reason.empty()) return json;
  json["nodes"] = designs.budget.nodes;
  json["message_bits"] = designs.budget.bits;
  json["switch_delay"] = designs.budget.switch_delay;
  json["layout_dimensions"] = designs.budget.layout_dimensions;
  json["channel_width"] = designs.budget.width;
  json["bisection_wires"] = designs.budget.bisection;
  json["node_pins"] = designs.budget.pins;
  json["fixed_width"] = designs_json(designs.width);
  json["fixed_bisection"] = designs_json(designs.bisection);
  json["fixed_pins"] = designs_json(designs.node);
  return json;
}

Json measured_json(const Measured* measured) {
  if (measured == nullptr) return Json();
  Json json;
  json["engine"] = measured->engine;
  json["idle_load"] = measured->idle_load;
  json["saturated"] = measured->is_saturated;
  json["highest_followed"] = number_or_null(measured->followed);
  json["lowest_saturated"] = number_or_null(measured->saturated);
  json["fault"] = text_or_null(measured->fault);
  return json;
}

}  // namespace

Json analysis_json(const Subject& subject, const Analysis& analysis, const Measured* measured) {
  Json json;
  json["schema"] = "turnpike.analysis/3";
  json["name"] = subject.experiment.name;
  json["network"] = subject.experiment.topology.text(subject.network.components.size());
  json["nodes"] = subject.network.nodes();
  const bool is_drawn = model::workload_of(subject.experiment.traffic).is_drawn;
  json["load"] = is_drawn ? Json(subject.load()) : Json();
  json["mean_flits"] = is_drawn ? Json(subject.mean_flits()) : Json();
  json["predictions"] = Json::array();
  for (const Prediction& prediction : analysis.predictions.all()) {
    json["predictions"].push_back(prediction_json(prediction));
  }
  json["even_split"] = analysis.loads ? Json(analysis.loads->has_choice) : Json();
  json["bottleneck"] = bottleneck_json(subject, analysis);
  json["levels"] = Json::array();
  for (const LevelLoad& level : analysis.levels) {
    Json row;
    row["level"] = level.level;
    row["channels"] = level.channels;
    row["mean"] = level.mean;
    row["most"] = level.most;
    row["centre"] = number_or_null(level.centre);
    json["levels"].push_back(row);
  }
  json["designs"] = designs_json(analysis.designs);
  json["bounds"] = Json::array();
  for (const WorkloadBound& one : workload_bounds(subject)) {
    json["bounds"].push_back(
        {{"name", one.row->name}, {"value", one.value}, {"unit", one.row->unit}});
  }
  json["measured"] = measured_json(measured);
  return json;
}

}  // namespace turnpike::sim
