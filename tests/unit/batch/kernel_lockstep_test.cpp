// kernel_lockstep_test.cpp - every lane of a batch shows on all pins what a model of its run shows.

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "model/batch/kernel_layout.h"
#include "model/batch/kernels.h"
#include "model/network/model_engine.h"
#include "model/topology/build.h"

namespace turnpike::model {
namespace {

constexpr unsigned kCompared = 8;  // lanes, spread over the word

struct Case {
  const char* name;
  bool is_cube;
  unsigned radix, vcs, depth, length, pipeline, patience;
};

struct Width {
  const BatchKernel* kernel;
  bool exists;
};
std::vector<Width> widths() {
  return {{&kWordKernel, true},
          {&kAvx2Kernel, __builtin_cpu_supports("avx2") != 0},
          {&kAvx512Kernel, __builtin_cpu_supports("avx512f") != 0}};
}

Network network_of(const Case& one) {
  TopologySpec topology;
  topology.radix = {one.radix, one.radix};
  if (one.is_cube) {
    topology.kind = Topology::hypercube;
    topology.radix.assign(one.radix, 2);
  }
  RouterSpec router;
  router.virtual_channels = one.vcs;
  router.buffer_depth = one.depth;
  router.local_channels = 1;
  router.pipeline_cycles = one.pipeline;
  router.patience = one.patience;
  return build_network(topology, router, LinkSpec());
}

// The words of a batch, 64 lanes each.
class Words {
 public:
  Words(std::size_t words, unsigned lanes) : parts_(lanes / 64), bits_(words * parts_ + 8) {}

  void* start() {
    const auto address = reinterpret_cast<std::uintptr_t>(bits_.data());
    return reinterpret_cast<void*>((address + 63) / 64 * 64);
  }
  bool get(std::size_t word, unsigned lane) { return (at(word, lane) >> lane % 64 & 1) != 0; }
  void set(std::size_t word, unsigned lane, bool value) {
    std::uint64_t& bits = at(word, lane);
    bits = (bits & ~(std::uint64_t{1} << lane % 64)) | std::uint64_t{value} << lane % 64;
  }
  void fill(std::size_t word) {
    for (unsigned part = 0; part < parts_; ++part) at(word, 64 * part) = ~std::uint64_t{0};
  }

 private:
  std::uint64_t& at(std::size_t word, unsigned lane) {
    return static_cast<std::uint64_t*>(start())[word * parts_ + lane / 64];
  }
  std::size_t parts_;
  std::vector<std::uint64_t> bits_;
};

class Batch {
 public:
  Batch(const Network& network, const BatchKernel& kernel, const BatchTraffic& traffic)
      : network_(network),
        kernel_(kernel),
        layout_(kernel_layout(network, traffic)),
        s_(layout_.shape),
        routers_(s_.routers * s_.router_stride, kernel.lanes),
        pins_(2 * s_.parity_stride, kernel.lanes),
        sources_(s_.routers * s_.source_stride, kernel.lanes),
        starts_(std::size_t{s_.routers} * s_.vcs, kernel.lanes),
        queues_(std::size_t{network.nodes()} * kernel.lanes) {
    reset();
  }

  void queue(NodeId node, unsigned lane, const Message& message) {
    queues_[node * kernel_.lanes + lane].push_back(message);
    sources_.set(node * s_.source_stride + s_.messages(), lane, true);
  }

  void cycle(const std::vector<unsigned>& lanes) {
    const KernelMemory memory = {
        routers_.start(),        pins_.start(),          sources_.start(),        starts_.start(),
        layout_.channels.data(), layout_.credits.data(), layout_.addresses.data()};
    kernel_.sources(s_, memory, now_);
    for (NodeId node = 0; node < network_.nodes(); ++node) {
      for (VcId vc = 0; vc < s_.vcs; ++vc) {
        for (const unsigned lane : lanes) {
          if (starts_.get(node * s_.vcs + vc, lane)) start(node, vc, lane);
        }
      }
    }
    kernel_.routers(s_, memory, now_);
    ++now_;
  }

