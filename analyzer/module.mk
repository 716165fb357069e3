LIBS += analyzer
analyzer_SRCS := $(wildcard analyzer/*/*.cpp)
analyzer_LDLIBS := -ldw -lelf -lSQLiteCpp -lsqlite3 -lzstd -lfmt
