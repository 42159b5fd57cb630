// Checkpoint files: what a solver has found so far, so that its search can be resumed.
//
// A file is a sequence of words: a mark, the fingerprint of the game, the payload, and a checksum
// of all of it. It is read once to check and once more to use, so a damaged file changes nothing.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/fingerprint.hpp"

namespace cgt {

// The message says what is wrong with the file.
class CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class CheckpointFile {
 public:
  CheckpointFile(const std::string& path, const char* mode)
      : file_(std::fopen(path.c_str(), mode), &std::fclose) {
    if (!file_) throw CheckpointError("cannot be opened");
  }

  void write(Word word) {
    sum_ = mix(sum_ ^ word) + 1;
    if (std::fwrite(&word, sizeof word, 1, file_.get()) != 1)
      throw CheckpointError("cannot be written");
  }

  Word read() {
    Word word = 0;
    if (std::fread(&word, sizeof word, 1, file_.get()) != 1)
      throw CheckpointError("this is no whole checkpoint: it ends too soon");
    sum_ = mix(sum_ ^ word) + 1;
    return word;
  }

  // Writes the checksum, which ends a file.
  void finish() {
    write(sum_);
    if (std::fflush(file_.get()) != 0) throw CheckpointError("cannot be written");
  }

  // Whether the right checksum of what was read comes next, and then the end of the file.
  bool ends_well() {
    const Word expected = sum_;
    Word word = 0;
    const bool sum_is_right =
        std::fread(&word, sizeof word, 1, file_.get()) == 1 && word == expected;
    return sum_is_right && std::fgetc(file_.get()) == EOF;
  }

  void rewind() {
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) throw CheckpointError("cannot be read");
    sum_ = 0;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  Word sum_ = 0;
};

}  // namespace cgt
