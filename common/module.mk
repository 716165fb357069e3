LIBS += common
common_SRCS := $(wildcard common/*/*.cpp)
common_LDLIBS := -lZydis -lfmt
