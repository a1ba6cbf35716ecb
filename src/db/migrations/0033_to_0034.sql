-- From 0.2.0 (schema 33) to 0.3.0 (schema 34).

-- Each table has the noun of its module.
ALTER TABLE wish RENAME TO waitlist_entry;
ALTER TABLE offer RENAME COLUMN wish_id TO waitlist_entry_id;
DROP INDEX wish_queue;
DROP INDEX wish_contact;
DROP INDEX wish_email;
DROP INDEX wish_phone;
DROP INDEX offer_open_wish;
-- The queue of a day: the customer with fewer offers comes first, then the one who asked first. It covers the question
-- whether an entry fits, so that a cancellation reads no row of an entry that does not.
CREATE INDEX waitlist_entry_queue
  ON waitlist_entry (date, offers, id, court_id, from_position, until_position, slots) WHERE state = 'open';
CREATE INDEX waitlist_entry_contact ON waitlist_entry (contact);
CREATE INDEX waitlist_entry_email ON waitlist_entry (email);
CREATE INDEX waitlist_entry_phone ON waitlist_entry (phone);
CREATE UNIQUE INDEX offer_open_entry ON offer (waitlist_entry_id) WHERE state = 'open';

DROP TRIGGER history_keeps_rows;
DROP TRIGGER history_keeps_words;
DROP INDEX history_subject;
ALTER TABLE history RENAME TO audit_log;
CREATE INDEX audit_log_subject ON audit_log (subject, subject_id);
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_keeps_words BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

DROP INDEX mail_link_user;
DROP INDEX mail_link_expire;
ALTER TABLE mail_link RENAME TO email_token;
CREATE INDEX email_token_user ON email_token (user_id, purpose);
CREATE INDEX email_token_expire ON email_token (expire);

DROP INDEX tally_forget;
ALTER TABLE tally RENAME TO rate_limit;
CREATE INDEX rate_limit_forget ON rate_limit (forget_at);

DROP TRIGGER user_tally_adds;
DROP TRIGGER user_tally_removes;
DROP TRIGGER user_tally_follows;
ALTER TABLE user_tally RENAME TO user_stats;
CREATE TRIGGER user_stats_adds AFTER INSERT ON user
BEGIN UPDATE user_stats SET users = users + 1 WHERE is_admin = (new.role IS NOT NULL); END;
CREATE TRIGGER user_stats_removes AFTER DELETE ON user
BEGIN UPDATE user_stats SET users = users - 1 WHERE is_admin = (old.role IS NOT NULL); END;
CREATE TRIGGER user_stats_follows AFTER UPDATE OF role ON user WHEN (old.role IS NULL) <> (new.role IS NULL)
BEGIN
  UPDATE user_stats SET users = users - 1 WHERE is_admin = (old.role IS NOT NULL);
  UPDATE user_stats SET users = users + 1 WHERE is_admin = (new.role IS NOT NULL);
END;

-- What several people play together. rest is who has a share that nobody has paid at the deadline: the host, or new
-- players. closed_at is when that happened. places were opened to strangers; capacity is how many play beside the host.
-- decide_at is when a match that is not full is cancelled, asked_at and full_at are when its players were told.
CREATE TABLE activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('private', 'open_match', 'class', 'tournament', 'social')),
  rest TEXT NOT NULL DEFAULT 'host' CHECK (rest IN ('host', 'open')),
  closed_at INTEGER,
  created_at INTEGER NOT NULL,
  places INTEGER NOT NULL DEFAULT 0 CHECK (places BETWEEN 0 AND 3),
  capacity INTEGER NOT NULL DEFAULT 3,
  level_from TEXT CHECK (level_from IN ('beginner', 'improver', 'intermediate', 'advanced')),
  level_to TEXT CHECK (level_to IN ('beginner', 'improver', 'intermediate', 'advanced')),
  audience TEXT NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'women')),
  text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 200),
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1)),
  decide_at INTEGER,
  asked_at INTEGER,
  full_at INTEGER
) STRICT;
CREATE INDEX activity_decide_at ON activity (decide_at) WHERE decide_at IS NOT NULL;

