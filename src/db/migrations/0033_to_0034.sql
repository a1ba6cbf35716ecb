-- From 0.2.0 (schema 33) to 0.3.0 (schema 34).

-- Names each table after its module's noun.
ALTER TABLE wish RENAME TO waitlist_entry;
ALTER TABLE offer RENAME COLUMN wish_id TO waitlist_entry_id;
DROP INDEX wish_queue;
DROP INDEX wish_contact;
DROP INDEX wish_email;
DROP INDEX wish_phone;
DROP INDEX offer_open_wish;
-- A day's queue: fewest offers first, then first come, first served. Covers the test whether an entry fits, so that a
-- cancellation reads no other rows.
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

-- Totals that a query computes just as fast.
DROP TRIGGER user_tally_adds;
DROP TRIGGER user_tally_removes;
DROP TRIGGER user_tally_follows;
DROP TABLE user_tally;
DROP TRIGGER credit_entry_counts;
DROP TABLE credit_balance;
-- Missing in a club from 0.1.0.
DROP VIEW IF EXISTS booking_tally_change;
DROP TRIGGER IF EXISTS ledger_entry_counts;
DROP TABLE booking_tally;
DROP TABLE ledger_total;
-- A plain search over a folded column is fast enough.
DROP VIEW IF EXISTS booking_words;
DROP TABLE booking_search;
DROP TABLE search_mark;

-- date: the business day. slots: JSON list of start times in playing order. A released booking lost its slots because
-- nobody paid by `pay_by`; from outside, its status is cancelled. price, charge and received are in PKR and total
-- those of its payers, kept by triggers: price for payers with a place, charge for what is owed or kept, received
-- from their ledger entries. attendance: null until the reception records it. rest: who gets a share still unpaid at
-- the deadline, the host or new players. shares_closed_at: when that was decided.
CREATE TABLE booking_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  duration INTEGER NOT NULL DEFAULT 60 CHECK (duration >= 30),
  slots TEXT NOT NULL CHECK (json_array_length(slots) * 30 = duration),
  state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'paid', 'cancelled', 'released')),
  status TEXT NOT NULL GENERATED ALWAYS AS (iif(state = 'released', 'cancelled', state)) VIRTUAL,
  provider_ref TEXT CHECK (length(provider_ref) <= 100),
  hourly_rate INTEGER NOT NULL,
  price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0),
  charge INTEGER NOT NULL DEFAULT 0 CHECK (charge >= 0),
  received INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 1,
  pay_by INTEGER,
  attendance TEXT CHECK (attendance IN ('arrived', 'no_show')),
  series_id INTEGER REFERENCES series (id),
  rest TEXT NOT NULL DEFAULT 'host' CHECK (rest IN ('host', 'open')),
  shares_closed_at INTEGER
) STRICT;
INSERT INTO booking_rebuilt (id, court_id, date, start_time, duration, slots, state, provider_ref, hourly_rate, price,
    charge, received, created_at, version, pay_by, attendance, series_id)
  SELECT id, court_id, date, start_time, ifnull(duration, 30), slots,
    iif(status = 'cancelled' AND pay_by IS NOT NULL, 'released', status), provider_ref, hourly_rate, computed_amount,
    charge, received, created_at, version, pay_by, attendance, series_id
  FROM booking ORDER BY id;

-- A coach of classes. link: incremented to end the coach's current link and calendar feed.
CREATE TABLE coach (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email TEXT NOT NULL DEFAULT '' COLLATE NOCASE CHECK (length(email) <= 255),
  phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  link INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;

-- Events: a class, a social or a tournament with its court time (sessions); its places are payers. price: PKR per
-- place, covering all dates. join_until: when the event is decided; without its minimum of players it is cancelled.
-- decided_at: when that was checked. Giving a place back is free until leave_hours before the first date.
CREATE TABLE event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 30),
  title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
  text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 2000),
  image_url TEXT,
  coach_id INTEGER REFERENCES coach (id),
  level_from TEXT CHECK (level_from IN ('beginner', 'improver', 'intermediate', 'advanced')),
  level_to TEXT CHECK (level_to IN ('beginner', 'improver', 'intermediate', 'advanced')),
  audience TEXT NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'women', 'children')),
  least INTEGER NOT NULL CHECK (least >= 1),
  most INTEGER NOT NULL CHECK (most >= least),
  price INTEGER NOT NULL CHECK (price >= 0),
  join_until INTEGER NOT NULL,
  leave_hours INTEGER NOT NULL CHECK (leave_hours >= 0),
  make_ups INTEGER NOT NULL DEFAULT 0 CHECK (make_ups IN (0, 1)),
  is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'published', 'cancelled')),
  decided_at INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX event_join_until ON event (join_until) WHERE state = 'published' AND decided_at IS NULL;

-- One date of an event; its courts are those of its claims.
CREATE TABLE event_session (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  date TEXT NOT NULL CHECK (length(date) = 10),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  duration INTEGER NOT NULL CHECK (duration >= 30 AND duration % 30 = 0),
  cancelled_at INTEGER
) STRICT;
CREATE INDEX event_session_event ON event_session (event_id, date);
CREATE INDEX event_session_date ON event_session (date);

-- A coach's hours other than classes, such as private lessons.
CREATE TABLE coach_busy (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  coach_id INTEGER NOT NULL REFERENCES coach (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 200),
  created_at INTEGER NOT NULL
) STRICT;

