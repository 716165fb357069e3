LIBS += reports
reports_SRCS := $(wildcard reports/*.cpp reports/*/*.cpp)
reports_LDLIBS := -lfmt
