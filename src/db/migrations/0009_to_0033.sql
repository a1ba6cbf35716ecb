-- From 0.1.0 (schema 9) to 0.2.0 (schema 33). The next step writes the table of bookings again, so its indexes, and
-- the views and triggers that name it, are made there only.

-- Money as entries that are only added. amount is PKR, positive to the club, negative from it; instants are
-- epoch milliseconds. What was known of money before becomes entries here.

-- From the opening of the cash drawer to its count. expected is written when the shift is closed.
CREATE TABLE shift (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  opened_at INTEGER NOT NULL,
  opened_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  float INTEGER NOT NULL CHECK (float >= 0),
  closed_at INTEGER,
  closed_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  expected INTEGER,
  counted INTEGER CHECK (counted >= 0),
  note TEXT
) STRICT;
-- One drawer, so at most one open shift.
CREATE UNIQUE INDEX shift_open ON shift (closed_at IS NULL) WHERE closed_at IS NULL;

CREATE TABLE ledger_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  booking_id INTEGER REFERENCES booking (id),
  -- The member of a top-up.
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
  CHECK (booking_id IS NOT NULL OR kind IN ('top_up', 'correction'))
) STRICT;

-- A member's prepaid money. ledger_id is the entry that paid for it or was paid with it.
CREATE TABLE credit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  ledger_id INTEGER NOT NULL REFERENCES ledger_entry (id)
) STRICT;
CREATE INDEX credit_entry_user ON credit_entry (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX credit_entry_ledger ON credit_entry (ledger_id);

-- The sum of a member's credit entries; the check is what makes spending it twice impossible.
CREATE TABLE credit_balance (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  amount INTEGER NOT NULL CHECK (amount >= 0)
) STRICT;

-- Money by method and person, by day of receipt ('d2026-11-20'), by month ('m2026-11') and in all ('all'), kept by
-- a trigger: ten years are summed as quickly as a month.
CREATE TABLE ledger_total (
  period TEXT NOT NULL,
  method TEXT NOT NULL,
  actor TEXT NOT NULL,
  actor_id INTEGER NOT NULL,
  incoming INTEGER NOT NULL,
  outgoing INTEGER NOT NULL,
  PRIMARY KEY (period, method, actor, actor_id)
) STRICT, WITHOUT ROWID;


-- The last time each booking became paid.
CREATE TEMP TABLE paid AS
  SELECT subject_id AS booking_id, max(id) AS history_id, at, actor, actor_id FROM history
  WHERE subject = 'booking' AND action = 'status' AND details ->> 'to' = 'paid' GROUP BY subject_id;
CREATE UNIQUE INDEX temp.paid_booking ON paid (booking_id);
-- The price before the first move since: that was paid, whatever the booking costs by now.
CREATE TEMP TABLE price_paid AS
  SELECT subject_id AS booking_id, min(history.id) AS history_id, details -> 'from' ->> 'amount' AS amount
  FROM history JOIN paid ON paid.booking_id = history.subject_id
  WHERE subject = 'booking' AND action = 'moved' AND history.id > paid.history_id GROUP BY subject_id;
CREATE UNIQUE INDEX temp.price_paid_booking ON price_paid (booking_id);

-- The last report of card money with a sum.
CREATE TEMP TABLE card_report AS
  SELECT subject_id AS booking_id, max(id) AS history_id, at, details ->> 'result' AS result,
    round(details ->> 'amount') AS amount FROM history
  WHERE subject = 'booking' AND action = 'card_payment' AND details ->> 'amount' > 0 GROUP BY subject_id;
CREATE UNIQUE INDEX temp.card_report_booking ON card_report (booking_id);
-- Card money of each booking. It is used when it was counted for the booking, or when an admin marked the
-- booking paid after it had come; the rest was then received at the desk. Sums beyond 10,000,000 are no money.
CREATE TEMP TABLE card_money AS
  SELECT booking.id AS booking_id, checkout.reference,
    coalesce(card_report.at, checkout.settled_at, paid.at, booking.created_at) AS at,
    CAST(CASE
      WHEN card_received IS NOT NULL THEN card_received
      WHEN state = 'refund_due' THEN iif(card_report.result = 'another amount', card_report.amount, checkout.amount)
      WHEN round(other_amount) BETWEEN 1 AND 10000000 THEN round(other_amount)
      ELSE 0 END AS INTEGER) AS amount,
    card_received IS NOT NULL OR (status <> 'pending' AND ifnull(card_report.history_id < paid.history_id, 0)) AS used,
    ifnull(card_report.history_id < paid.history_id, 0) AS before_paid
  FROM booking LEFT JOIN checkout ON checkout.booking_id = booking.id
    LEFT JOIN paid ON paid.booking_id = booking.id LEFT JOIN card_report ON card_report.booking_id = booking.id
  WHERE card_received IS NOT NULL OR state = 'refund_due' OR other_amount IS NOT NULL;
CREATE UNIQUE INDEX temp.card_money_booking ON card_money (booking_id);

INSERT INTO ledger_entry (at, booking_id, kind, method, amount, reference, actor)
  SELECT at, booking_id, 'payment', 'card', amount, reference, 'system' FROM card_money WHERE used AND amount > 0;
-- Everything else that was marked paid, also when it was cancelled later.
INSERT INTO ledger_entry (at, booking_id, kind, method, amount, actor, actor_id)
  SELECT * FROM (
    SELECT coalesce(paid.at, booking.created_at), booking.id, 'payment',
      CASE WHEN ifnull(card_money.used, 0) THEN 'cash'
        WHEN booking.payment_method IN ('bank_transfer', 'card') THEN booking.payment_method ELSE 'cash' END,
      coalesce(price_paid.amount, booking.computed_amount) - iif(card_money.used, card_money.amount, 0) AS amount,
      coalesce(paid.actor, 'system'), (SELECT id FROM user WHERE id = paid.actor_id)
    FROM booking LEFT JOIN paid ON paid.booking_id = booking.id
      LEFT JOIN price_paid ON price_paid.booking_id = booking.id
      LEFT JOIN card_money ON card_money.booking_id = booking.id
    WHERE (booking.status = 'paid' OR (booking.status = 'cancelled' AND paid.booking_id IS NOT NULL))
      AND (NOT ifnull(card_money.used, 0) OR card_money.before_paid)
  ) WHERE amount > 0;
-- Whether the money of a cancelled booking went back was between the people; the books begin with it settled.
INSERT INTO ledger_entry (at, booking_id, kind, method, amount, note, actor)
  SELECT coalesce((SELECT max(at) FROM history WHERE subject = 'booking' AND subject_id = booking.id
      AND action = 'status' AND details ->> 'to' = 'cancelled'), booking.created_at),
    booking.id, 'correction', entry.method, -entry.amount, 'Settled before the ledger was kept', 'system'
  FROM booking JOIN ledger_entry AS entry ON entry.booking_id = booking.id WHERE booking.status = 'cancelled'
  ORDER BY booking.id, entry.id;
-- Card money that came for nothing (too late, twice, of another sum) and is still to be given back.
INSERT INTO ledger_entry (at, booking_id, kind, method, amount, reference, note, actor)
  SELECT at, booking_id, 'payment', 'card', amount, reference, 'Could not be used for the booking', 'system'
  FROM card_money WHERE NOT used AND amount > 0;

-- Indexes of a filled table are built faster than they are kept.
CREATE INDEX ledger_entry_booking ON ledger_entry (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ledger_entry_at ON ledger_entry (at);
CREATE INDEX ledger_entry_method ON ledger_entry (method, at);
-- An account that is deleted leaves its entries, which these find.
CREATE INDEX ledger_entry_actor ON ledger_entry (actor_id, at) WHERE actor_id IS NOT NULL;
CREATE INDEX ledger_entry_user ON ledger_entry (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX ledger_entry_shift ON ledger_entry (shift_id) WHERE shift_id IS NOT NULL;

-- The columns of bookings. PKR: charge is the price while the booking stands, received the sum of its entries. pay_by
-- is until when an unpaid booking holds its slots and remind_at when its customer is reminded; epoch milliseconds. A
-- cancelled booking keeps the deadline that it missed. Bookings made before have no deadline, but a card payment that is
-- under way moves its own to its booking. attendance is null until the reception records whether the customer came.
-- The reception sells half an hour where a gap has no room for an hour; such a booking has no duration.
-- One copy costs a fifth of the columns added one by one, because SQLite checks every row for each column.
CREATE TABLE booking_rebuilt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  date TEXT NOT NULL CHECK (length(date) = 10),
  start_time TEXT NOT NULL CHECK (length(start_time) = 5),
  duration INTEGER DEFAULT 60 CHECK (duration >= 60 AND duration % 30 = 0),
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
  CONSTRAINT booking_half_hour CHECK (duration IS NOT NULL OR json_array_length(slots) = 1)
) STRICT;
INSERT INTO booking_rebuilt
  SELECT id, court_id, user_id, date, start_time, duration, slots, name, email, phone, status, provider_ref,
    payment_method, payment_receipt, hourly_rate, computed_amount, created_at, version, sms_updates,
    iif(status = 'cancelled', 0, computed_amount),
    ifnull((SELECT sum(amount) FROM ledger_entry WHERE booking_id = booking.id), 0),
    iif(status = 'pending', (SELECT expires_at FROM checkout WHERE booking_id = booking.id AND state = 'open'), NULL),
    NULL, NULL, NULL
  FROM booking ORDER BY id;
-- The newest bookings may have been deleted, and no number is given twice.
DELETE FROM sqlite_sequence WHERE name = 'booking_rebuilt';
UPDATE sqlite_sequence SET name = 'booking_rebuilt' WHERE name = 'booking';
DROP VIEW booking_words;
DROP TABLE booking;
ALTER TABLE booking_rebuilt RENAME TO booking;

INSERT INTO ledger_total
  SELECT 'd' || date(day * 86400, 'unixepoch'), method, actor, person, incoming, outgoing FROM (
    SELECT (at + 18000000) / 86400000 AS day, method, actor, ifnull(actor_id, 0) AS person,
      sum(max(amount, 0)) AS incoming, sum(max(-amount, 0)) AS outgoing
    FROM ledger_entry GROUP BY 1, 2, 3, 4);
INSERT INTO ledger_total
  SELECT 'm' || substr(period, 2, 7), method, actor, actor_id, sum(incoming), sum(outgoing)
  FROM ledger_total GROUP BY 1, 2, 3, 4;
INSERT INTO ledger_total
  SELECT 'all', method, actor, actor_id, sum(incoming), sum(outgoing)
  FROM ledger_total WHERE period LIKE 'm%' GROUP BY 1, 2, 3, 4;


-- A booking may have several checkouts: its customer can pay by card later, and again when the price has risen.
-- reported_amount is PKR that the provider's signed callback reported; one that differed is in the entries, so a
-- repeated report of it adds nothing.
CREATE TABLE checkouts (
  id INTEGER PRIMARY KEY,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  reference TEXT UNIQUE CHECK (length(reference) <= 100),
  payment_url TEXT,
  token TEXT NOT NULL UNIQUE,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'paid', 'released')),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  reported_amount INTEGER
) STRICT;
INSERT INTO checkouts (booking_id, reference, payment_url, token, amount, state, created_at, settled_at, reported_amount)
  SELECT booking_id, reference, payment_url, token, amount,
    CASE WHEN missed THEN 'released' WHEN state = 'refund_due' THEN 'paid' ELSE state END,
    created_at, iif(missed, expires_at, settled_at),
    (SELECT card_money.amount FROM card_money WHERE card_money.booking_id = old.booking_id AND other_amount IS NOT NULL)
  FROM (SELECT *, state = 'open' AND booking_id IN (SELECT id FROM booking WHERE status = 'cancelled') AS missed
    FROM checkout) AS old
  ORDER BY booking_id;
