// main.cpp - a program that uses, before main, what no processor of today has (tests/processor).

#include <cstdio>

namespace {

struct Early {
  Early() { std::puts("a constructor ran"); }
};
const Early early;

}  // namespace

int main() { return 0; }
