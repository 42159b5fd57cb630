#include "proof/game.hpp"

#include <set>

namespace cgt::proof {

namespace {

constexpr std::size_t recent_regions = std::size_t{1} << 14;

// A symmetry exchanges rows, or columns, or both, and then rows and columns with each other.
constexpr unsigned flip_rows = 1;
constexpr unsigned flip_columns = 2;
constexpr unsigned transpose = 4;

constexpr bool is_turn(unsigned symmetry) {
  return std::popcount(symmetry) % 2 == 0;  // two of the three make a turn, or none
}

// Whether a symmetry, made twice, leads back.
constexpr bool leads_back(unsigned symmetry) {
  return (symmetry & transpose) == 0 || symmetry == transpose || symmetry == 7;
}

Shape mirrored(Shape shape) {
  std::size_t last = 0;
  for (const auto& [row, column] : shape) last = std::max(last, column);
  for (auto& [row, column] : shape) column = last - column;
  std::sort(shape.begin(), shape.end());
  return shape;
}

// The least box around some cells of another box.
template <std::size_t words>
struct Frame {
  Frame(const Box<words>& box, const Cells<words>& cells) {
    std::size_t bottom = 0;
    std::size_t right = 0;
    cells.for_each([&](std::size_t cell) {
      const auto [row, column] = box.places[cell];
      top = std::min<std::size_t>(top, row);
      left = std::min<std::size_t>(left, column);
      bottom = std::max<std::size_t>(bottom, row);
      right = std::max<std::size_t>(right, column);
    });
    size = {right - left + 1, bottom - top + 1};
  }

  // Where a symmetry takes cells inside the frame: in a box of its own, in the corner.
  Cells<words> image(const Box<words>& box, const Cells<words>& cells, unsigned symmetry) const {
    const std::size_t width = symmetry & transpose ? size.height : size.width;
    // A step down or to the right leads so many cells on.
    const std::size_t row_step = symmetry & transpose ? 1 : width;
    const std::size_t column_step = symmetry & transpose ? width : 1;
    Cells<words> found;
    cells.for_each([&](std::size_t cell) {
      const auto [place_row, place_column] = box.places[cell];
      std::size_t row = place_row - top;
      std::size_t column = place_column - left;
      if (symmetry & flip_rows) row = size.height - 1 - row;
      if (symmetry & flip_columns) column = size.width - 1 - column;
      found.add(row * row_step + column * column_step);
    });
    return found;
  }

  std::size_t top = most_cells;
  std::size_t left = most_cells;
  BoxSize size{};
};

}  // namespace

Pieces::Pieces(std::vector<Shape> given, std::size_t small_cells)
    : shapes(std::move(given)), small(small_cells) {
  for (Shape& shape : shapes) std::sort(shape.begin(), shape.end());
  const std::set<Shape> all(shapes.begin(), shapes.end());
  has_mirror_images = std::all_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
    return all.contains(mirrored(shape));
  });
}

template <std::size_t words>
Box<words>::Box(BoxSize box, const Pieces& pieces, BudgetMemory& memory, Heartbeat& heart)
    : size(box), placements(&memory) {
  for (std::size_t row = 0; row < box.height; ++row)
    for (std::size_t column = 0; column < box.width; ++column)
      places.emplace_back(static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column));
  for (const Shape& shape : pieces.shapes) {
    heart.beat(64);
    BoxSize around{0, 0};
    for (const auto& [row, column] : shape)
      around = {std::max(around.width, column + 1), std::max(around.height, row + 1)};
    for (std::size_t top = 0; top + around.height <= box.height; ++top)
      for (std::size_t left = 0; left + around.width <= box.width; ++left) {
        Cells<words> cells;
        for (const auto& [row, column] : shape) cells.add((top + row) * box.width + left + column);
        placements.push_back(cells);
      }
  }
}

template <std::size_t words>
Game<words>::Game(const Pieces& pieces, Values& values, SmallValues<words>& small,
                  BudgetMemory& memory, Heartbeat& heart)
    : pieces_(pieces), values_(values), small_(small), memory_(memory), heart_(heart),
      recent_(recent_regions) {}

