// component_module.cpp - binding at elaboration, checkpoints.

#include "sim/hardware/systemc/component_module.h"

#include <algorithm>
#include <cstring>

namespace turnpike::sim {
namespace {

class VectorWriter final : public CheckpointWriter {
 public:
  explicit VectorWriter(std::vector<std::uint8_t>& bytes) : bytes_(bytes) { bytes_.clear(); }
  void write(const void* bytes, std::size_t count) override {
    const auto* first = static_cast<const std::uint8_t*>(bytes);
    bytes_.insert(bytes_.end(), first, first + count);
  }

 private:
  std::vector<std::uint8_t>& bytes_;
};

class VectorReader final : public CheckpointReader {
 public:
  explicit VectorReader(const std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}
  std::size_t read(void* bytes, std::size_t count) override {
    const std::size_t taken = std::min(count, bytes_.size() - at_);
    std::memcpy(bytes, bytes_.data() + at_, taken);
    at_ += taken;
    return taken;
  }

 private:
  const std::vector<std::uint8_t>& bytes_;
  std::size_t at_ = 0;
};

}  // namespace

ComponentModule::ComponentModule(const sc_core::sc_module_name& name, unsigned ports,
                                 RtlComponent& lane)
    : sc_core::sc_module(name),
      in("in", ports),
      out("out", ports),
      component_(&lane),
      flits_sent_(ports),
      receivers_(ports),
      senders_(ports),
      in_wires_(ports),
      out_wires_(ports) {}

ComponentModule::ComponentModule(const sc_core::sc_module_name& name, unsigned ports,
                                 std::unique_ptr<RtlComponent> component)
    : ComponentModule(name, ports, *component) {
  owned_ = std::move(component);
}

void ComponentModule::replace(std::unique_ptr<RtlComponent> component) {
  owned_ = std::move(component);
  component_ = owned_.get();
  for (unsigned port = 0; port < in.size(); ++port) {
    component_->bind(port, in_wires_[port], out_wires_[port]);
  }
}

void ComponentModule::end_of_elaboration() {
  for (unsigned port = 0; port < in.size(); ++port) {
    in_wires_[port] = &in[port]->attach_receiver({&arrivals_, 1u << port});
    out_wires_[port] = &out[port]->attach_sender({&arrivals_, 1u << port});
    component_->bind(port, in_wires_[port], out_wires_[port]);
  }
}

void ComponentModule::start_of_simulation() {
  for (unsigned port = 0; port < in.size(); ++port) {
    senders_[port] = in[port]->sender();
    receivers_[port] = out[port]->receiver();
  }
}

void ComponentModule::reset() {
  component_->reset();
  arrivals_ = {};
  last_ = {};
  std::fill(flits_sent_.begin(), flits_sent_.end(), 0);
}

void ComponentModule::save(Checkpoint& to) {
  VectorWriter writer(to.rtl);
  component_->save(writer);
  to.arrivals = arrivals_;
  to.last = last_;
  to.wires.clear();
  for (const ChannelWires* wires : in_wires_) to.wires.push_back(*wires);
}

void ComponentModule::restore(const Checkpoint& from) {
  VectorReader reader(from.rtl);
  component_->restore(reader);
  arrivals_ = from.arrivals;
  last_ = from.last;
  for (std::size_t port = 0; port < in_wires_.size(); ++port) *in_wires_[port] = from.wires[port];
}

}  // namespace turnpike::sim
