import { expect, test } from 'bun:test';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { keyHeader } from '../../support/booking-key.ts';
import { createTestOutboxWorker, startMailServer } from '../../support/message-servers.ts';
import { createSignedCallback, startSafepayServer, trackerOf } from '../../support/safepay-server.ts';
import { bookingBody, createTestClub } from '../../support/test-club.ts';
import { createPng, createReceiptForm } from '../../support/test-images.ts';

const HOUR_MS = 60 * 60_000;
/** The play of `bookingBody`. */
const START = Date.parse('2026-11-21T18:00:00+05:00');

test('four pay in four ways, move, one is replaced, and a cancellation gives each half back in page, email, ledger and desk', async () => {
  const safepay = startSafepayServer();
  const mail = await startMailServer();
  const club = await createTestClub({
    now: START - 40 * HOUR_MS,
    env: { ...safepay.env, SMTP_URL: mail.url, PUBLIC_URL: 'http://localhost' },
  });
  const desk = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const member = await club.signIn({ email: 'omar@example.com' });
  const topUp = { paid: 3000, credit: 3000, method: 'cash' };
  await club.post(`/api/admin/users/${member.id}/credit`, topUp, desk.headers);

  const { json } = await club.post('/api/book', bookingBody({ duration: 120 }));
  const id = json.booking.id as number;
  const host = keyHeader(json);
  const path = `/api/booking/${id}`;
  const take = (amount: number, method: string, payer_id?: number) =>
    club.post(`/api/admin/bookings/${id}/payments`, { amount, method, payer_id }, desk.headers);
  const giveBack = async (amount: number, method: string, payer_id?: number) => {
    const body = { amount, method, payer_id };
    expect((await club.post(`/api/admin/bookings/${id}/refunds`, body, desk.headers)).status).toBe(201);
  };
  const detail = async () => (await club.get(`/api/admin/bookings/${id}`, desk.headers)).json.data;
  const credit = async () => (await club.get('/api/auth/credit', member.headers)).json.credit;
  const refundsDue = async () => {
    const { to_give_back } = (await club.get('/api/admin/balances', desk.headers)).json.data;
    return (to_give_back as { payer: { name: string }; amount: number }[]).map(({ payer, amount }) => [
      payer.name,
      amount,
    ]);
  };
  const takeEmails = async () => {
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    return mail.mails.splice(0).map(({ to, text }) => [[to].flat()[0]?.text ?? '', text ?? ''] as const);
  };
  const keyOf = (joinUrl: string) => ({ 'x-booking-key': joinUrl.split('.').at(-1) as string });
  const ids: Record<string, { id: number; key: Record<string, string> }> = {};
  const pay = async (payer: { id: number; join_url: string }, name: string, method: string, headers = {}) => {
    const body = { method, amount: 2500, name, email: `${name.toLowerCase()}@example.com` };
    const answer = await club.post(`/api/payers/${payer.id}/pay`, body, {
      ...keyOf(payer.join_url),
      ...headers,
    });
    expect(answer.status).toBe(200);
    ids[name] = { id: payer.id, key: keyOf(answer.json.join_url) };
    return answer.json;
  };

  const { payers } = (await club.put(`${path}/payers`, { payers: [{}, {}, {}] }, host)).json;
  expect(payers.map(({ charge }: { charge: number }) => charge)).toEqual([2500, 2500, 2500, 2500]);
  const { payment_url } = await pay(payers[1], 'Bilal', 'card');
  const { body, signature } = createSignedCallback(trackerOf(payment_url), { amount: '2500' });
  await club.send('POST', '/api/payments/callback/safepay', body, { 'x-sfpy-signature': signature });
  await pay(payers[2], 'Sana', 'bank_transfer');
  const receipt = {
    method: 'POST',
    body: createReceiptForm(createPng(108, 108)),
    headers: ids.Sana?.key ?? {},
  };
  await club.app.handle(new Request(`http://localhost/api/payers/${payers[2].id}/receipt`, receipt));
  await take(2500, 'bank_transfer', payers[2].id);
  await pay(payers[3], 'Omar', 'credit', member.headers);
  expect(await credit()).toBe(500);
  await take(2500, 'cash');
  expect(club.findBooking(id)).toMatchObject({ status: 'paid', balance: 0 });

  const slots = ['18:00', '18:30', '19:00', '19:30', '20:00'];
  const target = { court_id: 1, date: '2026-11-21', slots, version: club.findBooking(id)?.version };
  await club.put(`/api/admin/bookings/${id}/slots`, target, desk.headers);
  expect(club.findBooking(id)).toMatchObject({ charge: 12_500, balance: 2500 });
  const { instructions } = (await club.get(path, host)).json;
  expect(instructions.details).toContainEqual({ label: 'Still to pay', value: 'PKR 2,500', copy: '2500' });
  await take(2500, 'cash');

  club.clock.now = START - 20 * HOUR_MS;
  await club.post(`/api/payers/${ids.Sana?.id}/leave`, { amount_back: 1250 }, ids.Sana?.key);
  expect(await refundsDue()).toEqual([['Sana', 1250]]);
  const others = [{ id: ids.Bilal?.id }, { id: ids.Omar?.id }, { name: 'Zara', charge: 2500 }];
  const changed = (await club.put(`${path}/payers`, { payers: others }, host)).json;
  const zara = changed.payers.find(({ name }: { name: string }) => name === 'Zara');
  await pay(zara, 'Zara', 'cash');
  await take(2500, 'cash', zara.id);
  expect(await refundsDue()).toEqual([['Sana', 2500]]);
  await giveBack(2500, 'bank_transfer', ids.Sana?.id);
  await takeEmails();

  club.clock.now = START - 13 * HOUR_MS;
  const cancelled = await club.post(`${path}/cancel`, { amount_back: 6250 }, host);
  expect(cancelled.status).toBe(200);
  expect(await credit()).toBe(1750);
  expect(await refundsDue()).toEqual([
    ['Ayesha Khan', 2500],
    ['Bilal', 1250],
    ['Zara', 1250],
  ]);
  const pages = ['Bilal', 'Omar', 'Zara', 'Sana'].map(async (name) => {
    const own = ids[name];
    const { payer } = (await club.get(`/api/payers/${own?.id}`, own?.key)).json;
    return [name, payer.charge, payer.received, payer.balance];
  });
  expect(await Promise.all(pages)).toEqual([
    ['Bilal', 1250, 2500, -1250],
    ['Omar', 1250, 1250, 0],
    ['Zara', 1250, 2500, -1250],
    ['Sana', 0, 0, 0],
  ]);
  const emails = (await takeEmails()).map(([to, text]) => [to, text.replaceAll('\u00a0', ' ')] as const);
  const textTo = (to: string) =>
    emails
      .filter(([address]) => address === to)
      .map(([, text]) => text)
      .join('\n');
  expect(textTo('ayesha@example.com')).toContain('Refund (50%): PKR 2,500');
  for (const name of ['bilal', 'zara'])
    expect(textTo(`${name}@example.com`)).toContain('We’ll refund: PKR 1,250');
  expect(textTo('omar@example.com')).toContain('Settled');
  expect(textTo('sana@example.com')).toBe('');

  await giveBack(2500, 'cash');
  await giveBack(1250, 'card', ids.Bilal?.id);
  await giveBack(1250, 'cash', ids.Zara?.id);
  expect(await refundsDue()).toEqual([]);
  const { booking, entries } = await detail();
  expect([booking.charge, booking.received, booking.balance]).toEqual([6250, 6250, 0]);
  const byMethod = (method: string) =>
    entries
      .filter((entry: { method: string }) => entry.method === method)
      .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
  expect(['cash', 'card', 'credit', 'bank_transfer'].map(byMethod)).toEqual([3750, 1250, 1250, 0]);
  expect(listBookFaults(club.db)).toEqual([]);
  club.close();
  await mail.close();
  await safepay.stop();
}, 180_000);

