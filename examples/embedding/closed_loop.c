// closed_loop.c - caches and memories over a mesh, in C: how long does a read take?
//
// Every node has a cache that reads words of four memories in the corners, four reads at a time. A
// request of one flit goes out in message class 0; the memory answers, 20 cycles later, with a
// packet of 5 flits in class 1, so that requests never hold replies up.

#include <stdio.h>
#include <stdlib.h>

#include <turnpike.h>

enum { NODES = 64, MEMORIES = 4, READS = 4, MEMORY_CYCLES = 20, CYCLES = 20000 };

static const char kNetwork[] =
    "[network]\n"
    "topology = \"mesh\"\n"
    "radix = 8\n"
    "dimensions = 2\n"
    "[router]\n"
    "virtual_channels = 4\n"
    "message_classes = 2\n"
    "[run]\n"
    "engine = \"model\"\n";

static const uint32_t kMemories[MEMORIES] = {0, 7, 56, 63};

// Replies that memories prepare, by the cycle in which they are ready. At most so many reads exist.
static struct {
  uint32_t memory;
  uint32_t cache;
  uint64_t asked;  // cycle of the request
} waiting[MEMORY_CYCLES][NODES * READS];
static unsigned waiting_count[MEMORY_CYCLES];

static void check(turnpike_network* network, turnpike_status status) {
  if (status >= 0) return;
  fprintf(stderr, "closed_loop: %s\n", turnpike_error(network));
  exit(1);
}

// The memories take turns, beginning with another one at each node.
static void read_next(turnpike_network* network, uint32_t cache, uint64_t cycle) {
  static unsigned turn[NODES];
  const uint32_t memory = kMemories[(cache + turn[cache]++) % MEMORIES];
  check(network, turnpike_offer(network, cache, memory, 1, 0, cycle));
}

int main(void) {
  turnpike_options options = {0};
  options.size = sizeof options;
  options.text = kNetwork;
  turnpike_network* network = NULL;
  char* message = NULL;
  if (turnpike_create(&options, &network, &message) != TURNPIKE_OK) {
    fprintf(stderr, "closed_loop: %s\n", message);
    turnpike_free(message);
    return 1;
  }
  for (uint32_t cache = 0; cache < NODES; ++cache) {
    for (int i = 0; i < READS; ++i) read_next(network, cache, 0);
  }
  unsigned long reads = 0;
  double sum = 0;
  for (uint64_t cycle = 0; cycle < CYCLES; ++cycle) {
    const unsigned slot = cycle % MEMORY_CYCLES;
    for (unsigned i = 0; i < waiting_count[slot]; ++i) {
      check(network, turnpike_offer(network, waiting[slot][i].memory, waiting[slot][i].cache, 5, 1,
                                    waiting[slot][i].asked));
    }
    waiting_count[slot] = 0;
    check(network, turnpike_step(network, 1));
    turnpike_delivery delivery;
    size_t count = 0;
    for (;;) {
      check(network, turnpike_take_deliveries(network, &delivery, 1, &count));
      if (count == 0) break;
      if (delivery.message_class == 0) {
        const unsigned i = waiting_count[slot]++;
        waiting[slot][i].memory = delivery.destination;
        waiting[slot][i].cache = delivery.source;
        waiting[slot][i].asked = delivery.tag;
      } else {
        ++reads;
        sum += (double)(delivery.delivered - delivery.tag);
        read_next(network, delivery.destination, cycle + 1);
      }
    }
  }
  printf("%lu reads, %.2f cycles each, %.3f reads per cycle\n", reads, sum / (double)reads,
         (double)reads / CYCLES);
  check(network, turnpike_destroy(network));
  return 0;
}
