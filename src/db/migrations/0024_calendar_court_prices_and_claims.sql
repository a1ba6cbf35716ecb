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

-- Playing order begins at 06:00; `src/bookings/admin-booking-list.ts` has the same expression.
DROP INDEX booking_begins;
DROP INDEX booking_status_begins;
CREATE INDEX booking_begins ON booking (
  date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);
CREATE INDEX booking_status_begins ON booking (
  status, date || CASE WHEN start_time < '06:00' THEN 'n' ELSE 'd' END || start_time
);

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
