// Datelines, pace, and what an interchange refuses, of the model and of the RTL.

#include <gtest/gtest.h>

#include <vector>

#include "Vinterchange_adapter.h"
#include "Vinterchange_line.h"
#include "Vinterchange_ring.h"
#include "tests/modules/support/components.h"
#include "tests/modules/support/interchange_shapes.h"

namespace turnpike::test {
namespace {

using model::PortId;

// The ring of ring_interchange(): radix 12, spacing 3, class 0 is VC 0, class 1 VCs 1 and 2.
template <class Interchange>
void crosses_the_dateline_in_class_1() {
  Interchange interchange(ring_interchange());
  const auto goes = [&](model::Address node, model::Address to, model::VcId vc) {
    InterchangeIn in;
    in.place = {node, 0xbb, 0, 0xff};
    in.in_valid = 1;
    in.in_vc[0] = vc;
    in.in_flit[0].word[0] = to;
    in.in_flit[0].word[1] = 3u << 6;  // head and tail, of 70 data bits
    interchange.reset(in);
    interchange.tick(in);
    return interchange.eval();
  };
  const model::CoreOut local = goes(0, 2, 0);
  EXPECT_EQ(local.out_valid, 0b0001u);
  EXPECT_EQ(local.out_vc[0], 0u);
  for (model::VcId vc = 0; vc < 3; ++vc) {
    const model::CoreOut over = goes(0, 3, vc);
    ASSERT_EQ(over.out_valid, 0b0010u);
    EXPECT_EQ(over.out_vc[1], vc == 0 ? 1 : vc);
    const model::CoreOut elsewhere = goes(6, 2, vc);  // distance 8, over the dateline later
    ASSERT_EQ(elsewhere.out_valid, 0b0010u);
    EXPECT_EQ(elsewhere.out_vc[1], vc);
  }
}

TEST(InterchangeRingTest, ExpressChannelsOverTheDatelineAreTakenInClass1) {
  crosses_the_dateline_in_class_1<ModelInterchange>();
  crosses_the_dateline_in_class_1<RtlInterchange<Vinterchange_ring>>();
}

// The adapter of adapter_interchange(): output 0 is paced, a flit every 4 cycles; output 1 is not.
template <class Interchange>
void leaves_the_pace_between_flits() {
  Interchange interchange(adapter_interchange());
  InterchangeIn in;
  in.place = {4, 11, 0, 0b11, 0b01};
  interchange.reset(in);
  std::vector<unsigned> when[2];
  model::CoreOut out;
  for (unsigned cycle = 0; cycle < 33; ++cycle) {
    in.in_valid = 0;
    for (PortId port = 0; port < 2; ++port) {
      in.out_credit[port] = (out.out_valid >> port & 1) != 0 ? 1u << out.out_vc[port] : 0;
      if (cycle >= 4 && (out.in_credit[port] & 1) == 0) continue;
      in.in_valid |= 1u << port;
      in.in_vc[port] = 0;
      in.in_flit[port].word[0] = (port == 0 ? 7u : 2u) | 3ull << 32;
    }
    interchange.tick(in);
    out = interchange.eval();
    for (PortId port = 0; port < 2; ++port) {
      if ((out.out_valid >> port & 1) != 0) when[port].push_back(cycle);
    }
  }
  ASSERT_EQ(when[0].size(), 9u);
  for (unsigned i = 0; i < 9; ++i) EXPECT_EQ(when[0][i], 4 * i);
  EXPECT_EQ(when[1].size(), 33u);
  EXPECT_FALSE(interchange.is_violated());
}

TEST(InterchangePaceTest, FlitsForANarrowChannelArePaceCyclesApart) {
  leaves_the_pace_between_flits<ModelInterchange>();
  leaves_the_pace_between_flits<RtlInterchange<Vinterchange_adapter>>();
}

TEST(ModelInterchangeTest, ParametersThatTheHardwareRefusesAreRefused) {
  const auto refuses = [](auto change) {
    model::InterchangeParams params = line_interchange(1);
    change(params, params.routing);
    EXPECT_THROW(model::Interchange{params}, std::invalid_argument);
  };
  using Params = model::InterchangeParams;
  using Routing = model::InterchangeRouting;
  EXPECT_NO_THROW(model::Interchange{line_interchange(2)});
  refuses([](Params&, Routing& routing) { routing.virtual_channels = 17; });
  refuses([](Params&, Routing& routing) {
    routing.is_ring = true;
    routing.virtual_channels = 1;
  });
  refuses([](Params& params, Routing&) { params.buffer_depth = 0; });
  refuses([](Params& params, Routing&) { params.express_depth = 65; });
  refuses([](Params& params, Routing&) { params.format.flit_bits = 7; });
  refuses([](Params& params, Routing&) { params.pipeline_cycles = 3; });
  refuses([](Params& params, Routing&) { params.patience = 0; });
  refuses([](Params& params, Routing&) { params.pace = 1025; });
  refuses([](Params&, Routing& routing) { routing.levels = 5; });
  refuses([](Params&, Routing& routing) { routing.channels[1] = 0; });
  refuses([](Params&, Routing& routing) { routing.distance[1] = 0; });
  refuses([](Params&, Routing& routing) { routing.distance[0] = 6; });  // and aligned
  refuses([](Params&, Routing& routing) { routing.is_joint = routing.is_ring = true; });
  refuses([](Params&, Routing& routing) {
    routing.is_joint = true;
    routing.bidirectional = false;
  });
  refuses([](Params&, Routing& routing) { routing.channels[0] = routing.channels[1] = 8; });
}

TEST(RtlInterchangeTest, APlaceThatIsNotAlignedIsReported) {
  RtlInterchange<Vinterchange_line> interchange(line_interchange(1));
  InterchangeIn in;
  in.place = {20, 60, 0, 0xff};  // no multiple of 16
  in.in_valid = 1;
  in.in_flit[0].word[0] = 30 | 3ull << 32;
  EXPECT_NE(interchange.breach_of_tick(in).find("divides_the_own_coordinate"), std::string::npos);
}

}  // namespace
}  // namespace turnpike::test
