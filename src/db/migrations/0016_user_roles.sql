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
