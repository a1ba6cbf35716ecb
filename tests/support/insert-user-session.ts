import { Database } from 'bun:sqlite';
import { join } from 'node:path';

/**
 * Creates a user with a session in a running server's database and returns the `Cookie` header. `offset`: see
 * `signInAsAdmin`.
 */
export function insertUserSession(
  dataDir: string,
  newUser: { email: string; name: string; is_admin?: boolean; role?: 'owner' | 'staff' },
  offset = 0,
): string {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const db = new Database(join(dataDir, 'club.db'), { strict: true });
  db.run('PRAGMA busy_timeout = 5000');
  const now = Date.now() + offset;
  const user = db
    .query<{ id: number }, [string, string, string | null, number, number]>(
      `INSERT INTO user (email, name, role, email_verified, created_at, updated_at)
       VALUES (?, ?, ?, 1, ?, ?) RETURNING id`,
    )
    .get(newUser.email, newUser.name, newUser.role ?? (newUser.is_admin ? 'owner' : null), now, now);
  if (!user) throw new Error('no user');
  const sid = new Bun.CryptoHasher('sha256').update(token).digest('hex');
  db.query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, ?, ?)').run(
    sid,
    user.id,
    JSON.stringify({ started: now, seen: now }),
    now + 3_600_000,
  );
  db.close();
  return `sid=${token}`;
}
