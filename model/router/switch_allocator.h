// switch_allocator.h - matches inputs to outputs: three passes of a rotating wavefront.
//
// Mirror of rtl/router/switch_allocator.v. A wavefront allocator (Tamir & Chi 1993; Dally & Towles,
// chapter 19) grants along diagonals, so that the pairs of a diagonal never compete. The passes put
// traffic under way before traffic that leaves and that before traffic that enters
// (docs/timing.md, section 2).

#pragma once

#include <cstdint>

#include "model/common/types.h"

namespace turnpike::model {

class SwitchAllocator {
 public:
  // `is_descending`: from a diagonal to the next the outputs count down.
  SwitchAllocator(unsigned ports, unsigned network_ports, bool is_descending)
      : ports_(ports), network_ports_(network_ports), is_descending_(is_descending) {}

  // Input `input` has flits for the outputs `outputs` (not empty). Each input once.
  void request(PortId input, PortMask outputs) {
    requests_[input] = outputs;
    free_inputs_ |= 1u << input;
  }

  // The privileged input gets `output` before all others and no longer takes part.
  void pregrant(PortId input, PortId output) {
    free_inputs_ &= ~(1u << input);
    free_outputs_ &= ~(1u << output);
  }

  // Calls grant(input, output) for every pair of the matching.
  template <class Grant>
  void match(unsigned rotation, Grant&& grant) {
    sort_by_diagonal(rotation);
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      for (PortMask left = diagonals_[pass]; left != 0; left &= left - 1) {
        const unsigned d = lowest_port(left);
        for (PortMask in = diagonal_[pass][d] & free_inputs_; in != 0; in &= in - 1) {
          const PortId input = lowest_port(in);
          const PortId output = output_on(rotation + d, input);
          if ((free_outputs_ >> output & 1) == 0) continue;
          free_outputs_ &= ~(1u << output);
          free_inputs_ &= ~(1u << input);
          grant(input, output);
        }
      }
    }
  }

 private:
  static constexpr unsigned kPasses = 3;

  static PortId lowest_port(PortMask mask) { return static_cast<PortId>(__builtin_ctz(mask)); }

  unsigned pass_of(PortId input, PortId output) const {
    if (input >= network_ports_) return 2;
    return output >= network_ports_ ? 1 : 0;
  }

  unsigned modulo_ports(unsigned n) const {  // n < 4 * ports
    while (n >= ports_) n -= ports_;
    return n;
  }
  PortId output_on(unsigned diagonal, PortId input) const {  // diagonal < 2 * ports
    return modulo_ports(is_descending_ ? input + 2 * ports_ - diagonal : input + diagonal);
  }

  void sort_by_diagonal(unsigned rotation) {
    for (PortMask left = free_inputs_; left != 0; left &= left - 1) {
      const PortId input = lowest_port(left);
      for (PortMask outputs = requests_[input]; outputs != 0; outputs &= outputs - 1) {
        const PortId output = lowest_port(outputs);
        const unsigned pass = pass_of(input, output);
        const unsigned distance = is_descending_ ? input - output : output - input;
        const unsigned d = modulo_ports(distance + 2 * ports_ - rotation);
        const PortMask before = (diagonals_[pass] >> d & 1) != 0 ? diagonal_[pass][d] : 0;
        diagonal_[pass][d] = before | 1u << input;
        diagonals_[pass] |= 1u << d;
      }
    }
  }

  unsigned ports_;
  unsigned network_ports_;
  bool is_descending_;
  PortMask free_inputs_ = 0;  // that ask and are not matched
  PortMask free_outputs_ = ~PortMask{0};
  PortMask diagonals_[kPasses] = {};        // diagonals with a request, counted from the rotation
  PortMask diagonal_[kPasses][kMaxPorts];   // inputs on it; valid where diagonals_ is set
  PortMask requests_[kMaxPorts];            // outputs; valid where free_inputs_ is set
};

}  // namespace turnpike::model
