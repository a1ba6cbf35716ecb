-- Whether the customer of a booking came; null until the reception records it.
ALTER TABLE booking ADD COLUMN attendance TEXT CHECK (attendance IN ('arrived', 'no_show'));
CREATE INDEX booking_no_show_phone ON booking (phone) WHERE attendance = 'no_show';
CREATE INDEX booking_no_show_email ON booking (email) WHERE attendance = 'no_show';

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
