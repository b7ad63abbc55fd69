// Every input that a parser's fuzzing has kept holds what is promised of it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <string_view>

#include "tests/parsers/parsers.h"
#include "tests/support/places.h"

namespace turnpike::test {
namespace {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Parser {
  const char* name;  // of its folder in corpus/
  void (*check)(std::string_view bytes);
};

const Parser kParsers[] = {
    {"configuration", check_configuration},
    {"assignment", check_assignment},
    {"anynet", check_anynet},
    {"trace", check_trace},
    {"permutation", check_permutation},
    {"graph_file", check_graph_file},
    {"point", check_point},
};

void PrintTo(const Parser& parser, std::ostream* out) { *out << parser.name; }

class ParserCorpusTest : public testing::TestWithParam<Parser> {};

TEST_P(ParserCorpusTest, KeptInputsAreReadOrRefused) {
  const fs::path folder = source_path(std::string("tests/parsers/corpus/") + GetParam().name);
  std::size_t inputs = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    EXPECT_NO_THROW(GetParam().check(bytes_of(entry.path()))) << entry.path();
    ++inputs;
  }
  EXPECT_GT(inputs, 10u);
}

TEST_P(ParserCorpusTest, KeptInputsCutAnywhereAreReadOrRefused) {
  for (const auto& entry : fs::directory_iterator(
           source_path(std::string("tests/parsers/corpus/") + GetParam().name))) {
    const std::string bytes = bytes_of(entry.path());
    for (std::size_t end = 0; end < bytes.size(); ++end) {
      EXPECT_NO_THROW(GetParam().check(std::string_view(bytes).substr(0, end)))
          << entry.path() << ", the first " << end << " bytes";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Parsers, ParserCorpusTest, testing::ValuesIn(kParsers),
                         [](const auto& parser) { return std::string(parser.param.name); });

}  // namespace
}  // namespace turnpike::test
