# The compiler in the PyPI package ziglang, which is clang, for Windows, as a toolchain file of CMake.
# The module has its libraries inside and needs nothing but Windows and Python. Microsoft's compiler
# has no vectors, and that of MinGW puts long ones where AVX must not load them from.
#   pip install ziglang ninja
#   pip install . --config-settings=cmake.args=-GNinja --config-settings=cmake.define.CMAKE_TOOLCHAIN_FILE=packaging/zig.cmake
# Elsewhere, it builds for Windows, given headers and library of a Python there.
if(NOT CMAKE_HOST_WIN32)
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_SYSTEM_PROCESSOR AMD64)
endif()

find_program(CGT_ZIG python-zig REQUIRED)
set(CMAKE_CXX_COMPILER "${CGT_ZIG}" c++)
# Without -O2, also CMake's trials wait for a standard library that is built to be debugged.
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "ARM64" AND CMAKE_HOST_WIN32)
  set(CMAKE_CXX_FLAGS_INIT "-target aarch64-windows-gnu -O2")
else()
  set(CMAKE_CXX_FLAGS_INIT "-target x86_64-windows-gnu -O2")
endif()
# The same program makes libraries, but CMake knows no words behind the name of such a program.
set(CMAKE_CXX_ARCHIVE_CREATE "\"${CGT_ZIG}\" ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "\"${CGT_ZIG}\" ar q <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "\"${CGT_ZIG}\" ranlib <TARGET>")