DROP TABLE checkout;
ALTER TABLE checkouts RENAME TO checkout;
CREATE INDEX checkout_booking ON checkout (booking_id);
DROP TABLE temp.paid;
DROP TABLE temp.price_paid;
DROP TABLE temp.card_report;
DROP TABLE temp.card_money;

-- The amount of the tally is money received, so that nothing vanishes with a cancellation.
DELETE FROM booking_tally;
INSERT INTO booking_tally
  SELECT 'd' || date, status, count(*), sum(received) FROM booking GROUP BY date, status;
INSERT INTO booking_tally
  SELECT 'm' || substr(period, 2, 7), status, sum(bookings), sum(amount) FROM booking_tally GROUP BY 1, 2;
INSERT INTO booking_tally
  SELECT 'all', status, sum(bookings), sum(amount) FROM booking_tally WHERE period LIKE 'm%' GROUP BY status;
CREATE TRIGGER ledger_entry_keeps_rows BEFORE DELETE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER credit_entry_counts AFTER INSERT ON credit_entry
BEGIN
  INSERT INTO credit_balance VALUES (new.user_id, 0) ON CONFLICT (user_id) DO NOTHING;
  UPDATE credit_balance SET amount = amount + new.amount WHERE user_id = new.user_id;
END;
CREATE TRIGGER credit_entry_keeps_rows BEFORE DELETE ON credit_entry
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;
CREATE TRIGGER credit_entry_keeps_words BEFORE UPDATE ON credit_entry
WHEN (old.id, old.at, old.amount, old.ledger_id) IS NOT (new.id, new.at, new.amount, new.ledger_id)
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;
-- A person may be deleted from the books: the words of an entry go, its money stays.
CREATE TRIGGER ledger_entry_keeps_words BEFORE UPDATE ON ledger_entry
WHEN (old.id, old.at, old.booking_id, old.kind, old.method, old.amount, old.actor, old.shift_id, old.reverses)
    IS NOT (new.id, new.at, new.booking_id, new.kind, new.method, new.amount, new.actor, new.shift_id, new.reverses)
  OR new.reference IS NOT NULL AND new.reference IS NOT old.reference
  OR new.note IS NOT NULL AND new.note IS NOT old.note
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
  OR new.actor_id IS NOT NULL AND new.actor_id IS NOT old.actor_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Two kinds of admins: owners and staff. The admins of before are owners. `is_admin` follows from the role.
