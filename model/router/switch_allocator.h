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
  SwitchAllocator(unsigned ports, unsigned network_ports)
      : ports_(ports), network_ports_(network_ports) {}

  // Input `input` has flits for the outputs `outputs` (not empty). Each input once.
  void request(PortId input, PortMask outputs) {
    requests_[input] = outputs;
    asking_ |= 1u << input;
    is_contended_ |= (outputs & (outputs - 1)) != 0 || (outputs & asked_) != 0;
    asked_ |= outputs;
  }

  bool any() const { return asking_ != 0; }
  PortMask requests_of(PortId input) const {
    return (asking_ >> input & 1) != 0 ? requests_[input] : 0;
  }

  // The privileged input gets `output` before all others and no longer takes part.
  void pregrant(PortId input, PortId output) {
    asking_ &= ~(1u << input);
    free_outputs_ &= ~(1u << output);
    is_contended_ = true;
  }

  // Calls grant(input, output) for every pair of the matching.
  template <class Grant>
  void match(unsigned rotation, Grant&& grant) {
    if (!is_contended_) {  // every input gets the one output it asks for, whatever the order
      for (PortMask left = asking_; left != 0; left &= left - 1) {
        const PortId input = lowest(left);
        grant(input, lowest(requests_[input]));
      }
      return;
    }
    match_contended(rotation, grant);
  }

 private:
  static constexpr unsigned kPasses = 3;

  static PortId lowest(PortMask mask) { return static_cast<PortId>(__builtin_ctz(mask)); }

  unsigned pass_of(PortId input, PortId output) const {
    if (input >= network_ports_) return 2;
    return output >= network_ports_ ? 1 : 0;
  }

  template <class Grant>
  void match_contended(unsigned rotation, Grant&& grant) {
    PortMask diagonal[kPasses][kMaxPorts];  // inputs with a request on it, counted from rotation
    PortMask diagonals[kPasses] = {};       // which of them are set
    for (PortMask left = asking_; left != 0; left &= left - 1) {
      const PortId input = lowest(left);
      for (PortMask outputs = requests_[input]; outputs != 0; outputs &= outputs - 1) {
        const PortId output = lowest(outputs);
        const unsigned pass = pass_of(input, output);
        unsigned d = output + 2 * ports_ - input - rotation;
        while (d >= ports_) d -= ports_;
        const PortMask before = (diagonals[pass] >> d & 1) != 0 ? diagonal[pass][d] : 0;
        diagonal[pass][d] = before | 1u << input;
        diagonals[pass] |= 1u << d;
      }
    }
    PortMask free_inputs = asking_;
    for (unsigned pass = 0; pass < kPasses; ++pass) {
      for (PortMask left = diagonals[pass]; left != 0; left &= left - 1) {
        const unsigned d = lowest(left);
        for (PortMask in = diagonal[pass][d] & free_inputs; in != 0; in &= in - 1) {
          const PortId input = lowest(in);
          PortId output = input + rotation + d;
          while (output >= ports_) output -= ports_;
          if ((free_outputs_ >> output & 1) == 0) continue;
          free_outputs_ &= ~(1u << output);
          free_inputs &= ~(1u << input);
          grant(input, output);
        }
      }
    }
  }

  unsigned ports_;
  unsigned network_ports_;
  PortMask asking_ = 0;
  PortMask asked_ = 0;
  PortMask free_outputs_ = ~PortMask{0};
  bool is_contended_ = false;
  PortMask requests_[kMaxPorts];  // valid where asking_ is set
};

}  // namespace turnpike::model