-- One row per half-hour of a coach; the key rules out a second class at the same time.
CREATE TABLE coach_claim (
  coach_id INTEGER NOT NULL REFERENCES coach (id),
  date TEXT NOT NULL,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 47),
  session_id INTEGER REFERENCES event_session (id) ON DELETE CASCADE,
  busy_id INTEGER REFERENCES coach_busy (id) ON DELETE CASCADE,
  PRIMARY KEY (coach_id, date, slot),
  CHECK ((session_id IS NOT NULL) + (busy_id IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;
CREATE INDEX coach_claim_session ON coach_claim (session_id) WHERE session_id IS NOT NULL;
CREATE INDEX coach_claim_busy ON coach_claim (busy_id) WHERE busy_id IS NOT NULL;

-- What the owner sells to regulars: a plan for months or a package of hours. Changed terms are a new version, so that
-- a purchase keeps the terms it was sold on. terms: JSON of `planTermsSchema`.
CREATE TABLE plan (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'package')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1))
) STRICT;
CREATE TABLE plan_version (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  plan_id INTEGER NOT NULL REFERENCES plan (id),
  terms TEXT NOT NULL CHECK (json_valid(terms)),
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL
) STRICT;
CREATE INDEX plan_version_plan ON plan_version (plan_id);

-- What a member buys from the club: a period of a plan, or a package of hours. starts_on and ends_on: business days,
-- both included; null until it is paid. A pause adds its days to ends_on and paused_days. reminded: how many days
-- before the end the member was last reminded.
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  version_id INTEGER NOT NULL REFERENCES plan_version (id),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'ended')),
  starts_on TEXT CHECK (length(starts_on) = 10),
  ends_on TEXT CHECK (length(ends_on) = 10 AND ends_on >= starts_on),
  paused_on TEXT CHECK (length(paused_on) = 10),
  paused_days INTEGER NOT NULL DEFAULT 0 CHECK (paused_days >= 0),
  reminded INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  CHECK ((starts_on IS NULL) = (ends_on IS NULL)),
  CHECK (state <> 'active' OR starts_on IS NOT NULL)
) STRICT;
CREATE INDEX purchase_user ON purchase (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX purchase_version ON purchase (version_id);
CREATE INDEX purchase_ends_on ON purchase (ends_on) WHERE state = 'active' AND paused_on IS NULL;
-- Friends with whom a member shares a package; a confirmed account of the address books with its hours.
CREATE TABLE purchase_friend (
  purchase_id INTEGER NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) BETWEEN 3 AND 255),
  PRIMARY KEY (purchase_id, email)
) STRICT, WITHOUT ROWID;
CREATE INDEX purchase_friend_email ON purchase_friend (email);

-- Who owes the club for one thing: a booking, a place in an event or a purchase; only a booking's payers have a
-- position. The payer at position 1 is its customer, called the host on pages when there are others. In PKR, price is
-- the payer's part while the booking stands, charge is how much of it is now owed or kept, and received is the sum of
-- the payer's ledger entries. The host's part is whatever the others leave, so it may be below 0 while a place that
-- was given back and its successor both count. search: the folded name, email and phone. receipts: number of uploads.
-- receipt_waits: set until the reception decides on the newest one. taken_off: the host or the reception removed the
-- payer. hold_until: how long an open match's place waits for money. confirmed_at: when it was taken. replaces: the
-- payer who gave the place back. erased: the personal data is gone, and no link opens the page.
CREATE TABLE payer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  position INTEGER CHECK (position >= 1),
  state TEXT NOT NULL CHECK (state IN ('invited', 'joined', 'waiting', 'left')),
  name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  email TEXT NOT NULL DEFAULT '' COLLATE NOCASE CHECK (length(email) <= 255),
  phone TEXT NOT NULL DEFAULT '' CHECK (length(phone) <= 20),
  search TEXT NOT NULL DEFAULT '',
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  consents TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(consents)),
  price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0 OR position IS 1),
  charge INTEGER NOT NULL DEFAULT 0 CHECK (charge >= 0 OR position IS 1),
  received INTEGER NOT NULL DEFAULT 0,
  payment_method TEXT CHECK (payment_method IN ('bank_transfer', 'cash', 'card', 'credit')),
  payment_receipt TEXT CHECK (length(payment_receipt) <= 500),
  receipt_waits INTEGER NOT NULL DEFAULT 0 CHECK (receipt_waits IN (0, 1)),
  receipts INTEGER NOT NULL DEFAULT 0,
  -- Where a refund by transfer goes.
  refund_account TEXT CHECK (length(refund_account) <= 160),
  remind_at INTEGER,
  level TEXT CHECK (level IN ('beginner', 'improver', 'intermediate', 'advanced')),
  hold_until INTEGER,
  confirmed_at INTEGER,
  replaces INTEGER REFERENCES payer (id) ON DELETE SET NULL,
  taken_off INTEGER NOT NULL DEFAULT 0 CHECK (taken_off IN (0, 1)),
  erased INTEGER NOT NULL DEFAULT 0 CHECK (erased IN (0, 1)),
  created_at INTEGER NOT NULL,
  event_id INTEGER REFERENCES event (id) ON DELETE CASCADE,
  purchase_id INTEGER REFERENCES purchase (id) ON DELETE CASCADE,
  UNIQUE (booking_id, position),
  CHECK ((booking_id IS NOT NULL) + (event_id IS NOT NULL) + (purchase_id IS NOT NULL) = 1),
  CHECK ((booking_id IS NULL) = (position IS NULL))
) STRICT;
-- A booking's customer gets the same number, so whatever refers to the booking refers to the payer. Anything beyond
-- plain ASCII is folded after this step.
INSERT INTO payer (id, booking_id, position, state, name, email, phone, search, user_id, consents, price, charge,
    received, payment_method, payment_receipt, receipt_waits, receipts, remind_at, created_at)
  SELECT id, id, 1, 'joined', name, email, phone,
    ' ' || lower(name || ' ' || email) || ' ' || replace(phone, '+', '') || ' ' || substr(phone, -4)
      || iif(phone LIKE '+92%', ' 0' || substr(phone, 4) || ' ' || substr(phone, 4), '') || ' ',
    user_id, iif(sms_updates = 1, json_object('sms', json_object('at', created_at, 'words', 'Send me SMS updates about this booking')), '{}'),
    computed_amount, charge, received,
    iif(payment_method IN ('bank_transfer', 'cash', 'card', 'credit'), payment_method, 'cash'), payment_receipt,
    payment_receipt IS NOT NULL AND (status = 'pending' OR status = 'cancelled' AND pay_by IS NOT NULL),
    (SELECT count(*) FROM receipt WHERE receipt.booking_id = booking.id), remind_at, created_at
  FROM booking ORDER BY id;
