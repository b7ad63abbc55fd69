// sliced_bank.h - what sliced_source.h writes, behind RtlBank.
//
// A cycle: the flits and credits that arrive are put into rows, a lane each, and transposed; the
// gates are evaluated for all lanes; the pins after the edge are transposed back. Only ports with a
// flit and lanes with a credit are touched. Included by sliced.cpp alone, behind that source.

#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "sim/hardware/rtl_components/component_abi.h"

namespace {

class SlicedBank final : public RtlBank {
 public:
  explicit SlicedBank(Runtime& runtime) {
    for (Word& word : q_[0]) word = runtime.draw();
    Word* const memories = reinterpret_cast<Word*>(&memories_);
    for (std::size_t i = 0; i < kMemoryWords; ++i) memories[i] = runtime.draw();
  }

  RtlComponent& add_lane(const char* name) override {
    lanes_.push_back(std::make_unique<Lane>(*this, static_cast<unsigned>(lanes_.size()), name));
    used_ |= lanes_.back()->bit();
    return *lanes_.back();
  }

  void tick(unsigned parity, const PortActivity* inputs, EdgeResult* const* results) override {
    write_tables();
    for (const auto& lane : lanes_) lane->drive(parity, inputs[lane->number()]);
    edge();
    note_violation(used_);
    observe(parity ^ 1u, used_, results);
  }

 private:
  using InRows = sliced::Inputs::Rows;
  using OutRows = sliced::Outputs::Rows;

  static constexpr std::size_t kMemoryWords = sizeof(sliced::Memories) / sizeof(Word);

  struct TableEntry {
    std::uint32_t port, destination, outputs;
  };

  // `width` bits at `at` of the words of one lane; a field is 64 bits wide at most.
  static void put(Word* words, unsigned at, unsigned width, Word bits) {
    words[at / 64] |= bits << at % 64;
    if (at % 64 + width > 64) words[at / 64 + 1] |= bits >> (64 - at % 64);
  }
  static Word get(const Word* words, unsigned at, unsigned width) {
    Word bits = words[at / 64] >> at % 64;
    if (at % 64 + width > 64) bits |= words[at / 64 + 1] << (64 - at % 64);
    return width == 64 ? bits : bits & ((Word{1} << width) - 1);
  }

  static unsigned flit_bits(unsigned from) {
    return Shape::kFlitBits - from < 64 ? Shape::kFlitBits - from : 64;
  }

  // One instance. What is called here is for the start, and for tests: it evaluates all lanes and
  // puts back the others.
  class Lane final : public RtlComponent {
   public:
    Lane(SlicedBank& bank, unsigned number, const char* name)
        : bank_(bank), number_(number), name_(name) {}

    unsigned number() const { return number_; }
    Word bit() const { return Word{1} << number_; }
    const std::string& name() const { return name_; }

    void bind(unsigned port, ChannelWires* in, ChannelWires* out) override {
      in_[port] = in;
      out_[port] = out;
    }

    void set_place(const ComponentPlace& place) override {
      sliced::Inputs& in = bank_.in_;
      spread(in.node_i, place.address);
      spread(in.limit_i, place.limit);
      spread(in.dimension_i, place.dimension);
      spread(in.connected_i, place.connected);
      spread(in.paced_i, place.paced);
      for (unsigned p = 0; p < Shape::kPorts; ++p) {
        for (unsigned i = 0; i < kPausePins; ++i) {
          Word& word = in.pauses_i[p * kPausePins + i];
          word = (place.pauses[p] >> i & 1) != 0 ? word | bit() : word & ~bit();
        }
      }
    }

    void bind_node(const NodeInputs*, NodeOutputs*) override {}

    void write_table(unsigned port, std::uint32_t destination, std::uint32_t outputs) override {
      entries_.push_back({port, destination, outputs});
      bank_.has_entries_ = true;
    }

    void reset() override {
      bank_.write_tables();
      bank_.in_.rst_i = bit();
      bank_.edge_of(bit());
    }

    void tick(unsigned parity, PortActivity inputs, EdgeResult* result) override {
      bank_.write_tables();
      drive(parity, inputs);
      bank_.edge_of(bit());
      EdgeResult* results[kLanes] = {};
      results[number_] = result;
      bank_.observe(parity ^ 1u, bit(), results);
    }

