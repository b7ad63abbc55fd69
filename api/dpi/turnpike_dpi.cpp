// turnpike_dpi.cpp - references by their handles; exceptions become answers.

#include "api/dpi/turnpike_dpi.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <new>
#include <stdexcept>

#include "api/dpi/reference.h"
#include "api/dpi/surroundings.h"

namespace turnpike::dpi {
namespace {

struct Entry {
  std::unique_ptr<Reference> reference;        // either this
  std::unique_ptr<Surroundings> surroundings;  // or this
  std::vector<Pin> inputs;                     // of the component
  std::vector<Pin> outputs;
  std::int64_t now = 0;
  bool is_running = false;  // it was reset, and nothing went wrong since
  bool was_reset = false;
  std::vector<std::uint32_t> expected;
  std::string text;
};

// One for the process, as handles are numbers of the process.
struct Table {
  std::mutex mutex;
  std::map<std::int32_t, Entry> entries;
  std::int32_t last = 0;
};

Table& table() {
  static Table its;
  return its;
}

thread_local std::string text_of_none;
thread_local std::string answered_text;

// A library of C functions lets nothing through.
template <class Work>
std::int32_t guarded(std::string& text, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    text.clear();  // no memory for one either
    return TURNPIKE_REFERENCE_MEMORY;
  } catch (const std::invalid_argument& error) {
    text = error.what();
    return TURNPIKE_REFERENCE_PARAMETERS;
  }
}

std::int32_t answer(std::string& text, std::int32_t status, const std::string& words) {
  text = words;
  return status;
}

// Calls work(entry) for one that there is, and has the part.
template <class Part, class Work>
std::int32_t with_part(std::int32_t handle, Part part, const char* name, const Work& work) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().entries.find(handle);
  if (found == table().entries.end() || !(found->second.*part)) {
    return guarded(text_of_none, [&] {
      return answer(text_of_none, TURNPIKE_REFERENCE_HANDLE,
                    "handle " + std::to_string(handle) + ": no such " + name +
                        "; it was freed, or never was one");
    });
  }
  return guarded(found->second.text, [&] { return work(found->second); });
}
template <class Work>
std::int32_t with_entry(std::int32_t handle, const Work& work) {
  return with_part(handle, &Entry::reference, "reference", work);
}
template <class Work>
std::int32_t with_surroundings(std::int32_t handle, const Work& work) {
  return with_part(handle, &Entry::surroundings, "surroundings", work);
}

std::int32_t add(Entry entry) {
  const std::lock_guard<std::mutex> lock(table().mutex);
  const std::int32_t handle = table().last + 1;
  table().entries.emplace(handle, std::move(entry));
  table().last = handle;
  return handle;
}

std::int32_t check_words(Entry& entry, const void* words, std::int32_t count, unsigned bits) {
  if (words == nullptr) return answer(entry.text, TURNPIKE_REFERENCE_NULL, "the array is NULL");
  const auto needed = static_cast<std::int32_t>((bits + 31) / 32);
  if (count >= needed) return TURNPIKE_REFERENCE_EQUAL;
  return answer(entry.text, TURNPIKE_REFERENCE_WORDS,
                "an array of " + std::to_string(count) + " words; needed: " +
                    std::to_string(needed) + ", for " + std::to_string(bits) + " bits");
}

std::int32_t needs_reset(Entry& entry) {
  return answer(entry.text, TURNPIKE_REFERENCE_STATE,
                entry.was_reset ? "the reference needs a reset after an error"
                                : "the reference had no reset yet");
}

std::int32_t step(Entry& entry, const std::uint32_t* outputs) {
  if (!entry.is_running) return needs_reset(entry);
  Surroundings& around = *entry.surroundings;
  try {
    around.tick(router_out(around.router(), outputs));
  } catch (const std::logic_error& error) {
    entry.is_running = false;
    return answer(entry.text, TURNPIKE_REFERENCE_DIFFERENT,
                  "cycle " + std::to_string(entry.now) + ", " + error.what());
  }
  ++entry.now;
  return TURNPIKE_REFERENCE_EQUAL;
}

const std::uint32_t* expected_of(Entry& entry) {
  entry.expected.assign((entry.reference->output_bits() + 31) / 32, 0);
  entry.reference->show(entry.expected.data());
  return entry.expected.data();
}

