# make teach   installs what is missing, builds, and runs the main job to a report
# make test    installs what is missing, builds, and passes all tests
# make build   installs what is missing and builds build/tilewright
# make clean   removes what the build made (not the run folders)
.PHONY: teach test build clean
RUN ?= runs/teach
ARGS ?=

teach:
	tools/setup teach
	tools/build tilewright
	build/tilewright teach --run $(RUN) $(ARGS)

test:
	tools/check

build:
	tools/setup teach
	tools/build tilewright

clean:
	rm -rf build build-debug build-asan build-tsan
