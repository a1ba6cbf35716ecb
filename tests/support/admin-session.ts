import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import type { Page } from 'playwright';

/**
 * Inserts an admin into the club of `dataDir` and signs `page` in as that admin. `offset` is how many milliseconds
 * the club's clock is ahead.
 */
export async function signInAsAdmin(
  page: Page,
  club: { url: string; dataDir: string },
  role: 'owner' | 'staff' = 'owner',
  offset = 0,
): Promise<void> {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');
  const db = new Database(join(club.dataDir, 'club.db'), { strict: true });
  db.run('PRAGMA busy_timeout = 5000');
  const now = Date.now() + offset;
  const user = db
    .query<{ id: number }, [string, string, number, number]>(
      `INSERT INTO user (email, name, role, email_verified, created_at, updated_at)
       VALUES (?, 'Sana Butt', ?, 1, ?, ?) RETURNING id`,
    )
    .get(`admin-${token.slice(0, 8).toLowerCase()}@example.com`, role, now, now);
  if (!user) throw new Error('the admin was not inserted');
  const sid = new Bun.CryptoHasher('sha256').update(token).digest('hex');
  db.query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, ?, ?, ?)').run(
    sid,
    user.id,
    JSON.stringify({ started: now }),
    now + 3_600_000,
  );
  db.close();
  await page.context().addCookies([{ name: 'sid', value: token, url: club.url }]);
}
