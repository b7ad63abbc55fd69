// text_lines.cpp - a text file line by line, through zlib, which reads plain files as they are.

#include "model/traffic/text_lines.h"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "model/common/configuration_error.h"
#include "model/common/printable.h"

namespace turnpike::model {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 17;  // bytes that are read at a time

}  // namespace

struct TextLines::File {
  explicit File(const char* path) : handle(gzopen(path, "rb")) {}
  ~File() {
    if (handle != nullptr) gzclose(handle);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  gzFile handle;
};

TextLines::TextLines(std::string path, std::string key)
    : path_(std::move(path)), key_(std::move(key)) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  // Opening a pipe would wait for its writer.
  if (fs::exists(path_, ignored) && !fs::is_regular_file(path_, ignored)) {
    refuse("is no regular file", "a regular file: it is read more than once");
  }
  errno = 0;
  file_ = std::make_unique<File>(path_.c_str());
  if (file_->handle == nullptr) refuse(std::strerror(errno), "a file that can be read");
  gzbuffer(file_->handle, kPiece);
}

TextLines::~TextLines() = default;

void TextLines::refuse(const std::string& found, const std::string& allowed) const {
  throw ConfigurationError(key_, printable(path_) + ": " + found, allowed);
}

void TextLines::fail(const std::string& allowed) const {
  throw ConfigurationError(
      key_, printable(path_) + ":" + std::to_string(number_) + ": \"" + excerpt(text_) + "\"",
      allowed);
}

// Appends to what is left of the buffer; false: there is no more.
bool TextLines::fill() {
  if (is_at_end_) return false;
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t before = buffer_.size();
  buffer_.resize(before + kPiece);
  const int got = gzread(file_->handle, &buffer_[before], static_cast<unsigned>(kPiece));
  buffer_.resize(before + static_cast<std::size_t>(got < 0 ? 0 : got));
  int status = Z_OK;
  gzerror(file_->handle, &status);
  if (got < 0 || status == Z_BUF_ERROR || status == Z_DATA_ERROR) {
    refuse("ends too early, or is damaged, behind line " + std::to_string(number_),
           "a whole file: gzip's checksum and length must fit");
  }
  is_at_end_ = got == 0;
  return got != 0;
}

bool TextLines::next() {
  std::size_t end = buffer_.find('\n', at_);
  while (end == std::string::npos) {
    const std::size_t seen = buffer_.size() - at_;
    if (seen > kMaxMessageLine) {
      ++number_;
      text_ = std::string_view(buffer_).substr(at_);
      fail("lines of at most " + std::to_string(kMaxMessageLine) + " characters");
    }
    if (!fill()) break;
    end = buffer_.find('\n', at_ + seen);
  }
  if (end == std::string::npos && at_ == buffer_.size()) return false;
  ++number_;
  text_ = std::string_view(buffer_).substr(
      at_, end == std::string::npos ? std::string::npos : end - at_);
  if (end == std::string::npos) fail("a newline at the end of every line: truncated last line");
  at_ = end + 1;
  if (text_.size() > kMaxMessageLine) {
    fail("lines of at most " + std::to_string(kMaxMessageLine) + " characters");
  }
  if (!text_.empty() && text_.back() == '\r') text_.remove_suffix(1);
  if (number_ == 1 && has_byte_order_mark(text_)) text_.remove_prefix(kByteOrderMark);
  return true;
}

}  // namespace turnpike::model
