LIBS += collector
collector_SRCS := $(wildcard collector/*.cpp)
collector_LDLIBS := -lbpf -lelf -lz -lre2 -lfmt
# The kernel side is embedded in the loader; the generated skeleton is not ours to warn about.
$(B)/obj/collector/sleeps_loader.cpp.o: CPPFLAGS += -isystem $(B)
$(B)/obj/collector/sleeps_loader.cpp.o: $(B)/bpf/sleeps.skel.h
