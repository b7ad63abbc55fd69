// hardware_test.c - hardware through the shared library, which loads it from beside itself.
//
// Engine lockstep: an offered packet takes the cycles that it takes in the model, and a second
// network with hardware is refused, as is a file that is no hardware.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <turnpike.h>

static int failures = 0;

static void expect(int is_true, const char* what, int line) {
  if (is_true) return;
  fprintf(stderr, "hardware_test.c:%d: not so: %s\n", line, what);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

static turnpike_status make(turnpike_network** network, char** message) {
  turnpike_options options = {0};
  options.size = sizeof options;
  options.text =
      "[network]\ntopology = \"mesh\"\nradix = 2\ndimensions = 1\n[router]\nvirtual_channels = 1\n"
      "flit_bits = 32\n";
  options.engine = "lockstep";
  return turnpike_create(&options, network, message);
}

int main(void) {
  turnpike_network* network = NULL;
  char* message = NULL;
  if (getenv("TURNPIKE_HARDWARE") != NULL) {  // names a file that is no hardware
    EXPECT(make(&network, &message) == TURNPIKE_ERROR_HARDWARE);
    EXPECT(message != NULL && strstr(message, "libturnpike_hardware.so") != NULL);
    turnpike_free(message);
    return failures == 0 ? 0 : 1;
  }
  const turnpike_status status = make(&network, &message);
  if (status != TURNPIKE_OK) {
    fprintf(stderr, "hardware_test.c: %s\n", message);
    return 1;
  }
  EXPECT(turnpike_offer(network, 0, 1, 3, 0, 9) == TURNPIKE_OK);
  EXPECT(turnpike_step_until_idle(network, 100, NULL) == TURNPIKE_OK);
  turnpike_delivery delivery;
  size_t count = 0;
  EXPECT(turnpike_take_deliveries(network, &delivery, 1, &count) == TURNPIKE_OK);
  EXPECT(count == 1 && delivery.tag == 9 && delivery.head == 3 && delivery.delivered == 5);
  EXPECT(turnpike_reset(network) == TURNPIKE_ERROR_STATE);
  turnpike_network* second = NULL;
  EXPECT(make(&second, &message) == TURNPIKE_ERROR_SYSTEM);
  EXPECT(message != NULL && strstr(message, "one network") != NULL);
  turnpike_free(message);
  EXPECT(turnpike_destroy(network) == TURNPIKE_OK);
  return failures == 0 ? 0 : 1;
}
