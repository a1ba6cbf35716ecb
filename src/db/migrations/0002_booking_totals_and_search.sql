-- What the desk looks things up by.

-- How many bookings and how much money, by day ('d2026-11-20'), by month ('m2026-11') and in all ('all'):
-- kept by the triggers below, so that a million bookings are counted as quickly as a thousand.
CREATE TABLE booking_tally (
  period TEXT NOT NULL,
  status TEXT NOT NULL,
  bookings INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (period, status)
) STRICT, WITHOUT ROWID;

INSERT INTO booking_tally
  SELECT 'd' || date, status, count(*), sum(computed_amount) FROM booking GROUP BY date, status;
INSERT INTO booking_tally
  SELECT 'm' || substr(date, 1, 7), status, count(*), sum(computed_amount) FROM booking GROUP BY 1, 2;
INSERT INTO booking_tally
  SELECT 'all', status, count(*), sum(computed_amount) FROM booking GROUP BY status;

CREATE TRIGGER booking_tally_adds AFTER INSERT ON booking
BEGIN
  INSERT INTO booking_tally VALUES
    ('d' || new.date, new.status, 1, new.computed_amount),
    ('m' || substr(new.date, 1, 7), new.status, 1, new.computed_amount),
    ('all', new.status, 1, new.computed_amount)
  ON CONFLICT (period, status)
  DO UPDATE SET bookings = bookings + 1, amount = amount + excluded.amount;
END;

CREATE TRIGGER booking_tally_removes AFTER DELETE ON booking
BEGIN
  UPDATE booking_tally SET bookings = bookings - 1, amount = amount - old.computed_amount
  WHERE period IN ('d' || old.date, 'm' || substr(old.date, 1, 7), 'all') AND status = old.status;
END;

CREATE TRIGGER booking_tally_follows AFTER UPDATE OF date, status, computed_amount ON booking
WHEN old.date <> new.date OR old.status <> new.status OR old.computed_amount <> new.computed_amount
BEGIN
  UPDATE booking_tally SET bookings = bookings - 1, amount = amount - old.computed_amount
  WHERE period IN ('d' || old.date, 'm' || substr(old.date, 1, 7), 'all') AND status = old.status;
  INSERT INTO booking_tally VALUES
    ('d' || new.date, new.status, 1, new.computed_amount),
    ('m' || substr(new.date, 1, 7), new.status, 1, new.computed_amount),
    ('all', new.status, 1, new.computed_amount)
  ON CONFLICT (period, status)
  DO UPDATE SET bookings = bookings + 1, amount = amount + excluded.amount;
END;

CREATE TABLE user_tally (
  is_admin INTEGER PRIMARY KEY,
  users INTEGER NOT NULL
) STRICT;
INSERT INTO user_tally VALUES (0, 0), (1, 0);
UPDATE user_tally SET users = (SELECT count(*) FROM user WHERE user.is_admin = user_tally.is_admin);
CREATE TRIGGER user_tally_adds AFTER INSERT ON user
BEGIN UPDATE user_tally SET users = users + 1 WHERE is_admin = new.is_admin; END;
CREATE TRIGGER user_tally_removes AFTER DELETE ON user
BEGIN UPDATE user_tally SET users = users - 1 WHERE is_admin = old.is_admin; END;
CREATE TRIGGER user_tally_follows AFTER UPDATE OF is_admin ON user WHEN old.is_admin <> new.is_admin
BEGIN
  UPDATE user_tally SET users = users - 1 WHERE is_admin = old.is_admin;
  UPDATE user_tally SET users = users + 1 WHERE is_admin = new.is_admin;
END;

-- Playing order: what starts after midnight comes last on its business day. The same words stand in
-- bookings/desk-list.ts; an index on an expression is used only where the expression is the same.
CREATE INDEX booking_begins ON booking (
  date || CASE WHEN start_time < '07:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_status_begins ON booking (
  status, date || CASE WHEN start_time < '07:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_name ON booking (name COLLATE NOCASE);
CREATE INDEX booking_amount ON booking (computed_amount);
CREATE INDEX user_created ON user (created_at);

-- Words and beginnings of words of each booking: name, email, number, phone in its spellings and its last
-- four digits. It holds no text, only where each word occurs.
CREATE VIRTUAL TABLE booking_search USING fts5 (
  words, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5 6',
  tokenize = "unicode61 remove_diacritics 2 tokenchars '@.-_+'"
);

CREATE TRIGGER booking_search_adds AFTER INSERT ON booking
BEGIN
  INSERT INTO booking_search (rowid, words) VALUES (new.id, new.name || ' ' || new.email || ' ' || new.id || ' '
    || replace(new.phone, '+', '') || ' ' || substr(new.phone, -4)
    || CASE WHEN new.phone LIKE '+92%' THEN ' 0' || substr(new.phone, 4) || ' ' || substr(new.phone, 4) ELSE '' END);
END;
CREATE TRIGGER booking_search_removes AFTER DELETE ON booking
BEGIN
  DELETE FROM booking_search WHERE rowid = old.id;
END;
CREATE TRIGGER booking_search_follows AFTER UPDATE OF name, email, phone ON booking
BEGIN
  INSERT OR REPLACE INTO booking_search (rowid, words) VALUES (new.id, new.name || ' ' || new.email || ' ' || new.id
    || ' ' || replace(new.phone, '+', '') || ' ' || substr(new.phone, -4)
    || CASE WHEN new.phone LIKE '+92%' THEN ' 0' || substr(new.phone, 4) || ' ' || substr(new.phone, 4) ELSE '' END);
END;
INSERT INTO booking_search (rowid, words)
  SELECT id, name || ' ' || email || ' ' || id || ' ' || replace(phone, '+', '') || ' ' || substr(phone, -4)
    || CASE WHEN phone LIKE '+92%' THEN ' 0' || substr(phone, 4) || ' ' || substr(phone, 4) ELSE '' END
  FROM booking;
