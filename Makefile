# Makefile - front door: `make run`, `make test`, `make bench`. CMake does the building.

BUILD  ?= build
# Of CMakePresets.json: release, developer (a warning is an error), native (this processor alone).
PRESET ?= release
OUT    ?= $(BUILD)/out
JOBS   ?= $(shell nproc)
PREFIX ?= /usr/local
CONFIG ?= configs/torus_8ary_2cube.toml
LOADS  ?= 0.05:0.65:0.1
# Of `make test-share`: which share of the nightly tests; default: one that depends on the commit.
SHARES := $(shell sed -n 's/^set(TURNPIKE_SHARES \([0-9]*\))/\1/p' tests/shares.cmake)
SHARE  ?= $(shell echo $$((0x$$(git rev-parse --short=7 HEAD) % $(SHARES) + 1)))

# Of `make judge`; lockstep: some points with the hardware too.
ENGINE ?= model

# Of `make fpga`
BOARD   ?= ulx3s
NETWORK ?= configs/fpga_$(BOARD).toml

# Of `make fuzz`: random networks, and the seed of the first. ARGS=--no-lockstep builds no shapes.
N      ?= 2000
SEED   ?= 1

# Of `make sanitize`: presets; asan has what ubsan has.
SANITIZERS ?= asan tsan

# Of `make fuzz-parsers`: inputs for each parser, and what else looks at them; nothing is faster.
RUNS   ?= 1000000
FUZZ_SANITIZE ?= address,undefined

.PHONY: help setup program library build install run quick test test-share test-all wheel bench lint prove check tidy fuzz mutation coverage sanitize fuzz-parsers format pictures area area-asic price nextpnr fpga papers judge docs web clean

help:  ## Show this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 22

setup:  ## Install the packages that the tests need (Debian 12), if any is missing
	@scripts/setup.sh run test

program:  ## Build build/turnpike; installs the packages that it needs, if any is missing
	@scripts/setup.sh run
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING
	@cmake --build $(BUILD) --parallel $(JOBS) --target turnpike

build: setup  ## Build the tests and the benchmarks too
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING -DTURNPIKE_TESTS=ON -DTURNPIKE_BENCH=ON
	@cmake --build $(BUILD) --parallel $(JOBS)

library: program  ## Build libturnpike: shared, static, and the part that loads hardware
	@cmake --build $(BUILD) --parallel $(JOBS) --target turnpike_library

install: program papers library  ## Install program, library, RTL, configurations below PREFIX; they can be moved
	@cmake --install $(BUILD) --prefix $(PREFIX)

run: program  ## Run a torus, hardware beside model in lockstep, then sweep its load
	$(BUILD)/turnpike run $(CONFIG) --engine lockstep --out $(OUT)/run --trace $(OUT)/run/waves.fst --trace-to 300
	$(BUILD)/turnpike sweep $(CONFIG) --engine model --load $(LOADS) --jobs $(JOBS) --out $(OUT)/sweep
	@echo; echo "Left under $(OUT):"; find $(OUT)/run $(OUT)/sweep -maxdepth 1 -type f | sort | sed 's/^/  /'

# One more at a time than there are processors: a test that waits leaves its own idle.
CTEST = ctest --test-dir $(BUILD) --parallel $$(($(JOBS) + 1)) --output-on-failure

quick: setup  ## What to run at each save: seconds on a tree that is built
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING -DTURNPIKE_TESTS=ON
	@cmake --build $(BUILD) --parallel $(JOBS) --target tests_quick
	@$(CTEST) --label-regex '^quick$$'

test: setup  ## What a change can break: a quarter of an hour from a fresh clone
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING -DTURNPIKE_TESTS=ON
	@cmake --build $(BUILD) --parallel $(JOBS) --target tests_quick tests_change
	@$(CTEST) --label-regex '^(quick|change)$$'

test-share: setup  ## Share SHARE of the nightly tests: what `make test` leaves out (tests/shares.cmake)
	@echo "Share $(SHARE) of $(SHARES); again: make test-share SHARE=$(SHARE)"
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING -DTURNPIKE_TESTS=ON -DTURNPIKE_BENCH=ON
	@cmake --build $(BUILD) --parallel $(JOBS) --target tests_share_$(SHARE)
	@$(CTEST) --label-regex '^share_$(SHARE)$$'

test-all: build  ## Every test, lint, proof and check but `make wheel`: an hour and more
	@$(CTEST) --label-exclude wheel_alone

wheel: build  ## Build a source distribution and a manylinux wheel in build/wheelhouse, and test them (slow)
	@ctest --test-dir $(BUILD) --output-on-failure --label-regex wheel_alone

bench: build  ## Node-cycles per second, then cycles of one Verilated router; BOOKSIM=/path/to/booksim adds BookSim
	@$(BUILD)/turnpike_bench --out $(BUILD)/bench $(ARGS)
	@[ -n "$(ARGS)" ] || scripts/verilated_router.py $(BUILD)/bench/router

lint: program  ## Lint RTL and emitted networks: Verilator, Yosys, Icarus, slang, Verible; and that they bite
	@BUILD=$(BUILD) scripts/lint.py
	@BUILD=$(BUILD) scripts/lint.py --faults
	@BUILD=$(BUILD) scripts/lint_emitted.sh $(BUILD)/turnpike

prove: setup  ## Prove the formal properties of the RTL that have changed; ARGS=--again: all
	@BUILD=$(BUILD) scripts/prove.py $(ARGS)

