// reference.h - a component of the model behind one vector of pins each way.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "api/dpi/pins.h"
#include "model/router/router.h"

namespace turnpike::dpi {

class Reference {
 public:
  virtual ~Reference() = default;

  const std::vector<Pin>& inputs() const { return inputs_; }
  const std::vector<Pin>& outputs() const { return outputs_; }
  unsigned input_bits() const { return input_bits_; }
  unsigned output_bits() const { return output_bits_; }

  // The outputs of this cycle, into words that are 0.
  virtual void show(std::uint32_t* outputs) const = 0;
  // The edge that ends this cycle. Throws std::logic_error when the inputs break a duty.
  virtual void tick(const std::uint32_t* inputs) = 0;
  virtual void reset() = 0;

 protected:
  Reference(std::vector<Pin> inputs, std::vector<Pin> outputs)
      : inputs_(std::move(inputs)),
        outputs_(std::move(outputs)),
        input_bits_(bits_of(inputs_)),
        output_bits_(bits_of(outputs_)) {}

 private:
  std::vector<Pin> inputs_;
  std::vector<Pin> outputs_;
  unsigned input_bits_;
  unsigned output_bits_;
};

// Throws std::invalid_argument for a component that there is not, and for parameters that the
// hardware refuses or the model has not: a router with LOADED=0, addresses above 30 bits (with a
// table above 16).
std::unique_ptr<Reference> make_reference(const std::string& component,
                                          const std::string& parameters);

// Of a router, between its pins and the model's: inputs into words that are 0, outputs from words.
std::vector<Pin> router_inputs(const model::RouterParams& params);
std::vector<Pin> router_outputs(const model::RouterParams& params);
void put_router_inputs(const model::RouterParams& params, const model::Router::In& in,
                       std::uint32_t* inputs);
model::Router::Out router_out(const model::RouterParams& params, const std::uint32_t* outputs);

}  // namespace turnpike::dpi
