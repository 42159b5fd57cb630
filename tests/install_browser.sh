#!/bin/sh
# Installs Chromium and its driver, which the tests of reports use, from Debian's packages. Says in
# one line why it cannot.
if command -v chromium > /dev/null && command -v chromedriver > /dev/null; then
    exit 0
fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get > /dev/null; then
    echo "Chromium is not installed: on Debian, 'make browser' installs it as root." >&2
    exit 1
fi
echo "Installing Chromium for the tests of reports; this is done once."
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && apt-get install -y --no-install-recommends chromium chromium-driver; } \
    > /dev/null 2>&1; then
    echo "Chromium could not be installed: 'apt-get install chromium chromium-driver' failed." >&2
    exit 1
fi
