// event_text.h - events of a run as lines of text (docs/event_log.md).

#pragma once

#include <string>

#include "model/network/event_log.h"
#include "model/topology/network.h"

namespace turnpike::sim {

// What comes before the first event: the form, and in CSV the names of the columns.
std::string events_csv_header();
std::string events_json_header();

// Each adds one line to `text`.
void add_event_csv(const model::Network& network, const model::Event& event, std::string& text);
void add_event_json(const model::Network& network, const model::Event& event, std::string& text);

}  // namespace turnpike::sim