-- In PKR, price is a player's share while the booking stands, charge what of it is owed or kept now, and received the
-- sum of the player's ledger entries. The host is the booking's customer: the row has no words and no money of its own,
-- because the host's share is the rest of the booking's. receipts counts the uploads. taken_off: the host or the
-- reception removed the player. hold_until is until when a place in an open match waits for money, confirmed_at when it
-- was taken; a player whom the host invited has neither.
-- replaces is the player who gave the place back. erased: the person's data were, and no link opens the share.
CREATE TABLE player (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  activity_id INTEGER NOT NULL REFERENCES activity (id) ON DELETE CASCADE,
  is_host INTEGER NOT NULL DEFAULT 0 CHECK (is_host IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('invited', 'joined', 'waiting', 'left')),
  name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  email TEXT NOT NULL DEFAULT '' COLLATE NOCASE CHECK (length(email) <= 255),
  phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0),
  charge INTEGER NOT NULL DEFAULT 0 CHECK (charge >= 0),
  received INTEGER NOT NULL DEFAULT 0,
  payment_method TEXT,
  payment_receipt TEXT CHECK (length(payment_receipt) <= 500),
  receipts INTEGER NOT NULL DEFAULT 0,
  taken_off INTEGER NOT NULL DEFAULT 0 CHECK (taken_off IN (0, 1)),
  remind_at INTEGER,
  level TEXT CHECK (level IN ('beginner', 'improver', 'intermediate', 'advanced')),
  hold_until INTEGER,
  confirmed_at INTEGER,
  replaces INTEGER REFERENCES player (id) ON DELETE SET NULL,
  erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1)),
  -- Where the player wants a refund by transfer.
  refund_account TEXT CHECK (length(refund_account) <= 160),
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX player_hold_until ON player (hold_until) WHERE hold_until IS NOT NULL;
CREATE INDEX player_activity ON player (activity_id);
CREATE UNIQUE INDEX player_host ON player (activity_id) WHERE is_host = 1;
CREATE INDEX player_email ON player (email) WHERE email <> '';
CREATE INDEX player_user ON player (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX player_remind_at ON player (remind_at) WHERE remind_at IS NOT NULL;
-- Money to give back, and receipts that wait for the reception.
CREATE INDEX player_owed ON player (activity_id) WHERE received > charge;
CREATE INDEX player_receipt_waiting ON player (activity_id) WHERE payment_receipt IS NOT NULL;

-- A booking of half an hour has its duration like any other. Only a rebuild of the table changes a CHECK.
-- A club of 0.1.0 comes without these.
DROP VIEW IF EXISTS booking_tally_change;
DROP VIEW IF EXISTS booking_words;
DROP TRIGGER IF EXISTS ledger_entry_counts;
CREATE TABLE booking_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  duration INTEGER NOT NULL DEFAULT 60 CHECK (duration >= 30),
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
  version INTEGER NOT NULL DEFAULT 1,
  sms_updates INTEGER NOT NULL DEFAULT 0 CHECK (sms_updates IN (0, 1)),
  charge INTEGER NOT NULL DEFAULT 0 CHECK (charge >= 0),
  received INTEGER NOT NULL DEFAULT 0,
  pay_by INTEGER,
  remind_at INTEGER,
  attendance TEXT CHECK (attendance IN ('arrived', 'no_show')),
  series_id INTEGER REFERENCES series (id),
  activity_id INTEGER REFERENCES activity (id),
  -- Where the customer wants a refund by transfer.
  refund_account TEXT CHECK (length(refund_account) <= 160)
) STRICT;
INSERT INTO booking_rebuilt
  SELECT id, court_id, user_id, date, start_time, ifnull(duration, 30), slots, name, email, phone, status, provider_ref,
    payment_method, payment_receipt, hourly_rate, computed_amount, created_at, version, sms_updates, charge, received,
    pay_by, remind_at, attendance, series_id, NULL, NULL
  FROM booking ORDER BY id;
