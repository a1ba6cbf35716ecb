-- Who a provider says somebody is. The issuer with its subject is the identity, never the email.
CREATE TABLE identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_user ON identity (user_id);

-- Links in mails. token is a SHA-256; a used link is gone; email is where it was sent.
CREATE TABLE mail_link (
  token TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify_email', 'reset_password')),
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  email TEXT NOT NULL COLLATE NOCASE,
  expire INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_link_user ON mail_link (user_id, purpose);
CREATE INDEX mail_link_expire ON mail_link (expire);

-- How often something was tried, and until when it waits. key is a SHA-256 of what is counted.
CREATE TABLE tally (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL,
  forget_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tally_forget ON tally (forget_at);

-- Keys of this club's own making, drawn once.
CREATE TABLE secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO secret (name, value) VALUES ('cookie', lower(hex(randomblob(32))));
