// A file that is closed at the end, by its name in UTF-8: Windows takes such a name for one in the
// alphabet of the country, unless it is given in wide characters.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#ifdef _WIN32
#include <filesystem>
#endif

namespace cgt {

using OpenFile = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

enum class For { reading, writing };

// Null if it cannot be opened.
inline OpenFile opened(const std::string& path, For use) {
#ifdef _WIN32
  const std::filesystem::path wide(std::u8string(path.begin(), path.end()));
  return {_wfopen(wide.c_str(), use == For::reading ? L"rb" : L"wb"), &std::fclose};
#else
  return {std::fopen(path.c_str(), use == For::reading ? "rb" : "wb"), &std::fclose};
#endif
}

}  // namespace cgt
