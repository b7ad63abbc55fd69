// simpleNetwork.h - what an endpoint of SST sees of it, for the tests.
//
// Names and arguments are those of SST, whose own header takes this one's place.

#ifndef STAND_IN_SIMPLE_NETWORK_H
#define STAND_IN_SIMPLE_NETWORK_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace SST {

class UnitAlgebra {
 public:
  explicit UnitAlgebra(std::string value) : value_(std::move(value)) {}
  const std::string& toString() const { return value_; }

 private:
  std::string value_;
};

class Event {
 public:
  virtual ~Event() = default;
  virtual Event* clone() = 0;
};

namespace Interfaces {

class SimpleNetwork {
 public:
  using nid_t = std::int64_t;
  static constexpr nid_t INIT_BROADCAST_ADDR = -1;

  class Request {
   public:
    nid_t dest = 0;
    nid_t src = 0;
    int vn = 0;
    std::size_t size_in_bits = 0;

    Request() = default;
    Request(nid_t to, nid_t from, std::size_t bits, bool, bool, Event* event = nullptr)
        : dest(to), src(from), size_in_bits(bits), payload_(event) {}
    Request(const Request&) = default;
    ~Request() { delete payload_; }
    void givePayload(Event* event) { payload_ = event; }
    Event* takePayload() { return std::exchange(payload_, nullptr); }
    Request* clone() {
      auto* const copy = new Request(*this);
      if (payload_ != nullptr) copy->payload_ = payload_->clone();
      return copy;
    }

   private:
    Event* payload_ = nullptr;
  };

  class HandlerBase {
   public:
    virtual ~HandlerBase() = default;
    virtual bool operator()(int vn) = 0;
  };
  template <class Class, auto function>
  class Handler : public HandlerBase {
   public:
    explicit Handler(Class* object) : object_(object) {}
    bool operator()(int vn) override { return (object_->*function)(vn); }

   private:
    Class* object_;
  };

  virtual ~SimpleNetwork() = default;
  virtual void sendUntimedData(Request* request) = 0;
  virtual Request* recvUntimedData() = 0;
  virtual bool send(Request* request, int vn) = 0;
  virtual Request* recv(int vn) = 0;
  virtual bool spaceToSend(int vn, int bits) = 0;
  virtual bool requestToReceive(int vn) = 0;
  virtual void setNotifyOnReceive(HandlerBase* functor) = 0;
  virtual void setNotifyOnSend(HandlerBase* functor) = 0;
  virtual bool isNetworkInitialized() const = 0;
  virtual nid_t getEndpointID() const = 0;
  virtual const UnitAlgebra& getLinkBW() const = 0;
};

}  // namespace Interfaces
}  // namespace SST

#endif  // STAND_IN_SIMPLE_NETWORK_H
