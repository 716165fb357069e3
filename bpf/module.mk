# Kernel side: clang makes the object, bpftool the skeleton header that the collector embeds.
BPF_CFLAGS = -g -O2 -target bpf -mcpu=v3 -D__TARGET_ARCH_x86 -Wall -Wextra -Wno-unused-parameter \
             -I. -idirafter /usr/include/$(shell $(CXX) -print-multiarch 2>/dev/null)

$(B)/bpf/%.bpf.o: bpf/%.bpf.c | $(after_deps)
	$(call say,BPF,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(BPF_CFLAGS) -MMD -MP -MF $(@:.o=.d) -MT $@ -c -o $@ $<

# clang-tidy takes what bpf_object__destroy_skeleton frees for a leak: it cannot see into libbpf.
skeleton_nolint := (clang-analyzer-unix.Malloc)
$(B)/bpf/%.skel.h: $(B)/bpf/%.bpf.o
	$(call say,SKEL,$@)
	$(Q){ echo '// NOLINTBEGIN$(skeleton_nolint)'; $(BPFTOOL) gen skeleton $< name $*_bpf; \
	    echo '// NOLINTEND$(skeleton_nolint)'; } > $@

.SECONDARY: $(patsubst bpf/%.bpf.c,$(B)/bpf/%.bpf.o,$(wildcard bpf/*.bpf.c))
