// axi4_software.cpp - one access at a time, its channels in any order.

#include "model/axi/axi4_software.h"

#include <string>

#include "model/network/engine.h"

namespace turnpike::model {

// An access that changes nothing.
Axi4Software::Access Axi4Software::draw_strange() {
  const std::uint32_t end = Axi4CounterMap::offset(map_.count());
  switch (draws_.below(9)) {
    case 0:
      return {false, kAxi4Identity, 0x54504b4e, 0, AxiResponse::okay};
    case 1:
      return {false, kAxi4Shape, static_cast<std::uint32_t>(map_.ports << 16 | map_.channels), 0,
              AxiResponse::okay};
    case 2:
      return {false, kAxi4CounterCount, static_cast<std::uint32_t>(map_.count()), 0,
              AxiResponse::okay};
    case 3:
      return {false, kAxi4Snapshot + 4 + 4 * draws_.below(900), 0, 0, AxiResponse::decerr};
    case 4:
      if (end == 1u << map_.address_bits()) break;  // the registers are all of its addresses
      return {draws_.chance(0.5), end, 0, 0xf, AxiResponse::decerr};
    case 5:
      return {true, kAxi4Counters + 4 * draws_.below(8), 1, 0xf, AxiResponse::slverr};
    case 6:
      return {true, kAxi4Snapshot, 3, 0xf, AxiResponse::slverr};
    case 7:
      return {true, 4 * draws_.below(5), 0, 0x1, AxiResponse::slverr};
    default:
      break;
  }
  return {true, kAxi4Snapshot, 1, 0xe, AxiResponse::okay};  // the byte has no strobe
}

void Axi4Software::load(const std::vector<Axi4Region>& regions) {
  const auto add = [this](std::uint32_t address, std::uint64_t data, AxiResponse response) {
    loads_.push_back({true, address, static_cast<std::uint32_t>(data), 0xf, response});
  };
  const auto load_one = [&](std::size_t number, const Axi4Region& region, AxiResponse response) {
    add(kAxi4Region, number, AxiResponse::okay);
    add(kAxi4BaseLow, region.base, AxiResponse::okay);
    add(kAxi4BaseHigh, region.base >> 32, AxiResponse::okay);
    add(kAxi4Size, region.is_on ? region.log2 : 0, AxiResponse::okay);
    add(kAxi4Node, region.node, AxiResponse::okay);
    add(kAxi4Load, 1, response);
  };
  for (std::size_t number = 0; number < regions.size(); ++number) {
    load_one(number, regions[number], AxiResponse::okay);
  }
  const Axi4Region& good = regions.front();
  load_one(regions.size(), good, AxiResponse::slverr);
  Axi4Region bad = good;
  bad.base += 4;
  load_one(0, bad, AxiResponse::slverr);
  bad = good;
  bad.log2 = 11;
  load_one(0, bad, AxiResponse::slverr);
  bad = good;
  bad.node = ~good.node;
  load_one(0, bad, AxiResponse::slverr);
}

void Axi4Software::begin() {
  if (!loads_.empty()) {
    access_ = loads_.front();
    loads_.pop_front();
  } else if (draws_.chance(0.1)) {
    access_ = draw_strange();
  } else if (step_ == 0) {
    access_ = {true, kAxi4Snapshot, 1, 0x1, AxiResponse::okay};
  } else {
    access_ = {false, kAxi4Counters + 4 * static_cast<std::uint32_t>(step_ - 1)};
    access_.is_counter = true;
  }
  is_busy_ = owes_address_ = true;
  owes_data_ = access_.is_write;
}

const AxiLiteIn& Axi4Software::drive() {
  if (!is_busy_ && draws_.chance(0.5)) begin();
  if (is_busy_ && owes_address_ && draws_.chance(0.7)) {
    (access_.is_write ? pins_.awvalid : pins_.arvalid) = true;
    (access_.is_write ? pins_.awaddr : pins_.araddr) = access_.address;
  }
  if (is_busy_ && owes_data_ && draws_.chance(0.7)) {
    pins_.wvalid = true;
    pins_.wdata = access_.data;
    pins_.wstrb = access_.strobe;
  }
  pins_.bready = draws_.chance(0.6);
  pins_.rready = draws_.chance(0.6);
  return pins_;
}

void Axi4Software::answer(std::uint32_t response, std::uint32_t data) {
  const std::string at = "control block, address " + std::to_string(access_.address);
  is_busy_ = false;
  if (response != static_cast<std::uint32_t>(access_.response)) {
    throw NetworkError(at + ": the response is " + std::to_string(response));
  }
  if (access_.is_counter) {
    std::uint64_t& counter = read_[(step_ - 1) / 2];
    counter = step_ % 2 == 1 ? data : counter | std::uint64_t{data} << 32;
  } else if (!access_.is_write && data != access_.data) {
    throw NetworkError(at + ": it reads " + std::to_string(data));
  }
  const bool is_request =
      access_.is_write && access_.response == AxiResponse::okay && access_.strobe == 0x1;
  if (!access_.is_counter && !is_request) return;
  if (++step_ <= 2 * map_.count()) return;
  step_ = 0;
  snapshot_ = read_;
  ++snapshots_;
}

void Axi4Software::observe(const AxiLiteOut& seen) {
  if ((pins_.awvalid && seen.awready) || (pins_.arvalid && seen.arready)) owes_address_ = false;
  if (pins_.wvalid && seen.wready) owes_data_ = false;
  if (!owes_address_) pins_.awvalid = pins_.arvalid = false;
  if (!owes_data_) pins_.wvalid = false;
  if (seen.bvalid && pins_.bready) answer(seen.bresp, 0);
  if (seen.rvalid && pins_.rready) answer(seen.rresp, seen.rdata);
}

}  // namespace turnpike::model