std::int32_t cycle(Entry& entry, const std::uint32_t* inputs, std::int32_t count) {
  if (!entry.was_reset) return TURNPIKE_REFERENCE_EQUAL;
  if (!entry.is_running) return needs_reset(entry);
  const std::int32_t status = check_words(entry, inputs, count, entry.reference->input_bits());
  if (status != TURNPIKE_REFERENCE_EQUAL) return status;
  try {
    entry.reference->tick(inputs);
  } catch (const std::logic_error& error) {
    entry.is_running = false;
    return answer(
        entry.text, TURNPIKE_REFERENCE_DUTY,
        "cycle " + std::to_string(entry.now) + ": the inputs break a duty: " + error.what());
  }
  ++entry.now;
  return TURNPIKE_REFERENCE_EQUAL;
}

// What `words` says of an entry, or of nullptr for none, kept for the caller.
template <class Words>
const char* answered(std::int32_t handle, const Words& words) {
  std::string& text = answered_text;
  const std::lock_guard<std::mutex> lock(table().mutex);
  const auto found = table().entries.find(handle);
  try {
    text = words(found == table().entries.end() ? nullptr : &found->second);
  } catch (const std::bad_alloc&) {
    text.clear();
  }
  return text.c_str();
}

}  // namespace
}  // namespace turnpike::dpi

using turnpike::dpi::Entry;
using turnpike::dpi::table;

int32_t turnpike_reference_new(const char* component, const char* parameters) {
  std::string& text = turnpike::dpi::text_of_none;
  return turnpike::dpi::guarded(text, [&] {
    if (component == nullptr || parameters == nullptr) {
      return turnpike::dpi::answer(text, TURNPIKE_REFERENCE_NULL,
                                   "component or parameters are NULL");
    }
    Entry entry;
    entry.reference = turnpike::dpi::make_reference(component, parameters);
    entry.inputs = entry.reference->inputs();
    entry.outputs = entry.reference->outputs();
    return turnpike::dpi::add(std::move(entry));
  });
}

int32_t turnpike_reference_free(int32_t handle) {
  const std::int32_t status = turnpike::dpi::with_entry(handle, [](Entry&) { return 0; });
  if (status != 0) return status;
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().entries.erase(handle);
  return 0;
}

int32_t turnpike_reference_input_bits(int32_t handle) {
  return turnpike::dpi::with_entry(handle, [](Entry& entry) {
    return static_cast<std::int32_t>(entry.reference->input_bits());
  });
}

int32_t turnpike_reference_output_bits(int32_t handle) {
  return turnpike::dpi::with_entry(handle, [](Entry& entry) {
    return static_cast<std::int32_t>(entry.reference->output_bits());
  });
}

int32_t turnpike_reference_expected(int32_t handle, uint32_t* outputs, int32_t count) {
  return turnpike::dpi::with_entry(handle, [&](Entry& entry) {
    if (!entry.is_running) return turnpike::dpi::needs_reset(entry);
    const std::int32_t status =
        turnpike::dpi::check_words(entry, outputs, count, entry.reference->output_bits());
    if (status != TURNPIKE_REFERENCE_EQUAL) return status;
    const std::uint32_t* expected = turnpike::dpi::expected_of(entry);
    std::copy(expected, expected + entry.expected.size(), outputs);
    return std::int32_t{TURNPIKE_REFERENCE_EQUAL};
  });
}

int32_t turnpike_reference_check(int32_t handle, const uint32_t* outputs, int32_t count) {
  return turnpike::dpi::with_entry(handle, [&](Entry& entry) {
    const std::int32_t status =
        turnpike::dpi::check_words(entry, outputs, count, entry.reference->output_bits());
    if (status != TURNPIKE_REFERENCE_EQUAL || !entry.was_reset) return status;
    if (!entry.is_running) return turnpike::dpi::needs_reset(entry);
    const std::string difference = turnpike::dpi::first_difference(
        entry.reference->outputs(), turnpike::dpi::expected_of(entry), outputs);
    if (difference.empty()) return status;
    return turnpike::dpi::answer(entry.text, TURNPIKE_REFERENCE_DIFFERENT,
                                 "cycle " + std::to_string(entry.now) + ", " + difference);
  });
}

int32_t turnpike_reference_cycle(int32_t handle, int32_t reset, const uint32_t* inputs,
                                 int32_t count) {
  return turnpike::dpi::with_entry(handle, [&](Entry& entry) {
    if (reset == 0) return turnpike::dpi::cycle(entry, inputs, count);
    entry.reference->reset();
    entry.now = 0;
    entry.is_running = entry.was_reset = true;
    return std::int32_t{TURNPIKE_REFERENCE_EQUAL};
  });
}

