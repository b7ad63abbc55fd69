// component_parameters.h - converts parameters of the hardware to those of the model.

#pragma once

#include <string>

#include "model/interchange/interchange_params.h"
#include "model/packet_router/packet_router_params.h"
#include "model/router/router_params.h"

namespace turnpike::dpi {

// Of "NAME=VALUE NAME=VALUE", names and defaults as in rtl/. Throw std::invalid_argument.
model::RouterParams router_parameters(const std::string& text);
model::InterchangeParams interchange_parameters(const std::string& text);
model::PacketRouterParams packet_router_parameters(const std::string& text);

}  // namespace turnpike::dpi
