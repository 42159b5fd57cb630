// An answer as the page reads it: JSON, written piece by piece.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace cgt::browser {

class Json {
 public:
  Json& open(char bracket) {
    separate();
    text_ += bracket;
    is_first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    text_ += bracket;
    is_first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    add(name);
    text_ += ':';
    is_first_ = true;  // no comma before its value
    return *this;
  }

  Json& add(std::string_view text) {
    separate();
    text_ += '"';
    for (const char c : text) {
      if (c == '"' || c == '\\') text_ += '\\';
      text_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    text_ += '"';
    return *this;
  }
  Json& add(const char* text) { return add(std::string_view(text)); }
  Json& add(bool value) { return raw(value ? "true" : "false"); }
  Json& add(std::integral auto number) { return raw(std::to_string(number)); }
  Json& add(double number) {
    if (!std::isfinite(number)) return raw("null");
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.10g", number);
    return raw(digits);
  }
  template <class Value>
  Json& add(const std::optional<Value>& value) {
    return value ? add(*value) : raw("null");
  }
  template <class Value>
  Json& add(std::string_view name, const Value& value) {
    return key(name).add(value);
  }

  const std::string& text() const { return text_; }

 private:
  Json& raw(std::string_view text) {
    separate();
    text_ += text;
    return *this;
  }
  void separate() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }

  std::string text_;
  bool is_first_ = true;
};

}  // namespace cgt::browser