int64_t turnpike_reference_now(int32_t handle) {
  std::int64_t now = 0;
  const std::int32_t status = turnpike::dpi::with_entry(handle, [&](Entry& entry) {
    now = entry.now;
    return std::int32_t{TURNPIKE_REFERENCE_EQUAL};
  });
  return status == TURNPIKE_REFERENCE_EQUAL ? now : status;
}

int32_t turnpike_surroundings_new(const char* parameters) {
  std::string& text = turnpike::dpi::text_of_none;
  return turnpike::dpi::guarded(text, [&] {
    if (parameters == nullptr) {
      return turnpike::dpi::answer(text, TURNPIKE_REFERENCE_NULL, "parameters are NULL");
    }
    Entry entry;
    entry.surroundings =
        std::make_unique<turnpike::dpi::Surroundings>(turnpike::dpi::surroundings_spec(parameters));
    entry.inputs = turnpike::dpi::router_inputs(entry.surroundings->router());
    entry.outputs = turnpike::dpi::router_outputs(entry.surroundings->router());
    return turnpike::dpi::add(std::move(entry));
  });
}

int32_t turnpike_surroundings_free(int32_t handle) {
  const std::int32_t status = turnpike::dpi::with_surroundings(handle, [](Entry&) { return 0; });
  if (status != 0) return status;
  const std::lock_guard<std::mutex> lock(table().mutex);
  table().entries.erase(handle);
  return 0;
}

int32_t turnpike_surroundings_cycle(int32_t handle, int32_t reset, const uint32_t* outputs,
                                    int32_t outputs_count, uint32_t* inputs, int32_t inputs_count) {
  return turnpike::dpi::with_surroundings(handle, [&](Entry& entry) {
    const turnpike::model::RouterParams& router = entry.surroundings->router();
    const unsigned input_bits = turnpike::dpi::bits_of(entry.inputs);
    const unsigned output_bits = turnpike::dpi::bits_of(entry.outputs);
    std::int32_t status = turnpike::dpi::check_words(entry, inputs, inputs_count, input_bits);
    if (status == TURNPIKE_REFERENCE_EQUAL && reset == 0) {
      status = turnpike::dpi::check_words(entry, outputs, outputs_count, output_bits);
    }
    if (status != TURNPIKE_REFERENCE_EQUAL) return status;
    if (reset != 0) {
      entry.surroundings->reset();
      entry.now = 0;
      entry.is_running = entry.was_reset = true;
    } else if (entry.was_reset) {
      status = turnpike::dpi::step(entry, outputs);
      if (status != TURNPIKE_REFERENCE_EQUAL) return status;
    }
    std::fill(inputs, inputs + (input_bits + 31) / 32, 0);
    turnpike::dpi::put_router_inputs(router, entry.surroundings->inputs(), inputs);
    return status;
  });
}

int32_t turnpike_surroundings_stop(int32_t handle) {
  return turnpike::dpi::with_surroundings(handle, [](Entry& entry) {
    entry.surroundings->stop_sending();
    return std::int32_t{TURNPIKE_REFERENCE_EQUAL};
  });
}

int64_t turnpike_surroundings_packets(int32_t handle, int32_t delivered) {
  std::int64_t packets = 0;
  const std::int32_t status = turnpike::dpi::with_surroundings(handle, [&](Entry& entry) {
    packets = static_cast<std::int64_t>(delivered != 0 ? entry.surroundings->delivered()
                                                       : entry.surroundings->sent());
    return std::int32_t{TURNPIKE_REFERENCE_EQUAL};
  });
  return status == TURNPIKE_REFERENCE_EQUAL ? packets : status;
}

const char* turnpike_reference_pins(int32_t handle, int32_t inputs) {
  return turnpike::dpi::answered(handle, [&](const Entry* entry) {
    std::string text;
    if (entry == nullptr) return text;
    for (const turnpike::dpi::Pin& pin : inputs != 0 ? entry->inputs : entry->outputs) {
      if (!text.empty()) text += ' ';
      text += pin.name;
      text += ' ' + std::to_string(pin.elements * pin.width);
    }
    return text;
  });
}

const char* turnpike_reference_text(int32_t handle) {
  return turnpike::dpi::answered(handle, [](const Entry* entry) {
    return entry == nullptr ? turnpike::dpi::text_of_none : entry->text;
  });
}
