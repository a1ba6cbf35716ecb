import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { findAxeViolations } from '../support/axe.ts';
import { DESKTOP, openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { bookingBody } from '../support/test-club.ts';

const SCREENSHOTS = resolve(import.meta.dir, '../artefacts/outbox');
const TOKEN = 'A'.repeat(43);
let club: ServerProcess;

beforeAll(async () => {
  mkdirSync(SCREENSHOTS, { recursive: true });
  club = await startServerProcess();
  const date = addDays(clubToday(), 3);
  for (const court_id of [1, 2]) {
    await fetch(`${club.url}/api/book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bookingBody({ date, court_id })),
    });
  }
  const db = openDatabaseFile();
  const sent = db.prepare<{ count: number }, []>("SELECT COUNT(*) AS count FROM outbox WHERE state = 'sent'");
  for (let attempt = 0; sent.get()?.count !== 4 && attempt < 100; attempt += 1) await Bun.sleep(50);
  db.run(
    "UPDATE outbox SET state = 'failed', attempts = 31, reason = 'refused: 550 No such user here' WHERE id = 1",
  );
  db.run(
    `INSERT INTO user (id, email, name, role, email_verified, created_at, updated_at)
     VALUES (99, 'admin@example.com', 'Sadia', 'owner', 1, 0, 0)`,
  );
  db.query('INSERT INTO session (sid, user_id, sess, expire) VALUES (?, 99, ?, ?)').run(
    new Bun.CryptoHasher('sha256').update(TOKEN).digest('hex'),
    '{}',
    Date.now() + 60 * 60_000,
  );
  db.close();
});
afterAll(() => club.close());

function openDatabaseFile(): Database {
  const db = new Database(join(club.dataDir, 'club.db'));
  db.run('PRAGMA busy_timeout = 5000');
  return db;
}

async function openAdmin(path: string, options: Parameters<typeof openPage>[0] = {}) {
  const page = await openPage(options);
  await page.context().addCookies([{ name: 'sid', value: TOKEN, url: club.url }]);
  await page.goto(club.url + path);
  await page.waitForSelector('.outbox-item');
  return page;
}

test('the outbox and the messages of a booking are accessible on phone and desktop, in light and dark mode', async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, path] of [
        ['page', '/admin?tab=outbox&status=all'],
        ['booking', '/admin?tab=outbox&booking=1'],
      ] as const) {
        const page = await openAdmin(path, { viewport, colorScheme });
        if (name === 'booking') {
          await page.locator('dialog .outbox-item').first().scrollIntoViewIfNeeded();
        }
        await page.screenshot({ path: join(SCREENSHOTS, `${name}-${viewport.width}-${colorScheme}.png`) });
        const overflows = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        const found = await findAxeViolations(page);
        expect([name, viewport.width, colorScheme, overflows > 0, found, page.errors]).toEqual([
          name,
          viewport.width,
          colorScheme,
          false,
          [],
          [],
        ]);
      }
    }
  }
});

test('a failed email is listed with its reason, and Retry saves it as a file, never as sent', async () => {
  const page = await openAdmin('/admin?tab=outbox');
  await page.getByText('No mail server is set up.').waitFor();
  const item = page.locator('.outbox-item');
  expect(await item.count()).toBe(1);
  expect(await item.textContent()).toContain('550 No such user here');
  await page.getByRole('button', { name: /^Retry/ }).click();
  await page.getByText('No message failed.').waitFor();
  const db = openDatabaseFile();
  const state = db.prepare<{ state: string }, []>('SELECT state FROM outbox WHERE id = 1');
  for (let attempt = 0; state.get()?.state !== 'sent' && attempt < 100; attempt += 1) await Bun.sleep(50);
  expect(state.get()?.state).toBe('sent');
  db.close();
  await page.getByRole('button', { name: /^Saved as file/ }).click();
  await page.getByText('To the club: new booking').first().waitFor();
  expect(page.url()).toContain('status=saved');
  expect(await page.locator('.outbox-list').textContent()).not.toMatch(/Sent/);
});
