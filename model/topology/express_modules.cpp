// express_modules.cpp - the modules of an interchange of a given level (Dally 1991, Fig. 5).
//
// Lane 0 of a module of level one is whatever leads down, lane 1 whatever leads up; inputs alike.

#include "model/topology/express.h"

namespace turnpike::model::detail {

namespace {

using Module = Composition::Module;
using Pin = Composition::Pin;

// Sends what has `distance` or more before it by lane 1.
Module level_one(ModuleRole role, unsigned level, std::uint64_t distance) {
  Module module;
  module.role = role;
  module.level = level;
  module.channels[0] = 1;
  module.distance[0] = distance;
  return module;
}

// Fig. 5a: everything in one.
Composition whole(const ExpressRules& rules, unsigned level) {
  Composition result;
  Module module;
  module.level = module.levels = level;
  unsigned lane = 0;
  result.in[0] = result.out[0] = {{0, lane++}};
  for (unsigned p = 1; p <= level; ++p) {
    module.channels[p - 1] = rules.channels[p - 1];
    module.distance[p - 1] = rules.length[p];
    for (unsigned c = 0; c < rules.channels[p - 1]; ++c) result.in[p].push_back({0, lane++});
    result.out[p] = result.in[p];
  }
  result.modules = {module};
  return result;
}

// The top and the descending modules below it: the top's lane 0 enters the highest descending
// module by lane 1, and so on down to the local channel. `first` is the index of the top.
void add_top_and_descent(Composition& result, const ExpressRules& rules, unsigned level) {
  const auto top = static_cast<unsigned>(result.modules.size());
  result.modules.push_back(level_one(ModuleRole::top, level, rules.length[level]));
  result.in[level] = result.out[level] = {{top, 1}};
  for (unsigned p = level - 1; p >= 1; --p) {
    const unsigned module = top + level - p;
    result.modules.push_back(level_one(ModuleRole::descending, p, rules.length[p]));
    result.inner.push_back({{module - 1, 0}, {module, 1}});
    result.out[p] = {{module, 1}};
  }
  result.out[0] = {{top + level - 1, 0}};
}

// Fig. 5b: a message climbs and descends as many levels as it likes.
Composition full(const ExpressRules& rules, unsigned level) {
  Composition result;
  for (unsigned p = 1; p < level; ++p) {
    result.modules.push_back(level_one(ModuleRole::ascending, p, rules.length[p + 1]));
    const unsigned above = p;  // the next ascending module, or the top
    result.in[p] = {{p - 1, 1}};
    result.inner.push_back({{p - 1, 1}, {above, 0}});
  }
  result.in[0] = {{0, 0}};
  const unsigned top = level - 1;
  add_top_and_descent(result, rules, level);
  for (unsigned p = 1; p < level; ++p) result.inner.push_back({{p - 1, 0}, {top + level - p, 0}});
  return result;
}

// Fig. 5c: a message climbs one level at a time.
Composition no_ascent(const ExpressRules& rules, unsigned level) {
  Composition result;
  add_top_and_descent(result, rules, level);
  // Module index level-p is that of level p; it takes what comes on the level below.
  for (unsigned p = 1; p <= level; ++p) result.in[p - 1] = {{level - p, 0}};
  return result;
}

// Fig. 5d: between this level and the one below; all others pass by. Its distance is set per place.
Composition top_only(const ExpressRules& rules, unsigned level) {
  Composition result;
  result.modules = {level_one(ModuleRole::top, level, rules.length[level])};
  result.in[level - 1] = result.out[level - 1] = {{0, 0}};
  result.in[level] = result.out[level] = {{0, 1}};
  return result;
}

}  // namespace

Composition compose(const ExpressRules& rules, unsigned level) {
  if (level == 1) return whole(rules, level);
  switch (rules.decomposition) {
    case ExpressDecomposition::single:
      return whole(rules, level);
    case ExpressDecomposition::full:
      return full(rules, level);
    case ExpressDecomposition::no_ascent:
      return no_ascent(rules, level);
    case ExpressDecomposition::top_only:
      break;
  }
  return top_only(rules, level);
}

}  // namespace turnpike::model::detail
