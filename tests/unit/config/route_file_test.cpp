// route_file_test.cpp - files of routes: rows of CSV and JSON, and what is refused and where.

#include "sim/experiment/config/route_file.h"

#include <gtest/gtest.h>

#include "model/common/configuration_error.h"

namespace turnpike::test {
namespace {

using model::RouteRow;

void expect_same(const std::vector<RouteRow>& a, const std::vector<RouteRow>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].here, b[i].here);
    EXPECT_EQ(a[i].from, b[i].from);
    EXPECT_EQ(a[i].layer, b[i].layer);
    EXPECT_EQ(a[i].destination, b[i].destination);
    EXPECT_EQ(a[i].next, b[i].next);
    EXPECT_EQ(a[i].next_layers, b[i].next_layers);
  }
}

std::vector<RouteRow> some_rows() {
  RouteRow plain;
  plain.here = "a";
  plain.destination = "terminal_1";
  plain.next = {"b"};
  RouteRow full;
  full.here = "a, the first";
  full.from = "say \"b\"";
  full.layer = 2;
  full.destination = "7";
  full.next = {"b", "c.3"};
  full.next_layers = {0, 3};
  return {plain, full};
}

void expect_routes_refused(const std::string& text, const std::string& name,
                           const std::string& part) {
  try {
    sim::parse_routes(text, name);
    ADD_FAILURE() << text << "is read";
  } catch (const model::ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << text << error.what();
  }
}

TEST(RouteFileTest, WhatIsWrittenIsReadBack) {
  const std::vector<RouteRow> rows = some_rows();
  expect_same(sim::parse_routes(sim::routes_csv(rows), "r.csv"), rows);
  expect_same(sim::parse_routes(sim::routes_json(rows), "r.json"), rows);
}

TEST(RouteFileTest, ColumnsStandInAnyOrderAndCommentsAreSkipped) {
  const std::vector<RouteRow> rows =
      sim::parse_routes("# mine\n next , here,destination\n\nb,a,0\n", "r.csv");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].here, "a");
  EXPECT_EQ(rows[0].next, std::vector<std::string>{"b"});
  EXPECT_EQ(rows[0].place, "r.csv:4");
}

TEST(RouteFileTest, WhatIsWrongIsToldWithItsLine) {
  expect_routes_refused("", "r.csv", "r.csv: no line of columns");
  expect_routes_refused("here,destination\n", "r.csv", "r.csv:1: no column next");
  expect_routes_refused("here,here,destination,next\n", "r.csv", "r.csv:1: 'here'");
  expect_routes_refused("here,to,next\n", "r.csv", "r.csv:1: 'to'");
  expect_routes_refused("here,destination,next\na,b\n", "r.csv", "r.csv:2: 2 values");
  expect_routes_refused("here,layer,destination,next\na,x,b,c\n", "r.csv", "r.csv:2, layer: 'x'");
  expect_routes_refused("here,next_layer,destination,next\na,1 16,b,c\n", "r.csv",
                        "r.csv:2, next_layer: '16'");
  expect_routes_refused("here,destination,next\n\"a,b,c\n", "r.csv",
                        "r.csv:2: a quote without an end");
  expect_routes_refused("{}", "r.json", "r.json: no JSON list");
  expect_routes_refused("[1]", "r.json", "r.json, row 1: 1");
  expect_routes_refused("[{\"here\": \"a\", \"to\": \"b\"}]", "r.json", "r.json, row 1: 'to'");
  expect_routes_refused("[{\"here\": [1]}]", "r.json", "r.json, row 1, here: [1]");
  expect_routes_refused("[{\"layer\": -1}]", "r.json", "r.json, row 1, layer: -1");
}

}  // namespace
}  // namespace turnpike::test
