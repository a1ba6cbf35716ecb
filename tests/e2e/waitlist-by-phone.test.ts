import { expect, test } from 'bun:test';
import { addDays } from '../../src/domain/business-day.ts';
import { slotsBetween } from '../../src/domain/day-plan.ts';
import { startTimeOf } from '../../src/domain/slot.ts';
import { signInAsAdmin } from '../support/admin-session.ts';
import { checkScreen } from '../support/axe.ts';
import { DESKTOP, openPage, settle } from '../support/browser-pages-and-waits.ts';
import { clubToday } from '../support/default-day-plan.ts';
import { serverForTestFile } from '../support/server-for-test-file.ts';

const club = serverForTestFile();
const date = addDays(clubToday(), 2);

test('without a mail server a guest calls, and the reception confirms and offers', async () => {
  const desk = await openPage({ viewport: DESKTOP });
  await signInAsAdmin(desk, club);
  const origin = { origin: club.url };
  const fill = async (court_id: number, from: string, until: string) => {
    const slots = slotsBetween(from, until).map(startTimeOf);
    const data = { court_id, date, slots, name: 'Bilal Ahmed' };
    const answer = await desk.request.post(`${club.url}/api/admin/bookings`, { data, headers: origin });
    expect(answer.status()).toBe(201);
    return (await answer.json()).data.booking as { id: number; version: number };
  };
  await fill(1, '07:00', '20:00');
  const { id, version } = await fill(1, '20:00', '22:00');
  await fill(1, '22:00', '04:00');
  await fill(2, '07:00', '04:00');

  const guest = await openPage();
  await guest.goto(`${club.url}/booking?date=${date}`);
  await guest.getByRole('button', { name: 'Tell me when a slot becomes free' }).first().click();
  const form = guest.getByRole('form', { name: 'Waiting list' });
  await form.getByText('once you’ve sent this, and we’ll put you on the waiting list').waitFor();
  await form.getByLabel('Earliest start').selectOption('20:00');
  await form.getByLabel('Latest end').selectOption('22:00');
  await form.getByLabel('Full Name').fill('Sana Malik');
  await form.getByLabel('Email').fill('sana@example.com');
  await form.getByLabel('Phone').fill('0300 7654321');
  await form.getByRole('button', { name: 'Tell me' }).click();
  await guest.getByText('Please call us').waitFor();
  await guest.getByText(/so please call \+92 .* and we’ll put you on the waiting list\./).waitFor();
  await checkScreen(guest, 'waiting-list-by-phone');

  await desk.goto(`${club.url}/admin?tab=desk&date=${date}`);
  const list = desk.getByRole('region', { name: 'Waiting list (1)' });
  await list.getByText('Not confirmed yet').waitFor();
  await checkScreen(desk, 'waiting-list-to-confirm');
  await list.getByRole('button', { name: 'Confirm it for Sana Malik' }).click();
  await list.getByText('Not confirmed yet').waitFor({ state: 'detached' });
  const cancel = { status: 'cancelled', cancelled_by: 'club', version };
  const path = `${club.url}/api/admin/bookings/${id}/status`;
  expect((await desk.request.put(path, { data: cancel, headers: origin })).status()).toBe(200);
  await list.getByText('No message is sent, so please call +923007654321.').waitFor();
  await settle(desk);
  await checkScreen(desk, 'waiting-list-to-call');
});
