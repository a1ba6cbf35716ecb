-- The schema of a new club; the steps in `src/db/migrations` bring an older one to the same state. Instants are epoch
-- milliseconds; money is in PKR.

-- Courts and the calendar

-- position: place in every list, starting at 1.
CREATE TABLE court (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  description TEXT NOT NULL DEFAULT '',
  hourly_rate INTEGER NOT NULL DEFAULT 5000 CHECK (hourly_rate >= 0),
  features TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(features)),
  image_url TEXT CHECK (length(image_url) <= 500),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  version INTEGER NOT NULL DEFAULT 1,
  position INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO court (id, name, description, hourly_rate, features, position) VALUES
  (1, 'Court 1 - Premium Panoramic', 'Glass on all sides, synthetic turf and even light: the club''s show court.', 5000,
   '["Panoramic glass","Synthetic turf","LED lighting"]', 1),
  (2, 'Court 2 - Tournament Grade', 'The professional terracotta court, with tournament nets and climate control.', 5000,
   '["Terracotta surface","Tournament nets","Climate control"]', 2);

-- A court's rate from a date of play on; until the first of these, `court.hourly_rate` applies.
CREATE TABLE court_price (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  from_date TEXT NOT NULL CHECK (length(from_date) = 10),
  hourly_rate INTEGER NOT NULL CHECK (hourly_rate >= 0),
  UNIQUE (court_id, from_date)
) STRICT;

-- The club's hours and prices: a business day runs from 06:00 to 06:00, and any half-hour of it may be open. The
-- highest version applies; without a row, the club has the default calendar.
CREATE TABLE calendar_version (
  version INTEGER PRIMARY KEY,
  calendar TEXT NOT NULL CHECK (json_valid(calendar)),
  created_at INTEGER NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL
) STRICT;

-- digest: SHA-256 of the key in the feed's address. Revoking a feed deletes its row.
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

-- People

-- is_admin follows from role. pin_hash: argon2id hash of the PIN that unlocks an admin's screen. consents
-- is that of a payer, for all that the member books or buys.
CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (length(email) <= 255),
  password_hash TEXT,
  name TEXT NOT NULL,
  phone TEXT,
  preferences TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(preferences)),
  email_verified INTEGER NOT NULL DEFAULT 0 CHECK (email_verified IN (0, 1)),
  oauth_provider TEXT,
  oauth_id TEXT UNIQUE,
  first_name TEXT,
  last_name TEXT,
  profile_image_url TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  role TEXT CHECK (role IN ('owner', 'staff')),
  is_admin INTEGER NOT NULL GENERATED ALWAYS AS (role IS NOT NULL) VIRTUAL,
  last_login_at INTEGER,
  pin_hash TEXT,
  consents TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(consents))
) STRICT;
CREATE INDEX user_created ON user (created_at);

-- sid: SHA-256 of the token in the cookie. sess: JSON. expire: epoch milliseconds.
CREATE TABLE session (
  sid TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  sess TEXT NOT NULL CHECK (json_valid(sess)),
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_expire ON session (expire);
CREATE INDEX session_user ON session (user_id);

-- Links in emails. token: SHA-256. email: where it was sent. A used link is deleted.
CREATE TABLE email_token (
  token TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX email_token_user ON email_token (user_id, purpose);
CREATE INDEX email_token_expire ON email_token (expire);

-- A user's profile at a provider, identified by issuer and subject, never by email.
CREATE TABLE identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_user ON identity (user_id);

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

-- Challenges that the server gave a browser to sign; each is used once.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expire);
CREATE INDEX passkey_challenge_by_user ON passkey_challenge (user_id);

-- used_steps: JSON list of the time steps whose codes were used; each code works once.
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  confirmed_at INTEGER,
  used_steps TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(used_steps))
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

-- Links for guests to download or delete their data: the token's digest, and the address it was sent to.
CREATE TABLE personal_data_link (
  token TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  expire INTEGER NOT NULL,
  -- 1: an owner has vouched that the bookings whose email an admin corrected belong to this person.
  corrected INTEGER NOT NULL DEFAULT 0 CHECK (corrected IN (0, 1))
) STRICT, WITHOUT ROWID;

-- Bookings

