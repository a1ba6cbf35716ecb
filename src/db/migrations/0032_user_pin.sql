-- The argon2id hash of the short number with which an admin unlocks the screen of a signed-in session.
ALTER TABLE user ADD COLUMN pin_hash TEXT;
