// Tells whether a database file is as we left it: then it needs no integrity check.
//
// The mark is an extended attribute of the file that holds its size and time of last change, set
// after our last close. It lies outside the contents on purpose: whatever writes the file behind
// our back (another program, a copy over it, a download, an editor) changes the time or brings no
// mark, and the next open checks the file. Where the file system keeps no such attributes, every
// open checks.
#pragma once

#include "analyzer/store/location.h"

namespace hotlock::store {

bool is_as_we_left_it(const Location& location);

// Best effort: without the mark the next open takes longer, nothing else.
void mark_as_ours(const Location& location);

}  // namespace hotlock::store
