// wrapper.cpp - pins become slices of two shift registers.

#include "sim/studies/synthesis/wrapper.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/base/config_error.h"

namespace turnpike::sim {

std::string wrapper_text(const Design& design, const std::vector<Pin>& pins) {
  unsigned inputs = 0;
  unsigned outputs = 0;
  std::vector<std::string> connections;
  for (const Pin& pin : pins) {
    if (pin.name == "clk_i") {
      connections.insert(connections.begin(), ".clk_i(clk_i)");
      continue;
    }
    unsigned& at = pin.is_output ? outputs : inputs;
    connections.push_back(
        fmt::format(".{}({}[{} +: {}])", pin.name, pin.is_output ? "out" : "in_q", at, pin.bits));
    at += pin.bits;
  }
  if (inputs == 0 || outputs == 0) {
    throw ConfigError(fmt::format(
        "{}: a module without inputs or outputs cannot be placed; --seeds 0 counts its cells",
        design.top));
  }
  std::vector<std::string> parameters;
  for (const auto& [name, value] : design.parameters) {
    parameters.push_back(fmt::format(".{}({})", name, value.to_verilog()));
  }
  return fmt::format(R"(
module {wrapper} (input clk_i, input in_i, input load_i, output out_o);
    reg  [{inputs}:0] in_q;
    reg  [{outputs}:0] out_q;
    reg load_q;
    wire [{outputs}:0] out;
    always @(posedge clk_i) begin
        load_q <= load_i;
        in_q  <= {{in_q, in_i}};
        out_q <= load_q ? out : {{out_q, 1'b0}};
    end
    assign out_o = out_q[{outputs}];
    {top} #({parameters}) {instance} ({connections});
endmodule
)",
                     fmt::arg("wrapper", kWrapper), fmt::arg("inputs", inputs - 1),
                     fmt::arg("outputs", outputs - 1), fmt::arg("top", design.top),
                     fmt::arg("parameters", fmt::format("{}", fmt::join(parameters, ", "))),
                     fmt::arg("instance", kWrappedInstance),
                     fmt::arg("connections", fmt::format("{}", fmt::join(connections, ", "))));
}

}  // namespace turnpike::sim
