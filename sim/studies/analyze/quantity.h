// quantity.h - the quantities that `turnpike analyze` computes for a configuration, one row each.

#pragma once

#include <optional>
#include <string>
#include <vector>

namespace turnpike::sim {

// A row of the table: the same for all configurations, and in docs/analysis.md.
struct Quantity {
  const char* key;       // "saturation.counted"; what stands before the point is its group
  const char* name;      // for people
  const char* unit;      // empty: a plain number
  const char* source;    // paper and equation, or where it is defined
  const char* validity;  // what must hold for it to be right; empty: nothing
};

const std::vector<Quantity>& quantities();

struct Measurement {
  double value = 0;
  std::optional<double> ci95;  // half width of the 95 % confidence interval, in the same unit
};

// What is said of a quantity here: a value, or why there is none.
struct Prediction {
  const Quantity* quantity = nullptr;
  std::optional<double> value;
  std::string reason;  // without a value: "not covered: ...", "outside the model: ..."
  std::string note;    // what else to know of this value
  std::optional<Measurement> measured;

  // (value - measured) / measured; nothing without both, or where 0 was measured.
  std::optional<double> difference() const;
};

// All quantities, in the order of the table.
class Predictions {
 public:
  Predictions();

  void set(const std::string& key, double value, const std::string& note = "");
  void add_note(const std::string& key, const std::string& note);
  void refuse(const std::string& key, const std::string& reason);
  void measure(const std::string& key, const Measurement& measurement);

  const Prediction& at(const std::string& key) const;
  // Of a quantity that must be there.
  double value(const std::string& key) const { return at(key).value.value(); }
  const std::vector<Prediction>& all() const { return all_; }

 private:
  Prediction& row(const std::string& key);

  std::vector<Prediction> all_;
};

// What runs of the configuration found; the predictions have it beside them.
struct Measured {
  std::string engine;
  double idle_load = 0;             // flits per node and cycle, of the run at hardly any load
  bool is_saturated = false;        // at the configuration's own load
  std::optional<double> followed;   // the highest load that was not saturated
  std::optional<double> saturated;  // the lowest that was; none: up to the highest possible
  std::string fault;                // a run that saw nothing of an exact bound; else empty
  bool is_whole = false;            // nothing was interrupted
};

}  // namespace turnpike::sim