ALTER TABLE user ADD COLUMN role TEXT CHECK (role IN ('owner', 'staff'));
UPDATE user SET role = 'owner' WHERE is_admin = 1;

DROP TRIGGER user_tally_adds;
DROP TRIGGER user_tally_removes;
DROP TRIGGER user_tally_follows;
ALTER TABLE user DROP COLUMN is_admin;
ALTER TABLE user ADD COLUMN is_admin INTEGER NOT NULL GENERATED ALWAYS AS (role IS NOT NULL) VIRTUAL;

CREATE TRIGGER user_tally_adds AFTER INSERT ON user
BEGIN UPDATE user_tally SET users = users + 1 WHERE is_admin = (new.role IS NOT NULL); END;
CREATE TRIGGER user_tally_removes AFTER DELETE ON user
BEGIN UPDATE user_tally SET users = users - 1 WHERE is_admin = (old.role IS NOT NULL); END;
CREATE TRIGGER user_tally_follows AFTER UPDATE OF role ON user WHEN (old.role IS NULL) <> (new.role IS NULL)
BEGIN
  UPDATE user_tally SET users = users - 1 WHERE is_admin = (old.role IS NOT NULL);
  UPDATE user_tally SET users = users + 1 WHERE is_admin = (new.role IS NOT NULL);
