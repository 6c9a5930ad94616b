# make demo    build and run the example worth seeing first
# make test    four builds of the tests: float and double, static C and external C++
# make bench   times and ratios; PEERS=1 adds other libraries on the same inputs, SECTION=gjk runs one section only
# make soak    the full counts; SECTION=math runs one section only
# make fuzz    needs clang; SECTION=math fuzzes one section only, SECONDS=600 for ten minutes
# make clean

CC      = cc
CXX     = c++
CFLAGS  = -O2 -Wall -Wextra
SECONDS = 60
B       = build
C99     = $(CC) -std=c99 $(CFLAGS) -I.
TESTED  = -O1

# A machine without a C++ compiler builds the external mode as C.
HAVE_CXX := $(shell echo 'int main() { return 0; }' | $(CXX) -std=c++11 -x c++ -fsyntax-only - 2>/dev/null && echo yes)
ifeq ($(HAVE_CXX),yes)
EXTERNAL = $(CXX) -std=c++11 $(CFLAGS) $(TESTED) -I. -x c++
else
EXTERNAL = $(C99) $(TESTED)
endif

DEPS = collide.h collide_tests.c greatest.h Makefile

all: test

TESTS = $(B)/float $(B)/double $(B)/float_external $(B)/double_external

test:
	@[ "$(HAVE_CXX)" = yes ] || echo "no C++ compiler: the external mode is built as C"
	@$(MAKE) --no-print-directory -k -j4 $(TESTS:=.log) $(B)/manual || { cat $(TESTS:=.log); false; }
	$(B)/manual
	@for t in $(TESTS); do echo "$$t"; cat $$t.log; done

# Side by side; what each of them said comes in one piece.
$(TESTS:=.log): %.log: %
	./$< > $@ 2>&1

# The manual's example, straight out of the comment.
$(B)/manual: collide.h Makefile | $(B)
	awk '/^   EXAMPLE$$/ { on = 1; next } /^   [A-Z]/ { on = 0 } on { sub(/^       /, ""); print }' collide.h > $@.c
	@[ `grep -c . $@.c` -gt 5 ] && [ `grep -c . $@.c` -le 25 ]
	$(C99) $@.c -o $@ -lm

$(B)/float: $(DEPS) | $(B)
	$(C99) $(TESTED) -DTESTS_TWO_FILES -DTESTS_OTHER_FILE -c collide_tests.c -o $@.o
	$(C99) $(TESTED) -DTESTS_TWO_FILES collide_tests.c $@.o -o $@ -lm

$(B)/double: $(DEPS) | $(B)
	$(C99) -DCOLLIDE_DOUBLE $(TESTED) -DTESTS_TWO_FILES -DTESTS_OTHER_FILE -c collide_tests.c -o $@.o
	$(C99) -DCOLLIDE_DOUBLE $(TESTED) -DTESTS_TWO_FILES collide_tests.c $@.o -o $@ -lm

$(B)/float_external: $(DEPS) | $(B)
	$(EXTERNAL) -DCOLLIDE_EXTERN -DTESTS_TWO_FILES -DTESTS_OTHER_FILE -c collide_tests.c -o $@.o
	$(EXTERNAL) -DCOLLIDE_EXTERN -DTESTS_TWO_FILES -c collide_tests.c -o $@_main.o
	$(if $(filter yes,$(HAVE_CXX)),$(CXX),$(CC)) $@_main.o $@.o -o $@ -lm

$(B)/double_external: $(DEPS) | $(B)
	$(EXTERNAL) -DCOLLIDE_DOUBLE -DCOLLIDE_EXTERN -DTESTS_TWO_FILES -DTESTS_OTHER_FILE -c collide_tests.c -o $@.o
	$(EXTERNAL) -DCOLLIDE_DOUBLE -DCOLLIDE_EXTERN -DTESTS_TWO_FILES -c collide_tests.c -o $@_main.o
	$(if $(filter yes,$(HAVE_CXX)),$(CXX),$(CC)) $@_main.o $@.o -o $@ -lm

demo: $(B)/car_crash
	$(B)/car_crash

$(B)/%: examples/%.c collide.h Makefile | $(B)
	$(C99) $< -o $@ -lm

$(B)/workers: examples/workers.c collide.h Makefile | $(B)
	$(C99) -pthread $< -o $@ -lm

# Peers are Debian's libbullet-dev libccd-dev libode-dev libfcl-dev; their headers are not ours to warn about.
ifdef PEERS
PEER_CFLAGS = $(patsubst -I%,-isystem %,$(filter -I%,$(shell pkg-config --cflags bullet ccd ode fcl)))
BENCH = $(B)/bench_peers
else
BENCH = $(B)/bench
endif

bench: $(BENCH)
	$(BENCH) $(SECTION)

$(B)/bench: bench.c collide.h Makefile | $(B)
	$(C99) bench.c -o $@ -lm

$(B)/bench_peers: bench.c collide.h Makefile | $(B)
	$(CXX) -std=c++11 $(CFLAGS) -DBENCH_PEERS -I. $(PEER_CFLAGS) -x c++ bench.c -x none -o $@ \
	    `pkg-config --libs bullet ccd ode fcl` -lm

soak: $(DEPS) | $(B)
	$(C99) -DTESTS_SOAK collide_tests.c -o $(B)/soak_float -lm
	$(C99) -DTESTS_SOAK -DCOLLIDE_DOUBLE collide_tests.c -o $(B)/soak_double -lm
	$(B)/soak_float -v $(if $(SECTION),-s $(SECTION))
	$(B)/soak_double -v $(if $(SECTION),-s $(SECTION))

fuzz: $(DEPS) | $(B)
	for type in "" -DCOLLIDE_DOUBLE; do \
	    clang -g -O1 -I. -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -DTESTS_FUZZ $$type \
	        $(if $(SECTION),-DTESTS_FUZZ_ONLY=fuzz_$(SECTION)) collide_tests.c -o $(B)/fuzz -lm && \
	    mkdir -p $(B)/corpus && $(B)/fuzz -max_total_time=$(SECONDS) -max_len=4096 $(B)/corpus || exit 1; \
	done

$(B):
	mkdir -p $(B)

clean:
	rm -rf $(B)

.PHONY: all test demo bench soak fuzz clean
