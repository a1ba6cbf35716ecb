-- The search index is brought up to date when somebody searches, and in between in quiet moments: a booking
-- does not wait for it. booking_id is the last booking whose words are in the index.
CREATE TABLE search_mark (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  booking_id INTEGER NOT NULL
) STRICT;
INSERT INTO search_mark SELECT 1, coalesce(max(id), 0) FROM booking;

-- What can be searched for: name, email, number, phone in its spellings and its last four digits.
CREATE VIEW booking_words AS
  SELECT id, name || ' ' || email || ' ' || id || ' ' || replace(phone, '+', '') || ' ' || substr(phone, -4)
    || CASE WHEN phone LIKE '+92%' THEN ' 0' || substr(phone, 4) || ' ' || substr(phone, 4) ELSE '' END AS words
  FROM booking;

DROP TRIGGER booking_search_adds;
DROP TRIGGER booking_search_removes;
DROP TRIGGER booking_search_follows;
CREATE TRIGGER booking_search_removes AFTER DELETE ON booking
WHEN old.id <= (SELECT booking_id FROM search_mark)
BEGIN
  DELETE FROM booking_search WHERE rowid = old.id;
END;
CREATE TRIGGER booking_search_follows AFTER UPDATE OF name, email, phone ON booking
WHEN new.id <= (SELECT booking_id FROM search_mark)
BEGIN
  INSERT OR REPLACE INTO booking_search (rowid, words) SELECT id, words FROM booking_words WHERE id = new.id;
END;
