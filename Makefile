# Each recipe is one script or one command. From elsewhere: make -C path/to/simui TARGET.
# CARGO_TARGET_DIR and SIMUI_DATA_DIR are respected.

.PHONY: help run test torture bench setup ui types build fmt lint clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "make %-6s %s\n", $$1, $$2}' Makefile

run: ## build the desk, fill a first data directory, open the window (without a display: serve the pages)
	@tests/setup/start.sh

test: ## run everything CI runs; JOB=coverage: the tests of one job (tests/jobs.tsv)
	@JOB=$(JOB) .ci/test

torture: ## kill every operation at random moments for about an hour (tests/reliability/README.md)
	SIMUI_TORTURE_ROUNDS=$${SIMUI_TORTURE_ROUNDS:-400} cargo test --locked --package simui-cli --test reliability -- --nocapture

bench: setup ## measure: criterion benchmarks, then whole processes
	@tests/setup/bench.sh

setup: ## install what is missing: system packages, dictionary, npm packages, test tools
	@tests/setup/setup.sh tests

ui: ## build the interface if a source is newer
	@tests/setup/interface.sh build

types: ## write the TypeScript types from the Rust types
	SIMUI_WRITE_TYPES=1 cargo test --quiet --locked --package simui-api --test api typescript

build: ui ## build everything for development, the window too
	cargo build --locked --workspace

fmt: ## lay out the sources
	cargo fmt --all
	npm --prefix ui run --silent format

lint: ## look for what is wrong without running it
	@.ci/test setup format interface licences clippy

clean: ## remove what was built; fetched and installed things stay
	cargo clean
	rm -rf ui/dist
