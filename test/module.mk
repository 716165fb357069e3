# unit: mirrors the tree, needs no rights. golden: whole outputs against approved files.
TESTS += unit golden
unit_SRCS := $(wildcard test/unit/*/*.cpp)
unit_LIBS := reports analyzer common
unit_LDLIBS := -lgtest_main -lgtest -pthread
golden_SRCS := $(wildcard test/golden/*.cpp)
golden_LIBS := reports analyzer common
golden_LDLIBS := -lgtest_main -lgtest -pthread
