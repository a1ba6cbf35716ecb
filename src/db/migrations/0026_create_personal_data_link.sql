-- A person may be deleted from the books: the words of an entry go, its money stays.
DROP TRIGGER ledger_entry_keeps_words;
CREATE TRIGGER ledger_entry_keeps_words BEFORE UPDATE ON ledger_entry
WHEN (old.id, old.at, old.booking_id, old.kind, old.method, old.amount, old.actor, old.shift_id, old.reverses)
    IS NOT (new.id, new.at, new.booking_id, new.kind, new.method, new.amount, new.actor, new.shift_id, new.reverses)
  OR new.reference IS NOT NULL AND new.reference IS NOT old.reference
  OR new.note IS NOT NULL AND new.note IS NOT old.note
  OR new.user_id IS NOT NULL AND new.user_id IS NOT old.user_id
  OR new.actor_id IS NOT NULL AND new.actor_id IS NOT old.actor_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Links by which a guest downloads or deletes their data; the token's digest, and the address it was sent to.
CREATE TABLE personal_data_link (
  token TEXT PRIMARY KEY,
  email TEXT NOT NULL COLLATE NOCASE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
