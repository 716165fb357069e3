# `make check` and its packages. clang-tidy has make's own dependencies: only files that changed, or
# whose headers changed, are looked at again.
.PHONY: deps-check
deps-check: deps
	$(Q)tools/deps check

.PHONY: check
check: deps-check ## format, include rules, warnings, clang-tidy, cppcheck
	$(Q)MAKE='$(MAKE)' tools/check

ifneq ($(filter tidy,$(MAKECMDGOALS)),)
.PHONY: tidy
tidy: $(patsubst %,$(B)/tidy/%.ok,$(shell git ls-files -- '*.cpp'))
endif

$(B)/tidy/%.ok: % $(B)/obj/%.o .clang-tidy test/.clang-tidy
	$(call say,TIDY,$<)
	@mkdir -p $(@D)
	$(Q)clang-tidy --quiet $< -- $(CPPFLAGS) -std=c++20 2>$@.log || { cat $@.log >&2; exit 1; }
	@touch $@
