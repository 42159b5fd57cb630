// Files of the native tests.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace cgt::test {

// The path of a file that is removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const char* name)
      : path_(
            (std::filesystem::temp_directory_path() / (name + std::to_string(getpid()))).string()) {
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::remove(path_.c_str()); }

  const std::string& path() const { return path_; }
  bool exists() const { return std::filesystem::exists(path_); }
  std::size_t size() const { return std::filesystem::file_size(path_); }

 private:
  std::string path_;
};

}  // namespace cgt::test
