#include "label/image.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "label/paint.hpp"
#include "label/runs.hpp"

namespace cgt {

namespace {

// Eight bytes as a word, the first byte lowest; fewer at the end of the data.
Word load_word(std::span<const std::uint8_t> bytes, std::size_t at) {
  Word word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    if (at + sizeof word <= bytes.size()) {
      std::memcpy(&word, bytes.data() + at, sizeof word);
      return word;
    }
  }
  for (std::size_t i = 0; i < sizeof word && at + i < bytes.size(); ++i)
    word |= Word{bytes[at + i]} << (8 * i);
  return word;
}

std::size_t count_runs(std::span<const Word> row) {
  std::size_t runs = 0;
  Word before = 0;
  for (Word cells : row) {
    runs += count_bits(run_starts(cells, before));
    before = cells >> (word_bits - 1);
  }
  return runs;
}

// The work on one matrix. The table of runs lives at the end of the label
// array: run i of n has the i-th of the last n places. Since each of the cells
// that are still to be painted begins at most one run, painting from the front
// never reaches the entry of a run before that run itself has been painted.
class ImageLabeller {
 public:
  ImageLabeller(const BitMatrix& cells, std::span<std::int32_t> labels, Heartbeat& heart)
      : cells_(cells), labels_(labels), heart_(heart), row_(words_for(cells.width)),
        above_(words_for(cells.width)) {}

  std::int32_t run() {
    runs_ = count_all_runs();
    if (runs_ > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw std::length_error("more runs than 32-bit labels can number");
    if (runs_ == labels_.size()) {  // a single column, all set: no place is left for the table's
      std::fill(labels_.begin(), labels_.end(), 1);  // entry 0
      return 1;
    }
    make_every_run_its_own();
    join_rows();
    const std::int32_t count = flatten_runs();
    paint();
    return count;
  }

 private:
  // How many runs are handled between two heartbeats.
  static constexpr std::size_t stretch = 1 << 14;

  // Entry i belongs to run i; entry 0 is never written.
  std::int32_t* table() { return labels_.data() + labels_.size() - runs_ - 1; }

  void read_row(std::size_t row) {
    cells_.read_row(row, row_);
    heart_.beat(cells_.width / 8 + 1);
  }

  // Another thread may write to the matrix meanwhile; that must not make us
  // write outside the table.
  void check_room(std::size_t runs_before) {
    if (runs_before + count_runs(row_) > runs_)
      throw std::runtime_error("the cells changed while they were being labelled");
  }

  std::size_t count_all_runs() {
    std::size_t runs = 0;
    for (std::size_t row = 0; row < cells_.height; ++row) {
      read_row(row);
      runs += count_runs(row_);
    }
    return runs;
  }

  void make_every_run_its_own() {
    for (std::size_t first = 1; first <= runs_; first += stretch) {
      const std::size_t last = std::min(first + stretch - 1, runs_);
      for (std::size_t run = first; run <= last; ++run)
        table()[run] = static_cast<std::int32_t>(run);
      heart_.beat(stretch);
    }
  }

  void join_rows() {
    std::fill(above_.begin(), above_.end(), Word{0});
    std::size_t run = 0;
    std::size_t run_above = 0;
    for (std::size_t row = 0; row < cells_.height; ++row) {
      read_row(row);
      check_room(run);
      heart_.beat(cells_.width);
      Word before = 0;
      Word before_above = 0;
      Word before_both = 0;
      for (std::size_t i = 0; i < row_.size(); ++i) {
        const Word both = row_[i] & above_[i];
        const Word starts = run_starts(row_[i], before);
        const Word starts_above = run_starts(above_[i], before_above);
        join_runs(table(), run_starts(both, before_both), starts, run, starts_above, run_above);
        run += count_bits(starts);
        run_above += count_bits(starts_above);
        before = row_[i] >> (word_bits - 1);
        before_above = above_[i] >> (word_bits - 1);
        before_both = both >> (word_bits - 1);
      }
      std::swap(row_, above_);
    }
  }

  std::int32_t flatten_runs() {
    std::int32_t labels = 0;
    for (std::size_t first = 1; first <= runs_; first += stretch) {
      labels = flatten(table(), first, std::min(first + stretch - 1, runs_), labels);
      heart_.beat(stretch);
    }
    return labels;
  }

  void paint() {
    std::size_t run = 0;
    for (std::size_t row = 0; row < cells_.height; ++row) {
      read_row(row);
      check_room(run);
      heart_.beat(cells_.width);
      std::int32_t* out = labels_.data() + row * cells_.width;
      Word before = 0;
      for (std::size_t i = 0; i < row_.size(); ++i) {
        const Word starts = run_starts(row_[i], before);
        before = row_[i] >> (word_bits - 1);
        paint_word(run, starts, row_[i], out + i * word_bits,
                   std::min(word_bits, cells_.width - i * word_bits));
        run += count_bits(starts);
      }
    }
  }

  // Paints `count` cells of a word; `run` is the last run begun before it.
  void paint_word(std::size_t run, Word starts, Word cells, std::int32_t* out, std::size_t count) {
    if (cells == 0) {
      std::fill_n(out, count, 0);
      return;
    }
    if (cells == ~Word{0}) {  // one run all along
      std::fill_n(out, count, table()[run + (starts & 1)]);
      return;
    }
    for (std::size_t done = 0; done < count; done += 8) {
      const auto starts_here = static_cast<unsigned>(starts >> done & 0xff);
      const auto cells_here = static_cast<unsigned>(cells >> done & 0xff);
      if (done + 8 <= count && run + paint_reach<std::int32_t> <= runs_ + 1)
        paint_eight(table() + run, starts_here, cells_here, out + done);
      else
        paint_some(table() + run, starts_here, cells_here, out + done,
                   static_cast<unsigned>(std::min<std::size_t>(8, count - done)));
      run += run_offsets[starts_here][7];
    }
  }

  const BitMatrix& cells_;
  std::span<std::int32_t> labels_;
  Heartbeat& heart_;
  std::vector<Word> row_;
  std::vector<Word> above_;
  std::size_t runs_ = 0;
};

}  // namespace

void BitMatrix::read_row(std::size_t row, std::span<Word> into) const {
  const std::size_t first_bit = row * row_bits;
  const std::size_t shift = first_bit % 8;
  std::size_t at = first_bit / 8;
  for (Word& word : into) {
    word = load_word(bytes, at) >> shift;
    at += sizeof word;
    if (shift != 0 && at < bytes.size()) word |= Word{bytes[at]} << (word_bits - shift);
  }
  if (width % word_bits != 0) into.back() &= low_bits(width % word_bits);
}

std::int32_t label_image(const BitMatrix& cells, std::span<std::int32_t> labels, Heartbeat& heart) {
  if (cells.width == 0 || cells.height == 0) return 0;
  return ImageLabeller(cells, labels, heart).run();
}

}  // namespace cgt
