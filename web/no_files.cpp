// no_files.cpp - in place of what reads and names files: a page has none.
//
// A configuration that names a file is refused with these words. The sums over files that name
// results (`inputs`) are empty.

#include "model/common/configuration_error.h"
#include "model/traffic/netrace_file.h"
#include "model/traffic/text_lines.h"
#include "sim/base/code_file.h"
#include "sim/base/content_hash.h"
#include "sim/experiment/config/graph_builder.h"

namespace turnpike::model {

namespace {

constexpr const char* kAllowed = "no file: this page has none, the program reads them";

}  // namespace

struct TextLines::File {};

TextLines::TextLines(std::string path, std::string key)
    : path_(std::move(path)), key_(std::move(key)) {
  refuse("is a file", kAllowed);
}

TextLines::~TextLines() = default;

bool TextLines::next() { return false; }

void TextLines::fail(const std::string& allowed) const { refuse("is a file", allowed); }

void TextLines::refuse(const std::string& found, const std::string& allowed) const {
  throw ConfigurationError(key_, path_ + ": " + found, allowed);
}

struct NetraceReader::File {};

NetraceReader::NetraceReader(const std::string& path) : path_(path) {
  refuse("is a file", kAllowed);
}

NetraceReader::~NetraceReader() = default;

void NetraceReader::skip_to(const NetraceRegion& /*region*/) {}

bool NetraceReader::next(NetracePacket& /*packet*/) { return false; }

void NetraceReader::refuse(const std::string& found, const std::string& allowed) const {
  throw ConfigurationError("workload.file", path_ + ": " + found, allowed);
}

unsigned netrace_bytes(unsigned /*type*/) { return 0; }

}  // namespace turnpike::model

namespace turnpike::sim {

ContentHash::ContentHash() : state_{} {}
void ContentHash::add(const std::string& /*part*/) {}
void ContentHash::add_file(const std::string& /*path*/) {}
void ContentHash::add_bytes(const char* /*bytes*/, std::size_t /*count*/) {}
std::string ContentHash::to_text() const { return ""; }

Sha256::Sha256() : state_{} {}
void Sha256::add(const std::string& /*bytes*/) {}
std::string Sha256::to_text() const { return ""; }
std::string sha256_of(const std::string& /*bytes*/) { return ""; }

std::filesystem::path code_file() { return {}; }

void read_graphml(const std::string& /*text*/, const std::string& name, GraphBuilder& /*graph*/) {
  GraphBuilder::refuse(name, "GraphML", model::kAllowed);
}

}  // namespace turnpike::sim
