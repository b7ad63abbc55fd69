// waveform_files.cpp - the C library's functions, with an eye on what they return.

#include "sim/hardware/rtl_components/adapter/waveform_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <new>

namespace turnpike::sim {
namespace {

void note(bool is_done) {
  if (!is_done && waveform_error() == 0) waveform_error() = errno != 0 ? errno : EIO;
}

std::FILE* stream_of(int descriptor) {
  std::FILE* file = descriptor >= 0 ? ::fdopen(descriptor, "w+b") : nullptr;
  note(file != nullptr);
  if (file == nullptr && descriptor >= 0) ::close(descriptor);
  return file;
}

}  // namespace

int& waveform_error() {
  static int first = 0;
  return first;
}

// The writer has removed what had this name: a link that is there again is not followed. What it
// reads (/proc/meminfo) is no file of a waveform.
std::FILE* waveform_fopen(const char* path, const char* mode) {
  if (*mode == 'r') return std::fopen(path, mode);
  return stream_of(::open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
}

std::FILE* waveform_tmpfile() { return stream_of(::memfd_create("waveform", MFD_CLOEXEC)); }

int waveform_fclose(std::FILE* file) {
  const int result = std::fclose(file);
  note(result == 0);
  return result;
}

std::size_t waveform_fwrite(const void* bytes, std::size_t size, std::size_t count,
                            std::FILE* file) {
  const std::size_t written = std::fwrite(bytes, size, count, file);
  note(written == count || size == 0);
  return written;
}

int waveform_fputc(int byte, std::FILE* file) {
  const int result = std::fputc(byte, file);
  note(result != EOF);
  return result;
}

int waveform_fflush(std::FILE* file) {
  const int result = std::fflush(file);
  note(result == 0);
  return result;
}

int waveform_fseeko(std::FILE* file, off_t offset, int whence) {
  const int result = ::fseeko(file, offset, whence);
  note(result == 0);
  return result;
}

void* waveform_mmap(void* wanted, std::size_t bytes, int protection, int flags, int descriptor,
                    off_t offset) {
  struct stat status = {};
  const bool is_filled =
      ::fstat(descriptor, &status) == 0 && status.st_size >= offset + static_cast<off_t>(bytes);
  void* memory = MAP_FAILED;
  if (is_filled) {
    memory = ::mmap(wanted, bytes, protection, flags, descriptor, offset);
  } else {
    note(false);
  }
  if (memory == MAP_FAILED) {
    const std::size_t some = bytes != 0 ? bytes : 1;
    memory = ::mmap(nullptr, some, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

void WaveformBuffer::open(const std::string& path) {
  close();
  position_ = 0;
  end_ = 0;
  ::unlink(path.c_str());
  file_ = waveform_fopen(path.c_str(), "w");
}

void WaveformBuffer::close() {
  if (file_ != nullptr) waveform_fclose(file_);
  file_ = nullptr;
}

WaveformBuffer::int_type WaveformBuffer::overflow(int_type byte) {
  if (traits_type::eq_int_type(byte, traits_type::eof())) return traits_type::not_eof(byte);
  const char one = traits_type::to_char_type(byte);
  xsputn(&one, 1);
  return byte;
}

std::streamsize WaveformBuffer::xsputn(const char* bytes, std::streamsize count) {
  const auto size = static_cast<std::size_t>(count);
  if (is_whole()) waveform_fwrite(bytes, 1, size, file_);
  position_ += count;
  end_ = std::max(end_, position_);
  return count;
}

int WaveformBuffer::sync() {
  if (is_whole()) waveform_fflush(file_);
  return 0;
}

WaveformBuffer::pos_type WaveformBuffer::seekoff(off_type offset, std::ios_base::seekdir from,
                                                 std::ios_base::openmode) {
  const off_type start = from == std::ios_base::beg   ? 0
                         : from == std::ios_base::cur ? position_
                                                      : end_;
  // To ask for the place writes nothing; to go to another does.
  if (start + offset != position_ && is_whole()) waveform_fseeko(file_, start + offset, SEEK_SET);
  position_ = start + offset;
  return {position_};
}

WaveformBuffer::pos_type WaveformBuffer::seekpos(pos_type position, std::ios_base::openmode mode) {
  return seekoff(position, std::ios_base::beg, mode);
}

}  // namespace turnpike::sim