  // The output pins of a port in the present cycle.
  VcMask vcs_on(std::size_t word, unsigned lane) {
    VcMask vcs = 0;
    for (VcId vc = 0; vc < s_.vcs; ++vc) vcs |= VcMask{pin(word + vc, lane)} << vc;
    return vcs;
  }
  bool pin(std::size_t word, unsigned lane) {
    return pins_.get((now_ & 1) * s_.parity_stride + word, lane);
  }
  const KernelShape& shape() const { return s_; }

 private:
  void reset() {
    for (unsigned r = 0; r < s_.routers; ++r) {
      const std::size_t row = r * s_.router_stride;
      for (unsigned p = 0; p < s_.ports; ++p) reset_port(row, p);
      routers_.fill(row + s_.port[0].in_at + s_.watched());
      for (unsigned plane = 0; plane < s_.wait_planes; ++plane) {
        if ((s_.wait_start >> plane & 1) == 0) continue;
        routers_.fill(row + s_.guard_at + s_.wait() + plane);
      }
      const std::size_t source = r * s_.source_stride;
      for (VcId vc = 0; vc < s_.vcs; ++vc) {
        for (unsigned k = 0; k < s_.depth; ++k) {
          sources_.fill(source + vc * s_.source_vc_words() + k);
        }
      }
      sources_.fill(source + s_.turn());
    }
  }
  void reset_port(std::size_t row, unsigned p) {
    const KernelPort& port = s_.port[p];
    for (VcId vc = 0; vc < s_.vcs; ++vc) {
      const std::size_t out = row + port.out_at + vc * s_.out_words();
      for (unsigned k = 0; k < s_.depth; ++k) routers_.fill(out + s_.credits() + k);
      if (vc == 0 && s_.vcs > 1) routers_.fill(out + s_.offered());
      if (vc != 0 && vc != s_.lower) continue;
      routers_.fill(row + port.in_at + vc * port.in_stride + s_.selected());
    }
    routers_.fill(row + port.port_at + s_.roomy());
  }

  void start(NodeId node, VcId vc, unsigned lane) {
    std::deque<Message>& queue = queues_[node * kernel_.lanes + lane];
    const Message message = queue.front();
    queue.pop_front();
    const std::size_t source = node * s_.source_stride;
    const std::size_t of_vc = source + vc * s_.source_vc_words();
    if (queue.empty()) sources_.set(source + s_.messages(), lane, false);
    for (unsigned plane = 0; plane < s_.left_planes; ++plane) {
      sources_.set(of_vc + s_.left_over() + plane, lane, (message.flits - 1) >> plane & 1);
    }
    sources_.set(of_vc + s_.under_way(), lane, message.flits > 1);
    const std::size_t channel =
        (~now_ & 1) * s_.parity_stride + s_.inject_at + node * s_.inject_stride;
    if (message.flits == 1) pins_.set(channel + s_.tail(), lane, true);
    const Address here = network_.terminals[node].address;
    const Address there = network_.terminals[message.destination].address;
    for (unsigned n = 0; n < s_.steps; ++n) {
      const KernelStep& step = s_.step[n];
      const std::size_t info = channel + s_.info() + s_.id_room + step.plane;
      const unsigned from = coordinate(here >> step.coordinate, 0, step.bits);
      const unsigned to = coordinate(there >> step.coordinate, 0, step.bits);
      for (unsigned bit = 0; bit < step.bits; ++bit) pins_.set(info + bit, lane, to >> bit & 1);
      if (step.has_pairs) pins_.set(info + step.bits, lane, to < from);
    }
  }

