// drawing.h - the places of the components of a network on the page of `turnpike report`.

#pragma once

#include <string>
#include <vector>

namespace turnpike::model {

// In units of the distance between neighbours, y downwards.
struct Spot {
  double x = 0;
  double y = 0;

  friend Spot operator+(Spot a, Spot b) { return {a.x + b.x, a.y + b.y}; }
  friend Spot operator-(Spot a, Spot b) { return {a.x - b.x, a.y - b.y}; }
  friend Spot operator*(double f, Spot a) { return {f * a.x, f * a.y}; }
};

struct Drawing {
  double node_size = 0.36;       // edge of a router's square
  std::vector<Spot> components;  // [component] centres
  struct Label {
    Spot at;
    std::string text;
  };
  std::vector<Label> labels;  // of layers and stages
  std::string note;           // how to read it; may be empty
};

}  // namespace turnpike::model
