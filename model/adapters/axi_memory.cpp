// axi_memory.cpp - requests in the order in which they were taken, one word at a time.

#include "model/adapters/axi_memory.h"

#include <algorithm>

namespace turnpike::model {
namespace {

constexpr std::size_t kPlaces = 2;  // of a register stage that is ready while it is not full

bool has(const std::deque<std::uint32_t>& addresses, std::uint32_t address) {
  return std::find(addresses.begin(), addresses.end(), address) != addresses.end();
}

bool is_error(std::uint32_t response) { return (response & 2) != 0; }

}  // namespace

bool AxiMemory::ready(const CoprocessorOut& request) const {
  const bool fence = request.memory_write && request.memory_fence;
  if (fence_ == Fence::none) return has_room_ && !fence;
  return fence_ == Fence::done;
}

// A request goes out where its channels are free, and none of the same word, of the other kind, is
// without a response; a fenced write when it is the only one.
bool AxiMemory::may_issue(const Request& request, const AxiIn& in) const {
  if (!request.write) {
    return (!bus_.arvalid || in.arready) && reads_.size() < kOutstanding &&
           !has(writes_, request.address);
  }
  return (!bus_.awvalid || in.awready) && (!bus_.wvalid || in.wready) &&
         writes_.size() < kOutstanding && !has(reads_, request.address) &&
         (fence_ != Fence::wait || writes_.empty());
}

void AxiMemory::note_status(const CoprocessorOut& request, const AxiIn& in, bool take_b,
                            bool take_r) {
  read_error_ = take_r && is_error(in.rresp);
  write_error_ = take_b && is_error(in.bresp);
  if (write_error_) {
    error_address_ = writes_.front();
  } else if (read_error_) {
    error_address_ = reads_.front();
  }
  idle_ = !request.memory_valid && requests_.empty() && writes_.empty() && reads_.empty() &&
          responses_.empty();
}

void AxiMemory::tick(const CoprocessorOut& request, const AxiIn& in) {
  const bool take_b = in.bvalid && bus_.bready;
  const bool take_r = in.rvalid && bus_.rready;
  const bool take = request.memory_valid && has_room_ && fence_ == Fence::none;
  const bool issue = !requests_.empty() && may_issue(requests_.front(), in);
  note_status(request, in, take_b, take_r);

  const bool answered = requests_.empty() && (writes_.empty() || (take_b && writes_.size() == 1));
  if (take && request.memory_write && request.memory_fence) {
    fence_ = Fence::wait;
  } else if (fence_ == Fence::wait && answered) {
    fence_ = Fence::done;
  } else if (fence_ == Fence::done && request.memory_valid) {
    fence_ = Fence::none;
  }

  if (in.arready) bus_.arvalid = false;
  if (in.awready) bus_.awvalid = false;
  if (in.wready) bus_.wvalid = false;
  if (take_b) writes_.pop_front();
  if (take_r) reads_.pop_front();
  if (issue) {
    const Request& next = requests_.front();
    if (next.write) {
      bus_.awvalid = bus_.wvalid = true;
      bus_.awaddr = next.address;
      bus_.wdata = next.data;
      bus_.wstrb = next.strobe;
      writes_.push_back(next.address);
    } else {
      bus_.arvalid = true;
      bus_.araddr = next.address;
      reads_.push_back(next.address);
    }
    requests_.pop_front();
  }
  if (take) {
    requests_.push_back(
        {request.memory_write, request.memory_address, request.memory_data, request.memory_strobe});
  }
  has_room_ = requests_.size() < kPlaces;

  if (!responses_.empty()) responses_.pop_front();  // the co-processor takes it at once
  if (take_r) responses_.push_back(in.rdata);
  bus_.rready = true;
  bus_.bready = true;
}

}  // namespace turnpike::model
