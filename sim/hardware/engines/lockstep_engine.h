// lockstep_engine.h - runs hardware and model side by side and compares all outputs in every cycle.
//
// The terminals of the model drive the hardware as well. Every output is compared, so the inputs of
// the terminals cannot differ unnoticed. At the first difference the hardware goes back to a
// checkpoint and runs to the difference once more with a waveform, which also shows the outputs of
// the model. Sliced components have no waveform: the engine repeats the run from its beginning with
// Verilated components and compares these too, which tells whether the RTL or its gates are wrong.

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/statistics/run_spec.h"
#include "model/traffic/traffic.h"
#include "sim/hardware/engines/beside_model.h"
#include "sim/hardware/engines/comparator.h"
#include "sim/hardware/engines/expected_run.h"
#include "sim/hardware/engines/mismatch.h"
#include "sim/hardware/engines/pin_recorder.h"
#include "sim/hardware/systemc/rtl_network.h"
#include "sim/hardware/trace/tracer.h"

namespace turnpike::sim {

struct LockstepOptions {
  std::filesystem::path folder;  // of mismatch.fst and mismatch.gtkw; empty: the current one
  TraceWindow trace;             // waveform on request
  RtlNetworkOptions rtl;
};

class LockstepEngine final : public BesideModel {
 public:
  // `network` and `traffic` must outlive it. One per process, as SystemC elaborates once.
  LockstepEngine(const model::Network& network, model::Traffic& traffic, const model::RunSpec& run,
                 const LockstepOptions& options);
  // The same with a model of one's own making, on one thread: for messages from a list, broadcasts.
  // Nothing is sliced, as only its maker can repeat such a run; nor where packets are offered.
  LockstepEngine(std::unique_ptr<model::ModelEngine> model, std::uint64_t seed,
                 const LockstepOptions& options);
  ~LockstepEngine() override;

  const model::Network& network() const override { return rtl_.network(); }
  model::Cycle now() const override { return rtl_.now(); }
  // Throws LockstepError at the first difference, or where the hardware's own checks complain;
  // NetworkError what the model finds wrong.
  void advance(model::Cycle cycles) override;

  bool has_state() const override { return true; }
  // A waveform of a mismatch shows nothing of cycles before those that were read.
  void visit_state(model::StateStream& state) override;

  RtlNetwork& rtl() { return rtl_; }
  model::ModelEngine& model() { return *model_; }
  // As of RtlEngine.
  void finish_trace() { tracer_.finish(); }
  const std::vector<std::string>& trace_files() const { return tracer_.files(); }

 private:
  // The model's terminals at the hardware's pins.
  class Terminals final : public TerminalDriver {
   public:
    explicit Terminals(LockstepEngine& engine) : engine_(engine) {}
    void begin_cycle(model::Cycle now) override;
    TerminalOutputs cycle(model::NodeId node, const TerminalInputs& inputs) override;

   private:
    LockstepEngine& engine_;
    model::Cycle now_ = 0;
  };

  static constexpr model::Cycle kCheckpointCycles = 2048;  // from one to the next

  // A state of the hardware and the terminals' pins from there on.
  struct Segment {
    RtlNetwork::Checkpoint start;
    PinRecorder pins;
  };

  LockstepEngine(std::unique_ptr<model::ModelEngine> model, const model::RunSpec& run,
                 const LockstepOptions& options, const model::Traffic* traffic);

  void start();
  void watch();
  void begin_segment();
  [[noreturn]] void report(Mismatch mismatch);
  [[noreturn]] void repeat(const Mismatch& mismatch);
  // Goes back; false: the difference is there after reset.
  bool go_back(model::Cycle wanted);
  std::optional<model::Cycle> since_flit(const Mismatch& mismatch);
  std::vector<std::string> replay(const Mismatch& mismatch);
  // To the end of the waveform, whatever the hardware complains about.
  void run_on(model::Cycle until);
  std::vector<std::size_t> modules_to_show(const Mismatch& mismatch) const;

  std::filesystem::path folder_;
  Terminals terminals_{*this};
  RtlNetwork rtl_;
  std::optional<Comparator> comparator_;
  Tracer tracer_;
  const model::Traffic* traffic_;  // null: the run cannot be repeated
  model::RunSpec run_;
  ShapeCache::Progress progress_;
  Segment segments_[2];   // the present one and the one before
  unsigned segment_ = 0;  // index of the present one
  bool is_replay_ = false;
  std::optional<ExpectedRun> expected_;  // beside a waveform
  bool is_started_ = false;
};

}  // namespace turnpike::sim