-- The newest bookings may have been deleted, and no number is given twice.
DELETE FROM sqlite_sequence WHERE name = 'booking_rebuilt';
UPDATE sqlite_sequence SET name = 'booking_rebuilt' WHERE name = 'booking';
DROP TABLE booking;
ALTER TABLE booking_rebuilt RENAME TO booking;
ALTER TABLE booking_tally RENAME TO booking_stats;
CREATE INDEX booking_activity ON booking (activity_id) WHERE activity_id IS NOT NULL;
CREATE UNIQUE INDEX booking_start ON booking (court_id, date, start_time) WHERE status <> 'cancelled';
CREATE INDEX booking_user ON booking (user_id, date) WHERE user_id IS NOT NULL;
CREATE INDEX booking_email ON booking (email);
CREATE INDEX booking_name ON booking (name COLLATE NOCASE);
CREATE INDEX booking_amount ON booking (computed_amount);
CREATE INDEX booking_day ON booking (date);
CREATE INDEX booking_owing ON booking (date) WHERE charge > received AND status <> 'cancelled';
CREATE INDEX booking_owed ON booking (date) WHERE received > charge;
CREATE INDEX booking_pay_by ON booking (pay_by) WHERE pay_by IS NOT NULL AND status = 'pending';
CREATE INDEX booking_remind_at ON booking (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX booking_no_show_phone ON booking (phone) WHERE attendance = 'no_show';
CREATE INDEX booking_no_show_email ON booking (email) WHERE attendance = 'no_show';
CREATE INDEX booking_late_receipt ON booking (id)
  WHERE status = 'cancelled' AND pay_by IS NOT NULL AND payment_receipt IS NOT NULL;
-- Playing order begins at 06:00; the list of bookings has the same expression.
CREATE INDEX booking_begins ON booking (
  date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_status_begins ON booking (
  status, date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_receipt_waiting ON booking (date)
  WHERE status = 'pending' AND payment_receipt IS NOT NULL;
CREATE INDEX booking_series ON booking (series_id, date) WHERE series_id IS NOT NULL;
-- The words by which a booking is found.
CREATE VIEW booking_words AS
  SELECT id, name || ' ' || email || ' ' || id || ' ' || replace(phone, '+', '') || ' ' || substr(phone, -4)
    || CASE WHEN phone LIKE '+92%' THEN ' 0' || substr(phone, 4) || ' ' || substr(phone, 4) ELSE '' END AS words
  FROM booking;
CREATE TRIGGER booking_search_removes AFTER DELETE ON booking
WHEN old.id <= (SELECT booking_id FROM search_mark)
BEGIN
  DELETE FROM booking_search WHERE rowid = old.id;
END;
CREATE TRIGGER booking_search_follows AFTER UPDATE OF name, email, phone ON booking
WHEN new.id <= (SELECT booking_id FROM search_mark)
BEGIN
  INSERT OR REPLACE INTO booking_search (rowid, words) SELECT id, words FROM booking_words WHERE id = new.id;
END;
-- A change of one booking's share in the sums of its day, its month and all.
CREATE VIEW booking_stats_change AS SELECT date, status, 0 AS bookings, received AS amount FROM booking;
CREATE TRIGGER booking_stats_change_counts INSTEAD OF INSERT ON booking_stats_change
BEGIN
  INSERT INTO booking_stats VALUES
    ('d' || new.date, new.status, new.bookings, new.amount),
    ('m' || substr(new.date, 1, 7), new.status, new.bookings, new.amount),
    ('all', new.status, new.bookings, new.amount)
  ON CONFLICT (period, status)
  DO UPDATE SET bookings = bookings + excluded.bookings, amount = amount + excluded.amount;
END;
CREATE TRIGGER booking_stats_adds AFTER INSERT ON booking
BEGIN INSERT INTO booking_stats_change VALUES (new.date, new.status, 1, new.received); END;
CREATE TRIGGER booking_stats_removes AFTER DELETE ON booking
BEGIN INSERT INTO booking_stats_change VALUES (old.date, old.status, -1, -old.received); END;
CREATE TRIGGER booking_stats_follows AFTER UPDATE OF date, status, received ON booking
WHEN old.date <> new.date OR old.status <> new.status OR old.received <> new.received
BEGIN
  INSERT INTO booking_stats_change VALUES (old.date, old.status, -1, -old.received);
  INSERT INTO booking_stats_change VALUES (new.date, new.status, 1, new.received);
END;
-- What a player has paid, uploaded and begun to pay.
ALTER TABLE checkout ADD COLUMN player_id INTEGER REFERENCES player (id);
ALTER TABLE receipt ADD COLUMN player_id INTEGER REFERENCES player (id);
CREATE INDEX receipt_player ON receipt (player_id) WHERE player_id IS NOT NULL;
ALTER TABLE ledger_entry ADD COLUMN player_id INTEGER REFERENCES player (id);
CREATE INDEX ledger_entry_player ON ledger_entry (player_id) WHERE player_id IS NOT NULL;
CREATE TRIGGER ledger_entry_counts AFTER INSERT ON ledger_entry
BEGIN
  UPDATE booking SET received = received + new.amount, version = version + 1 WHERE id = new.booking_id;
  UPDATE player SET received = received + new.amount WHERE id = new.player_id;
  INSERT INTO ledger_total
    SELECT period, new.method, new.actor, ifnull(new.actor_id, 0), max(new.amount, 0), max(-new.amount, 0) FROM (
      SELECT strftime('d%Y-%m-%d', (new.at + 18000000) / 1000, 'unixepoch') AS period
      UNION ALL SELECT strftime('m%Y-%m', (new.at + 18000000) / 1000, 'unixepoch')
      UNION ALL SELECT 'all')
    WHERE true
  ON CONFLICT (period, method, actor, actor_id)
  DO UPDATE SET incoming = incoming + excluded.incoming, outgoing = outgoing + excluded.outgoing;
END;

-- Nothing reads lost bookings out of the club's emails any more.
DROP TABLE missing_booking;

-- The stored words of messages: a changed key would queue the same message a second time.
UPDATE outbox SET kind = 'waitlist.received', key = 'waitlist.received' || substr(key, length(kind) + 1)
  WHERE kind = 'wish.received';
UPDATE outbox SET kind = 'sms.waitlist', key = 'sms.waitlist' || substr(key, length(kind) + 1) WHERE kind = 'sms.wish';
UPDATE outbox SET details = json_object('waitlist_entry_id', details -> 'wish_id')
  WHERE kind IN ('waitlist.received', 'sms.waitlist') AND details ->> 'wish_id' IS NOT NULL;
UPDATE outbox SET key = booking_id || ':' || kind || substr(key, length(booking_id || ':' || old_kind) + 1)
  FROM (SELECT column1 AS new_kind, column2 AS old_kind FROM (VALUES
    ('payment.unmatched', 'payment.stray'), ('club.unmatched', 'club.stray'),
    ('payment.amount_mismatch', 'payment.differs'), ('club.amount_mismatch', 'club.differs')))
  WHERE kind = new_kind AND substr(key, 1, length(booking_id || ':' || old_kind) + 1) = booking_id || ':' || old_kind || ':';

-- One server uses a folder, so no other sender can hold a message.
ALTER TABLE outbox DROP COLUMN lease_owner;
ALTER TABLE outbox DROP COLUMN leased_until;

-- A row for each network, contact and member behind an online booking, so that the primary key finds their bookings.
CREATE TABLE booking_origin_rebuilt (
  key TEXT NOT NULL,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  slots INTEGER NOT NULL CHECK (slots > 0),
  PRIMARY KEY (key, booking_id)
) STRICT, WITHOUT ROWID;
INSERT INTO booking_origin_rebuilt
  SELECT DISTINCT origin_key.value, booking_id, created_at, slots
  FROM booking_origin JOIN json_each(booking_origin.keys) AS origin_key;
DROP TABLE booking_origin;
ALTER TABLE booking_origin_rebuilt RENAME TO booking_origin;

-- What the waiting list holds for a customer counts like an unpaid booking.
ALTER TABLE waitlist_entry ADD COLUMN origins TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(origins));
CREATE TABLE offer_origin (
  key TEXT NOT NULL,
  offer_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  PRIMARY KEY (key, offer_id)
) STRICT, WITHOUT ROWID;

-- The same of each place that was taken in an open match; it counts while its share is not paid.
CREATE TABLE place_origin (
  key TEXT NOT NULL,
  player_id INTEGER NOT NULL REFERENCES player (id) ON DELETE CASCADE,
  PRIMARY KEY (key, player_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE freed_slot (
  key TEXT NOT NULL,
  court_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  slot INTEGER NOT NULL,
  PRIMARY KEY (key, court_id, date, slot)
) STRICT, WITHOUT ROWID;

-- 1: an owner knows that the bookings whose email an admin has corrected belong to this person.
ALTER TABLE personal_data_link ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1));

-- What staff give away; what they gave before counts for the limit of a booking.
CREATE TABLE staff_grant (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  staff_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  booking_id INTEGER REFERENCES booking (id),
  kind TEXT NOT NULL
    CHECK (kind IN ('refund', 'credit', 'undo', 'write_off', 'code', 'refused', 'unproven', 'missing', 'taken_out',
      'contact')),
  amount INTEGER NOT NULL CHECK (amount > 0 OR kind = 'contact' AND amount = 0),
  -- A line of the bank that speaks for the money; it proves it once an owner has dropped it.
  line_id INTEGER REFERENCES bank_line (id),
  seen_at INTEGER
) STRICT;
CREATE INDEX staff_grant_at ON staff_grant (at);
CREATE INDEX staff_grant_staff ON staff_grant (staff_id);
CREATE INDEX staff_grant_unseen ON staff_grant (at) WHERE seen_at IS NULL;
INSERT INTO staff_grant (at, staff_id, booking_id, kind, amount, seen_at)
  SELECT at, actor_id, booking_id,
    CASE WHEN reverses IS NOT NULL THEN 'undo' WHEN method = 'credit' THEN 'credit' ELSE 'refund' END, -amount, at
  FROM ledger_entry JOIN user ON user.id = actor_id AND user.role = 'staff'
  WHERE amount < 0 ORDER BY ledger_entry.id;

-- Cash without a shift joins one that nobody counted.
DROP TRIGGER ledger_entry_keeps_words;
INSERT INTO shift (opened_at, float, closed_at, expected, note)
  SELECT min(at), 0, max(at), sum(amount), 'Cash that was taken while no shift was open'
  FROM ledger_entry WHERE method = 'cash' AND shift_id IS NULL HAVING count(*) > 0;
UPDATE ledger_entry SET shift_id = (SELECT max(id) FROM shift) WHERE method = 'cash' AND shift_id IS NULL;
CREATE TRIGGER ledger_entry_keeps_words BEFORE UPDATE ON ledger_entry
WHEN (old.id, old.at, old.booking_id, old.player_id, old.kind, old.method, old.amount, old.actor, old.shift_id,
      old.reverses)
    IS NOT (new.id, new.at, new.booking_id, new.player_id, new.kind, new.method, new.amount, new.actor, new.shift_id,
      new.reverses)
  OR new.reference IS NOT NULL AND new.reference IS NOT old.reference
  OR new.note IS NOT NULL AND new.note IS NOT old.note
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
  OR new.actor_id IS NOT NULL AND new.actor_id IS NOT old.actor_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- The lines of the bank's statements. A line is the same when the account, the date, the sum, the text and its place
-- among equal lines of that date are; `digest` says so after its text was erased.
CREATE TABLE bank_format (
  -- The names of the columns, in their order.
  shape TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  -- The text columns that tell lines apart, whichever are shown later.
  identity TEXT NOT NULL,
  -- 1: an owner has confirmed the columns, or dropped a file in which the program recognises the same ones.
  by_owner INTEGER NOT NULL CHECK (by_owner IN (0, 1))
) STRICT;
CREATE TABLE bank_statement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  by_owner INTEGER NOT NULL CHECK (by_owner IN (0, 1)),
  iban TEXT NOT NULL,
  -- The first and the last day with a line; NULL when it has none.
  first_date TEXT,
  last_date TEXT
) STRICT;
CREATE TABLE bank_line (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  statement_id INTEGER NOT NULL REFERENCES bank_statement (id),
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  date TEXT NOT NULL CHECK (length(date) = 10),
  -- Of the day; NULL where the bank names no time.
  minute INTEGER CHECK (minute BETWEEN 0 AND 1439),
  paisa INTEGER NOT NULL CHECK (paisa > 0),
  text TEXT NOT NULL,
  -- 1: a statement that an owner dropped has it.
  proven INTEGER NOT NULL CHECK (proven IN (0, 1)),
  -- Why it belongs to no booking.
  ignored TEXT,
  -- The digest of the line of money out that took it back, or may have; each of those does so once.
  reversal TEXT CHECK (length(reversal) = 64),
  -- Why it may have been taken back; NULL once a person has decided.
  doubt TEXT,
  -- PKR of the entries that it pays or confirms and that stand, kept by triggers.
  used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bank_line_sum ON bank_line (paisa, date);
CREATE INDEX bank_line_reversal ON bank_line (reversal) WHERE reversal IS NOT NULL;
CREATE INDEX bank_line_taken_back ON bank_line (id) WHERE doubt IS NOT NULL;
CREATE INDEX bank_line_open ON bank_line (date, minute) WHERE ignored IS NULL AND paisa - used * 100 >= 100;
-- What a line was used for: it brought the entry, or it confirms one that was there. An entry that is undone frees it.
CREATE TABLE bank_match (
  line_id INTEGER NOT NULL REFERENCES bank_line (id),
  entry_id INTEGER NOT NULL UNIQUE REFERENCES ledger_entry (id),
  pays INTEGER NOT NULL CHECK (pays IN (0, 1)),
  PRIMARY KEY (line_id, entry_id)
) STRICT;
CREATE TRIGGER bank_match_uses AFTER INSERT ON bank_match
BEGIN
  UPDATE bank_line SET used = used + (SELECT amount FROM ledger_entry WHERE id = new.entry_id) WHERE id = new.line_id;
END;
CREATE TRIGGER bank_match_frees AFTER DELETE ON bank_match
BEGIN
  UPDATE bank_line SET used = used - (SELECT amount FROM ledger_entry WHERE id = old.entry_id) WHERE id = old.line_id;
END;
CREATE TRIGGER bank_line_freed AFTER INSERT ON ledger_entry WHEN new.reverses IS NOT NULL
BEGIN
  UPDATE bank_line SET used = used + new.amount WHERE id = (SELECT line_id FROM bank_match WHERE entry_id = new.reverses);
END;

-- The company that the invoice of a booking names.
CREATE TABLE booking_company (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  company TEXT NOT NULL CHECK (length(company) BETWEEN 1 AND 100),
  tax_number TEXT NOT NULL CHECK (length(tax_number) <= 60)
) STRICT;
