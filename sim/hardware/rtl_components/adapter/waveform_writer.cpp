// waveform_writer.cpp - Verilator's FST writer, with its files in our hands (waveform_files.h).
//
// In Verilator 5.006 it is GTKWave's, in 5.048 fstcpp.

// All headers that it includes come first: in them these names are the C library's.
#include <alloca.h>
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/hardware/rtl_components/adapter/waveform_files.h"
#include "verilated.h"
#include "verilated_fst_c.h"
#include "verilated_intrinsics.h"
#include "verilated_threads.h"

// The writer says std::ofstream, and nothing else can take its place there.
namespace std {
using turnpike_waveform_stream = turnpike::sim::WaveformStream;
}  // namespace std
#define ofstream turnpike_waveform_stream

#define fopen turnpike::sim::waveform_fopen
#define tmpfile turnpike::sim::waveform_tmpfile
#define fclose turnpike::sim::waveform_fclose
#define fwrite turnpike::sim::waveform_fwrite
#define fputc turnpike::sim::waveform_fputc
#define fflush turnpike::sim::waveform_fflush
#define fseeko turnpike::sim::waveform_fseeko
#define mmap turnpike::sim::waveform_mmap

#include "verilated_fst_c.cpp"
