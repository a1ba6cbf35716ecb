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
