-- A booking may have several checkouts: its customer can pay by card later, and again when the price has risen.
-- Open pages keep their addresses and their references.
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
  SELECT booking_id, reference, payment_url, token, amount, state, created_at, settled_at, reported_amount
  FROM checkout ORDER BY booking_id;
DROP TABLE checkout;
ALTER TABLE checkouts RENAME TO checkout;
CREATE INDEX checkout_booking ON checkout (booking_id);
