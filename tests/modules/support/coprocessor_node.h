// coprocessor_node.h - all that lies around a co-processor under test: processor, memory, router.

#pragma once

#include "tests/modules/support/coprocessor_processor.h"

namespace turnpike::test {

class CoprocessorNode {
 public:
  CoprocessorNode(const model::CoprocessorParams& params, std::uint64_t seed)
      : params_(params),
        draws_(seed),
        node_(draws_.below(1u << params.dimensions)),
        places_{static_cast<std::uint32_t>(draws_.bits()) & 0xffff0000u, 6 + draws_.below(4)},
        memory_(draws_),
        channels_(params, node_, draws_),
        processor_(params, node_, places_, memory_, channels_, draws_) {}

  void reset() {
    memory_.reset();
    channels_.reset();
    processor_.reset();
  }

  Draws& draws() { return draws_; }
  const CoprocessorChannels& channels() const { return channels_; }
  const CoprocessorProcessor& processor() const { return processor_; }

  // The pins of the cycle; now and then one that does not count, with anything on them.
  model::CoprocessorIn draw() {
    if (cycle_++ % 200 == 0) {
      memory_.change_pace();
      channels_.change_pace();
      processor_.change_pace();
    }
    model::CoprocessorIn in;
    in.node = node_;
    in.system_base = places_.system();
    in.system_size_log2 = places_.system_size_log2;
    if (draws_.chance(0.03)) return junk(in);
    memory_.draw(in);
    processor_.draw(in);
    channels_.draw(in);
    return in;
  }

  // The end of a cycle, and what the co-processor showed in it.
  void tick(const model::CoprocessorIn& in, const model::CoprocessorOut& out) {
    if (!in.enable) return;
    memory_.tick(in, out);
    processor_.tick(in, out);
    channels_.tick(in, out);
  }

 private:
  model::CoprocessorIn junk(model::CoprocessorIn in) {
    in.enable = false;
    in.instruction_valid = draws_.chance(0.5);
    in.operation = draws_.below(8);
    in.pointer = static_cast<std::uint32_t>(draws_.bits());
    in.memory_ready = draws_.chance(0.5);
    in.memory_response = draws_.chance(0.5);
    in.memory_read_data = draws_.bits();
    in.watch_valid = draws_.chance(0.5);
    in.watch_address = places_.data();
    in.in_valid = draws_.subset(params_.ports(), 0.5);
    for (unsigned port = 0; port < params_.ports(); ++port) in.out_credit[port] = draws_.below(2);
    return in;
  }

  model::CoprocessorParams params_;
  Draws draws_;
  std::uint32_t node_;
  CoprocessorPlaces places_;
  CoprocessorMemory memory_;
  CoprocessorChannels channels_;
  CoprocessorProcessor processor_;
  unsigned cycle_ = 0;
};

}  // namespace turnpike::test
