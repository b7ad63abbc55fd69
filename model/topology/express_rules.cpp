// express_rules.cpp - what can be built of an ExpressSpec, and what is refused.

#include <algorithm>
#include <string>

#include "model/common/configuration_error.h"
#include "model/topology/express.h"

namespace turnpike::model::detail {

namespace {

const char* const kSpacing = "network.express.spacing";
const char* const kLevels = "network.express.levels";
const char* const kChannels = "network.express.channels";

std::string list_text(const std::vector<unsigned>& values) {
  std::string text;
  for (const unsigned value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
  return values.size() == 1 ? text : "[" + text + "]";
}

// The value of each level; one value is for all.
std::vector<unsigned> per_level(const char* key, const std::vector<unsigned>& given,
                                unsigned levels) {
  if (given.size() == levels) return given;
  if (given.size() == 1) return std::vector<unsigned>(levels, given[0]);
  throw ConfigurationError(
      key, list_text(given),
      "one number, or a list of " + std::to_string(levels) + ": one for each of the levels");
}

void set_channels(ExpressRules& rules, const ExpressSpec& spec) {
  const std::vector<unsigned> given =
      spec.channels.empty() ? std::vector<unsigned>{1} : spec.channels;
  const std::vector<unsigned> channels = per_level(kChannels, given, rules.levels);
  for (const unsigned m : channels) {
    if (m >= 1 && m <= kMaxExpressChannels) continue;
    throw ConfigurationError(kChannels, list_text(given),
                             "1 .. " + std::to_string(kMaxExpressChannels) + " on each level");
  }
  std::copy(channels.begin(), channels.end(), rules.channels.begin());
}

void set_lengths(ExpressRules& rules, const ExpressSpec& spec, unsigned longest_radix) {
  if (spec.spacing.empty()) {
    throw ConfigurationError(kSpacing, "nothing", "integer from 2, or one for each level");
  }
  const std::vector<unsigned> spacing = per_level(kSpacing, spec.spacing, rules.levels);
  for (const unsigned i : spacing) {
    if (i >= 2 && i <= longest_radix) continue;
    throw ConfigurationError(kSpacing, list_text(spec.spacing),
                             "2 .. " + std::to_string(longest_radix) + ", the radix");
  }
  rules.length[0] = 1;
  for (unsigned p = 1; p <= rules.levels; ++p) {
    if (rules.length[p - 1] > longest_radix) {
      throw ConfigurationError(kLevels, std::to_string(rules.levels),
                               "at most " + std::to_string(p - 1) + ": a channel of level " +
                                   std::to_string(p - 1) + " would be " +
                                   std::to_string(rules.length[p - 1]) + " long, the radix is " +
                                   std::to_string(longest_radix));
    }
    rules.length[p] = rules.length[p - 1] * spacing[p - 1];
  }
}

// On a ring the interchanges of a level must close it in equal channels.
void check_ring(const ExpressRules& rules, const ExpressSpec& spec,
                const std::vector<unsigned>& radix) {
  for (unsigned p = 1; p <= rules.levels; ++p) {
    for (const unsigned k : radix) {
      if (rules.length[p] > k || k % rules.length[p] == 0) continue;
      throw ConfigurationError(kSpacing, list_text(spec.spacing),
                               "with topology \"torus\": channels of level " + std::to_string(p) +
                                   " are " + std::to_string(rules.length[p]) +
                                   " long, which must divide the radix, " + std::to_string(k) +
                                   ", to close the ring");
    }
  }
  const auto refuse = [](const char* key, const char* value, const char* instead) {
    throw ConfigurationError(key, value,
                             std::string(instead) +
                                 " with topology \"torus\": else channels pass "
                                 "the dateline where no interchange changes the VC class");
  };
  if (spec.insertion == ExpressInsertion::interleaved) {
    refuse("network.express.insertion", "\"interleaved\"", "\"multichannel\"");
  }
  if (spec.decomposition == ExpressDecomposition::top_only) {
    refuse("network.express.decomposition", "\"top_only\"", "\"single\", \"full\", \"no_ascent\"");
  }
  if (spec.dimensions == ExpressDimensions::joint) {
    refuse("network.express.dimensions", "\"joint\"", "\"separate\"");
  }
}

void set_interleaved(ExpressRules& rules, const ExpressSpec& spec) {
  if (rules.levels != 1) {
    throw ConfigurationError(kLevels, std::to_string(rules.levels),
                             "1 with insertion \"interleaved\"");
  }
  rules.lanes = rules.channels[0];
  rules.channels[0] = 1;
  if (rules.length[1] % rules.lanes == 0) return;
  throw ConfigurationError(kSpacing, list_text(spec.spacing),
                           "a multiple of channels, " + std::to_string(rules.lanes) +
                               ", with insertion \"interleaved\"");
}

void check_decomposition(const ExpressRules& rules, const ExpressSpec& spec,
                         unsigned buffer_depth) {
  if (rules.levels == 1) {
    throw ConfigurationError(
        "network.express.decomposition",
        '"' + std::string(word_of(kDecompositionWords, spec.decomposition)) + "\" with levels = 1",
        "\"single\": an interchange of level 1 is one module");
  }
  if (*std::max_element(rules.channels.begin(), rules.channels.end()) > 1) {
    throw ConfigurationError(kChannels, list_text(spec.channels),
                             "1 on each level with a decomposition: its modules have one channel "
                             "of each level");
  }
  // Which level a lane of a module belongs to differs from place to place.
  if (rules.express_depth != buffer_depth) {
    throw ConfigurationError("network.express.buffer_depth", std::to_string(rules.express_depth),
                             "router.buffer_depth, " + std::to_string(buffer_depth) +
                                 ", with a decomposition: its modules are all alike");
  }
}

}  // namespace

ExpressRules make_express_rules(const TopologySpec& topology, const RouterSpec& router) {
  const ExpressSpec& spec = *topology.express;
  ExpressRules rules;
  rules.is_ring = topology.routing_kind().has_rings;
  rules.bidirectional = !rules.is_ring || topology.bidirectional;
  rules.is_joint = spec.dimensions == ExpressDimensions::joint;
  rules.decomposition = spec.decomposition;
  rules.levels = spec.levels;
  if (spec.levels < 1 || spec.levels > kMaxExpressLevels) {
    throw ConfigurationError(kLevels, std::to_string(spec.levels),
                             "1 .. " + std::to_string(kMaxExpressLevels));
  }
  rules.express_depth = spec.buffer_depth == 0 ? router.buffer_depth : spec.buffer_depth;
  if (rules.express_depth > kMaxDepth) {
    throw ConfigurationError("network.express.buffer_depth", std::to_string(spec.buffer_depth),
                             "1 .. " + std::to_string(kMaxDepth) + " flits");
  }
  set_lengths(rules, spec, *std::max_element(topology.radix.begin(), topology.radix.end()));
  set_channels(rules, spec);
  if (rules.is_ring) check_ring(rules, spec, topology.radix);
  if (spec.decomposition != ExpressDecomposition::single) {
    check_decomposition(rules, spec, router.buffer_depth);
  }
  if (spec.insertion == ExpressInsertion::interleaved) set_interleaved(rules, spec);
  return rules;
}

}  // namespace turnpike::model::detail
