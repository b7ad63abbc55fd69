// waveform_file.h - a waveform on the disk, which is removed if it cannot be completed.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sim/hardware/rtl_components/component_abi.h"

namespace turnpike::sim {

// Open until it is closed or destroyed. Whatever becomes of the program, the file can be read up to
// the last flush; a file of which something could not be written is removed.
class WaveformFile {
 public:
  // `writer` has all its components. Throws ConfigError that names the file.
  WaveformFile(std::unique_ptr<RtlWaveform> writer, std::string path);
  WaveformFile(const WaveformFile&) = delete;
  WaveformFile& operator=(const WaveformFile&) = delete;
  ~WaveformFile();

  void dump(std::uint64_t time) { writer_->dump(time); }
  // Takes effect at the next dump.
  void flush() { writer_->flush(); }
  bool has_failed() const { return writer_->error() != 0; }
  // Throws ConfigError that names the file when something of it could not be written.
  void close();

 private:
  void end();

  std::unique_ptr<RtlWaveform> writer_;
  std::string path_;
  bool is_closed_ = false;
};

}  // namespace turnpike::sim
