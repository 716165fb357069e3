LIBS += collector
collector_SRCS := $(wildcard collector/*.cpp)
collector_LDLIBS := -lbpf -lelf -lz -lre2 -lfmt
# The kernel side is embedded in the loader.
$(B)/obj/collector/sleeps_loader.cpp.o: $(B)/bpf/sleeps.skel.h
