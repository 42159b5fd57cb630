// <memory_resource>, also for libraries that do not have it yet, such as that of emscripten 3:
// there, as much of it as the core uses.
#pragma once

#if __has_include(<memory_resource>)
#include <memory_resource>
#else
#include <cstddef>
#include <functional>
#include <memory>
#include <new>
#include <unordered_map>
#include <utility>
#include <vector>

namespace std::pmr {

class memory_resource {
 public:
  virtual ~memory_resource() = default;
  void* allocate(size_t bytes, size_t alignment) { return do_allocate(bytes, alignment); }
  void deallocate(void* start, size_t bytes, size_t alignment) {
    do_deallocate(start, bytes, alignment);
  }
  bool is_equal(const memory_resource& other) const noexcept { return do_is_equal(other); }

 private:
  virtual void* do_allocate(size_t bytes, size_t alignment) = 0;
  virtual void do_deallocate(void* start, size_t bytes, size_t alignment) = 0;
  virtual bool do_is_equal(const memory_resource& other) const noexcept = 0;
};

inline memory_resource* new_delete_resource() {
  class NewDelete final : public memory_resource {
    void* do_allocate(size_t bytes, size_t alignment) override {
      return ::operator new(bytes, align_val_t(alignment));
    }
    void do_deallocate(void* start, size_t, size_t alignment) override {
      ::operator delete(start, align_val_t(alignment));
    }
    bool do_is_equal(const memory_resource& other) const noexcept override {
      return this == &other;
    }
  };
  static NewDelete resource;
  return &resource;
}

// Gives nothing back before its end.
class monotonic_buffer_resource final : public memory_resource {
 public:
  explicit monotonic_buffer_resource(memory_resource* upstream) : upstream_(upstream) {}
  monotonic_buffer_resource(const monotonic_buffer_resource&) = delete;
  monotonic_buffer_resource& operator=(const monotonic_buffer_resource&) = delete;
  ~monotonic_buffer_resource() override {
    for (const Block& block : blocks_)
      upstream_->deallocate(block.start, block.bytes, alignof(max_align_t));
  }

 private:
  struct Block {
    void* start;
    size_t bytes;
  };
  static constexpr size_t least_block = 4096;

  void* do_allocate(size_t bytes, size_t alignment) override {
    if (left_ == 0 || align(alignment, bytes, next_, left_) == nullptr) {
      left_ = bytes > least_block ? bytes : least_block;
      next_ = upstream_->allocate(left_, alignof(max_align_t));
      blocks_.push_back({next_, left_});
    }
    void* const start = next_;
    next_ = static_cast<char*>(next_) + bytes;
    left_ -= bytes;
    return start;
  }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  memory_resource* upstream_;
  std::vector<Block> blocks_;
  void* next_ = nullptr;
  size_t left_ = 0;
};

template <class Value>
class polymorphic_allocator {
 public:
  using value_type = Value;

  polymorphic_allocator() : resource_(new_delete_resource()) {}
  polymorphic_allocator(memory_resource* resource) : resource_(resource) {}
  template <class Other>
  polymorphic_allocator(const polymorphic_allocator<Other>& other) : resource_(other.resource()) {}

  Value* allocate(size_t number) {
    return static_cast<Value*>(resource_->allocate(number * sizeof(Value), alignof(Value)));
  }
  void deallocate(Value* start, size_t number) {
    resource_->deallocate(start, number * sizeof(Value), alignof(Value));
  }
  polymorphic_allocator select_on_container_copy_construction() const { return {}; }
  memory_resource* resource() const { return resource_; }

  friend bool operator==(const polymorphic_allocator& a, const polymorphic_allocator& b) {
    return a.resource_ == b.resource_ || a.resource_->is_equal(*b.resource_);
  }

 private:
  memory_resource* resource_;
};

template <class Value>
using vector = std::vector<Value, polymorphic_allocator<Value>>;
template <class Key, class Value, class Hash = hash<Key>, class Equal = equal_to<Key>>
using unordered_map =
    std::unordered_map<Key, Value, Hash, Equal, polymorphic_allocator<pair<const Key, Value>>>;
template <class Key, class Value, class Hash = hash<Key>, class Equal = equal_to<Key>>
using unordered_multimap =
    std::unordered_multimap<Key, Value, Hash, Equal, polymorphic_allocator<pair<const Key, Value>>>;

}  // namespace std::pmr
#endif
