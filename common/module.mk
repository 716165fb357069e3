LIBS += common
common_SRCS := $(wildcard common/*/*.cpp)