-- date: the business day. slots: JSON list of start times in playing order. A released booking lost its slots because
-- nobody paid by `pay_by`; from outside, its status is cancelled. price, charge and received are in PKR and total
-- those of its payers, kept by triggers: price for payers with a place, charge for what is owed or kept, received
-- from their ledger entries. attendance: null until the reception records it. rest: who gets a share still unpaid at
-- the deadline, the host or new players. shares_closed_at: when that was decided.
CREATE TABLE booking (
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

-- Who owes the club for one thing: a booking, a place in an event or a purchase; only payers of a booking have a
-- position. The payer at position 1 is its customer, on pages the host when there are more. In
-- PKR, price is the payer's part while the booking stands, charge what of it is owed or kept now, and received the sum
-- of the payer's ledger entries. The host's part takes up whatever the others leave, so it may be below 0 while a place
-- that was given back and the one that follows it both count. search holds the folded name, email and phone. receipts
-- counts the uploads; receipt_waits until the reception has decided on the newest. taken_off: the host or the reception
-- removed the payer. hold_until is until when a place in an open match waits for money, confirmed_at when it was taken. replaces is the
-- payer who gave the place back. erased: the personal data are gone, and no link opens the page. consents holds, by
-- channel, since when and by which words the person wants messages, and until when.
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

-- The price of a booking's court and its lines add up to computed_amount. A line keeps the price and terms it was
-- sold at.
CREATE TABLE booking_line (
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
CREATE INDEX booking_line_booking ON booking_line (booking_id);
CREATE INDEX booking_line_code ON booking_line (source_id) WHERE kind = 'code';

-- The company on a booking's invoice.
CREATE TABLE booking_company (
  booking_id INTEGER PRIMARY KEY REFERENCES booking (id) ON DELETE CASCADE,
  company TEXT NOT NULL CHECK (length(company) BETWEEN 1 AND 100),
  tax_number TEXT NOT NULL CHECK (length(tax_number) <= 60)
) STRICT;

-- One row per taken half-hour; the key makes double-booking impossible. slot: the wall-clock half-hour 0-47 of
-- business day `date`. Each slot has exactly one owner: a booking, a closure, or an offer to a customer on the
-- waiting list.
CREATE TABLE claim (
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

-- A court that is out of use for a while: maintenance, a tournament.
CREATE TABLE closure (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  reason TEXT NOT NULL,
  created_by INTEGER REFERENCES user (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- A regular booking of one court. Each date is a booking, which also holds the customer; the newest one speaks for
-- the whole series. ending_seen: the last date after which an admin has agreed to let the series end.
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

-- A member's request for a series; deleted once an admin has answered.
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

-- Digests of the networks, contacts and members behind each online booking, one row each, so that the primary key
-- finds their bookings.
CREATE TABLE booking_origin (
  key TEXT NOT NULL,
  booking_id INTEGER NOT NULL REFERENCES booking (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  slots INTEGER NOT NULL CHECK (slots > 0),
  PRIMARY KEY (key, booking_id)
) STRICT, WITHOUT ROWID;

-- Digests of the networks, contacts and members behind each waiting list offer, whose slots are in claim.
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

-- Waiting list

-- What a customer is waiting for on a business day. The window is in playing positions 0-48 from 06:00. contact: the
-- mailbox, or the phone if there is none, that identifies a person. origins: JSON list of the network or member who
-- asked, kept while the customer waits.
CREATE TABLE waitlist_entry (
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
  contact TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'open', 'booked', 'passed', 'left')),
  offers INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  origins TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(origins)),
  consents TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(consents))
) STRICT;
-- A day's queue: fewest offers first, then first come, first served. Covers the test whether an entry fits, so that a
-- cancellation reads no other rows.
CREATE INDEX waitlist_entry_queue
  ON waitlist_entry (date, offers, id, court_id, from_position, until_position, slots) WHERE state = 'open';
CREATE INDEX waitlist_entry_contact ON waitlist_entry (contact);
CREATE INDEX waitlist_entry_email ON waitlist_entry (email);
CREATE INDEX waitlist_entry_phone ON waitlist_entry (phone);

-- Slots held for one entry until `expires_at`, through rows of `claim` with `offer_id`.
CREATE TABLE offer (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  waitlist_entry_id INTEGER NOT NULL REFERENCES waitlist_entry (id) ON DELETE CASCADE,
  court_id INTEGER NOT NULL REFERENCES court (id),
  date TEXT NOT NULL CHECK (length(date) = 10),
  from_position INTEGER NOT NULL,
  slots INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'passed', 'ended')),
  booking_id INTEGER REFERENCES booking (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  -- An entry is never offered the same time on the same court twice.
  UNIQUE (waitlist_entry_id, court_id, from_position)
) STRICT;
CREATE INDEX offer_open_day ON offer (court_id, date) WHERE state = 'open';
CREATE INDEX offer_due ON offer (expires_at) WHERE state = 'open';
CREATE INDEX offer_booking ON offer (booking_id) WHERE booking_id IS NOT NULL;

-- Slots that a contact gave up by cancelling, moving or not paying; they are only offered to other customers. key:
-- digest of an email or phone.
CREATE TABLE freed_slot (
  key TEXT NOT NULL,
  court_id INTEGER NOT NULL,
  date TEXT NOT NULL,
  slot INTEGER NOT NULL,
  PRIMARY KEY (key, court_id, date, slot)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX offer_open_entry ON offer (waitlist_entry_id) WHERE state = 'open';

-- Money

-- reported_amount: PKR reported by the provider's signed callback, so a repeated report adds nothing.
CREATE TABLE checkout (
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
CREATE INDEX checkout_booking ON checkout (booking_id);
CREATE INDEX checkout_payer ON checkout (payer_id);

-- The receipt that counts is a payer's newest row. path: null if the file was deleted. rejected_at: when an admin
-- rejected it. by_customer: it came through the payer's own link or account, with an address that no admin entered.
CREATE TABLE receipt (
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
CREATE INDEX receipt_path ON receipt (path) WHERE path IS NOT NULL;
CREATE INDEX receipt_sha256 ON receipt (sha256);
CREATE INDEX receipt_source ON receipt (source_sha256) WHERE source_sha256 IS NOT NULL;
CREATE INDEX receipt_booking ON receipt (booking_id);
CREATE INDEX receipt_payer ON receipt (payer_id);

-- The time between opening the cash drawer and counting it. expected is written when the shift closes.
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
-- There is one drawer, so at most one open shift.
CREATE UNIQUE INDEX shift_open ON shift (closed_at IS NULL) WHERE closed_at IS NULL;

-- What staff gave away, and what owners are told about it; amount is in PKR. seen_at: when an owner looked at it.
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

-- Append-only list of money. amount: PKR, positive when received by the club, negative when paid out.
CREATE TABLE ledger_entry (
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

-- A member's prepaid money. ledger_id: the entry that paid for it or was paid with it.
CREATE TABLE credit_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE SET NULL,
  amount INTEGER NOT NULL CHECK (amount <> 0),
  ledger_id INTEGER NOT NULL REFERENCES ledger_entry (id)
) STRICT;
CREATE INDEX credit_entry_user ON credit_entry (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX credit_entry_ledger ON credit_entry (ledger_id);
CREATE TRIGGER credit_entry_keeps_rows BEFORE DELETE ON credit_entry
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;
CREATE TRIGGER credit_entry_keeps_words BEFORE UPDATE ON credit_entry
WHEN (old.id, old.at, old.amount, old.ledger_id) IS NOT (new.id, new.at, new.amount, new.ledger_id)
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
BEGIN SELECT RAISE(ABORT, 'credit is append-only'); END;

-- Extras

-- Extras that customers book with a court.
CREATE TABLE add_on (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  price INTEGER NOT NULL CHECK (price >= 0),
  unit TEXT NOT NULL CHECK (unit IN ('booking', 'half_hour', 'hour')),
  -- How many the club has at any one time; null for no limit.
  max_at_once INTEGER CHECK (max_at_once >= 1),
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  position INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A discount on a court's price; a row without a code needs none, such as the members' price.
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

-- Messages and notes

CREATE TABLE contact_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  subject TEXT NOT NULL CHECK (length(subject) <= 200),
  message TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  read_at INTEGER
) STRICT;

-- Staff notes about a customer, identified by phone and email, either of which may be empty.
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

-- One row per message, queued with its subject and composed when sent; `details` only holds what is stored nowhere
-- else. urgency: 0 first, 2 last. not_before: the intended time. next_at: the next attempt. limit_key: the mailbox or
-- phone to count, for messages that strangers can trigger.
CREATE TABLE outbox (
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

-- The program

-- The owner's settings: key such as `club.name`, value as JSON. version counts changes to all settings together, so a
-- single number shows whether anything changed.
CREATE TABLE setting (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  version INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX setting_version ON setting (version);

-- Random keys, generated once for this club.
CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO secret (name, value) VALUES ('cookie', lower(hex(randomblob(32))));

-- Every change to a booking, court or user, with its actor. Append-only.
CREATE TABLE audit_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  actor_id INTEGER,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  subject_id INTEGER NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details))
) STRICT;
CREATE INDEX audit_log_subject ON audit_log (subject, subject_id);
CREATE TRIGGER audit_log_keeps_rows BEFORE DELETE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_log_keeps_words BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- How often something was tried, and how long it has to wait. key: SHA-256 of what is counted.
CREATE TABLE rate_limit (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  forget_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rate_limit_forget ON rate_limit (forget_at);

-- A retried request gets the first one's answer. key and body are SHA-256 digests.
CREATE TABLE idempotency (
  key TEXT PRIMARY KEY,
  owner INTEGER,
  body TEXT NOT NULL,
  answer TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_age ON idempotency (created_at);

CREATE TABLE backup_run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  ok INTEGER NOT NULL DEFAULT 0 CHECK (ok IN (0, 1)),
  file TEXT,
  bytes INTEGER,
  -- Where else a copy was sent; null if nowhere.
  copied_to TEXT,
  message TEXT NOT NULL DEFAULT '',
  -- Where this machine put the file; null if another machine or an older version made it.
  folder TEXT
) STRICT;

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
