-- Calendar feeds: digest is the SHA-256 of the key in the feed's address; revoking deletes the row.
CREATE TABLE calendar_feed (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  digest TEXT NOT NULL UNIQUE,
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
  audience TEXT NOT NULL CHECK (audience IN ('owner', 'coach')),
  content TEXT NOT NULL CHECK (content IN ('bookings', 'closures')),
  court_id INTEGER REFERENCES court (id),
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL
) STRICT;
