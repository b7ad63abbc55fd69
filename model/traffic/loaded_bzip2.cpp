// loaded_bzip2.cpp - bzip2 for a lean library, which is bound to no soname: distributions call it
// libbz2.so.1.0 or libbz2.so.1. It is loaded when a file needs it.

#include <bzlib.h>
#include <dlfcn.h>

#include <cerrno>

namespace {

// Null: it is not there.
template <class Function>
Function* bzip2(const char* name) {
  static void* const library = [] {
    void* const with_minor = ::dlopen("libbz2.so.1.0", RTLD_NOW);
    return with_minor != nullptr ? with_minor : ::dlopen("libbz2.so.1", RTLD_NOW);
  }();
  return library != nullptr ? reinterpret_cast<Function*>(::dlsym(library, name)) : nullptr;
}

}  // namespace

BZFILE* BZ2_bzopen(const char* path, const char* mode) {
  auto* const open = bzip2<BZFILE*(const char*, const char*)>("BZ2_bzopen");
  if (open != nullptr) return open(path, mode);
  errno = ELIBACC;  // "Can not access a needed shared library"
  return nullptr;
}

int BZ2_bzread(BZFILE* file, void* to, int bytes) {
  return bzip2<int(BZFILE*, void*, int)>("BZ2_bzread")(file, to, bytes);
}

void BZ2_bzclose(BZFILE* file) { bzip2<void(BZFILE*)>("BZ2_bzclose")(file); }
