/** A customer's week by WhatsApp alone, and the same week while Meta fails: which message arrives when, and by which channel. */
import { expect, test } from 'bun:test';
import { GRAPH_ERRORS } from '../../support/graph-server.ts';
import { createPng } from '../../support/test-images.ts';
import { createWhatsappClub, MINUTE, type WhatsappClub } from '../../support/whatsapp-club.ts';

interface Arrival {
  kind: string;
  by: string;
  /** Minutes after it was caused. */
  after: number;
}

/** Lets `minutes` pass as the server lives them: it sends, Meta reports, and what is late goes on. */
async function pass(club: WhatsappClub, minutes: number, reports: 'all' | 'none' | 'failed'): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    const before = club.graph.sent.length;
    await club.deliver();
    for (const message of club.graph.sent.slice(before)) {
      if (reports === 'none') continue;
      const statuses =
        reports === 'failed' ? (['failed'] as const) : (['read', 'sent', 'delivered', 'read'] as const);
      for (const status of statuses) await club.call(club.graph.report(message, status));
    }
    club.clock.now += MINUTE;
    await club.unreported();
    await club.schedule.runNow('reminders');
  }
  await club.deliver();
}

async function liveWeek(
  club: WhatsappClub,
  reports: 'all' | 'none' | 'failed',
  wait: number,
): Promise<Arrival[]> {
  const { booking } = await club.book({ date: '2026-11-25', email: 'only@example.com' });
  const path = `/api/admin/bookings/${booking.id}`;
  const version = () => club.findBooking(booking.id)?.version ?? 0;
  await pass(club, wait, reports);
  club.graph.media.set('m', { bytes: createPng(400, 600) });
  const image = { type: 'image', image: { id: 'm' } };
  await club.call(club.graph.receive(booking.phone.slice(1), image));
  await club.pictures();
  // A Meta that shows no picture leaves it to the customer's page.
  await pass(club, wait, reports);
  await club.put(`${path}/status`, { status: 'paid' }, club.admin);
  await pass(club, wait, reports);
  const slots = ['20:00', '20:30'];
  await club.put(`${path}/slots`, { court_id: 2, date: '2026-11-26', slots, version: version() }, club.admin);
  await pass(club, wait, reports);
  club.clock.now = Date.parse('2026-11-25T20:05:00+05:00');
  await club.schedule.runNow('reminders');
  await pass(club, wait, reports);
  await club.put(
    `${path}/status`,
    { status: 'cancelled', cancelled_by: 'club', version: version() },
    club.admin,
  );
  await pass(club, wait, reports);
  const back = { amount: 5000, method: 'bank_transfer' };
  const refund = await club.post(`${path}/refunds`, back, club.admin);
  if (refund.status >= 400) throw new Error(refund.text);
  await pass(club, wait, reports);
  return club
    .rows<{ kind: string; channel: string; created_at: number; settled_at: number; state: string }>(
      `SELECT kind, channel, created_at, settled_at, state FROM outbox
       WHERE audience = 'customer' AND state IN ('sent', 'delivered', 'read') ORDER BY id`,
    )
    .map(({ kind, channel, created_at, settled_at }) => ({
      kind,
      by: channel,
      after: Math.round((settled_at - created_at) / MINUTE),
    }));
}

const WEEK = [
  'booking.received',
  'receipt.received',
  'booking.paid',
  'booking.moved',
  'booking.reminder',
  'booking.cancelled',
  'booking.refunded',
];

interface Failing {
  name: string;
  set: (club: WhatsappClub) => unknown;
  reports?: 'all' | 'none' | 'failed';
  by: 'whatsapp' | 'email';
  /** The most minutes after which a message has arrived. */
  within: number;
}

const CASES: Failing[] = [
  { name: 'all is well', set: () => {}, by: 'whatsapp', within: 1 },
  { name: '131026, at once', set: (club) => refuse(club, 'undeliverable'), by: 'email', within: 1 },
  { name: '131026, reported later', set: () => {}, reports: 'failed', by: 'email', within: 1 },
  { name: '190, the token has expired', set: (club) => refuse(club, 'expired'), by: 'email', within: 22 },
  { name: '80007, too many', set: (club) => refuse(club, 'limit'), by: 'email', within: 22 },
  { name: 'Meta is down for a day', set: (club) => refuse(club, 'down'), by: 'email', within: 22 },
  {
    name: '132001, the templates are gone',
    set: (club) => club.graph.templates.clear(),
    by: 'email',
    within: 1,
  },
  {
    name: '132015, paused overnight',
    set: (club) => {
      for (const template of club.graph.templates.values()) template.status = 'PAUSED';
    },
    by: 'email',
    within: 1,
  },
  {
    name: 'the customer blocks the club: no report ever',
    set: () => {},
    reports: 'none',
    by: 'email',
    within: 22,
  },
];

function refuse(club: WhatsappClub, name: keyof typeof GRAPH_ERRORS): void {
  club.graph.state.refusal = GRAPH_ERRORS[name];
}

const table: Record<string, string>[] = [];
test.each(CASES)(
  '$name: every message of the week arrives once',
  async ({ name, set, reports = 'all' as const, by, within }: Failing) => {
    const club = await createWhatsappClub();
    try {
      await set(club);
      const arrived = await liveWeek(club, reports, 25);
      table.push({
        name,
        ...Object.fromEntries(arrived.map(({ kind, by, after }) => [kind, `${by} +${after}`])),
      });
      const told = arrived.filter(({ kind }) => kind !== 'conversation.answer');
      expect(told.map(({ kind }) => kind)).toEqual(WEEK);
      expect(new Set(told.map((one) => one.by))).toEqual(new Set([by]));
      expect(Math.max(...told.map(({ after }) => after))).toBeLessThanOrEqual(within);
      if (CASES.at(-1)?.name === name) console.table(table);
    } finally {
      await club.close();
    }
  },
);
