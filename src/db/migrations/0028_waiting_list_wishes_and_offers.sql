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