test('the host’s emails, invoice and account name their own money, whatever others have paid or get back', async () => {
  const mail = await startMailServer();
  const club = await createTestClub({
    now: START - 13 * HOUR_MS,
    env: { SMTP_URL: mail.url, PUBLIC_URL: 'http://localhost' },
    toml: '[bank]\nraast = "v02"\n',
  });
  const desk = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const member = await club.signIn({ email: 'ayesha@example.com' });
  const order = bookingBody({ payment_method: 'bank_transfer' });
  const { json } = await club.post('/api/book', order, member.headers);
  const id = json.booking.id as number;
  const path = `/api/booking/${id}`;
  const { payers } = (await club.put(`${path}/payers`, { payers: [{}, {}, {}] }, member.headers)).json;
  const [, bilal, sana, omar] = payers as { id: number }[];
  const send = (kind: string, amount: number, payer_id?: number) =>
    club.post(`/api/admin/bookings/${id}/${kind}`, { amount, method: 'cash', payer_id }, desk.headers);
  const takeEmails = async () => {
    const worker = createTestOutboxWorker(club);
    await worker.runOnce();
    await worker.stop();
    const own = mail.mails.splice(0).filter(({ to }) => [to].flat()[0]?.text === 'ayesha@example.com');
    return own.map(({ text }) => text?.replaceAll('\u00a0', ' ') ?? '').join('\n');
  };
  const statement = async () => (await club.get(`${path}/statement`, member.headers)).json;
  const money = ({ charge, received, balance }: Record<string, unknown>) => [charge, received, balance];
  const account = async () => money((await club.get('/api/auth/bookings', member.headers)).json[0]);

  for (const payer of [bilal, sana]) await send('payments', 1250, payer?.id);
  // Bilal is taken off, so the host owes two places; what Bilal gets back pays for none.
  await club.post(`/api/payers/${bilal?.id}/leave`, {}, desk.headers);
  const invoice = await statement();
  expect([money(invoice.booking), invoice.entries, invoice.qr.amount]).toEqual([[2500, 0, 2500], [], 2500]);
  expect(await account()).toEqual([2500, 0, 2500]);
  await send('payments', 1250, omar?.id);
  await takeEmails();
  await send('payments', 2500);
  const paid = await takeEmails();
  expect(paid).toContain('Your share: PKR 2,500');
  expect(paid).toContain('Paid by cash: PKR 2,500');
  expect(paid).toContain('Balance: Settled');
  expect(paid).not.toContain('PKR 1,250');

  await club.post(`${path}/cancel`, {}, member.headers);
  await send('refunds', 1250);
  const refunded = await takeEmails();
  expect(refunded).toContain('Kept: PKR 1,250');
  expect(refunded).toContain('Balance: Settled');
  expect(refunded).not.toContain('to be refunded');
  const receipt = await statement();
  expect([money(receipt.booking), receipt.entries.length]).toEqual([[1250, 1250, 0], 2]);
  expect(await account()).toEqual([1250, 1250, 0]);
  club.close();
  await mail.close();
}, 180_000);

