-- Each attempt to save the club. finished_at is empty while it runs or when it was killed.
CREATE TABLE backup_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  ok INTEGER NOT NULL DEFAULT 0 CHECK (ok IN (0, 1)),
  file TEXT,
  bytes INTEGER,
  -- Where a copy was sent beside the folder, or nothing.
  copied_to TEXT,
  message TEXT NOT NULL DEFAULT ''
) STRICT;
