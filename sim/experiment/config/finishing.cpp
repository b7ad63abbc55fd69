// finishing.cpp - complaints about keys, and file names.

#include "sim/experiment/config/finishing.h"

#include <filesystem>

#include "sim/experiment/config/read_experiment.h"

namespace turnpike::sim {

void Finishing::complain(const std::string& key, const std::string& found,
                         const std::string& allowed) {
  errors_.push_back(complaint(e_.settings, key, found, allowed));
}

std::string Finishing::written(const std::string& key) const {
  const Setting* setting = e_.settings.find(key);
  return setting ? found_text(setting->value) : "nothing";
}

void Finishing::refuse(const std::string& key, const std::string& why) {
  if (given(key)) complain(key, written(key), why);
}

std::string Finishing::resolved(const std::string& key, const std::string& name) const {
  namespace fs = std::filesystem;
  const Setting* setting = e_.settings.find(key);
  if (!setting) return name;
  const fs::path base =
      setting->origin.option.empty() ? fs::path(setting->origin.file).parent_path() : fs::path();
  return fs::absolute(base / name).lexically_normal().string();
}

}  // namespace turnpike::sim
