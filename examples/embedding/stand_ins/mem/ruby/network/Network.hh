// Network.hh - gem5's base of Ruby networks, for the tests; see MessageBuffer.hh beside it.

#ifndef STAND_IN_NETWORK_HH
#define STAND_IN_NETWORK_HH

#include <cstdint>
#include <string>
#include <vector>

#include "mem/ruby/network/MessageBuffer.hh"

namespace gem5::ruby {

struct RubyNetworkParams {
  Tick clock = 1000;
  unsigned nodes = 0;
  unsigned number_of_virtual_networks = 0;
  std::uint32_t control_msg_size = 8;  // bytes
  std::uint32_t data_msg_size = 64;    // bytes, without those of control
};

class Network : public ClockedObject {
 public:
  using Params = RubyNetworkParams;
  explicit Network(const Params& params)
      : ClockedObject(params.clock), m_toNetQueues(params.nodes), m_fromNetQueues(params.nodes) {
    m_virtual_networks = params.number_of_virtual_networks;
    m_control_msg_size = params.control_msg_size;
    m_data_msg_size = params.data_msg_size + params.control_msg_size;
  }

  static std::uint32_t getNumberOfVirtualNetworks() { return m_virtual_networks; }
  static std::uint32_t MessageSizeType_to_int(MessageSizeType type) {
    return type == MessageSizeType_Control ? m_control_msg_size : m_data_msg_size;
  }
  NodeID getLocalNodeID(NodeID global_id) const { return global_id; }
  void setToNetQueue(NodeID id, bool, int vnet, const std::string&, MessageBuffer* buffer) {
    set(m_toNetQueues[id], vnet, buffer);
  }
  void setFromNetQueue(NodeID id, bool, int vnet, const std::string&, MessageBuffer* buffer) {
    set(m_fromNetQueues[id], vnet, buffer);
  }

  virtual void makeExtOutLink(SwitchID, NodeID, BasicLink*, std::vector<NetDest>&) = 0;
  virtual void makeExtInLink(NodeID, SwitchID, BasicLink*, std::vector<NetDest>&) = 0;
  virtual void makeInternalLink(SwitchID, SwitchID, BasicLink*, std::vector<NetDest>&,
                                PortDirection, PortDirection) = 0;
  virtual void collateStats() = 0;
  virtual void print(std::ostream& out) const = 0;

 protected:
  static void set(std::vector<MessageBuffer*>& buffers, int vnet, MessageBuffer* buffer) {
    if (buffers.size() <= static_cast<std::size_t>(vnet)) {
      buffers.resize(static_cast<std::size_t>(vnet) + 1);
    }
    buffers[static_cast<std::size_t>(vnet)] = buffer;
  }

  inline static std::uint32_t m_virtual_networks = 0;
  inline static std::uint32_t m_control_msg_size = 0;
  inline static std::uint32_t m_data_msg_size = 0;
  std::vector<std::vector<MessageBuffer*>> m_toNetQueues;    // [node][virtual network]
  std::vector<std::vector<MessageBuffer*>> m_fromNetQueues;  // [node][virtual network]
};

}  // namespace gem5::ruby

#endif  // STAND_IN_NETWORK_HH
