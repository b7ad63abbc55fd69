// c99_test.c - turnpike.h in C99, through the shared library: what compiles, links and answers.

#include <stdio.h>
#include <string.h>
#include <turnpike.h>

static int failures = 0;

static void expect(int is_true, const char* what, int line) {
  if (is_true) return;
  fprintf(stderr, "c99_test.c:%d: not so: %s\n", line, what);
  ++failures;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

static const char kMesh[] =
    "[network]\n"
    "topology = \"mesh\"\n"
    "radix = 4\n"
    "dimensions = 2\n"
    "[run]\n"
    "engine = \"model\"\n"
    "measurement = 2000\n";

static turnpike_network* make(const char* text, uint32_t drawn) {
  turnpike_options options = {0};
  options.size = sizeof options;
  options.text = text;
  options.drawn_traffic = drawn;
  turnpike_network* network = NULL;
  EXPECT(turnpike_create(&options, &network, NULL) == TURNPIKE_OK);
  return network;
}

static void count_event(void* user, const turnpike_event* event) {
  unsigned* kinds = user;
  ++kinds[event->kind];
}

static void test_packets(void) {
  turnpike_network* network = make(kMesh, 0);
  turnpike_network* other = make(kMesh, 0);  // beside it, and empty
  unsigned kinds[5] = {0};
  EXPECT(turnpike_on_event(network, count_event, kinds) == TURNPIKE_OK);
  EXPECT(turnpike_offer(network, 0, 15, 5, 0, 77) == TURNPIKE_OK);
  uint64_t cycles = 0;
  EXPECT(turnpike_step_until_delivery(network, 100, &cycles) == TURNPIKE_OK);
  EXPECT(cycles == 13);
  turnpike_delivery delivery;
  size_t count = 0;
  EXPECT(turnpike_take_deliveries(network, &delivery, 1, &count) == TURNPIKE_OK);
  EXPECT(count == 1 && delivery.tag == 77 && delivery.hops == 6 && delivery.delivered == 12);
  EXPECT(kinds[TURNPIKE_EVENT_DELIVERED] == 1 && kinds[TURNPIKE_EVENT_HOP] == 7);
  EXPECT(turnpike_offer(network, 0, 99, 5, 0, 0) == TURNPIKE_ERROR_ARGUMENT);
  EXPECT(strcmp(turnpike_error(network), "destination: found 99, allowed: 0 .. 15") == 0);
  uint64_t outstanding = 1;
  EXPECT(turnpike_outstanding(other, &outstanding) == TURNPIKE_OK && outstanding == 0);
  turnpike_summary summary = {0};
  summary.size = sizeof summary;
  EXPECT(turnpike_statistics(network, &summary) == TURNPIKE_OK);
  EXPECT(summary.packets == 1 && summary.latency > 11.9 && summary.latency < 12.1);
  EXPECT(turnpike_destroy(network) == TURNPIKE_OK);
  EXPECT(turnpike_step(network, 1) == TURNPIKE_ERROR_HANDLE);
  EXPECT(turnpike_destroy(other) == TURNPIKE_OK);
}

// Answers each request of class 0 as a memory does, and stops at the second answer.
struct memory {
  turnpike_network* network;
  unsigned requests;
  unsigned answers;
};

static void serve(void* user, const turnpike_delivery* delivery) {
  struct memory* memory = user;
  if (delivery->tag >= 100) {
    if (++memory->answers == 2) EXPECT(turnpike_interrupt(memory->network) == TURNPIKE_OK);
    return;
  }
  ++memory->requests;
  EXPECT(turnpike_offer(memory->network, delivery->destination, delivery->source, 5, 0,
                        delivery->tag + 100) == TURNPIKE_OK);
  EXPECT(turnpike_step(memory->network, 1) == TURNPIKE_ERROR_BUSY);
}

static void test_callback(void) {
  struct memory memory = {make(kMesh, 0), 0, 0};
  turnpike_network* network = memory.network;
  EXPECT(turnpike_on_delivery(network, serve, &memory) == TURNPIKE_OK);
  for (uint32_t node = 0; node < 4; ++node) {
    EXPECT(turnpike_offer(network, node, 15, 1, 0, node) == TURNPIKE_OK);
  }
  EXPECT(turnpike_step(network, 1000000) == TURNPIKE_STOPPED);
  EXPECT(memory.requests >= 2 && memory.answers == 2);
  uint64_t cycle = 0;
  EXPECT(turnpike_cycle(network, &cycle) == TURNPIKE_OK && cycle < 1000);
  EXPECT(turnpike_step_until_idle(network, 1000, NULL) == TURNPIKE_OK);
  EXPECT(memory.requests == 4 && memory.answers == 4);
  EXPECT(turnpike_destroy(network) == TURNPIKE_OK);
}

static void test_bytes(void) {
  turnpike_network* network = make(kMesh, 0);
  char line[1000];
  for (size_t i = 0; i < sizeof line; ++i) line[i] = (char)(i * 7);
  EXPECT(turnpike_send_bytes(network, 1, 14, 0, line, sizeof line, 9) == TURNPIKE_OK);
  turnpike_message message = {0};
  message.size = sizeof message;
  EXPECT(turnpike_take_message(network, &message) == TURNPIKE_NONE);
  EXPECT(turnpike_step_until_delivery(network, 10000, NULL) == TURNPIKE_OK);
  EXPECT(turnpike_take_message(network, &message) == TURNPIKE_OK);
  EXPECT(message.bytes == sizeof line && memcmp(message.data, line, sizeof line) == 0);
  EXPECT(message.tag == 9 && message.packets == 4 && message.destination == 14);
  EXPECT(turnpike_destroy(network) == TURNPIKE_OK);
}

static void test_run(void) {
  turnpike_network* network = make(kMesh, 1);
  turnpike_run_options options = {0};
  options.size = sizeof options;
  EXPECT(turnpike_run(network, &options) == TURNPIKE_OK);
  const char* json = NULL;
  EXPECT(turnpike_statistics_json(network, &json) == TURNPIKE_OK);
  EXPECT(strstr(json, "\"schema\": \"turnpike.run/") != NULL);
  EXPECT(turnpike_destroy(network) == TURNPIKE_OK);
}

static void test_failures(void) {
  turnpike_options options = {0};
  options.size = sizeof options;
  options.text = "[network]\ntopology = \"mesh\"\nradix = 0\n";
  options.text_name = "mine";
  turnpike_network* network = NULL;
  char* message = NULL;
  EXPECT(turnpike_create(&options, &network, &message) == TURNPIKE_ERROR_CONFIGURATION);
  EXPECT(network == NULL && message != NULL && strstr(message, "mine:3: key 'network.radix'"));
  turnpike_free(message);
}

int main(void) {
  EXPECT(turnpike_api_version() == TURNPIKE_API_VERSION);
  test_packets();
  test_callback();
  test_bytes();
  test_run();
  test_failures();
  return failures == 0 ? 0 : 1;
}
