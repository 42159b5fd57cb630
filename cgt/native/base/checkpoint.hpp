// Checkpoint files: what a solver has found so far, so that its search can be resumed.
//
// A file is a sequence of words: a mark, the fingerprint of the game, the payload, and a checksum
// of all of it; others may add bytes behind that. A file may come from anywhere. Whoever reads one
// checks every number in it, so that none can lead outside a table or round in circles.
#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "base/fingerprint.hpp"
#include "base/heartbeat.hpp"
#include "base/open_file.hpp"

namespace cgt {

// The message says what is wrong with the file.
class CheckpointError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Throws unless something holds that is so in every file that a solver wrote.
inline void require_undamaged(bool holds) {
  if (!holds) throw CheckpointError("this checkpoint is damaged");
}

// The checksum of the words of a file.
class CheckpointSum {
 public:
  void add(Word word) { sum_ = mix(sum_ ^ word) + 1; }
  Word value() const { return sum_; }

 private:
  Word sum_ = 0;
};

class CheckpointWriter {
 public:
  explicit CheckpointWriter(const std::string& path) : file_(opened(path, For::writing)) {
    if (!file_) throw CheckpointError("cannot be opened");
  }

  void write(Word word) {
    if (std::fwrite(&word, sizeof word, 1, file_.get()) != 1)
      throw CheckpointError("cannot be written");
    sum_.add(word);
  }

  // Writes the checksum, which ends a file.
  void finish() {
    write(sum_.value());
    if (std::fflush(file_.get()) != 0) throw CheckpointError("cannot be written");
  }

 private:
  OpenFile file_;
  CheckpointSum sum_;
};

// Reads the first `bytes` bytes of a file, with a heartbeat, so that reading can be stopped.
class CheckpointReader {
 public:
  CheckpointReader(const std::string& path, std::size_t bytes, Heartbeat& heart)
      : file_(opened(path, For::reading)), words_(bytes / sizeof(Word)), heart_(heart) {
    if (!file_) throw CheckpointError("cannot be opened");
    if (bytes % sizeof(Word) != 0 || words_ == 0) throw_short();
    left_ = words_ - 1;
  }

  Word read() {
    if (left_ == 0) throw_short();
    --left_;
    const Word word = next();
    sum_.add(word);
    return word;
  }

  // The words that are left before the checksum.
  std::size_t left() const { return left_; }

  // To be called where the file should end. Throws unless it does, with the right checksum.
  void finish() { require_undamaged(left_ == 0 && next() == sum_.value()); }

  void rewind() {
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) throw CheckpointError("cannot be read");
    sum_ = {};
    left_ = words_ - 1;
  }

 private:
  [[noreturn]] static void throw_short() {
    throw CheckpointError("this is no whole checkpoint: it ends too soon");
  }

  Word next() {
    heart_.beat(10);
    Word word = 0;
    if (std::fread(&word, sizeof word, 1, file_.get()) != 1) throw_short();
    return word;
  }

  OpenFile file_;
  std::size_t words_;
  std::size_t left_ = 0;
  Heartbeat& heart_;
  CheckpointSum sum_;
};

}  // namespace cgt
