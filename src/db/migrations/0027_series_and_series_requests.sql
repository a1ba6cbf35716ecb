-- A regular booking of one court. Each of its dates is a booking, which also holds the customer; the newest one
-- counts for the whole series. `ending_seen` is the last date with which an admin lets the series end.
CREATE TABLE series (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  weekday TEXT NOT NULL,
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  half_hours INTEGER NOT NULL CHECK (half_hours BETWEEN 2 AND 48),
  every_weeks INTEGER NOT NULL CHECK (every_weeks BETWEEN 1 AND 4),
  payment_rule TEXT NOT NULL CHECK (payment_rule IN ('each_time', 'monthly', 'credit')),
  payment_method TEXT NOT NULL,
  ending_seen TEXT,
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
ALTER TABLE booking ADD COLUMN series_id INTEGER REFERENCES series (id);
CREATE INDEX booking_series ON booking (series_id, date) WHERE series_id IS NOT NULL;

-- A member asks the reception for a series; the row goes once an admin has answered.
CREATE TABLE series_request (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  court_id INTEGER NOT NULL REFERENCES court (id),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  half_hours INTEGER NOT NULL CHECK (half_hours BETWEEN 2 AND 48),
  every_weeks INTEGER NOT NULL CHECK (every_weeks BETWEEN 1 AND 4),
  from_date TEXT NOT NULL CHECK (length(from_date) = 10),
  dates INTEGER NOT NULL CHECK (dates BETWEEN 1 AND 26),
  note TEXT NOT NULL CHECK (length(note) <= 500),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX series_request_user ON series_request (user_id);
