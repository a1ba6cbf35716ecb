/** Bookings that a restored copy did not have, in a browser on the executable. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { addDays } from '../../src/domain/business-day.ts';
import { longDate } from '../../src/domain/format-date.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { findAxeViolations } from '../support/axe.ts';
import { openPage, PHONE } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

let club: ServerProcess;
beforeAll(async () => {
  club = await startServerProcess();
});
afterAll(() => club.close());

test('a booking that was lost with the machine is entered from the inbox', async () => {
  const day = addDays(clubToday(), 4);
  const details = {
    ...{ id: 900_001, sent_at: '', court: 'Court 1 - Premium Panoramic', date: longDate(day) },
    ...{ time: '6:00 PM – 7:30 PM', length: '1.5 hours', payment: 'Cash', total: 'PKR 7,500' },
    ...{ name: 'Zoë Khan', phone: '+923001234567', email: 'zoe@example.com' },
    ...{ business_day: day, start_time: '18:00' },
  };
  const db = new Database(join(club.dataDir, 'club.db'), { strict: true });
  db.run('PRAGMA busy_timeout = 5000');
  db.query('INSERT INTO missing_booking VALUES (?, ?)').run(details.id, JSON.stringify(details));
  const page = await openPage({ viewport: PHONE, reducedMotion: 'reduce' });
  await signInAsAdmin(page, club, 'staff');
  await page.goto(`${club.url}/admin?tab=inbox`);
  await page.getByRole('heading', { name: 'Bookings lost with the machine (1)' }).waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Enter the booking of Zoë Khan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Walk-in' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Zoë Khan');
  await dialog.getByLabel('Time').selectOption('3');
  await dialog.getByRole('button', { name: 'Book', exact: true }).click();
  await page.getByRole('heading', { name: 'Bookings lost with the machine' }).waitFor({ state: 'hidden' });
  const booked = db.query('SELECT name, date, start_time, duration, phone FROM booking WHERE email = ?');
  expect(booked.get('zoe@example.com')).toEqual({
    ...{ name: 'Zoë Khan', date: day, start_time: '18:00', duration: 90, phone: '+923001234567' },
  });
  expect(db.query('SELECT * FROM missing_booking').all()).toEqual([{ id: 900_001, facts: null }]);
  db.close();
  expect(page.errors).toEqual([]);
});
