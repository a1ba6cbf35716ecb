CREATE TABLE court (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description TEXT NOT NULL DEFAULT '',
  hourly_rate INTEGER NOT NULL DEFAULT 5000 CHECK (hourly_rate >= 0),
  features TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(features)),
  image_url TEXT CHECK (length(image_url) <= 500),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1
) STRICT;

INSERT INTO court (id, name, description, hourly_rate, features) VALUES
  (1, 'Court 1 - Premium Panoramic', 'Glass on all sides, synthetic turf and even light: the club''s show court.', 5000,
   '["Panoramic glass","Synthetic turf","LED lighting"]'),
  (2, 'Court 2 - Tournament Grade', 'The professional terracotta court, with tournament nets and climate control.', 5000,
   '["Terracotta surface","Tournament nets","Climate control"]');

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) <= 255),
  password_hash TEXT,
  name TEXT NOT NULL,
  phone TEXT,
  is_admin INTEGER NOT NULL DEFAULT 0 CHECK (is_admin IN (0, 1)),
  preferences TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(preferences)),
  email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  oauth_provider TEXT,
  oauth_id TEXT UNIQUE,
  first_name TEXT,
  last_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- sid is the SHA-256 of the token in the cookie; sess is JSON; expire is epoch milliseconds.
CREATE TABLE session (
  sid TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  sess TEXT NOT NULL CHECK (json_valid(sess)),
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_expire ON session (expire);
CREATE INDEX session_user ON session (user_id);

-- date is the business day; slots is a JSON list of start times in playing order; money is in PKR.
CREATE TABLE booking (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  duration INTEGER NOT NULL DEFAULT 60 CHECK (duration >= 60 AND duration % 30 = 0),
  slots TEXT NOT NULL CHECK (json_array_length(slots) * 30 = duration),
  name TEXT NOT NULL CHECK (length(name) <= 100),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) <= 255),
  phone TEXT NOT NULL CHECK (length(phone) <= 20),
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'cancelled')),
  provider_ref TEXT CHECK (length(provider_ref) <= 100),
  payment_method TEXT NOT NULL,
  payment_receipt TEXT CHECK (length(payment_receipt) <= 500),
  hourly_rate INTEGER NOT NULL,
  computed_amount INTEGER NOT NULL DEFAULT 0 CHECK (computed_amount >= 0),
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE UNIQUE INDEX booking_start ON booking (court_id, date, start_time) WHERE status <> 'cancelled';
CREATE INDEX booking_user ON booking (user_id, date) WHERE user_id IS NOT NULL;
CREATE INDEX booking_email ON booking (email);

-- A court out of use for a time: maintenance, a tournament.
CREATE TABLE closure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  reason TEXT NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- One row for each half-hour somebody holds. The key is what makes a second sale impossible.
-- slot is the wall-clock half-hour index 0-47 of business day `date`.
CREATE TABLE claim (
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 14 AND 47 OR slot BETWEEN 0 AND 7),
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  closure_id INTEGER REFERENCES closure (id) ON DELETE CASCADE,
  PRIMARY KEY (court_id, date, slot),
  CHECK ((booking_id IS NULL) <> (closure_id IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX claim_booking ON claim (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX claim_closure ON claim (closure_id) WHERE closure_id IS NOT NULL;

CREATE TABLE contact_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  message TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;

-- Who did what to which booking, court or user. Rows are only ever added.
CREATE TABLE history (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_id INTEGER,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;
CREATE INDEX history_subject ON history (subject, subject_id);
CREATE TRIGGER history_keeps_rows BEFORE DELETE ON history
BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_keeps_words BEFORE UPDATE ON history
BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;

-- A retried request gets the first one's answer. key is a SHA-256, body too.
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  owner INTEGER,
  body TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (created_at);
