// checkpoint_stream.h - Verilator's save and restore over the simulator's own bytes, not a file.

#pragma once

#include <cstring>

#include "sim/hardware/rtl_components/component_abi.h"
#include "verilated.h"
#include "verilated_save.h"

namespace turnpike::sim {

class SaveStream final : public VerilatedSerialize {
 public:
  explicit SaveStream(CheckpointWriter& writer) : writer_(writer) {}
  ~SaveStream() override { flush(); }

  void flush() override {
    writer_.write(m_bufp, static_cast<std::size_t>(m_cp - m_bufp));
    m_cp = m_bufp;
  }

 private:
  CheckpointWriter& writer_;
};

class RestoreStream final : public VerilatedDeserialize {
 public:
  explicit RestoreStream(CheckpointReader& reader) : reader_(reader) {
    m_cp = m_bufp;
    m_endp = m_bufp;
  }
  ~RestoreStream() override = default;

 protected:
  void fill() override {
    // What is left moves to the front, the reader appends. One reader delivers one component, so
    // reading ahead takes no other's bytes; past its end the buffer is padded, as Verilator does.
    const auto left = static_cast<std::size_t>(m_endp - m_cp);
    std::memmove(m_bufp, m_cp, left);
    const std::size_t more = reader_.read(m_bufp + left, bufferSize() - left);
    std::memset(m_bufp + left + more, 0, bufferSize() - left - more);
    m_cp = m_bufp;
    m_endp = m_bufp + bufferSize();
  }

 private:
  CheckpointReader& reader_;
};

}  // namespace turnpike::sim