    void settle(unsigned parity, PortActivity inputs) override {
      settled_parity_ = parity;
      settled_ = inputs;
    }
    void fall() override {}
    void rise(unsigned, EdgeResult* result) override { tick(settled_parity_, settled_, result); }
    void begin_hold(unsigned, PortActivity) override {}
    void end_hold(unsigned, EdgeResult*) override {}
    void expect(const EdgeResult&, const ChannelPins*) override {}

    void save(CheckpointWriter& writer) override {
      bank_.write_tables();
      std::vector<std::uint8_t> bits;
      bank_.each_word([&](const Word& word) { bits.push_back(word >> number_ & 1); });
      writer.write(bits.data(), bits.size());
    }

    void restore(CheckpointReader& reader) override {
      bank_.write_tables();
      std::vector<std::uint8_t> bits(sliced::kRegisters + kMemoryWords);
      reader.read(bits.data(), bits.size());
      std::size_t at = 0;
      bank_.each_word([&](Word& word) { word = (word & ~bit()) | Word{bits[at++]} << number_; });
    }

    void drive(unsigned parity, PortActivity inputs) {
      sliced::Inputs& in = bank_.in_;
      for (std::uint32_t left = inputs.flits; left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(__builtin_ctz(left));
        const ChannelPins& pins = in_[port]->at[parity];
        Word words[InRows::kWords] = {1};
        put(words, InRows::kVc, kVcBitsOf<Shape>, pins.vc);
        if constexpr (sliced::kInRouteBits != 0) {
          put(words, InRows::kRoute, sliced::kInRouteBits, pins.route);
        }
        for (unsigned bit = 0; bit < Shape::kFlitBits; bit += 64) {
          put(words, InRows::kFlit + bit, flit_bits(bit), pins.flit[bit / 64]);
        }
        for (unsigned word = 0; word < InRows::kWords; ++word) {
          in.channel[port][word * 64 + number_] = words[word];
        }
      }
      bank_.flits_ |= inputs.flits;
      for (std::uint32_t left = inputs.credits; left != 0; left &= left - 1) {
        const auto port = static_cast<unsigned>(__builtin_ctz(left));
        for (Word vcs = out_[port]->at[parity].credit; vcs != 0; vcs &= vcs - 1) {
          in.out_credit_i[port * Shape::kVcs + static_cast<unsigned>(__builtin_ctzll(vcs))] |=
              bit();
        }
      }
    }

    void observe_flit(unsigned port, unsigned parity) {
      Word words[OutRows::kWords];
      for (unsigned word = 0; word < OutRows::kWords; ++word) {
        words[word] = bank_.out_.channel[port][word * 64 + number_];
      }
      ChannelPins& pins = out_[port]->at[parity];
      pins.vc = static_cast<std::uint32_t>(get(words, OutRows::kVc, kVcBitsOf<Shape>));
      pins.route = 0;
      if constexpr (sliced::kOutRouteBits != 0) {
        pins.route = get(words, OutRows::kRoute, sliced::kOutRouteBits);
      }
      for (unsigned bit = 0; bit < Shape::kFlitBits; bit += 64) {
        pins.flit[bit / 64] = get(words, OutRows::kFlit + bit, flit_bits(bit));
      }
    }

    void observe_credit(unsigned port, unsigned parity) {
      std::uint32_t credit = 0;
      for (unsigned vc = 0; vc < Shape::kVcs; ++vc) {
        credit |= static_cast<std::uint32_t>(
                      bank_.out_.in_credit_o[port * Shape::kVcs + vc] >> number_ & 1)
                  << vc;
      }
      in_[port]->at[parity].credit = credit;
    }

    // Entry number `index` of the table to the pins, if there are so many.
    void drive_table(std::size_t index) {
      if (index >= entries_.size()) return;
      sliced::Inputs& in = bank_.in_;
      in.table_we_i |= bit();
      spread(in.table_port_i, entries_[index].port);
      spread(in.table_dest_i, entries_[index].destination);
      spread(in.table_mask_i, entries_[index].outputs);
    }
    std::vector<TableEntry>& entries() { return entries_; }

   private:
    void spread(Word* pins, std::uint32_t value) const {
      for (unsigned i = 0; i < 32; ++i) {
        pins[i] = (pins[i] & ~bit()) | Word{value >> i & 1} << number_;
      }
    }

    SlicedBank& bank_;
    unsigned number_;
    std::string name_;
    ChannelWires* in_[Shape::kPorts] = {};
    ChannelWires* out_[Shape::kPorts] = {};
    std::vector<TableEntry> entries_;  // not yet written
    unsigned settled_parity_ = 0;
    PortActivity settled_;
  };

