// faults.h - faults in the RTL, and a copy of the sources that has them all.
//
// A fault is put on one output of a module, or on one expression. All are built in at once, so that
// each shape is built once; the simulated hardware reads from the file `fault` of the working
// directory which of them it has: its number, 0 for none.

#pragma once

#include <filesystem>
#include <ostream>
#include <vector>

#include "model/common/types.h"

namespace turnpike::test {

struct Fault {
  const char* file;
  const char* output;   // of the module; driven by an `assign`; or an expression (see `within`)
  const char* becomes;  // @ stands for what it was
  // What lockstep must say: the first difference.
  const char* component = "";
  model::Cycle cycle = 0;
  const char* signal = "";
  model::PortId port = 0;
  // The text around the expression, with @ in its place: once in the file.
  const char* within = nullptr;
};

inline std::ostream& operator<<(std::ostream& out, const Fault& fault) {
  return out << fault.file << ", " << fault.output << " = " << fault.becomes;
}

// On a line, a packet of one flit from node 1 to node 3 (router_1 to router_2 to router_3).
inline const Fault kLineFaults[] = {
    {"rtl/router/switch_mux.v", "word_o", "(@) ^ {{(WIDTH-1){1'b0}}, 1'b1}", "router_1", 23,
     "out_flit_o", 0},
    {"rtl/router/switch_arbiter.v", "gnt_o", "(@) & {SENDERS{1'b0}}", "router_1", 22,
     "its own check", 0},
    {"rtl/router/input_lane.v", "req_o", "(@) & {PORTS{1'b0}}", "router_1", 23, "out_valid_o", 0},
    {"rtl/router/input_lane.v", "word_o", "(@) ^ {{(WORD_W-1){1'b0}}, 1'b1}", "router_1", 23,
     "out_flit_o", 0},
    {"rtl/router/output_vcs.v", "offer_vc_o", "~(@)", "router_1", 23, "out_vc_o", 0},
    {"rtl/router/output_vcs.v", "offer_o", "(@) & 1'b0", "router_1", 23, "out_valid_o", 0},
    {"rtl/router/output_port.v", "out_flit_o", "(@) ^ {1'b1, {(FLIT_W-1){1'b0}}}", "router_1", 23,
     "out_flit_o", 0},
    // A wrong route: it shows before the router that it leads astray.
    {"rtl/router/output_port.v", "out_route_o", "(@) & {ROUTE_W{1'b0}}", "router_1", 23,
     "out_route_o", 0},
    {"rtl/routing/route_ahead.v", "route_o", "(@) ^ {{(PORTS-1){1'b0}}, 1'b1}", "router_1", 23,
     "out_route_o", 0},
    {"rtl/routing/neighbours.v", "above_o", "(@) ^ {{(COORD_W-1){1'b0}}, 1'b1}", "router_1", 23,
     "out_route_o", 0},
    {"rtl/router/switch_core.v", "in_credit_o", "(@) & {(PORTS*VCS){1'b0}}", "router_1", 23,
     "in_credit_o", 2},
    // The second router on the way only.
    {"rtl/router/router_switch.v", "error_o", "(@) | (|in_credit_o[2*VCS-1:0])", "router_2", 25,
     "error_o", 0},
    {"rtl/common/channel.v", "out_vc_o", "(@) ^ {VC_W{out_valid_o}}", "router_1_channel_0", 24,
     "out_vc_o", 0},
    {"rtl/common/channel.v", "out_route_o", "(@) & {ROUTE_W{1'b0}}", "router_1_channel_0", 24,
     "out_route_o", 0},
    {"rtl/common/channel.v", "in_credit_o", "(@) & {VCS{1'b0}}", "router_1_channel_0", 27,
     "in_credit_o", 0},
};

// On a ring of 8, a packet of one flit from node 6 to node 1, over the dateline behind router_7.
inline const Fault kRingFaults[] = {
    // `late`, for the way out of router_7.
    {"rtl/routing/dimension_order.v", "next_o", "~(@)", "router_6", 23, "out_route_o", 0},
    // It may not take class 0 any more.
    {"rtl/routing/dimension_order.v", "crossed_o", "(@) ^ (@)", "router_0", 27, "out_vc_o", 0},
};

// On the line under load, with a guard that has little patience: what shows only where packets wait
// for each other. Where it shows first is a matter of the traffic.
inline const Fault kLoadFaults[] = {
    {"rtl/router/buffer_memory.v", "word_o", "(@) ^ {{(WORD_W-1){1'b0}}, 1'b1}"},
    {"rtl/router/vc_select.v", "select_o", "~(@)"},
    {"rtl/router/vc_state.v", "active_o", "(@) & {COUNT{1'b0}}"},
    {"rtl/router/vc_state.v", "out_vc_o", "~(@)"},
    {"rtl/router/input_lane.v", "close_o", "(@) & {(PORTS*GROUPS){1'b0}}"},
    {"rtl/router/output_vcs.v", "room_o", "(@) & 1'b0"},
    {"rtl/router/output_vcs.v", "two_o", "(@) & {VCS{1'b0}}"},
    // A router that calls itself idle with a flit in its buffer is not evaluated.
    {"rtl/router/switch_core.v", "idle_o", "(@) | 1'b1"},
    // Credits that overflow: one that comes while a flit goes counts twice.
    {"rtl/router/output_vcs.v", "credit_i & ~sent_s", "credit_i", "", 0, "", 0, "up    = @;"},
    // A VC that is freed while its tail is still in the buffer.
    {"rtl/router/vc_state.v", "!tail_i", "!tail_i && !(takes_behind[v] && behind_tail_i)", "", 0,
     "", 0, "active_q[v] <= @;"},
    // A flit that comes while another leaves is lost.
    {"rtl/router/flit_buffer.v", "arrive_i[g]", "arrive_i[g] && !(leave_i[g] && nonempty_q[g])", "",
     0, "", 0, "if (@) begin"},
    // The nodes of an arbiter move without a grant.
    {"rtl/router/switch_arbiter.v", "wins[SIZE-1:0] & req[SIZE-1:0]", "wins[SIZE-1:0]", "", 0, "",
     0, "moves = @;"},
    // Two grants in one cycle.
    {"rtl/router/switch_arbiter.v", "wins & ~right_waits", "wins", "", 0, "", 0, "go_right = @;"},
};

// On a graph with narrow links, in which packets seldom meet.
inline const Fault kRestFaults[] = {
    // A router that calls itself idle while an output pauses is not evaluated.
    {"rtl/router/router_switch.v", "idle && !(|op_pausing)", "idle", "", 0, "", 0, "idle_o = @;"},
};

// On a graph with narrow links and an escape layer, under load.
inline const Fault kGraphFaults[] = {
    // All outputs keep the pace of output 0.
    {"rtl/router/router_switch.v", "pauses_i[o*10 +: PAUSE_W]", "pauses_i[0 +: PAUSE_W]", "", 0, "",
     0, ".pause_i   (@)"},
    // Heads, or body flits, go to an output that pauses.
    {"rtl/router/switch_core.v", "{GROUPS{!pausing_i[o]}}", "{GROUPS{1'b1}}", "", 0, "", 0,
     "~closed_q[o*GROUPS +: GROUPS] & @"},
    {"rtl/router/input_lane.v", "!(|(to & pausing_i))", "1'b1", "", 0, "", 0, "privileged[g] || @"},
    // A head looks at the adaptive layer alone.
    {"rtl/router/input_lane.v", "way[PORTS-1:0] | way[ROUTE_W-1 -: PORTS]", "way[PORTS-1:0]", "", 0,
     "", 0, ": @);"},
    // A privileged one has no preference for the escape.
    {"rtl/router/input_lane.v", "named_by(way, privileged[g])", "named_by(way, 1'b0)", "", 0, "", 0,
     "named = @;"},
};

// On a mesh with TURNS_LAST 1 under load: only there do heads turn and go last.
inline const Fault kTurnFaults[] = {
    // A head that turns competes with all others.
    {"rtl/router/switch_core.v", "(|(asks & ~yields)) ? asks & ~yields : asks", "asks", "", 0, "",
     0, "reqs   = @;"},
    // It goes last even when it is privileged.
    {"rtl/router/input_lane.v", "!privileged_s[vc]", "1'b1", "", 0, "", 0, "!is_body && @;"},
    // Heads that go straight on go last, too.
    {"rtl/router/switch_core.v", "YIELDS[LANE/LANES*PORTS + o]", "1'b1", "", 0, "", 0,
     "yields[k]                   = @"},
};

// On a line with an interchange before each second node, a packet from node 1 to node 7: router_1,
// then the interchanges before nodes 2, 4 and 6, from one to the next on express channels (lane 1).
inline const Fault kExpressFaults[] = {
    // Beyond the limit, so no output.
    {"rtl/interchange/less_than.v", "less_o", "~(@)", "interchange_0_2", 24, "error_o", 0},
    {"rtl/interchange/express_distance.v", "reaches_o", "(@) & 1'b0", "interchange_0_2", 25,
     "out_valid_o", 0},
    {"rtl/interchange/interchange_route.v", "outputs_o", "(@) ^ {OUTPUTS{1'b1}}", "interchange_0_2",
     25, "out_valid_o", 0},
    {"rtl/interchange/interchange_routes.v", "here_o", "(@) & {(PORTS*PORTS){1'b0}}",
     "interchange_0_2", 24, "error_o", 0},
    // The last interchange is the only one that the packet leaves by the local channel.
    {"rtl/interchange/interchange_routes.v", "next_o", "(@) & {(PORTS*ROUTE_W){1'b0}}",
     "interchange_0_6", 29, "out_route_o", 0},
    // The second interchange on the way only.
    {"rtl/interchange/interchange.v", "error_o",
     "(@) | ((node_i == {{(ADDR_W-3){1'b0}}, 3'd4}) & (|out_valid_o))", "interchange_0_4", 27,
     "error_o", 0},
};

// On the same line with narrow channels (3 phits) to and from the interchange before node 4, a
// packet of three flits from node 3 to node 4: router_3, then the adapter beside it.
inline const Fault kBoundaryFaults[] = {
    // An interchange that calls itself idle with a flit in its buffer is not evaluated.
    {"rtl/interchange/interchange.v", "idle_o", "(@) | 1'b1", "interchange_0_4_adapter", 26,
     "out_valid_o", 0},
    {"rtl/router/pause_counter.v", "pausing_o", "(@) & 1'b0", "interchange_0_4_adapter", 24,
     "out_valid_o", 0},
    {"rtl/common/narrow_channel.v", "out_flit_o", "(@) ^ {{(FLIT_W-1){1'b0}}, 1'b1}",
     "interchange_0_4_adapter_channel_0", 27, "out_flit_o", 0},
    {"rtl/common/narrow_channel.v", "in_credit_o", "(@) & {VCS{1'b0}}",
     "interchange_0_4_adapter_channel_0", 32, "in_credit_o", 0},
};

// In one packet router of a 3-cube, alone: in cycle 3 packets of one flit come by the inputs 1 and
// 2, both for output 0. The first is on the output pins in cycle 4, the second, which had to wait
// in its buffer, in cycle 5.
inline const Fault kPacketFaults[] = {
    {"rtl/common/rr_arbiter.v", "gnt_o", "(@) & {N{1'b0}}", "", 4, "out_valid_o", 0},
    {"rtl/router/route_compute.v", "outputs_o", "valid_i ? (@) ^ {{(PORTS-2){1'b0}}, 2'b11} : (@)",
     "", 4, "out_valid_o", 0},
    {"rtl/packet_router/packet_route.v", "outputs_o",
     "valid_i ? (@) ^ {{(PORTS-2){1'b0}}, 2'b11} : (@)", "", 4, "out_valid_o", 0},
    {"rtl/packet_router/packet_route.v", "side_o", "(@) | valid_i", "", 4, "out_vc_o", 0},
    {"rtl/packet_router/packet_buffer.v", "flit_o", "(@) ^ {{(FLIT_W-10){1'b0}}, 10'h200}", "", 5,
     "out_flit_o", 0},
    {"rtl/packet_router/packet_input.v", "credit_o", "(@) & 1'b0", "", 4, "in_credit_o", 1},
    {"rtl/packet_router/packet_input.v", "unroutable_o", "(@) | (|req)", "", 4, "error_o", 0},
    {"rtl/packet_router/packet_queue.v", "side_open_o", "(@) & 2'b00", "", 4, "out_valid_o", 0},
    {"rtl/packet_router/packet_slots.v", "head_o", "(@) ^ {{(FLIT_W-1){1'b0}}, 1'b1}", "", 4,
     "out_flit_o", 0},
    {"rtl/packet_router/packet_output.v", "ip_gnt_o", "(@) & {PORTS{1'b0}}", "", 4, "in_credit_o",
     1},
    {"rtl/packet_router/packet_router.v", "in_credit_o",
     "(|out_valid_o) ? {(PORTS*VCS){1'b0}} : (@)", "", 4, "in_credit_o", 1},
    {"rtl/packet_router/packet_router.v", "idle_o", "(@) & 1'b0", "", 1, "idle_o", 0},
    {"rtl/packet_router/packet_router.v", "error_o", "(@) | (|out_valid_o)", "", 4, "error_o", 0},
};

// In the co-processors of a machine under random messages: they show at some pin.
inline const Fault kCoprocessorFaults[] = {
    {"rtl/coprocessor/block_reader.v", "read_word_o", "(@) + 1'b1"},
    {"rtl/coprocessor/collector.v", "packet_o", "~(@)"},
    {"rtl/coprocessor/comparator_cache.v", "watch_exception_o", "~(@)"},
    {"rtl/coprocessor/context_memory.v", "word_o", "~(@)"},
    {"rtl/coprocessor/coprocessor.v", "idle_o", "~(@)"},
    {"rtl/coprocessor/copy_engine.v", "request_address_o", "(@) + 1'b1"},
    {"rtl/coprocessor/instruction_check.v", "length_o", "(@) + 1'b1"},
    {"rtl/coprocessor/instruction_port.v", "error_code_o", "~(@)"},
    {"rtl/coprocessor/list_ends.v", "tail_o", "~(@)"},
    {"rtl/coprocessor/memory_port.v", "sent_o", "~(@)"},
    {"rtl/coprocessor/message_context.v", "cleared_o", "(@) & 1'b0"},
    {"rtl/coprocessor/message_receiver.v", "push_buffer_o", "~(@)"},
    {"rtl/coprocessor/message_sender.v", "load_message_o", "(@) ^ 96'd65536"},
    {"rtl/coprocessor/message_unit.v", "request_address_o", "(@) + 1'b1"},
    {"rtl/coprocessor/neighbour_list.v", "error_o", "~(@)"},
    {"rtl/coprocessor/packet_writer.v", "data_o", "~(@)"},
    {"rtl/coprocessor/placement.v", "match_o", "~(@)"},
    {"rtl/coprocessor/receive_writes.v", "write_o", "(@) ^ 77'd2"},
    {"rtl/coprocessor/send_engine.v", "read_address_o", "(@) + 1'b1"},
    {"rtl/coprocessor/stream_choice.v", "channel_o", "~(@)"},
    {"rtl/coprocessor/system_buffers.v", "available_o", "~(@)"},
    {"rtl/coprocessor/wait_lists.v", "nonempty_o", "~(@)"},
    {"rtl/coprocessor/work_ring.v", "packet_gnt_o", "~(@)"},
};

// The same with few system buffers, which fill: one too many is given to messages without a
// receive.
inline const Fault kOneBufferTooMany = {
    "rtl/coprocessor/placement.v", "LAST_OPEN", "LAST_OPEN + 1'b1", "", 0, "", 0,
    "{1'b0, unused_slot_i} <= @)"};

// In the buses of co-processors, in an emitted network under random messages.
inline const Fault kBusFaults[] = {
    {"rtl/adapters/axi4_lite_slave.v", "axil_rdata_o", "~(@)"},
    {"rtl/adapters/axi4_lite_slave.v", "write_valid_o", "address_valid_q && data_valid_q"},
    {"rtl/adapters/event_registers.v", "interrupt_o", "~(@)"},
    {"rtl/adapters/event_registers.v", "sent_o", "(@) + 32'd1"},
    {"rtl/adapters/event_registers.v", "bus_error_address_o", "(@) ^ 32'd8"},
    // A read and a write that fail in one cycle are one error.
    {"rtl/adapters/event_registers.v", "write_error_i", "write_error_i && !read_error_i", "", 0, "",
     0, "{31'd0, @};"},
    {"rtl/adapters/axi4_lite_registers.v", "pointer_o", "(@) ^ 32'd8"},
    {"rtl/adapters/axi4_lite_registers.v", "write_ready", "1'b1"},
    {"rtl/adapters/axi4_memory.v", "axi_wstrb_o", "~(@)"},
    {"rtl/adapters/axi4_memory.v", "memory_ready_o", "room || (fence_q == DONE)"},
    {"rtl/adapters/axi4_memory.v", "error_address_o", "(@) ^ 32'd8"},
    {"rtl/adapters/skid_buffer.v", "out_data_o", "~(@)"},
    {"rtl/adapters/outstanding_queue.v", "match_o", "(@) & 1'b0"},
    {"rtl/adapters/outstanding_queue.v", "front_o", "~(@)"},
    {"rtl/adapters/axi_coprocessor.v", "idle_o", "~(@)"},
};

// Between AXI4 ports and the routers, in an emitted network under random bursts.
inline const Fault kAxi4Faults[] = {
    // The interlock of AW and W: a write starts without its data.
    {"rtl/adapters/axi4_requests.v", "!busy_q && !w_ready_o", "1'b1", "", 0, "", 0,
     "all       = @;"},
    {"rtl/adapters/axi4_decode.v", "mapped_o", "1'b1"},
    {"rtl/adapters/axi4_decode.v", "legal_o", "size_i <= WIDEST"},
    {"rtl/adapters/axi4_in_flight.v", "may_o", "!(&used_q)"},
    {"rtl/adapters/axi4_room.v", "may_o", "1'b1"},
    {"rtl/adapters/axi4_packet_sender.v", "ends && (only_i || last_i)", "ends && only_i", "", 0, "",
     0, "tail   = @;"},
    {"rtl/adapters/axi4_packet_receiver.v", "in_credit_o", "(@) & {VCS{!beats_q}}"},
    // QoS: an urgent request in the class of others, its response in theirs, and an ID that has
    // transactions in flight in both classes.
    {"rtl/adapters/axi4_requests.v", "level_o", "1'b0"},
    {"rtl/adapters/axi4_replies.v", "level_o", "1'b0"},
    {"rtl/adapters/axi4_requests.v", "read_goes && read[URGENT]", "1'b0", "", 0, "", 0,
     "{@, read_goes,"},
    {"rtl/adapters/axi4_responses.v", "refused_ready_o", "1'b1"},
    {"rtl/adapters/axi4_responses.v", "r_id_o", "~(@)"},
    {"rtl/adapters/axi4_replies.v", "last_o", "1'b1"},
    {"rtl/adapters/axi4_initiator_core.v", "r_valid_o && r_ready_i", "r_ready_i", "", 0, "", 0,
     ".r_taken_i        (@)"},
    {"rtl/adapters/axi4_initiator.v", "s_axi_awuser_i", "~s_axi_awuser_i", "", 0, "", 0,
     "({s_axi_awaddr_i, @, "},
    {"rtl/adapters/axi4_target_core.v", "header[ADDR_W+2 +: ADDR_W]", "{ADDR_W{1'b0}}", "", 0, "",
     0, "{header[URGENT], @,"},
    {"rtl/adapters/axi4_target.v", "ar[BUS_ID_W +: 8]", "8'd0", "", 0, "", 0,
     "{aw[BUS_ID_W +: 8], @}"},
    {"rtl/adapters/axi4_watchdog.v", "w_ready_i || dead_q", "w_ready_i", "", 0, "", 0,
     "assign w_ready_o  = @;"},
    {"rtl/adapters/axi4_watch_list.v", "next_last_o", "1'b1"},
    {"rtl/adapters/word_queue.v", "in_ready_o", "ready_q || valid_q"},
    {"rtl/adapters/packet_store.v", "two_o", "|ends_q"},
    // Counters: a stall where there is place, a stall beside a flit, a round's counts that are
    // counted again, SLVERR that is no error, a snapshot that is shown before all of it is there.
    {"rtl/adapters/channel_monitor.v", "stall_o", "enable_i && !valid_i"},
    {"rtl/adapters/channel_monitor.v", "stall_o", "enable_i && (|full)"},
    {"rtl/adapters/counter_chain.v", "load_i ? begun : grown", "grown", "", 0, "", 0,
     "round_q <= @;"},
    {"rtl/adapters/axi4_port_monitor.v", "response_i[2*g+1]", "response_i[2*g]", "", 0, "", 0,
     "answered_i[g] && @;"},
    {"rtl/adapters/counter_bank.v", "busy_o", "wanted_q"},
    {"rtl/adapters/axi4_lite_control.v", "read_ready", "!is_counter || !busy"},
    // The map: a load of what is no region, and regions that overlap.
    {"rtl/adapters/axi4_map_registers.v", "good_o", "region_i < COUNT"},
    {"rtl/adapters/axi4_decode.v", "hit & (~hit + 1'b1)", "hit", "", 0, "", 0,
     "assign chosen = @;"},
};

// The same with reorder buffers: an ID that does not wait for its older transactions, a word that
// goes to a transaction that has all its words, a transaction that starts without places.
inline const Fault kReorderFaults[] = {
    {"rtl/adapters/axi4_reorder_buffer.v", "giving_q & there & ~behind_q", "giving_q & there", "",
     0, "", 0, "can     = @;"},
    {"rtl/adapters/axi4_reorder_buffer.v", "coming_q[i]", "used_q[i]", "", 0, "", 0,
     "answered[i]    = @ && id_q"},
    {"rtl/adapters/axi4_reorder_buffer.v", "may_o", "!(|(next & used_q)) && order_may && id_may"},
};

// What tests of their own look for.
inline const Fault kNoTable = {
    "rtl/routing/route_table.v", "outputs_o", "(@) & {PORTS{1'b0}}", "switch_0", 22, "error_o"};
inline const Fault kNoRoute = {"rtl/router/vc_state.v",
                               "route_o",
                               "(@) & {(COUNT*ROUTE_W){1'b0}}",
                               "switch_0",
                               23,
                               "out_valid_o"};
inline const Fault kWrongTag = {"rtl/routing/destination_tag.v", "next_o", "~(@)"};
// A grant that goes on when the receiver has no more room.
inline const Fault kCreditForNothing = {"rtl/router/vc_state.v", "credit_o", "(@) | active_q"};
// A register that no reset sets.
inline const Fault kNoReset = {"rtl/router/output_vcs.v",      "rst_i", "1'b0", "", 0, "", 0,
                               "if (@) busy_q <= {VCS{1'b0}};"};
// Of a register that counts on where enable_i is low.
inline const Fault kNotHeld = {"rtl/router/output_vcs.v",     "enable_i", "1'b1", "", 0, "", 0,
                               "else if (@) level_q <= next;"};
inline const Fault kIdleGuard = {"rtl/router/starvation_guard.v", "ivc_due_o",
                                 "(@) & {IVCS{1'b0}}"};

const std::vector<Fault>& all_faults();

// A copy of the sources below `root` with all faults. Shapes made of it can share a cache with
// those of the true sources: their keys differ.
void copy_with_faults(const std::filesystem::path& root);

// One with this fault alone, for good, which Yosys can read.
void copy_with_fault(const std::filesystem::path& root, const Fault& fault);

// The number of a fault.
unsigned number_of(const Fault& fault);

}  // namespace turnpike::test
