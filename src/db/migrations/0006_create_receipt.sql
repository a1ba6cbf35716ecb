-- Pictures of bank transfers. path is a file name in the folder receipts, null once a newer one replaced
-- it; the digests stay, so that a picture which was sent for another booking is noticed.
CREATE TABLE receipt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  path TEXT CHECK (length(path) <= 100),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  source_sha256 TEXT CHECK (length(source_sha256) = 64),
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX receipt_current ON receipt (booking_id) WHERE path IS NOT NULL;
CREATE INDEX receipt_path ON receipt (path) WHERE path IS NOT NULL;
CREATE INDEX receipt_sha256 ON receipt (sha256);
CREATE INDEX receipt_source ON receipt (source_sha256) WHERE source_sha256 IS NOT NULL;
