// booksim.cpp - the same experiment on BookSim 2, as a child process.

#include "tests/bench/booksim.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace turnpike::bench {
namespace {

constexpr unsigned kSamplePeriod = 1000;

// A directory of our own for configuration and output, removed with all that is in it.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "turnpike_bench.XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Finished {
  double user_seconds = 0;
  std::string output;
};

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

// BookSim's exit status says nothing, so only its CPU time and its words are used.
Finished run_child(const std::string& program, const std::string& config_text) {
  const ScratchDirectory scratch;
  const std::string config = (scratch.path() / "config").string();
  const std::string output = (scratch.path() / "output").string();
  std::ofstream(config) << config_text;

  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDOUT_FILENO);
    dup2(file, STDERR_FILENO);
    execl(program.c_str(), program.c_str(), config.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) throw std::runtime_error("wait4 failed");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw std::runtime_error("cannot run BOOKSIM=" + program);
  }
  std::stringstream text;
  text << std::ifstream(output).rdbuf();
  return {seconds(usage.ru_utime), text.str()};
}

std::string topology_text(const Experiment& experiment) {
  const bool is_torus = experiment.topology.kind == model::Topology::torus;
  // A hypercube is a mesh of radix 2; BookSim's torus of radix 2 would double the channels.
  std::ostringstream text;
  text << "topology = " << (is_torus ? "torus" : "mesh") << ";\n"
       << "k = " << experiment.topology.radix.front() << ";\n"
       << "n = " << experiment.topology.radix.size() << ";\n"
       << "routing_function = dim_order;\n";
  return text.str();
}

// How many sample periods were simulated to the end.
std::size_t periods(const std::string& output) {
  std::size_t count = 0;
  for (std::size_t at = output.find("throughput change"); at != std::string::npos;
       at = output.find("throughput change", at + 1)) {
    ++count;
  }
  return count;
}

double last_accepted(const std::string& output) {
  const std::string key = "Accepted flit rate average=";
  const std::size_t at = output.rfind(key);
  return at == std::string::npos ? 0 : std::strtod(output.c_str() + at + key.size(), nullptr);
}

Finished simulate(const std::string& program, const Experiment& experiment, double load,
                  unsigned cycles) {
  Finished run = run_child(program, booksim_config(experiment, load, cycles));
  if (periods(run.output) != cycles / kSamplePeriod) {
    const std::size_t keep = 600;
    const std::size_t from = run.output.size() > keep ? run.output.size() - keep : 0;
    throw std::runtime_error("BookSim did not simulate its cycles: " + run.output.substr(from));
  }
  return run;
}

}  // namespace

std::string booksim_config(const Experiment& experiment, double load, unsigned cycles) {
  std::ostringstream text;
  text << topology_text(experiment) << "num_vcs = " << experiment.router.virtual_channels << ";\n"
       << "vc_buf_size = " << experiment.router.buffer_depth << ";\n"
       << "packet_size = " << experiment.packet_flits << ";\n"
       << "traffic = uniform;\n"
       << "injection_rate = " << load << ";\n"
       << "injection_rate_uses_flits = 1;\n"
       // Its shortest pipeline, with its fastest allocators.
       << "router = iq;\n"
       << "vc_allocator = islip;\nsw_allocator = islip;\n"
       << "routing_delay = 0;\nvc_alloc_delay = 1;\nsw_alloc_delay = 1;\n"
       << "st_prepare_delay = 0;\nst_final_delay = 1;\ncredit_delay = 1;\n"
       << "wait_for_tail_credit = 0;\n"
       // A warm-up that never ends makes it stop after exactly max_samples periods.
       << "sim_type = throughput;\n"
       << "sample_period = " << kSamplePeriod << ";\n"
       << "max_samples = " << cycles / kSamplePeriod << ";\n"
       << "warmup_periods = " << cycles << ";\n"
       << "seed = 1;\n";
  return text.str();
}

BooksimRun run_booksim(const std::string& program, const Experiment& experiment, double load,
                       unsigned cycles) {
  const unsigned warmup = static_cast<unsigned>(warmup_cycles(experiment));
  const Finished start = simulate(program, experiment, load, warmup);
  const Finished whole = simulate(program, experiment, load, warmup + cycles);
  BooksimRun run;
  run.seconds = whole.user_seconds - start.user_seconds;
  run.cycles = cycles;
  run.accepted = last_accepted(whole.output);
  return run;
}

}  // namespace turnpike::bench
