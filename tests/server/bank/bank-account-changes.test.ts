/** A changed bank account: which customers and owners get an email, and which account each receipt was for. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { runCommand } from '../../support/run-command.ts';
import { TEST_IBAN } from '../../support/test-bank-account.ts';
import { bookingBody, clubForEachTest } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const MINUTE = 60_000;
const NEW_IBAN = 'GB33BUKB20201555555555';
const NEW_ACCOUNT = 'GB33 BUKB 2020 1555 5555 55';
const OLD_ACCOUNT = 'PK58 MEZN 0099 8800 1234 5678';

const club = clubForEachTest({ bank: false, env: { PUBLIC_URL: 'http://localhost' } });
let owner: Record<string, string>;
beforeEach(async () => {
  owner = (await club.signIn({ email: 'usman@example.com', name: 'Usman Sheikh', role: 'owner' })).headers;
  await club.signIn({ email: 'hina@example.com', name: 'Hina Shah', role: 'owner' });
  await club.signIn({ email: 'sana@example.com', name: 'Sana Butt', role: 'staff' });
  await setBank({ account_title: 'Padel Club', bank_name: 'Meezan Bank', iban: TEST_IBAN });
});

async function setBank(bank: Record<string, string>) {
  club.clock.now += 10_000;
  const changes = Object.fromEntries(Object.entries(bank).map(([key, value]) => [`bank.${key}`, value]));
  const answer = await club.put('/api/admin/settings', { changes }, owner);
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  club.clock.now += 10_000;
}

async function book(date: string, over: object = {}): Promise<{ id: number; key: Record<string, string> }> {
  const { status, json } = await club.post('/api/book', bookingBody({ date, ...over }));
  expect(status).toBe(201);
  return { id: json.booking.id, key: { 'x-booking-key': json.manage_url.split('.').at(-1) as string } };
}

async function uploadReceipt(id: number): Promise<void> {
  const body = createReceiptForm(createPng(140, 140), { email: 'ayesha@example.com' });
  const init = { method: 'POST', body };
  expect(
    (await club.app.handle(new Request(`http://localhost/api/booking/${id}/receipt`, init))).status,
  ).toBe(200);
}

const list = async () => (await club.get('/api/admin/outdated-transfers', owner)).json.data;
const idsOf = (transfers: { booking: { id: number } }[]) => transfers.map(({ booking }) => booking.id);
const emailAccount = () => club.post('/api/admin/outdated-transfers/email', {}, owner);
const accountOfReceipt = async (id: number) =>
  (await club.get(`/api/admin/bookings/${id}`, owner)).json.data.receipt.iban;

/** Sends what is queued and returns the emails to an address, oldest first. */
async function emailsTo(address: string): Promise<ParsedMail[]> {
  await club.notifications.createOutboxWorker().runOnce();
  const folder = join(club.dataDir, 'outbox');
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort();
  const mails = await Promise.all(files.map((name) => simpleParser(readFileSync(join(folder, name)))));
  return mails.filter((mail) => [mail.to].flat().some((to) => to?.text.includes(address)));
}

