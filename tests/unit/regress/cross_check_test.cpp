// What is compared of a point on sliced and on Verilated hardware.

#include "sim/studies/regress/cross_check.h"

#include <gtest/gtest.h>

namespace turnpike::test {
namespace {

sim::PointRecord finished() {
  sim::PointRecord record;
  record.end = sim::PointEnd::done;
  record.figures = {{"latency", 12.5}, {"flits", 100}};
  return record;
}

TEST(CrossCheckTest, EqualResultsStayWhatTheyAre) {
  sim::PointRecord record = finished();
  sim::compare_with_verilated(record, sim::compared_of(finished()));
  EXPECT_EQ(record.end, sim::PointEnd::done);
  EXPECT_EQ(record.message, "");
}

TEST(CrossCheckTest, AnyFigureThatDiffersFailsThePointAndIsShown) {
  sim::PointRecord other = finished();
  other.figures["flits"] = 101;
  sim::PointRecord record = finished();
  sim::compare_with_verilated(record, sim::compared_of(other));
  EXPECT_EQ(record.end, sim::PointEnd::error);
  EXPECT_NE(record.message.find("100"), std::string::npos) << record.message;
  EXPECT_NE(record.message.find("101"), std::string::npos) << record.message;
}

TEST(CrossCheckTest, AnEndWithoutAResultDiffers) {
  sim::PointRecord record = finished();
  sim::compare_with_verilated(record, "crashed: Segmentation fault (signal 11)");
  EXPECT_EQ(record.end, sim::PointEnd::error);
  EXPECT_NE(record.message.find("Segmentation fault"), std::string::npos) << record.message;
}

TEST(CrossCheckTest, WhatAPointCostIsNotCompared) {
  sim::PointRecord other = finished();
  other.cost.seconds = 3;
  EXPECT_EQ(sim::compared_of(other), sim::compared_of(finished()));
}

}  // namespace
}  // namespace turnpike::test