END;
ALTER TABLE user ADD COLUMN last_login_at INTEGER;
-- The argon2id hash of the short number with which an admin unlocks the screen of a signed-in session.
ALTER TABLE user ADD COLUMN pin_hash TEXT;

-- Passkeys, authenticator apps with recovery codes, and invitations of owners and staff.
CREATE TABLE passkey (
  id INTEGER PRIMARY KEY,
  credential TEXT NOT NULL UNIQUE,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  public_key BLOB NOT NULL,
  counter INTEGER NOT NULL,
  transports TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
CREATE INDEX passkey_by_user ON passkey (user_id);

-- What the server asked a browser to sign; each is used once.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expire);
CREATE INDEX passkey_challenge_by_user ON passkey_challenge (user_id);

-- `last_step` is the newest time step whose code was used; each code counts once.
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_code (
  digest TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX recovery_code_by_user ON recovery_code (user_id);

CREATE TABLE invitation (
  id INTEGER PRIMARY KEY,
  token TEXT NOT NULL UNIQUE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  invited_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expire INTEGER NOT NULL
) STRICT;
CREATE INDEX invitation_by_inviter ON invitation (invited_by);

-- Links by which a guest downloads or deletes their data; the token's digest, and the address it was sent to.
CREATE TABLE personal_data_link (
  token TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A court's place in every list, 1 first.
ALTER TABLE court ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
UPDATE court SET position = id;

-- The club's hours and prices are data: a business day runs from 06:00 to 06:00, and any half-hour of it may be
-- open. The highest version counts; without a row the club has the default calendar.
CREATE TABLE calendar_version (
  version INTEGER PRIMARY KEY,
  calendar TEXT NOT NULL CHECK (json_valid(calendar)),
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL
) STRICT;

-- The rate of a court from a date of play on; `court.hourly_rate` counts before the first of them.
CREATE TABLE court_price (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  from_date TEXT NOT NULL CHECK (length(from_date) = 10),
  hourly_rate INTEGER NOT NULL CHECK (hourly_rate >= 0),
  UNIQUE (court_id, from_date)
) STRICT;

-- Exactly one owner holds a slot: a booking, a closure, or an offer to a customer who waits for it.
CREATE TABLE claim_rebuilt (
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL,
  slot INTEGER NOT NULL CHECK (slot BETWEEN 0 AND 47),
  booking_id INTEGER REFERENCES booking (id) ON DELETE CASCADE,
  closure_id INTEGER REFERENCES closure (id) ON DELETE CASCADE,
  offer_id INTEGER,
  PRIMARY KEY (court_id, date, slot),
  CHECK ((booking_id IS NOT NULL) + (closure_id IS NOT NULL) + (offer_id IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;
INSERT INTO claim_rebuilt (court_id, date, slot, booking_id, closure_id)
  SELECT court_id, date, slot, booking_id, closure_id FROM claim ORDER BY court_id, date, slot;
DROP TABLE claim;
ALTER TABLE claim_rebuilt RENAME TO claim;
CREATE INDEX claim_booking ON claim (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX claim_closure ON claim (closure_id) WHERE closure_id IS NOT NULL;
CREATE INDEX claim_offer ON claim (offer_id) WHERE offer_id IS NOT NULL;

-- What the staff know about a customer. A customer is a phone and an email, either of which may be empty.
CREATE TABLE customer_note (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  phone TEXT NOT NULL CHECK (length(phone) <= 20),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) <= 255),
  note TEXT NOT NULL CHECK (length(note) <= 500),
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  CHECK (phone <> '' OR email <> '')
) STRICT;
CREATE INDEX customer_note_phone ON customer_note (phone) WHERE phone <> '';
CREATE INDEX customer_note_email ON customer_note (email) WHERE email <> '';

-- A replaced receipt keeps its file. The newest row of a booking is its receipt; path is null only where an
-- earlier version of the program deleted the file. rejected_at is when an admin did not accept it, and the reason was
-- told to the customer.
DROP INDEX receipt_current;
CREATE INDEX receipt_booking ON receipt (booking_id);
ALTER TABLE receipt ADD COLUMN rejected_at INTEGER;
ALTER TABLE receipt ADD COLUMN rejected_reason TEXT;

-- What the owner sets at the dashboard: key is `club.name`, value its JSON. version counts the changes of all
-- settings together, so that a reader sees by one number whether anything changed.
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX setting_version ON setting (version);

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

-- What a customer waits for on a business day. The window is counted in playing positions 0-48 from 06:00;
-- `contact` is the mailbox, or the phone without one, by which a person is recognized.
CREATE TABLE wish (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  date TEXT NOT NULL CHECK (length(date) = 10),
  from_position INTEGER NOT NULL CHECK (from_position BETWEEN 0 AND 46),
  until_position INTEGER NOT NULL CHECK (until_position BETWEEN 2 AND 48),
  slots INTEGER NOT NULL CHECK (slots BETWEEN 2 AND until_position - from_position),
  court_id INTEGER REFERENCES court (id),
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  name TEXT NOT NULL CHECK (length(name) <= 100),
  email TEXT NOT NULL COLLATE NOCASE CHECK (length(email) <= 255),
  phone TEXT NOT NULL CHECK (length(phone) <= 20),
  sms_updates INTEGER NOT NULL DEFAULT 0 CHECK (sms_updates IN (0, 1)),
  contact TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'open', 'booked', 'passed', 'left')),
  offers INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
-- The queue of a day: who had fewer offers comes first, then who asked first. It covers the question whether a
-- wish fits, so that a cancellation reads no row of a wish that does not.
CREATE INDEX wish_queue ON wish (date, offers, id, court_id, from_position, until_position, slots)
  WHERE state = 'open';
CREATE INDEX wish_contact ON wish (contact);
CREATE INDEX wish_email ON wish (email);
CREATE INDEX wish_phone ON wish (phone);

-- Slots that are held for one wish until `expires_at`, through rows of `claim` with `offer_id`.
CREATE TABLE offer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  wish_id INTEGER NOT NULL REFERENCES wish (id) ON DELETE CASCADE,
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  from_position INTEGER NOT NULL,
  slots INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'passed', 'ended')),
  booking_id INTEGER REFERENCES booking (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- The same wish is never offered the same time of a court twice.
  UNIQUE (wish_id, court_id, from_position)
) STRICT;
CREATE UNIQUE INDEX offer_open_wish ON offer (wish_id) WHERE state = 'open';
CREATE INDEX offer_open_day ON offer (court_id, date) WHERE state = 'open';
CREATE INDEX offer_due ON offer (expires_at) WHERE state = 'open';
CREATE INDEX offer_booking ON offer (booking_id) WHERE booking_id IS NOT NULL;

-- What customers can book beside a court.
CREATE TABLE add_on (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  price INTEGER NOT NULL CHECK (price >= 0),
  unit TEXT NOT NULL CHECK (unit IN ('booking', 'half_hour', 'hour')),
  -- How many the club has at one time; null without a limit.
  max_at_once INTEGER CHECK (max_at_once >= 1),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  position INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What takes something off the price of a court; a row without a code needs none, such as the members' price.
CREATE TABLE promo_code (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  code TEXT UNIQUE,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  percent INTEGER CHECK (percent BETWEEN 1 AND 100),
  amount_off INTEGER CHECK (amount_off >= 1),
  tiers TEXT CHECK (json_valid(tiers)),
  play_from TEXT,
  play_to TEXT,
  book_from TEXT,
  book_to TEXT,
  first_booking INTEGER NOT NULL DEFAULT 0 CHECK (first_booking IN (0, 1)),
  members_only INTEGER NOT NULL DEFAULT 0 CHECK (members_only IN (0, 1)),
  max_uses INTEGER CHECK (max_uses >= 1),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  CHECK ((percent IS NULL) <> (amount_off IS NULL))
) STRICT;

-- The price of a booking's court and its lines add up to computed_amount. A line keeps the price and the terms it
-- was sold at.
CREATE TABLE booking_line (
  id INTEGER PRIMARY KEY,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('member', 'code', 'add_on')),
  source_id INTEGER NOT NULL,
  label TEXT NOT NULL,
  quantity INTEGER NOT NULL CHECK (quantity >= 1),
  unit TEXT CHECK (unit IN ('booking', 'half_hour', 'hour')),
  unit_price INTEGER NOT NULL CHECK (unit_price >= 0),
  terms TEXT CHECK (json_valid(terms)),
  amount INTEGER NOT NULL CHECK ((amount >= 0) = (kind = 'add_on') OR amount = 0),
  CHECK ((kind = 'add_on') = (unit IS NOT NULL) AND (kind = 'add_on') = (terms IS NULL))
) STRICT;
CREATE INDEX booking_line_booking ON booking_line (booking_id);
CREATE INDEX booking_line_code ON booking_line (source_id) WHERE kind = 'code';

-- A booking that the club lost with its machine, by the number in an email to the club. `facts` is JSON, and null when
-- the reception is done with it; the number stays, so that the next reading of the same emails does not list it again.
CREATE TABLE missing_booking (
  id INTEGER PRIMARY KEY,
  facts TEXT
) STRICT;

-- Digests of the networks, contacts and members behind each online booking, one row a booking in the order of the
-- bookings, so that the bookings of one commit share a page.
CREATE TABLE booking_origin (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  keys TEXT NOT NULL CHECK (json_valid(keys)),
  created_at INTEGER NOT NULL,
  slots INTEGER NOT NULL CHECK (slots > 0)
) STRICT;

-- The kinds of messages about card payments get the names that the code uses. 
UPDATE outbox SET kind = 'payment.unmatched' WHERE kind = 'payment.stray';
UPDATE outbox SET kind = 'club.unmatched' WHERE kind = 'club.stray';
UPDATE outbox SET kind = 'payment.amount_mismatch' WHERE kind = 'payment.differs';
UPDATE outbox SET kind = 'club.amount_mismatch' WHERE kind = 'club.differs';

-- A message to a customer has its recipient from the start.
UPDATE outbox SET recipient = (
  SELECT iif(outbox.channel = 'sms', booking.phone, booking.email) FROM booking WHERE booking.id = outbox.booking_id
) WHERE recipient IS NULL AND audience = 'customer';

-- The mailbox or phone number whose messages are counted, for messages that strangers can cause.
ALTER TABLE outbox ADD COLUMN limit_key TEXT;
CREATE INDEX outbox_limit_key ON outbox (limit_key) WHERE limit_key IS NOT NULL;
CREATE INDEX outbox_settled ON outbox (settled_at) WHERE settled_at IS NOT NULL;
-- Only failed messages are few and looked for often.
DROP INDEX outbox_state;
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed';
-- `kind:booking:suffix` becomes `booking:kind:suffix`: the messages of one commit changed pages all over the index of the
-- keys. A key that stays as it was would send the same message twice.
UPDATE outbox SET key = booking_id || ':' || substr(key, 1, instr(key, ':')) || substr(key, instr(key, ':') + length(booking_id) + 2)
WHERE substr(key, instr(key, ':') + 1, length(booking_id) + 1) = booking_id || ':';
