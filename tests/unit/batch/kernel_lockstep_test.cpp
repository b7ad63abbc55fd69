// kernel_lockstep_test.cpp - every lane of a batch shows on all pins what a model of its run shows.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "model/batch/kernels.h"
#include "model/batch/lane_batch.h"
#include "model/network/model_engine.h"
#include "model/topology/build.h"

namespace turnpike::model {
namespace {

constexpr unsigned kCompared = 8;  // lanes, spread over the word

enum class Kind { mesh, cube, torus, one_way };

struct Case {
  const char* name;
  Kind kind;
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
  if (one.kind == Kind::torus) topology.kind = Topology::torus;
  if (one.kind == Kind::one_way) {
    topology.kind = Topology::torus;
    topology.bidirectional = false;
  }
  if (one.kind == Kind::cube) {
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

// A run of its own load, length and seed; `number` is its lane.
std::unique_ptr<Traffic> traffic_of(const Network& network, const Case& one, unsigned number) {
  TrafficSpec spec;
  spec.load = number % 4 == 3 ? 0.2 : 0.9;
  spec.length = one.length + number / 2 % 2;
  return std::make_unique<Traffic>(spec, network, number + 1);
}

// The traffic of all lanes, and their batch.
struct AllLanes {
  AllLanes(const Network& network, const Case& one, const BatchKernel& kernel) {
    std::vector<Traffic*> pointers;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      traffics.push_back(traffic_of(network, one, lane));
      pointers.push_back(traffics.back().get());
    }
    const BatchTraffic shared = {one.length, one.length + 1, 1000};
    batch = std::make_unique<LaneBatch>(network, shared, kernel, pointers);
  }
  std::vector<std::unique_ptr<Traffic>> traffics;
  std::unique_ptr<LaneBatch> batch;
};

// The model of a lane's run.
struct ModelOfLane {
  ModelOfLane(const Network& network, const Case& one, unsigned lane)
      : number(lane),
        traffic(traffic_of(network, one, lane)),
        model(make_model_engine(network, *traffic, RunSpec())) {}
  unsigned number;
  std::unique_ptr<Traffic> traffic;
  std::unique_ptr<ModelEngine> model;
};

VcMask vcs_on(const LaneBatch& batch, ComponentId router, std::size_t word, unsigned lane) {
  VcMask vcs = 0;
  for (VcId vc = 0; vc < batch.network().shape().vcs; ++vc) {
    vcs |= VcMask{batch.network().pin(router, word + vc, lane, batch.now())} << vc;
  }
  return vcs;
}

// Compares all output pins of all routers; counts the flits that it has seen.
void compare(const Network& network, const LaneBatch& batch, const ModelOfLane& lane,
             std::uint64_t& flits) {
  const KernelShape& s = batch.network().shape();
  const FlitFormat& format = network.router.format;
  for (ComponentId r = 0; r < s.routers; ++r) {
    ComponentOutputs model;
    lane.model->outputs(r, model);
    for (PortId p = 0; p < s.ports; ++p) {
      const std::size_t channel = s.port[p].pins_at;
      const auto pin = [&](unsigned word) {
        return batch.network().pin(r, channel + word, lane.number, batch.now());
      };
      const bool valid = (model.valid >> p & 1) != 0;
      flits += valid;
      SCOPED_TRACE("router " + std::to_string(r) + " port " + std::to_string(p));
      ASSERT_EQ(vcs_on(batch, r, channel, lane.number), valid ? 1u << model.vc[p] : 0);
      ASSERT_EQ(pin(s.head()), valid && format.is_head(model.flit[p]));
      ASSERT_EQ(pin(s.tail()), valid && format.is_tail(model.flit[p]));
      ASSERT_EQ(vcs_on(batch, r, s.port[p].credits_at, lane.number), model.credit[p]);
    }
  }
}

class KernelLockstepTest : public testing::TestWithParam<Case> {};

TEST_P(KernelLockstepTest, EveryLaneShowsThePinsOfItsModel) {
  const Network network = network_of(GetParam());
  for (const Width& width : widths()) {
    if (!width.exists) continue;
    const BatchKernel& kernel = *width.kernel;
    SCOPED_TRACE(std::to_string(kernel.width) + " routers at a time");
    AllLanes all(network, GetParam(), kernel);
    std::vector<ModelOfLane> models;
    for (unsigned place = 0; place < kCompared; ++place) {
      models.emplace_back(network, GetParam(), place * (kLanes - 1) / (kCompared - 1));
    }
    std::uint64_t flits = 0;
    for (Cycle now = 0; now < 600; ++now) {
      all.batch->advance(1);
      for (ModelOfLane& lane : models) {
        SCOPED_TRACE("cycle " + std::to_string(now + 1) + " lane " + std::to_string(lane.number));
        lane.model->advance(1);
        compare(network, *all.batch, lane, flits);
        if (HasFatalFailure()) return;
      }
    }
    EXPECT_GT(flits, 10000u);
  }
}

const Case kCases[] = {{"mesh_v4", Kind::mesh, 3, 4, 4, 5, 1, 256},
                       {"mesh_v1", Kind::mesh, 3, 1, 4, 3, 1, 256},
                       {"mesh_v2", Kind::mesh, 4, 2, 4, 1, 1, 256},
                       {"mesh_v3_depth5", Kind::mesh, 3, 3, 5, 2, 1, 256},
                       {"mesh_v8_depth2", Kind::mesh, 3, 8, 2, 4, 1, 256},
                       {"mesh_v6_depth3", Kind::mesh, 3, 6, 3, 7, 1, 256},
                       {"mesh_guard", Kind::mesh, 3, 4, 4, 5, 1, 3},
                       {"mesh_guard_v8", Kind::mesh, 3, 8, 4, 3, 1, 16},
                       {"mesh_two_cycles", Kind::mesh, 3, 4, 4, 1, 2, 16},
                       {"cube_v2", Kind::cube, 4, 2, 4, 4, 1, 256},
                       {"cube_v4", Kind::cube, 3, 4, 4, 2, 1, 8},
                       {"cube_v5_depth8", Kind::cube, 3, 5, 8, 3, 1, 256},
                       {"torus_v2_depth8", Kind::torus, 4, 2, 8, 4, 1, 256},
                       {"torus_v4", Kind::torus, 5, 4, 4, 5, 1, 256},
                       {"torus_v3", Kind::torus, 3, 3, 4, 3, 1, 5},
                       {"torus_v1", Kind::torus, 3, 1, 8, 3, 1, 256},
                       {"torus_v8_guard", Kind::torus, 4, 8, 3, 2, 1, 3},
                       {"torus_two_cycles", Kind::torus, 5, 2, 4, 6, 2, 12},
                       {"torus_of_two", Kind::torus, 2, 4, 4, 5, 1, 16},
                       {"one_way_v2", Kind::one_way, 5, 2, 4, 4, 1, 256},
                       {"one_way_v5", Kind::one_way, 3, 5, 4, 2, 1, 7}};

INSTANTIATE_TEST_SUITE_P(Shapes, KernelLockstepTest, testing::ValuesIn(kCases),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace turnpike::model
