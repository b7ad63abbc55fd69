// waveform_file.cpp - the writer of a shape's library, and what it could not write.

#include "sim/hardware/systemc/waveform_file.h"

#include <filesystem>
#include <utility>

#include "sim/base/temporary_file.h"

namespace turnpike::sim {

WaveformFile::WaveformFile(std::unique_ptr<RtlWaveform> writer, std::string path)
    : writer_(std::move(writer)), path_(std::move(path)) {
  writer_->open(path_.c_str());
  if (has_failed()) close();
}

WaveformFile::~WaveformFile() {
  if (!is_closed_) end();
}

void WaveformFile::close() {
  end();
  if (has_failed()) fail_to_write("the waveform cannot be written", path_, writer_->error());
}

void WaveformFile::end() {
  is_closed_ = true;
  writer_->close();
  if (!has_failed()) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
  // Holds the names of signals until the writer is done with it.
  std::filesystem::remove(path_ + ".hier", ignored);
}

}  // namespace turnpike::sim