  template <class Visit>
  void each_word(Visit visit) {
    for (Word& word : q_[now_]) visit(word);
    Word* const memories = reinterpret_cast<Word*>(&memories_);
    for (std::size_t i = 0; i < kMemoryWords; ++i) visit(memories[i]);
  }

  // The edge, and all inputs low again.
  void edge() {
    for (std::uint32_t left = flits_; left != 0; left &= left - 1) {
      const auto port = static_cast<unsigned>(__builtin_ctz(left));
      for (unsigned word = 0; word < InRows::kWords; ++word) {
        transpose(&in_.channel[port][word * 64]);
      }
    }
    sliced::edge(in_, q_[now_], q_[now_ ^ 1], memories_, kept_, checks_);
    now_ ^= 1;
    for (std::uint32_t left = flits_; left != 0; left &= left - 1) {
      std::memset(in_.channel[__builtin_ctz(left)], 0, sizeof in_.channel[0]);
    }
    flits_ = 0;
    std::memset(in_.out_credit_i, 0, sizeof in_.out_credit_i);
    in_.rst_i = 0;
    in_.table_we_i = 0;
    sliced::outputs(q_[now_], out_);
  }

  // The same; all lanes but `lanes` are put back.
  void edge_of(Word lanes) {
    std::vector<Word> before;
    each_word([&](const Word& word) { before.push_back(word); });
    edge();
    const Word* old = before.data();
    each_word([&](Word& word) {
      word = (word & lanes) | (*old & ~lanes);
      ++old;
    });
    sliced::outputs(q_[now_], out_);
    note_violation(used_ & lanes);
  }

  void write_tables() {
    if (!has_entries_) return;
    has_entries_ = false;
    std::size_t most = 0;
    for (const auto& lane : lanes_) most = std::max(most, lane->entries().size());
    for (std::size_t index = 0; index < most; ++index) {
      for (const auto& lane : lanes_) lane->drive_table(index);
      edge_of(in_.table_we_i);
    }
    for (const auto& lane : lanes_) lane->entries().clear();
  }

  void note_violation(Word lanes) const {
    Word any = 0;
    for (unsigned check = 0; check < sliced::kChecks; ++check) any |= checks_[check];
    if ((any & lanes) == 0) return;
    for (Word left = any & lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      unsigned check = 0;
      while ((checks_[check] >> lane & 1) == 0) ++check;
      Runtime::violated(lanes_[lane]->name() + "." + Shape::kModule + sliced::kCheckTexts[check]);
    }
  }

  void observe(unsigned parity, Word lanes, EdgeResult* const* results) {
    for (Word left = lanes; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
      EdgeResult& result = *results[lane];
      result.outputs = {};
      result.is_busy = ~(out_.idle_o >> lane) & 1;
      result.error = out_.error_o >> lane & 1;
    }
    for (unsigned port = 0; port < Shape::kPorts; ++port) {
      const std::uint32_t bit = 1u << port;
      const Word valid = out_.channel[port][0] & lanes;
      if (valid != 0) {
        for (unsigned word = 0; word < OutRows::kWords; ++word) {
          transpose(&out_.channel[port][word * 64]);
        }
      }
      for (Word left = valid; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
        lanes_[lane]->observe_flit(port, parity);
        results[lane]->outputs.flits |= bit;
        results[lane]->is_busy = 1;
      }
      Word credited = 0;
      for (unsigned vc = 0; vc < Shape::kVcs; ++vc) {
        credited |= out_.in_credit_o[port * Shape::kVcs + vc];
      }
      for (Word left = credited & lanes; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctzll(left));
        lanes_[lane]->observe_credit(port, parity);
        results[lane]->outputs.credits |= bit;
        results[lane]->is_busy = 1;
      }
    }
  }

  sliced::Inputs in_;
  sliced::Outputs out_;
  alignas(64) Word q_[2][sliced::kRegisters];  // before and after the edge, in turn
  unsigned now_ = 0;
  alignas(64) sliced::Memories memories_;
  alignas(64) Word kept_[sliced::kKept];
  Word checks_[sliced::kChecks + 1] = {};
  std::vector<std::unique_ptr<Lane>> lanes_;
  Word used_ = 0;            // lanes
  std::uint32_t flits_ = 0;  // ports with a flit in any lane
  bool has_entries_ = false;
};

}  // namespace
