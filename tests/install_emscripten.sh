#!/bin/sh
# Installs emscripten, which builds the page, from Debian's packages. Says in one line why it cannot.
if command -v em++ > /dev/null; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
    echo "emscripten is not installed: on Debian, 'make page' installs it as root." >&2
    exit 1
fi
echo "Installing emscripten for the browser page; this is done once."
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && apt-get install -y --no-install-recommends emscripten; } > /dev/null 2>&1; then
    echo "emscripten could not be installed: 'apt-get install emscripten' failed." >&2
    exit 1
fi
