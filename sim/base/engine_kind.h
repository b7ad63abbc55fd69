// engine_kind.h - the engines that compute the cycles of a network or of a machine.

#pragma once

#include <cstdint>

#include "model/common/words.h"

namespace turnpike::sim {

enum class EngineKind : std::uint8_t { lockstep, rtl, model, emitted, batch };
inline constexpr model::Word<EngineKind> kEngineWords[] = {{EngineKind::lockstep, "lockstep"},
                                                           {EngineKind::rtl, "rtl"},
                                                           {EngineKind::model, "model"},
                                                           {EngineKind::emitted, "emitted"},
                                                           {EngineKind::batch, "batch"}};
constexpr const char* to_text(EngineKind engine) { return model::word_of(kEngineWords, engine); }
constexpr bool has_hardware(EngineKind engine) {
  return engine != EngineKind::model && engine != EngineKind::batch;
}

}  // namespace turnpike::sim
