-- What the owner sets at the dashboard: key is `club.name`, value its JSON. version counts the changes of all
-- settings together, so that a reader sees by one number whether anything changed.
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX setting_version ON setting (version);
