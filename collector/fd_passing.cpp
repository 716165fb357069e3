#include "collector/fd_passing.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "common/base/check.h"

namespace hotlock::collector {

namespace {

constexpr size_t control_bytes = CMSG_SPACE(sizeof(int) * max_fds_per_message);

struct alignas(cmsghdr) ControlBuffer {
    std::array<char, control_bytes> bytes{};
};

void attach_fds(msghdr& header, ControlBuffer& control, const std::vector<int>& fds) {
    const size_t bytes = sizeof(int) * fds.size();
    header.msg_control = control.bytes.data();
    header.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(part), fds.data(), bytes);
}

std::vector<UniqueFd> detach_fds(msghdr& header) {
    std::vector<UniqueFd> fds;
    for (cmsghdr* part = CMSG_FIRSTHDR(&header); part != nullptr;
         part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
        const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        std::vector<int> raw(count);
        std::memcpy(raw.data(), CMSG_DATA(part), count * sizeof(int));
        for (const int fd : raw)
            fds.emplace_back(fd);
    }
    return fds;
}

}  // namespace

bool send_message(int socket, const std::string& text, const std::vector<int>& fds) {
    CHECK(!text.empty() && fds.size() <= max_fds_per_message);
    ControlBuffer control;
    iovec data{.iov_base = const_cast<char*>(text.data()), .iov_len = text.size()};
    msghdr header{};
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    if (!fds.empty()) attach_fds(header, control, fds);
    ssize_t sent = 0;
    do {
        sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(text.size());
}

std::optional<Message> receive_message(int socket) {
    ControlBuffer control;
    Message message;
    message.text.resize(4096);
    iovec data{.iov_base = message.text.data(), .iov_len = message.text.size()};
    msghdr header{};
    header.msg_iov = &data;
    header.msg_iovlen = 1;
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    ssize_t received = 0;
    do {
        received = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    if (received <= 0) return std::nullopt;
    message.text.resize(static_cast<size_t>(received));
    message.fds = detach_fds(header);
    return message;
}

}  // namespace hotlock::collector
