// finishing.h - the state that all parts of finish() share: an experiment whose keys are read, and
// the mistakes in them.

#pragma once

#include <string>
#include <vector>

#include "sim/experiment/config/experiment.h"

namespace turnpike::sim {

class Finishing {
 public:
  Finishing(Experiment& experiment, std::vector<std::string>& errors)
      : e_(experiment), errors_(errors) {}

 protected:
  bool given(const std::string& key) const { return e_.settings.find(key) != nullptr; }
  void complain(const std::string& key, const std::string& found, const std::string& allowed);
  // What was written for the key.
  std::string written(const std::string& key) const;
  // A key that has no meaning here was set.
  void refuse(const std::string& key, const std::string& why);
  // File names in a file are relative to it; those of an option to the working directory.
  std::string resolved(const std::string& key, const std::string& name) const;

  Experiment& e_;
  std::vector<std::string>& errors_;
};

// What follows from the keys of [traffic] and [workload] together.
void finish_traffic(Experiment& experiment, std::vector<std::string>& errors);
// What follows from those of [axi], its effect on the defaults of [router] included.
void finish_axi(Experiment& experiment, std::vector<std::string>& errors);

}  // namespace turnpike::sim