check: setup  ## Check layers, mirror, documents, figures, style, ABI and licences, and that the checks bite
	@for script in layers mirror planted docs figures style abi; do scripts/check_$$script.py --self-test && scripts/check_$$script.py || exit 1; done
	@BUILD=$(BUILD) scripts/check_licence.sh --self-test && BUILD=$(BUILD) scripts/check_licence.sh

tidy: setup  ## clang-tidy over what the last commit changed; ARGS=--all: over all C++ (slow)
	@BUILD=$(BUILD) JOBS=$(JOBS) scripts/tidy.sh $(ARGS)

fuzz: setup  ## Run N random networks from SEED on; every 50th in lockstep too
	@cmake --preset $(PRESET) -B $(BUILD) --log-level=WARNING -DTURNPIKE_TESTS=ON
	@cmake --build $(BUILD) --parallel $(JOBS) --target turnpike_network_fuzz
	@$(BUILD)/turnpike_network_fuzz --runs $(N) --seed $(SEED) --jobs $(JOBS) --work $(BUILD)/fuzz $(ARGS)

mutation: build  ## Small faults in the RTL, looked for by the tests: ARGS='--sample 0' takes all
	@scripts/mutation.py $(BUILD) --self-test
	@scripts/mutation.py $(BUILD) $(ARGS)

coverage: setup  ## Which lines of RTL and C++ the tests reach, as pages: build/coverage/pages (slow)
	@scripts/setup.sh coverage
	@scripts/coverage.py --self-test
	@scripts/coverage.py --jobs $(JOBS) $(ARGS)

sanitize: setup  ## Tests of units, modules and parsers, and the fuzz, under ASan, UBSan and TSan
	@for preset in $(SANITIZERS); do \
	  cmake --preset $$preset --log-level=WARNING && cmake --build --preset $$preset --parallel $(JOBS) && \
	  ctest --preset $$preset --parallel $(JOBS) || exit 1; \
	done

fuzz-parsers:  ## Feed every parser RUNS inputs that libFuzzer makes up (clang)
	@scripts/setup.sh fuzz
	@cmake -S . -B $(BUILD)/fuzz_parsers -G Ninja --log-level=WARNING -DCMAKE_CXX_COMPILER=clang++ \
	  -DTURNPIKE_TESTS=OFF -DTURNPIKE_BENCH=OFF -DTURNPIKE_FUZZ_PARSERS=ON \
	  -DTURNPIKE_FUZZ_SANITIZE=$(FUZZ_SANITIZE)
	@cmake --build $(BUILD)/fuzz_parsers --parallel $(JOBS) --target fuzz_parsers
	@scripts/fuzz_parsers.sh $(BUILD)/fuzz_parsers $(RUNS)

format: setup  ## Let clang-format rewrite the C++
	@git ls-files '*.cpp' '*.h' | xargs clang-format -i

pictures: program  ## Draw the pictures of the README again
	@scripts/setup.sh pictures
	@scripts/pictures.sh $(BUILD)/turnpike docs/images

area: setup program nextpnr  ## Synthesise some modules: none may have grown or be slower; ARGS=--again
	@scripts/area.py --self-test
	@scripts/area.py $(BUILD)/turnpike $(ARGS)

area-asic: setup program  ## The same in gates, beside a baseline; LIBERTY=FILE: in those of your library
	@scripts/area.py $(BUILD)/turnpike --liberty $(LIBERTY) $(ARGS)

price: setup program  ## Synthesise what docs/express.md compares: interchanges and routers
	@scripts/area.py $(BUILD)/turnpike --express docs/express

nextpnr:  ## Install place and route for `turnpike synth` in the build folder
	@scripts/python.sh $(BUILD)/synthesis synthesis-packages.txt

fpga: program nextpnr  ## A network with traffic as a bitstream: BOARD=ulx3s or hx8k, NETWORK=file.toml
	@scripts/fpga.sh $(BUILD)/turnpike $(BOARD) $(NETWORK) $(BUILD)/fpga_$(BOARD) $(BUILD)/synthesis

papers: program  ## Build build/turnpike-papers: what `turnpike paper` runs
	@cmake --build $(BUILD) --parallel $(JOBS) --target turnpike-papers

judge: papers  ## Repeat the experiments of docs/papers/ and judge the claims again
	@for paper in agarwal arnau buzzard dally shahrabi; do \
	  $(BUILD)/turnpike paper $$paper --engine $(ENGINE) --jobs $(JOBS) --out $(BUILD)/papers/$$paper \
	    --page $(BUILD)/papers/$$paper.md > $(BUILD)/papers_$$paper.txt || exit 1; \
	  mkdir -p docs/papers/$$paper; \
	  cp $(BUILD)/papers/$$paper.md docs/papers/; \
	  for kind in svg csv; do \
	    cp $(BUILD)/papers/$$paper/*.$$kind docs/papers/$$paper/ || exit 1; \
	  done; \
	done
	@scripts/papers_index.py docs/papers

docs:  ## Build the documentation as a site that opens from disk, with search: build/docs/index.html
	@scripts/python.sh $(BUILD)/site site-packages.txt
	@BUILD=$(BUILD) scripts/docs_site.py

web:  ## Compile the model for browsers: build/web/turnpike.html, one page that opens from disk
	@scripts/web.sh $(BUILD)/web $(JOBS)

clean:  ## Remove everything that was built
	rm -rf $(BUILD)