template <std::size_t words>
const Box<words>& Game<words>::box(BoxSize size) {
  std::unique_ptr<Box<words>>& known = boxes_[{size.width, size.height}];
  if (!known) known = std::make_unique<Box<words>>(size, pieces_, memory_, heart_);
  return *known;
}

template <std::size_t words>
void Game<words>::fitting(const Box<words>& box, const Cells<words>& cells,
                          Placements& found) const {
  found.clear();
  for (const Cells<words>& placement : box.placements)
    if (placement.is_inside(cells)) found.push_back(placement);
}

template <std::size_t words>
void Game<words>::add_regions(Position<words>& position, const Box<words>& box,
                              const Cells<words>& cells, const Placements& fits,
                              std::size_t origin) {
  heart_.beat(fits.size() + 256);
  std::array<Cells<words>, words * 64> regions;
  std::size_t count = 0;
  for (const Cells<words>& placement : fits) {
    if (!placement.is_inside(cells)) continue;
    std::size_t home = count;
    for (std::size_t i = 0; i < count;) {
      if (!regions[i].overlaps(placement)) {
        ++i;
      } else if (home == count) {
        home = i++;
      } else {  // the placement joins two regions
        regions[home].join(regions[i]);
        regions[i] = regions[--count];
      }
    }
    if (home == count) regions[count++] = {};
    regions[home].join(placement);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (regions[i].count() <= pieces_.small)
      position.value = values_.sum(position.value, small_value(box, regions[i]), heart_);
    else if (values_.is_misere() || !is_zero(box, regions[i], fits))
      position.parts.push_back({&box, regions[i], origin, least_image(box, regions[i])});
  }
}

template <std::size_t words>
void Game<words>::put_in_order(Position<words>& position) const {
  auto& parts = position.parts;
  std::sort(parts.begin(), parts.end(), [](const Part<words>& one, const Part<words>& other) {
    return one.region < other.region;
  });
  if (values_.is_misere()) return;
  std::size_t kept = 0;
  for (const Part<words>& part : parts) {
    if (kept > 0 && parts[kept - 1].region == part.region)
      --kept;
    else
      parts[kept++] = part;
  }
  parts.resize(kept);
}

template <std::size_t words>
void Game<words>::follow(const Position<words>& before, std::size_t part,
                         const Cells<words>& placement, const Placements& fits,
                         Position<words>& after) {
  after.parts.clear();
  after.value = before.value;
  for (std::size_t i = 0; i < before.parts.size(); ++i)
    if (i != part) after.parts.push_back(before.parts[i]);
  const Part<words>& played = before.parts[part];
  add_regions(after, *played.box, played.cells.without(placement), fits, played.origin);
  put_in_order(after);
}

template <std::size_t words>
Region<words> Game<words>::least_image(const Box<words>& box, const Cells<words>& cells) const {
  const Frame<words> frame(box, cells);
  const auto [width, height] = frame.size;
  Region<words> least{static_cast<std::uint16_t>(std::max(width, height)),
                      static_cast<std::uint16_t>(std::min(width, height)),
                      {}};
  bool is_first = true;
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    const bool is_transposed = (symmetry & transpose) != 0;
    if (!is_turn(symmetry) && !pieces_.has_mirror_images) continue;
    if (is_transposed ? width > height : width < height) continue;  // lying, not standing
    const Cells<words> image = frame.image(box, cells, symmetry);
    if (is_first || image < least.cells) least.cells = image;
    is_first = false;
  }
  return least;
}

// Whether, in normal play, the second player can copy every move: by a symmetry that takes the
// region to itself, and each placement to another that does not overlap it.
template <std::size_t words>
bool Game<words>::is_zero(const Box<words>& box, const Cells<words>& cells,
                          const Placements& fits) const {
  const Frame<words> frame(box, cells);
  const Cells<words> itself = frame.image(box, cells, 0);
  for (unsigned symmetry = 1; symmetry < 8; ++symmetry) {
    if (!leads_back(symmetry) || (!is_turn(symmetry) && !pieces_.has_mirror_images)) continue;
    if ((symmetry & transpose) != 0 && frame.size.width != frame.size.height) continue;
    if (frame.image(box, cells, symmetry) != itself) continue;
    const bool overlaps = std::any_of(fits.begin(), fits.end(), [&](const Cells<words>& placement) {
      return placement.is_inside(cells) &&
             frame.image(box, placement, symmetry).overlaps(frame.image(box, placement, 0));
    });
    if (!overlaps) return true;
  }
  return false;
}

