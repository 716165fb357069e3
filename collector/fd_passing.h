// Messages with file descriptors over a SOCK_SEQPACKET pair.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/unique_fd.h"

namespace hotlock::collector {

struct Message {
    std::string text;  // at most 4 KiB
    std::vector<UniqueFd> fds;
};

// The kernel passes at most 253 descriptors at once (SCM_MAX_FD).
constexpr size_t max_fds_per_message = 200;

// False when the other side is gone.
bool send_message(int socket, const std::string& text, const std::vector<int>& fds);

// Nothing when the other side is gone. Received descriptors are close-on-exec.
std::optional<Message> receive_message(int socket);

}  // namespace hotlock::collector
