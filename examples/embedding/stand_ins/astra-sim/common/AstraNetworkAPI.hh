// AstraNetworkAPI.hh - what a network backend of ASTRA-sim sees of it, for the tests.
//
// Names and arguments are those of ASTRA-sim, whose own header takes this one's place.

#ifndef STAND_IN_ASTRA_NETWORK_API_HH
#define STAND_IN_ASTRA_NETWORK_API_HH

#include <cstdint>

namespace AstraSim {

enum time_type_e { SE = 0, MS, US, NS, FS };

struct timespec_t {
  time_type_e time_res;
  long double time_val;
};

struct sim_request;  // no backend reads it

class AstraNetworkAPI {
 public:
  explicit AstraNetworkAPI(int of_rank) : rank(of_rank) {}
  virtual ~AstraNetworkAPI() = default;

  virtual int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag,
                       sim_request* request, void (*msg_handler)(void*), void* fun_arg) = 0;
  virtual int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag,
                       sim_request* request, void (*msg_handler)(void*), void* fun_arg) = 0;
  virtual void sim_schedule(timespec_t delta, void (*fun_ptr)(void*), void* fun_arg) = 0;
  virtual timespec_t sim_get_time() = 0;
  virtual int sim_comm_get_rank() { return rank; }
  virtual double get_BW_at_dimension(int) { return -1; }

  int rank;
};

}  // namespace AstraSim

#endif  // STAND_IN_ASTRA_NETWORK_API_HH