test('the host is reminded of their own share, and of nothing once it is paid', async () => {
  const mail = await startMailServer();
  const club = await createTestClub({
    now: START - 30 * HOUR_MS,
    env: { SMTP_URL: mail.url, PUBLIC_URL: 'http://localhost' },
  });
  const desk = await club.signIn({ email: 'desk@example.com', is_admin: true });
  const remind = async (over: Record<string, unknown>) => {
    const { json } = await club.post('/api/book', bookingBody(over));
    const id = json.booking.id as number;
    await club.put(`/api/booking/${id}/payers`, { payers: [{}, {}, {}] }, keyHeader(json));
    return id;
  };
  const open = await remind({});
  const paid = await remind({ start_time: '20:00', email: 'zara@example.com', phone: '0300 7654321' });
  await club.post(`/api/admin/bookings/${paid}/payments`, { amount: 1250, method: 'cash' }, desk.headers);
  club.db.run('UPDATE payer SET remind_at = ?', [club.clock.now]);
  await club.schedule.runNow('release what is due');
  const worker = createTestOutboxWorker(club);
  await worker.runOnce();
  await worker.stop();
  const reminders = mail.mails.filter(({ subject }) => subject?.includes('please pay by'));
  expect(reminders.map(({ subject }) => subject?.split(':')[0])).toEqual([`Booking ${open}`]);
  const text = (reminders[0]?.text ?? '').replaceAll('\u00a0', ' ');
  expect(text).toContain('Price of the booking: PKR 5,000');
  expect(text).toContain('Still to pay: PKR 1,250');
  expect(text).not.toContain('Total: PKR 5,000');
  expect(text.match(/PKR 5,000/g)).toHaveLength(1);
  club.close();
  await mail.close();
}, 180_000);