  const Network& network_;
  const BatchKernel& kernel_;
  KernelLayout layout_;
  const KernelShape& s_;
  Words routers_;
  Words pins_;
  Words sources_;
  Words starts_;
  std::vector<std::deque<Message>> queues_;  // [node * lanes + lane]
  std::uint64_t now_ = 0;
};

// A run of its own load, length and seed, and the model of it.
struct Lane {
  Lane(const Network& network, const Case& one, unsigned place, unsigned lane) : number(lane) {
    TrafficSpec spec;
    spec.load = place % 4 == 3 ? 0.2 : 0.9;
    spec.length = one.length + place % 2;
    for (auto* traffic : {&of_batch, &of_model}) {
      *traffic = std::make_unique<Traffic>(spec, network, place + 1);
    }
    model = make_model_engine(network, *of_model, RunSpec());
  }
  unsigned number;
  std::unique_ptr<Traffic> of_batch;
  std::unique_ptr<Traffic> of_model;
  std::unique_ptr<ModelEngine> model;
};

// Compares all output pins of all routers; counts the flits that it has seen.
void compare(const Network& network, Batch& batch, const Lane& lane, std::uint64_t& flits) {
  const KernelShape& s = batch.shape();
  const FlitFormat& format = network.router.format;
  for (ComponentId r = 0; r < s.routers; ++r) {
    ComponentOutputs model;
    lane.model->outputs(r, model);
    for (PortId p = 0; p < s.ports; ++p) {
      const std::size_t channel = r * s.pins_stride + s.port[p].pins_at;
      const bool valid = (model.valid >> p & 1) != 0;
      const VcMask vcs = valid ? 1u << model.vc[p] : 0;
      flits += valid;
      SCOPED_TRACE("router " + std::to_string(r) + " port " + std::to_string(p));
      ASSERT_EQ(batch.vcs_on(channel, lane.number), vcs);
      ASSERT_EQ(batch.pin(channel + s.head(), lane.number), valid && format.is_head(model.flit[p]));
      ASSERT_EQ(batch.pin(channel + s.tail(), lane.number), valid && format.is_tail(model.flit[p]));
      ASSERT_EQ(batch.vcs_on(r * s.pins_stride + s.port[p].credits_at, lane.number),
                model.credit[p]);
    }
  }
}

class KernelLockstepTest : public testing::TestWithParam<Case> {};

TEST_P(KernelLockstepTest, EveryLaneShowsThePinsOfItsModel) {
  const Network network = network_of(GetParam());
  for (const Width& width : widths()) {
    if (!width.exists) continue;
    const BatchKernel& kernel = *width.kernel;
    SCOPED_TRACE(std::to_string(kernel.lanes) + " lanes");
    const BatchTraffic traffic = {GetParam().length, GetParam().length + 1, 1000};
    Batch batch(network, kernel, traffic);
    std::vector<Lane> lanes;
    std::vector<unsigned> numbers;
    for (unsigned place = 0; place < kCompared; ++place) {
      numbers.push_back(place * (kernel.lanes - 1) / (kCompared - 1));
      lanes.emplace_back(network, GetParam(), place, numbers.back());
    }
    std::uint64_t flits = 0;
    for (Cycle now = 0; now < 600; ++now) {
      for (Lane& lane : lanes) {
        for (NodeId node = 0; node < network.nodes(); ++node) {
          while (lane.of_batch->next_cycles()[node] <= now) {
            batch.queue(node, lane.number, lane.of_batch->take(node));
          }
        }
      }
      batch.cycle(numbers);
      for (Lane& lane : lanes) {
        SCOPED_TRACE("cycle " + std::to_string(now + 1) + " lane " + std::to_string(lane.number));
        lane.model->advance(1);
        compare(network, batch, lane, flits);
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_GT(flits, 10000u);
  }
}

const Case kCases[] = {
    {"mesh_v4", false, 3, 4, 4, 5, 1, 256},        {"mesh_v1", false, 3, 1, 4, 3, 1, 256},
    {"mesh_v2", false, 4, 2, 4, 1, 1, 256},        {"mesh_v3_depth5", false, 3, 3, 5, 2, 1, 256},
    {"mesh_v8_depth2", false, 3, 8, 2, 4, 1, 256}, {"mesh_v6_depth3", false, 3, 6, 3, 7, 1, 256},
    {"mesh_guard", false, 3, 4, 4, 5, 1, 3},       {"mesh_guard_v8", false, 3, 8, 4, 3, 1, 16},
    {"mesh_two_cycles", false, 3, 4, 4, 1, 2, 16}, {"cube_v2", true, 4, 2, 4, 4, 1, 256},
    {"cube_v4", true, 3, 4, 4, 2, 1, 8},           {"cube_v5_depth8", true, 3, 5, 8, 3, 1, 256}};

INSTANTIATE_TEST_SUITE_P(Shapes, KernelLockstepTest, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace turnpike::model
