// What went wrong in SQLite, as a sentence for the user. The one place that knows its codes.
#pragma once

#include <SQLiteCpp/Exception.h>

#include <stdexcept>

#include "analyzer/store/location.h"
#include "common/base/error.h"

namespace hotlock::store {

// The database has a value that no hotlock writes. Never leaves the store.
class Damaged : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// `system_error` is the errno of the last failed system call of the connection, or 0.
Error explain(const SQLite::Exception& exception, int system_error, const Location& location);

Error cannot_write(const Location& location);
Error damaged(const Location& location, const std::string& detail);

}  // namespace hotlock::store
