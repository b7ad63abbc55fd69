// axi_lite_slave.cpp - what is taken in a cycle is here in the next one.

#include "model/adapters/axi_lite_slave.h"

namespace turnpike::model {

std::uint32_t AxiLiteSlave::Write::over(std::uint32_t present) const {
  std::uint32_t mask = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((strobe >> byte & 1) != 0) mask |= 0xffu << (8 * byte);
  }
  return (present & ~mask) | (data & mask);
}

void AxiLiteSlave::tick(const AxiLiteIn& in, std::optional<AxiResponse> written,
                        std::optional<Read> read) {
  if (bus_.bvalid && in.bready) bus_.bvalid = false;
  if (bus_.rvalid && in.rready) bus_.rvalid = false;
  if (written) {
    bus_.bvalid = true;
    bus_.bresp = static_cast<std::uint32_t>(*written);
    has_address_ = has_data_ = false;
  }
  if (read) {
    bus_.rvalid = true;
    bus_.rdata = read->data;
    bus_.rresp = static_cast<std::uint32_t>(read->response);
    has_read_ = false;
  }
  if (in.awvalid && bus_.awready) {
    has_address_ = true;
    write_.word = in.awaddr / 4;
  }
  if (in.wvalid && bus_.wready) {
    has_data_ = true;
    write_.data = in.wdata;
    write_.strobe = in.wstrb;
  }
  if (in.arvalid && bus_.arready) {
    has_read_ = true;
    read_word_ = in.araddr / 4;
  }
  bus_.awready = !has_address_;
  bus_.wready = !has_data_;
  bus_.arready = !has_read_;
}

}  // namespace turnpike::model