-- The newest bookings may have been deleted, and no number is ever reused.
DELETE FROM sqlite_sequence WHERE name = 'booking_rebuilt';
UPDATE sqlite_sequence SET name = 'booking_rebuilt' WHERE name = 'booking';
DROP TABLE booking;
ALTER TABLE booking_rebuilt RENAME TO booking;
CREATE UNIQUE INDEX booking_start ON booking (court_id, date, start_time) WHERE status <> 'cancelled';
CREATE INDEX booking_amount ON booking (price);
CREATE INDEX booking_day ON booking (date, state, received);
CREATE INDEX booking_pay_by ON booking (pay_by) WHERE pay_by IS NOT NULL AND state = 'pending';
CREATE INDEX booking_no_show ON booking (id) WHERE attendance = 'no_show';
-- Playing order starts at 06:00; `src/bookings/admin-booking-list.ts` uses the same expression.
CREATE INDEX booking_begins ON booking (
  date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_status_begins ON booking (
  status, date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_series ON booking (series_id, date) WHERE series_id IS NOT NULL;
CREATE INDEX payer_email ON payer (email);
CREATE INDEX payer_phone ON payer (phone);
CREATE INDEX payer_name ON payer (name COLLATE NOCASE) WHERE position = 1;
CREATE INDEX payer_user ON payer (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX payer_event ON payer (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX payer_purchase ON payer (purchase_id) WHERE purchase_id IS NOT NULL;
CREATE INDEX payer_hold_until ON payer (hold_until) WHERE hold_until IS NOT NULL;
CREATE INDEX payer_remind_at ON payer (remind_at) WHERE remind_at IS NOT NULL;
-- Money to collect or give back, and receipts waiting for the reception.
CREATE INDEX payer_owing ON payer (booking_id) WHERE charge > received;
CREATE INDEX payer_owed ON payer (booking_id) WHERE received > charge;
CREATE INDEX payer_receipt_waits ON payer (booking_id) WHERE receipt_waits = 1;
CREATE INDEX payer_unpaid_receipts ON payer (id) WHERE receipts > 0 AND received = 0;
CREATE TRIGGER payer_adds AFTER INSERT ON payer
BEGIN
  UPDATE booking SET price = price + iif(new.state IN ('invited', 'joined'), new.price, 0),
    charge = charge + new.charge, received = received + new.received
  WHERE id = new.booking_id;
END;
CREATE TRIGGER payer_follows AFTER UPDATE OF state, price, charge, received ON payer
BEGIN
  UPDATE booking SET
    price = price + iif(new.state IN ('invited', 'joined'), new.price, 0)
      - iif(old.state IN ('invited', 'joined'), old.price, 0),
    charge = charge + new.charge - old.charge, received = received + new.received - old.received,
    version = version + (new.received <> old.received)
  WHERE id = new.booking_id;
END;

-- What a place in an event has in addition to its payer: who is responsible for a child, whom the player came with, and
-- the PKR that the player's plan takes off the price, with the plan's name.
CREATE TABLE event_place (
  payer_id INTEGER PRIMARY KEY REFERENCES payer (id) ON DELETE CASCADE,
  guardian TEXT NOT NULL DEFAULT '' CHECK (length(guardian) <= 100),
  friend_of INTEGER REFERENCES payer (id) ON DELETE SET NULL,
  purchase_id INTEGER REFERENCES purchase (id) ON DELETE SET NULL,
  discount INTEGER NOT NULL DEFAULT 0 CHECK (discount >= 0),
  discount_label TEXT NOT NULL DEFAULT '' CHECK (length(discount_label) <= 60)
) STRICT;
CREATE INDEX event_place_friend ON event_place (friend_of) WHERE friend_of IS NOT NULL;
CREATE INDEX event_place_purchase ON event_place (purchase_id) WHERE purchase_id IS NOT NULL;

-- Who came to a date. A payer without a row hasn't been checked.
CREATE TABLE event_attendance (
  session_id INTEGER NOT NULL REFERENCES event_session (id) ON DELETE CASCADE,
  payer_id INTEGER NOT NULL REFERENCES payer (id) ON DELETE CASCADE,
  came INTEGER NOT NULL CHECK (came IN (0, 1)),
  PRIMARY KEY (session_id, payer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_attendance_payer ON event_attendance (payer_id);

-- A date that a payer missed and makes up at a date of another event.
CREATE TABLE make_up (
  payer_id INTEGER NOT NULL REFERENCES payer (id) ON DELETE CASCADE,
  missed_session_id INTEGER NOT NULL REFERENCES event_session (id) ON DELETE CASCADE,
  session_id INTEGER NOT NULL REFERENCES event_session (id) ON DELETE CASCADE,
  PRIMARY KEY (payer_id, missed_session_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX make_up_session ON make_up (session_id, payer_id);

-- The rounds of an event that is a tournament. courts: JSON list of ids. called_at: when the round on court was
-- called; soon afterwards nobody is sent to another court any more. seed: reproduces the same plan.
CREATE TABLE tournament (
  event_id INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
  format TEXT NOT NULL CHECK (format IN ('americano', 'mexicano', 'round_robin')),
  pairing TEXT NOT NULL CHECK (pairing IN ('1_4', '1_3')),
  points INTEGER NOT NULL CHECK (points > 0),
  rounds INTEGER NOT NULL CHECK (rounds BETWEEN 1 AND 40),
  courts TEXT NOT NULL,
  seed INTEGER NOT NULL,
  called_at INTEGER NOT NULL,
  finished INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
) STRICT;

-- name: a player without a place, or whoever plays in someone else's place.
CREATE TABLE tournament_player (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id INTEGER NOT NULL REFERENCES tournament (event_id) ON DELETE CASCADE,
  payer_id INTEGER REFERENCES payer (id) ON DELETE SET NULL,
  name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  plays INTEGER NOT NULL DEFAULT 1 CHECK (plays IN (0, 1))
) STRICT;
CREATE INDEX tournament_player_event ON tournament_player (event_id);
CREATE UNIQUE INDEX tournament_player_payer ON tournament_player (payer_id) WHERE payer_id IS NOT NULL;

-- A game of a round. version: the tournament's version when the game's players or score last changed. scored_by: the
-- player who entered the score; null for the reception.
CREATE TABLE tournament_game (
  event_id INTEGER NOT NULL REFERENCES tournament (event_id) ON DELETE CASCADE,
  round INTEGER NOT NULL CHECK (round >= 1),
  court_id INTEGER NOT NULL REFERENCES court (id),
  score_1 INTEGER CHECK (score_1 >= 0),
  score_2 INTEGER CHECK (score_2 >= 0),
  scored_by INTEGER REFERENCES tournament_player (id) ON DELETE SET NULL,
  version INTEGER NOT NULL,
  PRIMARY KEY (event_id, round, court_id),
  CHECK ((score_1 IS NULL) = (score_2 IS NULL))
) STRICT, WITHOUT ROWID;

-- Where a player is in a round: seats 1 and 2 of a court play 3 and 4; without a court the player rests. The key lets
-- nobody play twice in a round.
CREATE TABLE tournament_seat (
  event_id INTEGER NOT NULL REFERENCES tournament (event_id) ON DELETE CASCADE,
  round INTEGER NOT NULL CHECK (round >= 1),
  player_id INTEGER NOT NULL REFERENCES tournament_player (id) ON DELETE CASCADE,
  court_id INTEGER,
  seat INTEGER NOT NULL CHECK (seat >= 1),
  PRIMARY KEY (event_id, round, player_id),
  FOREIGN KEY (event_id, round, court_id) REFERENCES tournament_game (event_id, round, court_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_seat_player ON tournament_seat (player_id);
CREATE UNIQUE INDEX tournament_seat_game ON tournament_seat (event_id, round, court_id, seat) WHERE court_id IS NOT NULL;

-- Each booking joined with its customer.
CREATE VIEW customer_booking AS
  SELECT booking.*, booking.price AS computed_amount, payer.id AS payer_id, payer.name, payer.email, payer.phone,
    payer.user_id, payer.consents, payer.payment_method, payer.payment_receipt, payer.receipt_waits,
    payer.refund_account, EXISTS (SELECT 1 FROM payer WHERE payer.booking_id = booking.id AND payer.position > 1)
      OR EXISTS (SELECT 1 FROM match WHERE match.booking_id = booking.id AND match.is_open = 1) AS is_shared
  FROM booking JOIN payer ON payer.booking_id = booking.id AND payer.position = 1;

-- An open match: a booking whose host is looking for players. places: how many were opened to strangers. capacity:
-- how many play besides the host. decide_at: when a match that isn't full is cancelled. asked_at, full_at: when its
-- players were told. A match that is no longer open keeps its number, so its links still find it.
CREATE TABLE match (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER NOT NULL UNIQUE REFERENCES booking (id) ON DELETE CASCADE,
  is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
  places INTEGER NOT NULL CHECK (places BETWEEN 1 AND 3),
  capacity INTEGER NOT NULL,
  level_from TEXT CHECK (level_from IN ('beginner', 'improver', 'intermediate', 'advanced')),
  level_to TEXT CHECK (level_to IN ('beginner', 'improver', 'intermediate', 'advanced')),
  audience TEXT NOT NULL DEFAULT 'everyone' CHECK (audience IN ('everyone', 'women')),
  text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 200),
  is_public INTEGER NOT NULL DEFAULT 1 CHECK (is_public IN (0, 1)),
  decide_at INTEGER,
  asked_at INTEGER,
  full_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX match_decide_at ON match (decide_at) WHERE decide_at IS NOT NULL;

-- An event's session holds its courts like a booking does.
CREATE TABLE claim_rebuilt (
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 47),
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  closure_id INTEGER REFERENCES closure (id) ON DELETE CASCADE,
  offer_id INTEGER,
  session_id INTEGER REFERENCES event_session (id) ON DELETE CASCADE,
  PRIMARY KEY (court_id, date, slot),
  CHECK (
    (booking_id IS NOT NULL) + (closure_id IS NOT NULL) + (offer_id IS NOT NULL) + (session_id IS NOT NULL) = 1
  )
) STRICT, WITHOUT ROWID;
INSERT INTO claim_rebuilt SELECT *, NULL FROM claim ORDER BY court_id, date, slot;
DROP TABLE claim;
ALTER TABLE claim_rebuilt RENAME TO claim;
CREATE INDEX claim_booking ON claim (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX claim_closure ON claim (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX claim_offer ON claim (offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX claim_session ON claim (session_id) WHERE session_id IS NOT NULL;

-- A half-hour of a purchase that a booking uses, or lost through a late cancellation. `number` runs from 1 to what a
-- month of the plan includes, so the primary key keeps an hour from being used twice.
CREATE TABLE purchase_slot (
  purchase_id INTEGER NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
  month INTEGER NOT NULL CHECK (month >= 0),
  number INTEGER NOT NULL CHECK (number >= 1),
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  PRIMARY KEY (purchase_id, month, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX purchase_slot_booking ON purchase_slot (booking_id);

-- A plan is a line of the price.
CREATE TABLE booking_line_rebuilt (
  id INTEGER PRIMARY KEY,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('plan', 'member', 'code', 'add_on')),
  source_id INTEGER NOT NULL,
  label TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  unit TEXT CHECK (unit IN ('booking', 'half_hour', 'hour')),
  unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
  terms TEXT CHECK (json_valid(terms)),
  amount INTEGER NOT NULL CHECK ((amount >= 0) = (kind = 'add_on') OR amount = 0),
  CHECK ((kind = 'add_on') = (unit IS NOT NULL) AND (kind = 'add_on') = (terms IS NULL))
) STRICT;
INSERT INTO booking_line_rebuilt SELECT * FROM booking_line ORDER BY id;
DROP TABLE booking_line;
ALTER TABLE booking_line_rebuilt RENAME TO booking_line;
CREATE INDEX booking_line_booking ON booking_line (booking_id);
CREATE INDEX booking_line_code ON booking_line (source_id) WHERE kind = 'code';

CREATE TABLE checkout_rebuilt (
  id INTEGER PRIMARY KEY,
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  reference TEXT UNIQUE CHECK (length(reference) <= 100),
  payment_url TEXT,
  token TEXT NOT NULL UNIQUE,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'released')),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  reported_amount INTEGER,
  payer_id INTEGER NOT NULL REFERENCES payer (id)
) STRICT;
INSERT INTO checkout_rebuilt SELECT *, booking_id FROM checkout ORDER BY id;
DROP TABLE checkout;
ALTER TABLE checkout_rebuilt RENAME TO checkout;
CREATE INDEX checkout_booking ON checkout (booking_id);
CREATE INDEX checkout_payer ON checkout (payer_id);

CREATE TABLE receipt_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  path TEXT CHECK (length(path) <= 100),
  sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
  source_sha256 TEXT CHECK (length(source_sha256) = 64),
  size INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  rejected_at INTEGER,
  rejected_reason TEXT,
  payer_id INTEGER NOT NULL REFERENCES payer (id),
  by_customer INTEGER NOT NULL CHECK (by_customer IN (0, 1))
) STRICT;
-- The audit log shows what an admin uploaded.
INSERT INTO receipt_rebuilt SELECT *, booking_id, NOT EXISTS (SELECT 1 FROM audit_log
    WHERE subject = 'booking' AND subject_id = booking_id AND action = 'receipt' AND actor = 'admin'
      AND at = receipt.created_at)
  FROM receipt ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'receipt_rebuilt';
UPDATE sqlite_sequence SET name = 'receipt_rebuilt' WHERE name = 'receipt';
DROP TABLE receipt;
ALTER TABLE receipt_rebuilt RENAME TO receipt;
CREATE INDEX receipt_path ON receipt (path) WHERE path IS NOT NULL;
CREATE INDEX receipt_sha256 ON receipt (sha256);
CREATE INDEX receipt_source ON receipt (source_sha256) WHERE source_sha256 IS NOT NULL;
CREATE INDEX receipt_booking ON receipt (booking_id);
CREATE INDEX receipt_payer ON receipt (payer_id);

-- Nothing recovers lost bookings from the club's emails any more.
DROP TABLE missing_booking;

-- Renames the kinds stored in messages: a different key would queue the same message again.
UPDATE outbox SET kind = 'waitlist.received', key = 'waitlist.received' || substr(key, length(kind) + 1)
  WHERE kind = 'wish.received';
UPDATE outbox SET details = json_object('waitlist_entry_id', details -> 'wish_id')
  WHERE kind IN ('waitlist.received', 'sms.wish') AND details ->> 'wish_id' IS NOT NULL;
UPDATE outbox SET key = booking_id || ':' || kind || substr(key, length(booking_id || ':' || old_kind) + 1)
  FROM (SELECT column1 AS new_kind, column2 AS old_kind FROM (VALUES
    ('payment.unmatched', 'payment.stray'), ('club.unmatched', 'club.stray'),
    ('payment.amount_mismatch', 'payment.differs'), ('club.amount_mismatch', 'club.differs')))
  WHERE kind = new_kind AND substr(key, 1, length(booking_id || ':' || old_kind) + 1) = booking_id || ':' || old_kind || ':';

-- A message has one kind, whichever channel carries it.
UPDATE outbox SET kind = new_kind, key = replace(key, old_part, new_part)
  FROM (SELECT column1 AS old_kind, column2 AS new_kind, column3 AS old_part, column4 AS new_part FROM (VALUES
    ('sms.booked', 'booking.soon', ':sms:', ':short.play:'),
    ('sms.reminder', 'booking.reminder', ':sms:', ':short.play:'),
    ('sms.payment_due', 'booking.payment_due', ':sms.payment_due:', ':short.booking.payment_due:'),
    ('sms.released', 'booking.released', ':sms.released:', ':short.booking.released:'),
    ('sms.wish', 'waitlist.received', 'sms.wish:', 'short.waitlist.received:'),
    ('sms.offer', 'offer.made', 'sms.offer:', 'short.offer.made:'),
    ('sms.withdrawn', 'offer.withdrawn', 'sms.withdrawn:', 'short.offer.withdrawn:')))
  WHERE kind = old_kind;

-- Channels are now defined by the program, and some report what they have delivered. payer_id says whom a message is
-- for, so far always the booking's customer. Only one server uses a folder, so no other sender can be holding a
-- message.
CREATE TABLE outbox_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  audience TEXT NOT NULL CHECK (audience IN ('customer', 'club', 'account')),
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  contact_id INTEGER REFERENCES contact_message (id) ON DELETE CASCADE,
  recipient TEXT,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
  message_id TEXT NOT NULL,
  urgency INTEGER NOT NULL DEFAULT 1,
  state TEXT NOT NULL DEFAULT 'queued'
    CHECK (state IN ('queued', 'sent', 'delivered', 'read', 'failed', 'withdrawn')),
  reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  first_tried_at INTEGER,
  not_before INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  limit_key TEXT,
  -- The recipient; null for a message that is not to a payer.
  payer_id INTEGER REFERENCES payer (id) ON DELETE CASCADE,
  -- The channel that failed to deliver it, once another has taken over.
  passed_from TEXT,
  -- The provider's id of the sent message, used in its delivery reports.
  provider_id TEXT
) STRICT;
INSERT INTO outbox_rebuilt (id, key, kind, channel, audience, booking_id, user_id, contact_id, recipient, details,
    message_id, urgency, state, reason, attempts, first_tried_at, not_before, next_at, created_at, settled_at, limit_key,
    payer_id)
  SELECT id, key, kind, channel, audience, booking_id, user_id, contact_id, recipient, details,
    message_id, urgency, state, reason, attempts, first_tried_at, not_before, next_at, created_at, settled_at, limit_key,
    iif(audience = 'customer', booking_id, NULL)
  FROM outbox ORDER BY id;
-- A deleted message's number is never reused.
DELETE FROM sqlite_sequence WHERE name = 'outbox_rebuilt';
UPDATE sqlite_sequence SET name = 'outbox_rebuilt' WHERE name = 'outbox';
DROP TABLE outbox;
ALTER TABLE outbox_rebuilt RENAME TO outbox;
CREATE INDEX outbox_queue ON outbox (channel, urgency, id) WHERE state = 'queued';
CREATE INDEX outbox_booking ON outbox (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX outbox_payer ON outbox (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX outbox_user ON outbox (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX outbox_contact ON outbox (contact_id) WHERE contact_id IS NOT NULL;
CREATE INDEX outbox_limit_key ON outbox (limit_key) WHERE limit_key IS NOT NULL;
CREATE INDEX outbox_provider ON outbox (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
-- Only failed messages are both rare and often looked up.
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed';

-- What the provider of a channel says about the templates that it has to approve.
CREATE TABLE message_template (
  channel TEXT NOT NULL,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  category TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  checked_at INTEGER NOT NULL,
  PRIMARY KEY (channel, name)
) STRICT, WITHOUT ROWID;

-- What WhatsApp has called about and the server has still to work on; a row goes with the work.
CREATE TABLE whatsapp_callback (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A customer who writes to the club in a chat. last_in_at is when the customer wrote last: for a day after that the club
-- answers in free words. waits: the reception has still to read or to answer.
CREATE TABLE conversation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  address TEXT NOT NULL CHECK (length(address) <= 20),
  name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 100),
  last_in_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  waits INTEGER NOT NULL DEFAULT 0 CHECK (waits IN (0, 1)),
  UNIQUE (channel, address)
) STRICT;
CREATE INDEX conversation_last ON conversation (last_at);
CREATE INDEX conversation_waits ON conversation (id) WHERE waits = 1;

-- provider_id is the provider's name for a message of the customer, which may come twice; outbox_id the club's message that
-- carries an answer. media is the provider's name for a picture, which stays there: wanted as the receipt of payer_id or of
-- the only booking that waits for money, waits for the customer's choice or the reception, receipt of payer_id, refused.
CREATE TABLE conversation_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
  from_club INTEGER NOT NULL CHECK (from_club IN (0, 1)),
  text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 4096),
  provider_id TEXT UNIQUE,
  outbox_id INTEGER,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  media TEXT,
  media_state TEXT CHECK (media_state IN ('wanted', 'waits', 'receipt', 'refused')),
  payer_id INTEGER REFERENCES payer (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversation_message_conversation ON conversation_message (conversation_id, id);
CREATE INDEX conversation_message_wanted ON conversation_message (id) WHERE media_state = 'wanted';
CREATE INDEX conversation_message_outbox ON conversation_message (outbox_id) WHERE outbox_id IS NOT NULL;
CREATE INDEX conversation_message_user ON conversation_message (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX conversation_message_payer ON conversation_message (payer_id) WHERE payer_id IS NOT NULL;

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

-- Slots held for a customer on the waiting list count like an unpaid booking.
ALTER TABLE waitlist_entry ADD COLUMN origins TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(origins));
ALTER TABLE waitlist_entry ADD COLUMN consents TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(consents));
UPDATE waitlist_entry SET consents = json_object('sms', json_object('at', created_at, 'words', 'Send me SMS updates about this booking'))
  WHERE sms_updates = 1;
ALTER TABLE waitlist_entry DROP COLUMN sms_updates;
-- A member's choice of SMS is a consent too; it was given by the last change of the account at the latest.
ALTER TABLE user ADD COLUMN consents TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(consents));
UPDATE user SET consents = json_object('sms', json_object('at', updated_at, 'words', 'SMS notifications'))
  WHERE preferences ->> 'sms_notifications' = 1;
UPDATE user SET preferences = json_remove(preferences, '$.sms_notifications')
  WHERE preferences -> 'sms_notifications' IS NOT NULL;
CREATE TABLE offer_origin (
  key TEXT NOT NULL,
  offer_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  PRIMARY KEY (key, offer_id)
) STRICT, WITHOUT ROWID;

-- The same for each place taken in an open match; it counts until its share is paid.
CREATE TABLE place_origin (
  key TEXT NOT NULL,
  payer_id INTEGER NOT NULL REFERENCES payer (id) ON DELETE CASCADE,
  PRIMARY KEY (key, payer_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE freed_slot (
  key TEXT NOT NULL,
  court_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  slot INTEGER NOT NULL,
  PRIMARY KEY (key, court_id, date, slot)
) STRICT, WITHOUT ROWID;

-- 1: an owner has vouched that the bookings whose email an admin corrected belong to this person.
ALTER TABLE personal_data_link ADD COLUMN corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1));

-- What staff give away; anything given before counts towards a booking's limit.
CREATE TABLE staff_grant (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  staff_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  booking_id INTEGER REFERENCES booking (id),
  kind TEXT NOT NULL
    CHECK (kind IN ('refund', 'credit', 'undo', 'write_off', 'code', 'refused', 'unproven', 'missing', 'taken_out',
      'contact')),
  amount INTEGER NOT NULL CHECK (amount > 0 OR kind = 'contact' AND amount = 0),
  -- A bank line that supports this payment; it counts as proof once an owner has dropped it.
  line_id INTEGER REFERENCES bank_line (id),
  seen_at INTEGER,
  payer_id INTEGER REFERENCES payer (id)
) STRICT;
CREATE INDEX staff_grant_at ON staff_grant (at);
CREATE INDEX staff_grant_staff ON staff_grant (staff_id);
CREATE INDEX staff_grant_unseen ON staff_grant (at) WHERE seen_at IS NULL;
INSERT INTO staff_grant (at, staff_id, booking_id, kind, amount, seen_at)
  SELECT at, actor_id, booking_id,
    CASE WHEN reverses IS NOT NULL THEN 'undo' WHEN method = 'credit' THEN 'credit' ELSE 'refund' END, -amount, at
  FROM ledger_entry JOIN user ON user.id = actor_id AND user.role = 'staff'
  WHERE amount < 0 ORDER BY ledger_entry.id;

-- Assigns cash without a shift to one that was never counted, and every entry to its payer.
INSERT INTO shift (opened_at, float, closed_at, expected, note)
  SELECT min(at), 0, max(at), sum(amount), 'Cash that was taken while no shift was open'
  FROM ledger_entry WHERE method = 'cash' AND shift_id IS NULL HAVING count(*) > 0;
DROP TRIGGER ledger_entry_keeps_rows;
DROP TRIGGER ledger_entry_keeps_words;
-- Append-only list of money. amount: PKR, positive when received by the club, negative when paid out.
CREATE TABLE ledger_entry_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  booking_id INTEGER REFERENCES booking (id),
  -- The member topping up.
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  kind TEXT NOT NULL CHECK (kind IN ('payment', 'refund', 'correction', 'top_up')),
  method TEXT NOT NULL CHECK (method IN ('cash', 'bank_transfer', 'card', 'credit')),
  amount INTEGER NOT NULL CHECK (amount <> 0),
  reference TEXT,
  note TEXT,
  actor TEXT NOT NULL,
  actor_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  shift_id INTEGER REFERENCES shift (id),
  reverses INTEGER UNIQUE REFERENCES ledger_entry (id),
  payer_id INTEGER REFERENCES payer (id),
  CHECK (payer_id IS NOT NULL OR kind IN ('top_up', 'correction')),
  CHECK (booking_id IS NULL OR payer_id IS NOT NULL)
) STRICT;
INSERT INTO ledger_entry_rebuilt (id, at, booking_id, user_id, kind, method, amount, reference, note, actor, actor_id, shift_id, reverses, payer_id)
  SELECT id, at, booking_id, user_id, kind, method, amount, reference, note, actor, actor_id,
    iif(method = 'cash', ifnull(shift_id, (SELECT max(id) FROM shift)), shift_id), reverses, booking_id
  FROM ledger_entry ORDER BY id;
DELETE FROM sqlite_sequence WHERE name = 'ledger_entry_rebuilt';
UPDATE sqlite_sequence SET name = 'ledger_entry_rebuilt' WHERE name = 'ledger_entry';
DROP TABLE ledger_entry;
ALTER TABLE ledger_entry_rebuilt RENAME TO ledger_entry;
CREATE INDEX ledger_entry_booking ON ledger_entry (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ledger_entry_at ON ledger_entry (at, method, amount, actor_id, actor, reverses);
CREATE INDEX ledger_entry_method ON ledger_entry (method, at);
CREATE INDEX ledger_entry_actor ON ledger_entry (actor_id, at) WHERE actor_id IS NOT NULL;
CREATE INDEX ledger_entry_user ON ledger_entry (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ledger_entry_payer ON ledger_entry (payer_id) WHERE payer_id IS NOT NULL;
CREATE INDEX ledger_entry_shift ON ledger_entry (shift_id) WHERE shift_id IS NOT NULL;
CREATE TRIGGER ledger_entry_keeps_rows BEFORE DELETE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- A person may be erased from the books: the entry's text goes, its money stays.
CREATE TRIGGER ledger_entry_keeps_words BEFORE UPDATE ON ledger_entry
WHEN (old.id, old.at, old.booking_id, old.payer_id, old.kind, old.method, old.amount, old.actor, old.shift_id,
      old.reverses)
    IS NOT (new.id, new.at, new.booking_id, new.payer_id, new.kind, new.method, new.amount, new.actor, new.shift_id,
      new.reverses)
  OR new.reference IS NOT NULL AND new.reference IS NOT old.reference
  OR new.note IS NOT NULL AND new.note IS NOT old.note
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
  OR new.actor_id IS NOT NULL AND new.actor_id IS NOT old.actor_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_entry_counts AFTER INSERT ON ledger_entry
BEGIN
  UPDATE payer SET received = received + new.amount WHERE id = new.payer_id;
END;

-- The lines of bank statements. Two lines are the same if their account, date, amount, text and position among equal
-- lines of that date are; after the text is erased, `digest` still tells.
CREATE TABLE bank_format (
  -- The column names, in order.
  shape TEXT PRIMARY KEY,
  columns TEXT NOT NULL,
  -- The text columns that tell lines apart, whichever are displayed later.
  identity TEXT NOT NULL,
  -- 1: an owner has confirmed the columns, or dropped a file in which the same ones were recognised.
  by_owner INTEGER NOT NULL CHECK (by_owner IN (0, 1))
) STRICT;
CREATE TABLE bank_statement (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  by_owner INTEGER NOT NULL CHECK (by_owner IN (0, 1)),
  iban TEXT NOT NULL,
  -- The first and last day with a line; NULL if there are none.
  first_date TEXT,
  last_date TEXT
) STRICT;
CREATE TABLE bank_line (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  statement_id INTEGER NOT NULL REFERENCES bank_statement (id),
  digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64),
  date TEXT NOT NULL CHECK (length(date) = 10),
  -- Time of day; NULL if the bank gives none.
  minute INTEGER CHECK (minute BETWEEN 0 AND 1439),
  paisa INTEGER NOT NULL CHECK (paisa > 0),
  text TEXT NOT NULL,
  -- 1: found in a statement that an owner dropped.
  proven INTEGER NOT NULL CHECK (proven IN (0, 1)),
  -- Why it belongs to no booking.
  ignored TEXT,
  -- Digest of the outgoing line that took it back, or may have; each takes back only one.
  reversal TEXT CHECK (length(reversal) = 64),
  -- Why it may have been taken back; NULL once somebody has decided.
  doubt TEXT,
  -- PKR of the active entries that it pays or confirms, kept by triggers.
  used INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX bank_line_sum ON bank_line (paisa, date);
CREATE INDEX bank_line_reversal ON bank_line (reversal) WHERE reversal IS NOT NULL;
CREATE INDEX bank_line_taken_back ON bank_line (id) WHERE doubt IS NOT NULL;
CREATE INDEX bank_line_open ON bank_line (date, minute) WHERE ignored IS NULL AND paisa - used * 100 >= 100;
-- How a line was used: it created the entry, or confirms an existing one. Undoing the entry frees the line.
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

-- The company on a booking's invoice.
CREATE TABLE booking_company (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  company TEXT NOT NULL CHECK (length(company) BETWEEN 1 AND 100),
  tax_number TEXT NOT NULL CHECK (length(tax_number) <= 60)
) STRICT;

-- used_steps: JSON list of the time steps whose codes were used; each code works once.
CREATE TABLE totp_rebuilt (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  confirmed_at INTEGER,
  used_steps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(used_steps))
) STRICT;
INSERT INTO totp_rebuilt SELECT user_id, secret, confirmed_at, json_array(last_step) FROM totp;
DROP TABLE totp;
ALTER TABLE totp_rebuilt RENAME TO totp;

-- A contact that may only book online with prepayment, or not at all. phone is stored the way bookings store it,
-- mailbox without the parts of an address that may vary; either may be empty. Ends after the business day `until`.
CREATE TABLE contact_block (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL CHECK (length(phone) <= 20),
  mailbox TEXT NOT NULL CHECK (length(mailbox) <= 255),
  rule TEXT NOT NULL CHECK (rule IN ('prepaid', 'offline')),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  until TEXT,
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  CHECK (phone <> '' OR mailbox <> '')
) STRICT;
CREATE INDEX contact_block_phone ON contact_block (phone) WHERE phone <> '';
CREATE INDEX contact_block_mailbox ON contact_block (mailbox) WHERE mailbox <> '';

ALTER TABLE backup_run ADD COLUMN folder TEXT;
