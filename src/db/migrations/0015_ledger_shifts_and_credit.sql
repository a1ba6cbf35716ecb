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

ALTER TABLE booking ADD COLUMN charge INTEGER NOT NULL DEFAULT 0 CHECK (charge >= 0);
ALTER TABLE booking ADD COLUMN received INTEGER NOT NULL DEFAULT 0;

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

UPDATE booking SET charge = iif(status = 'cancelled', 0, computed_amount),
  received = ifnull((SELECT sum(amount) FROM ledger_entry WHERE booking_id = booking.id), 0);
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

-- PKR that the provider's signed callback reported; one that differed is in the entries, so a repeated report
-- of it adds nothing.
ALTER TABLE checkout ADD COLUMN reported_amount INTEGER;
UPDATE checkout SET reported_amount = (SELECT amount FROM card_money WHERE booking_id = checkout.booking_id)
  WHERE other_amount IS NOT NULL;
ALTER TABLE booking DROP COLUMN card_received;
ALTER TABLE checkout DROP COLUMN other_amount;
DROP TABLE temp.paid;
DROP TABLE temp.price_paid;
DROP TABLE temp.card_report;
DROP TABLE temp.card_money;
UPDATE checkout SET state = 'paid' WHERE state = 'refund_due';

-- The amount of the tally is money received, so that nothing vanishes with a cancellation.
DROP TRIGGER booking_tally_adds;
DROP TRIGGER booking_tally_removes;
DROP TRIGGER booking_tally_follows;
DELETE FROM booking_tally;
INSERT INTO booking_tally
  SELECT 'd' || date, status, count(*), sum(received) FROM booking GROUP BY date, status;
INSERT INTO booking_tally
  SELECT 'm' || substr(period, 2, 7), status, sum(bookings), sum(amount) FROM booking_tally GROUP BY 1, 2;
INSERT INTO booking_tally
  SELECT 'all', status, sum(bookings), sum(amount) FROM booking_tally WHERE period LIKE 'm%' GROUP BY status;
-- A change of one booking's share in the totals of its day, its month and all.
CREATE VIEW booking_tally_change AS SELECT date, status, 0 AS bookings, received AS amount FROM booking;
CREATE TRIGGER booking_tally_change_counts INSTEAD OF INSERT ON booking_tally_change
BEGIN
  INSERT INTO booking_tally VALUES
    ('d' || new.date, new.status, new.bookings, new.amount),
    ('m' || substr(new.date, 1, 7), new.status, new.bookings, new.amount),
    ('all', new.status, new.bookings, new.amount)
  ON CONFLICT (period, status)
  DO UPDATE SET bookings = bookings + excluded.bookings, amount = amount + excluded.amount;
END;
CREATE TRIGGER booking_tally_adds AFTER INSERT ON booking
BEGIN INSERT INTO booking_tally_change VALUES (new.date, new.status, 1, new.received); END;
CREATE TRIGGER booking_tally_removes AFTER DELETE ON booking
BEGIN INSERT INTO booking_tally_change VALUES (old.date, old.status, -1, -old.received); END;
CREATE TRIGGER booking_tally_follows AFTER UPDATE OF date, status, received ON booking
WHEN old.date <> new.date OR old.status <> new.status OR old.received <> new.received
BEGIN
  INSERT INTO booking_tally_change VALUES (old.date, old.status, -1, -old.received);
  INSERT INTO booking_tally_change VALUES (new.date, new.status, 1, new.received);
END;

-- What is to be collected or given back is looked up by these.
CREATE INDEX booking_owing ON booking (date) WHERE charge > received AND status <> 'cancelled';
CREATE INDEX booking_owed ON booking (date) WHERE received > charge;

CREATE TRIGGER ledger_entry_counts AFTER INSERT ON ledger_entry
BEGIN
  UPDATE booking SET received = received + new.amount, version = version + 1 WHERE id = new.booking_id;
  INSERT INTO ledger_total
    SELECT period, new.method, new.actor, ifnull(new.actor_id, 0), max(new.amount, 0), max(-new.amount, 0) FROM (
      SELECT strftime('d%Y-%m-%d', (new.at + 18000000) / 1000, 'unixepoch') AS period
      UNION ALL SELECT strftime('m%Y-%m', (new.at + 18000000) / 1000, 'unixepoch')
      UNION ALL SELECT 'all')
    WHERE true
  ON CONFLICT (period, method, actor, actor_id)
  DO UPDATE SET incoming = incoming + excluded.incoming, outgoing = outgoing + excluded.outgoing;
END;
CREATE TRIGGER ledger_entry_keeps_rows BEFORE DELETE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
-- Only the people may leave, when their accounts are deleted.
CREATE TRIGGER ledger_entry_keeps_words BEFORE UPDATE ON ledger_entry
WHEN (old.id, old.at, old.booking_id, old.kind, old.method, old.amount, old.reference, old.note, old.actor,
    old.shift_id, old.reverses) IS NOT (new.id, new.at, new.booking_id, new.kind, new.method, new.amount,
    new.reference, new.note, new.actor, new.shift_id, new.reverses)
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
  OR new.actor_id IS NOT NULL AND new.actor_id IS NOT old.actor_id
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
