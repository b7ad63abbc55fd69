// waveform_files.h - the files of Verilator's FST writer.
//
// The writer keeps much of its state in temporary files that it maps into memory, and looks at the
// result of no write. On a full disk, or beyond the process's limit for files, such a mapping is
// longer than its file, and touching it ends the program with SIGBUS. So the writer is compiled
// (waveform_writer.cpp) with these functions in place of the C library's: temporary files are in
// memory, a mapping that its file does not fill is memory without a file, and the first failure is
// kept for the simulator to ask for.
//
// The writer of Verilator 5.048 (fstcpp) has one std::ofstream in place of all that, and looks at
// no result either: it is compiled with WaveformStream.

#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdio>
#include <ostream>
#include <streambuf>
#include <string>

namespace turnpike::sim {

// errno of the first failure since it was set to 0. One for all waveforms of a shared object, which
// serves one network at a time.
int& waveform_error();

std::FILE* waveform_fopen(const char* path, const char* mode);
std::FILE* waveform_tmpfile();
int waveform_fclose(std::FILE* file);
std::size_t waveform_fwrite(const void* bytes, std::size_t size, std::size_t count,
                            std::FILE* file);
int waveform_fputc(int byte, std::FILE* file);
int waveform_fflush(std::FILE* file);
int waveform_fseeko(std::FILE* file, off_t offset, int whence);
void* waveform_mmap(void* wanted, std::size_t bytes, int protection, int flags, int descriptor,
                    off_t offset);

// Bytes on their way into a file. After a failure they go nowhere, and places are counted as if all
// went well: the writer ends the program when it finds itself elsewhere.
class WaveformBuffer final : public std::streambuf {
 public:
  WaveformBuffer() = default;
  ~WaveformBuffer() override { close(); }
  WaveformBuffer(const WaveformBuffer&) = delete;
  WaveformBuffer& operator=(const WaveformBuffer&) = delete;

  bool is_open() const { return file_ != nullptr; }
  void open(const std::string& path);
  void close();

 protected:
  int_type overflow(int_type byte) override;
  std::streamsize xsputn(const char* bytes, std::streamsize count) override;
  int sync() override;
  pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode) override;
  pos_type seekpos(pos_type position, std::ios_base::openmode mode) override;

 private:
  bool is_whole() const { return file_ != nullptr && waveform_error() == 0; }

  std::FILE* file_ = nullptr;
  off_type position_ = 0;
  off_type end_ = 0;
};

// What the writer calls of std::ofstream.
class WaveformStream final : public std::ostream {
 public:
  WaveformStream() : std::ostream(nullptr) { rdbuf(&buffer_); }

  bool is_open() const { return buffer_.is_open(); }
  void open(const std::string& path, std::ios_base::openmode) { buffer_.open(path); }
  void close() { buffer_.close(); }

 private:
  WaveformBuffer buffer_;
};

}  // namespace turnpike::sim