template <std::size_t words>
Value Game<words>::small_value(const Box<words>& box, const Cells<words>& cells) {
  const Frame<words> frame(box, cells);
  const Region<words> region{static_cast<std::uint16_t>(frame.size.width),
                             static_cast<std::uint16_t>(frame.size.height),
                             frame.image(box, cells, 0)};
  Recent& recent = recent_[HashOfRegion<words>()(region) % recent_.size()];
  if (recent.region == region) return recent.value;
  const Value value = value_of(least_image(box, cells));
  // Found again: working it out may have changed what is kept there.
  recent_[HashOfRegion<words>()(region) % recent_.size()] = {region, value};
  return value;
}

template <std::size_t words>
Value Game<words>::value_of(const Region<words>& region) {
  {
    const std::scoped_lock locked(small_.changing);
    const auto known = small_.known.find(region);
    if (known != small_.known.end()) return known->second;
  }
  const Box<words>& around = box({region.width, region.height});
  Placements fits(&memory_);
  fitting(around, region.cells, fits);
  std::vector<Value> options;
  for (const Cells<words>& placement : fits) {
    Position<words> after;
    add_regions(after, around, region.cells.without(placement), fits, 0);
    options.push_back(after.value);
  }
  const Value value = values_.of(std::move(options));
  const std::scoped_lock locked(small_.changing);
  small_.known.emplace(region, value);
  return value;
}

template <std::size_t words>
void Game<words>::write(const Position<words>& position, std::vector<std::uint8_t>& bytes) {
  bytes.clear();
  bytes.push_back(static_cast<std::uint8_t>(position.parts.size()));
  for (int shift = 0; shift < 32; shift += 8)
    bytes.push_back(static_cast<std::uint8_t>(position.value >> shift));
  for (const Part<words>& part : position.parts) {
    const Region<words>& region = part.region;
    bytes.push_back(static_cast<std::uint8_t>(region.width - 1));
    bytes.push_back(static_cast<std::uint8_t>(region.height - 1));
    const std::size_t cells = std::size_t{region.width} * region.height;
    for (std::size_t cell = 0; cell < cells; cell += 8)
      bytes.push_back(static_cast<std::uint8_t>(region.cells.bits[cell / 64] >> (cell % 64)));
  }
}

template <std::size_t words>
void Game<words>::read(Bytes bytes, Position<words>& position) {
  position.parts.clear();
  position.value = 0;
  for (std::size_t i = 0; i < 4; ++i) position.value |= Value{bytes[1 + i]} << (8 * i);
  std::size_t at = 5;
  for (std::size_t part = 0; part < bytes[0]; ++part) {
    Region<words> region;
    region.width = static_cast<std::uint16_t>(bytes[at] + 1);
    region.height = static_cast<std::uint16_t>(bytes[at + 1] + 1);
    at += 2;
    const std::size_t cells = std::size_t{region.width} * region.height;
    for (std::size_t cell = 0; cell < cells; cell += 8)
      region.cells.bits[cell / 64] |= std::uint64_t{bytes[at++]} << (cell % 64);
    position.parts.push_back({&box({region.width, region.height}), region.cells, part, region});
  }
}

template <std::size_t words>
std::string Game<words>::picture(const Region<words>& region, const Cells<words>& placed) const {
  std::string rows;
  for (std::size_t cell = 0; cell < std::size_t{region.width} * region.height; ++cell) {
    if (cell > 0 && cell % region.width == 0) rows += '|';
    rows += placed.has(cell) ? '@' : region.cells.has(cell) ? '.' : '#';
  }
  return rows;
}

template class Game<1>;
template class Game<2>;
template class Game<4>;

}  // namespace cgt::proof
