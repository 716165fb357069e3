# unit: mirrors the tree, needs no rights. golden: whole outputs against approved files.
# system: runs the built programs as a user would.
TESTS += unit golden system
unit_SRCS := $(wildcard test/unit/*/*.cpp)
unit_LIBS := reports analyzer common
unit_LDLIBS := -lgtest_main -lgtest -pthread
golden_SRCS := $(wildcard test/golden/*.cpp)
golden_LIBS := reports analyzer common
golden_LDLIBS := -lgtest_main -lgtest -pthread
system_SRCS := $(wildcard test/system/*.cpp)
system_LDLIBS := -lgtest_main -lgtest -pthread

# One file, one tiny program; NAME_LDLIBS for those that need a library.
WORKLOADS += $(basename $(notdir $(wildcard test/workloads/*.c test/workloads/*.cpp)))
$(foreach work,$(WORKLOADS),$(eval $(work)_SRCS := $(wildcard test/workloads/$(work).c*)))
gcry_random_LDLIBS := -lgcrypt
