#!/bin/sh
# The compiler in the PyPI package ziglang, which is clang, under the names that CMake expects:
# make copies this file to .venv/bin/zig-c++, zig-ar and zig-ranlib. CGT_ZIG_TARGET builds for
# another system, as x86_64-linux-gnu.2.17 does for one with that version of the C library.
bin=$(CDPATH='' cd "$(dirname "$0")" && pwd) || exit 1
tool=$(basename "$0")
tool=${tool#zig-}
export ZIG_GLOBAL_CACHE_DIR="$bin/../zig" ZIG_LOCAL_CACHE_DIR="$bin/../zig"
if [ "$tool" = c++ ]; then
    for argument; do
        shift
        case $argument in # it writes the names of processors with underscores
        -march=x86-64-v*) argument=-march=x86_64_v${argument#-march=x86-64-v} ;;
        -march=x86-64) argument=-march=x86_64 ;;
        esac
        set -- "$@" "$argument"
    done
    # Without it, also CMake's trials wait for a standard library that is built to be debugged.
    set -- -O2 "$@"
    [ -z "$CGT_ZIG_TARGET" ] || set -- -target "$CGT_ZIG_TARGET" "$@"
fi
exec "$bin/python" -m ziglang "$tool" "$@"
