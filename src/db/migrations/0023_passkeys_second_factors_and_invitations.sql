-- Passkeys, authenticator apps with recovery codes, and invitations of owners and staff.
ALTER TABLE user ADD COLUMN last_login_at INTEGER;

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

-- What the server asked a browser to sign; each is used once.
CREATE TABLE passkey_challenge (
  challenge TEXT PRIMARY KEY,
  purpose TEXT NOT NULL,
  user_id INTEGER REFERENCES user (id) ON DELETE CASCADE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_challenge_by_expiry ON passkey_challenge (expire);
CREATE INDEX passkey_challenge_by_user ON passkey_challenge (user_id);

-- `last_step` is the newest time step whose code was used; each code counts once.
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL DEFAULT 0
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