describe('the pending transfers of customers who know the earlier account', () => {
  test('are listed, and one step emails the new account to those who have not paid', async () => {
    const unpaid = await book('2026-11-21');
    const sent = await book('2026-11-22');
    const cash = await book('2026-11-23', { payment_method: 'cash' });
    await uploadReceipt(sent.id);
    expect(await list()).toEqual({ iban: TEST_IBAN, unpaid: [], with_receipt: [] });

    await setBank({ bank_name: 'HBL', iban: NEW_IBAN });
    const later = await book('2026-11-24');
    const before = await list();
    expect(before.iban).toBe(NEW_IBAN);
    expect([idsOf(before.unpaid), idsOf(before.with_receipt)]).toEqual([[unpaid.id], [sent.id]]);
    expect(before.unpaid[0].known_iban).toBe(TEST_IBAN);

    const sentNow = await emailAccount();
    expect([sentNow.status, sentNow.json.data.emailed, sentNow.json.data.unpaid]).toEqual([200, 1, []]);
    expect(idsOf(sentNow.json.data.with_receipt)).toEqual([sent.id]);
    const emails = (await emailsTo('ayesha@example.com')).filter(({ subject }) =>
      subject?.includes('our bank account has changed'),
    );
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Booking ${unpaid.id}: our bank account has changed`,
    ]);
    expect(emails[0]?.text).toContain(NEW_ACCOUNT);
    expect(emails[0]?.text).not.toContain(OLD_ACCOUNT);
    expect(emails[0]?.text).toContain('If you’ve already paid into the old one, don’t pay again');
    expect((await emailAccount()).json.data.emailed).toBe(0);
    const { history } = (await club.get(`/api/admin/bookings/${unpaid.id}`, owner)).json.data;
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['bank_told']);
    expect([cash.id, later.id].some((id) => idsOf(sentNow.json.data.with_receipt).includes(id))).toBe(false);
  });

  test('read the new account on their page at once, before the email', async () => {
    const { id, key } = await book('2026-11-21');
    const accountOf = async () =>
      (await club.get(`/api/booking/${id}`, key)).json.instructions.lines.join('\n') as string;
    expect(await accountOf()).toContain(OLD_ACCOUNT);
    await setBank({ iban: NEW_IBAN });
    expect(await accountOf()).toContain(NEW_ACCOUNT);
    expect(await accountOf()).not.toContain(OLD_ACCOUNT);
  });

  test('are no longer listed once the account is changed back, or they are paid or cancelled', async () => {
    const first = await book('2026-11-21');
    const second = await book('2026-11-22');
    await setBank({ iban: NEW_IBAN });
    await club.post(`/api/admin/bookings/${first.id}/payments`, { amount: 10_000, method: 'cash' }, owner);
    expect(idsOf((await list()).unpaid)).toEqual([second.id]);
    await setBank({ iban: TEST_IBAN });
    expect((await list()).unpaid).toEqual([]);
  });

  test('get no email while there is no account, and get the first one of a new club', async () => {
    await setBank({ iban: '' });
    const { id } = await book('2026-11-21');
    expect((await emailAccount()).status).toBe(409);
    await setBank({ iban: NEW_IBAN });
    const { unpaid } = await list();
    expect(unpaid).toMatchObject([{ booking: { id }, known_iban: '' }]);
    expect((await emailAccount()).json.data.emailed).toBe(1);
  });

  test('an email that was not sent before the next change names the newest account, once', async () => {
    const { id } = await book('2026-11-21');
    await setBank({ iban: NEW_IBAN });
    await emailAccount();
    await setBank({ iban: 'DE89370400440532013000' });
    expect(idsOf((await list()).unpaid)).toEqual([id]);
    await emailAccount();
    const emails = (await emailsTo('ayesha@example.com')).filter(({ subject }) =>
      subject?.includes('our bank account has changed'),
    );
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('DE89 3704 0044 0532 0130 00');
  });
});

test('each receipt keeps the account that its customer was told, through later changes', async () => {
  const early = await book('2026-11-21');
  const late = await book('2026-11-22');
  const rejected = await book('2026-11-23');
  await uploadReceipt(early.id);
  await uploadReceipt(rejected.id);
  // Its customer gets the new account by email.
  await club.post(`/api/admin/bookings/${rejected.id}/receipt/reject`, { reason: 'Not readable' }, owner);
  await setBank({ iban: NEW_IBAN });
  await emailAccount();
  club.clock.now += MINUTE;
  await uploadReceipt(late.id);
  await setBank({ iban: 'DE89370400440532013000' });
  expect(await accountOfReceipt(early.id)).toBe(TEST_IBAN);
  expect(await accountOfReceipt(rejected.id)).toBe(TEST_IBAN);
  expect(await accountOfReceipt(late.id)).toBe(NEW_IBAN);
});

describe('a changed account', () => {
  const noticed = () =>
    club
      .accountMessages()
      .filter(({ kind }) => kind === 'bank_changed')
      .map(({ email }) => email);

  test('is emailed to every owner, with the person who changed it; the first account is not', async () => {
    expect(noticed()).toEqual([]);
    await setBank({ iban: NEW_IBAN });
    expect(noticed()).toEqual(['usman@example.com', 'hina@example.com']);
    const [email] = await emailsTo('hina@example.com');
    expect(email?.subject).toBe('The bank account of Padel Club Faisalabad was changed');
    expect(email?.text).toContain('Usman Sheikh changed where the customers');
    expect(email?.text).toContain(NEW_ACCOUNT);
  });

  test('in place of a removed one is emailed like any other, however it is set', async () => {
    await setBank({ iban: '' });
    expect(noticed()).toHaveLength(2);
    // Prepared while there is no account, which customers read with the next one.
    await setBank({ account_title: 'Thief', bank_name: 'HBL' });
    expect(noticed()).toHaveLength(4);
    await setBank({ iban: NEW_IBAN });
    expect(noticed()).toHaveLength(6);
    expect((await emailsTo('hina@example.com')).at(-1)?.text).toContain(NEW_ACCOUNT);

    await setBank({ iban: '' });
    const file = join(club.dataDir, 'settings.json');
    writeFileSync(file, JSON.stringify({ 'bank.iban': NEW_IBAN }));
    expect((await runCommand(['settings', 'import', file, '--data', club.dataDir])).exitCode).toBe(0);
    expect(noticed()).toHaveLength(10);

    await setBank({ iban: '' });
    const planned = { changes: { 'bank.iban': TEST_IBAN }, from: '2026-11-22' };
    expect((await club.put('/api/admin/settings', planned, owner)).status).toBe(200);
    club.clock.now += 2 * 24 * 60 * MINUTE;
    await club.schedule.runNow('planned-settings');
    expect(noticed()).toHaveLength(14);
  });

  test("isn't one when only the bank's days change", async () => {
    await setBank({ weekend: 'sunday' });
    expect(noticed()).toEqual([]);
  });

  test('is emailed too when only the QR code is replaced, the account is removed, or a command changes it', async () => {
    const picture = { method: 'PUT', body: createPng(30, 30) as Uint8Array<ArrayBuffer>, headers: owner };
    const address = 'http://localhost/api/admin/settings/pictures/bank_qr';
    expect((await club.app.handle(new Request(address, picture))).status).toBe(200);
    expect(noticed()).toHaveLength(2);
    await setBank({ iban: '' });
    expect(noticed()).toHaveLength(4);
    await setBank({ iban: TEST_IBAN });
    const command = ['settings', 'set', 'bank.iban', NEW_IBAN, '--data', club.dataDir];
    expect((await runCommand(command)).exitCode).toBe(0);
    expect(noticed()).toHaveLength(8);
    const email = (await emailsTo('usman@example.com')).at(-1);
    expect(email?.text).toContain('The operator of the server changed');
  });

  test('asks for a reauthentication, and a refused change leaves no trace', async () => {
    club.clock.now += 11 * MINUTE;
    const refused = await club.put('/api/admin/settings', { changes: { 'bank.iban': NEW_IBAN } }, owner);
    expect([refused.status, refused.json.reason]).toEqual([403, 'reauthentication_required']);
    expect((await emailAccount()).json.reason).toBe('reauthentication_required');
    expect(noticed()).toEqual([]);
    expect(
      (await club.put('/api/admin/settings', { changes: { 'club.city': 'Lahore' } }, owner)).status,
    ).toBe(200);
  });

  test('with a wrong IBAN sends no email', async () => {
    const wrong = await club.put('/api/admin/settings', { changes: { 'bank.iban': `${NEW_IBAN}1` } }, owner);
    expect(wrong.status).toBe(422);
    expect(noticed()).toEqual([]);
  });
});

test('a new account planned for a later day is dropped when whoever planned it is no longer an owner', async () => {
  const former = await club.signIn({ email: 'former@example.com', role: 'owner' });
  const change = { changes: { 'bank.iban': NEW_IBAN }, from: '2026-11-22' };
  expect((await club.put('/api/admin/settings', change, former.headers)).status).toBe(200);
  expect((await club.put(`/api/admin/users/${former.id}/role`, { role: null }, owner)).status).toBe(200);
  club.clock.now += 2 * 24 * 60 * MINUTE;
  await club.schedule.runNow('planned-settings');
  owner = (await club.signIn({ email: 'later@example.com', role: 'owner' })).headers;
  const { planned, values } = (await club.get('/api/admin/settings', owner)).json.data;
  expect([planned, values['bank.iban']]).toEqual([null, TEST_IBAN]);
});

test('a new account planned for a later day counts from that day, is emailed to the owners then, and can be dropped before', async () => {
  const account = { 'bank.account_title': 'Padel Club', 'bank.bank_name': 'HBL', 'bank.iban': NEW_IBAN };
  const plan = (from: string) => club.put('/api/admin/settings', { changes: account, from }, owner);
  const present = async () => (await club.get('/api/admin/settings', owner)).json.data;
  const { id } = await book('2026-11-25', { payment_method: 'bank_transfer' });
  expect((await plan('2026-11-22')).json.data.planned).toEqual({ from: '2026-11-22', changes: account });
  expect(
    (await club.put('/api/admin/settings', { changes: { 'bank.iban': 'PK00' }, from: '2026-11-22' }, owner))
      .status,
  ).toBe(422);
  await club.schedule.runNow('planned-settings');
  expect((await present()).values['bank.iban']).toBe(TEST_IBAN);
  expect((await club.delete('/api/admin/settings/planned', owner)).json.data.planned).toBeNull();
  await plan('2026-11-22');
  club.clock.now += 2 * 24 * 60 * MINUTE;
  await club.schedule.runNow('planned-settings');
  owner = (await club.signIn({ email: 'later@example.com', role: 'owner' })).headers;
  expect((await present()).planned).toBeNull();
  expect((await present()).values['bank.iban']).toBe(NEW_IBAN);
  expect(idsOf((await list()).unpaid)).toEqual([id]);
  expect((await emailsTo('hina@example.com')).at(-1)?.subject).toContain('bank account');
});
