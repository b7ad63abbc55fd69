// page_test.cpp - data in the page: nothing in it is taken for markup, and the picture is whole.

#include <gtest/gtest.h>

#include "sim/experiment/config/read_experiment.h"
#include "sim/experiment/run/network_checks.h"
#include "sim/studies/page/fill_page.h"
#include "sim/studies/page/network_data.h"
#include "sim/studies/page/page_data.h"

namespace turnpike::test {
namespace {

using sim::Json;

const std::string kBegin = "<script type=\"application/json\" id=\"data\">";

std::string data_text(const std::string& page) {
  const std::size_t begin = page.find(kBegin) + kBegin.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

const std::vector<std::string> kNames = {"</script><script>alert(1)</script>",
                                         "<!--<script>",
                                         "\"&'<b>",
                                         "{{data}}{{script}}",
                                         "]]>",
                                         "\xff\xfe",
                                         "a\xe2\x80\xa8"
                                         "b",
                                         "line\nline"};

TEST(PageTest, NoNameIsMarkup) {
  const std::size_t scripts =
      count(sim::fill_page(sim::kReportPage, "x", Json::object()), "<script");
  for (const std::string& name : kNames) {
    const Json data = {{"name", name}};
    const std::string page = sim::fill_page(sim::kReportPage, name, data);
    EXPECT_EQ(count(page, "<script"), scripts) << name;
    EXPECT_EQ(count(page, "</script>"), scripts) << name;
    const std::string text = data_text(page);
    EXPECT_EQ(text.find_first_of("<>&"), std::string::npos) << name;
    const std::string same = data.dump(-1, ' ', false, Json::error_handler_t::replace);
    EXPECT_EQ(Json::parse(text), Json::parse(same)) << name;
  }
}

TEST(PageTest, TitleIsEscaped) {
  const std::string page = sim::fill_page(sim::kReportPage, "</title><b>&\"", Json::object());
  EXPECT_NE(page.find("<title>&lt;/title&gt;&lt;b&gt;&amp;&quot; - Turnpike</title>"),
            std::string::npos);
}

TEST(PageTest, AsksForNothingElse) {
  const std::string page = sim::fill_page(sim::kReportPage, "x", Json::object());
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* word : {" src=", "@import", "url(", "fetch(", "<link", "XMLHttpRequest"}) {
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  }
  // Names of markup languages, not places.
  EXPECT_EQ(count(page, "http://") + count(page, "https://"), count(page, "http://www.w3.org/"));
}

Json drawn(const std::string& toml) {
  const sim::Experiment experiment =
      sim::make_experiment(sim::parse_settings(toml, "network.toml"));
  return sim::network_json(sim::build_network(experiment), "a shape");
}

TEST(PageTest, NetworkHasAStrokeForEveryChannel) {
  const Json json = drawn("[network]\ntopology = 'torus'\nradix = 4\ndimensions = 2\n");
  EXPECT_EQ(json.at("channels").size(), 64u);
  EXPECT_EQ(json.at("strokes").size(), 64u);
  EXPECT_EQ(json.at("names").size(), 16u);
  EXPECT_EQ(json.at("spots").size(), 32u);
  EXPECT_EQ(json.at("nodes").at(5), Json({5, 5}));
  EXPECT_EQ(json.at("lack"), "");
}

TEST(PageTest, LargeNetworkSaysWhatIsNotDrawn) {
  const Json squares = drawn("[network]\ntopology = 'mesh'\nradix = [64, 64]\n");
  EXPECT_FALSE(squares.contains("strokes"));
  EXPECT_EQ(squares.at("names").size(), 4096u);
  EXPECT_NE(squares.at("lack").get<std::string>().find("16128 channels"), std::string::npos);
  const Json nothing = drawn("[network]\ntopology = 'mesh'\nradix = [128, 128]\n");
  EXPECT_EQ(nothing.at("names").size(), 0u);
  EXPECT_NE(nothing.at("lack").get<std::string>().find("too large"), std::string::npos);
}

TEST(PageTest, FiguresAreRoundedToFiveDigits) {
  EXPECT_EQ(sim::rounded(0.123456789), 0.12346);
  EXPECT_EQ(sim::rounded(0), 0);
  EXPECT_EQ(sim::rounded(123456), 123460);
}

TEST(PageTest, PortsLeadToTheirChannels) {
  const model::Network network = sim::build_network(sim::make_experiment(
      sim::parse_settings("[network]\ntopology = 'mesh'\nradix = 3\ndimensions = 2\n", "m.toml")));
  const sim::PortMap ports(network);
  for (std::size_t c = 0; c < network.channels.size(); ++c) {
    EXPECT_EQ(ports.channel(network.channels[c].from, network.channels[c].from_port),
              static_cast<std::int64_t>(c));
  }
  EXPECT_EQ(ports.channel(0, network.terminals[0].eject.port), -1);
}

}  // namespace
}  // namespace turnpike::test
