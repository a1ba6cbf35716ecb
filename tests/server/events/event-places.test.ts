/** Whatever players, the reception and the time do, in any order: no place is sold twice, and the money agrees. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { listBookFaults } from '../../../src/cli/check-books.ts';
import { createTestClub } from '../../support/test-club.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-18T12:00:00+05:00');
const START = Date.parse('2026-11-25T18:00:00+05:00');

interface PayerRow {
  id: number;
  email: string;
  state: 'joined' | 'waiting' | 'left';
  price: number;
  charge: number;
  received: number;
  hold_until: number | null;
  entries: number;
}

const step = fc.record({
  what: fc.constantFrom(
    'join',
    'join',
    'join two',
    'promise',
    'collect',
    'collect',
    'leave',
    'take off',
    'refund',
    'wait',
    'more places',
    'cancel a date',
  ),
  which: fc.nat(1000),
  minutes: fc.constantFrom(1, 10, 20, 24 * 60),
});

test('random joins, payments, returns, waits and cancellations', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 8, maxLength: 30 }),
      fc.boolean(),
      async (steps, isCancelled) => {
        const club = await createTestClub({ now: NOW, env: { TRUST_PROXY: 'true' } });
        try {
          const { headers } = await club.signIn({ email: 'desk@example.com', is_admin: true });
          const session = { start_time: '18:00', duration: 60, court_ids: [1] };
          const body = {
            ...{
              kind: 'class',
              title: 'Class',
              least: 1,
              most: 2,
              price: 3000,
              publish: true,
              join_hours: 1,
            },
            sessions: ['2026-11-25', '2026-12-02', '2026-12-09'].map((date) => ({ date, ...session })),
          };
          const { event } = (await club.post('/api/admin/events', body, headers)).json.data;
          const payers = () =>
            club.rows<PayerRow>(
              `SELECT payer.*, (SELECT coalesce(sum(amount), 0) FROM ledger_entry WHERE payer_id = payer.id) AS entries
             FROM payer WHERE event_id = ${event.id} ORDER BY id`,
            );
          const shown = async () =>
            (await club.get(`/api/admin/events/${event.id}`, headers)).json.data.event;
          const keys = new Map<number, Record<string, string>>();
          let person = 0;
          const act = async ({ what, which, minutes }: { what: string; which: number; minutes: number }) => {
            const all = payers();
            const one = all[which % Math.max(1, all.length)];
            if (what.startsWith('join')) {
              person += 1;
              const friend = what === 'join two' ? { friend: { name: `Friend ${person}` } } : {};
              const contact = {
                name: `Player ${person}`,
                email: `p${person}@example.com`,
                wait: true,
                ...friend,
              };
              const from = { 'x-forwarded-for': `203.0.113.${person}` };
              const { json } = await club.post(`/api/events/${event.id}/places`, contact, from);
              for (const { id, join_url } of json.places ?? [])
                keys.set(id, { 'x-booking-key': join_url.split('.').at(-1) });
            } else if (what === 'wait') {
              club.clock.now += minutes * MINUTE_MS;
            } else if (what === 'more places') {
              const { most, version, ...rest } = await shown();
              const { title, text, level_from, level_to, least, price, join_hours, leave_hours, make_ups } =
                rest;
              const edit = {
                title,
                text,
                level_from,
                level_to,
                least,
                price,
                join_hours,
                leave_hours,
                make_ups,
              };
              const grown = { ...edit, for: rest.for, public: rest.public, coach_id: null };
              await club.put(`/api/admin/events/${event.id}`, { ...grown, most: most + 1, version }, headers);
            } else if (what === 'cancel a date') {
              const { version, sessions } = await shown();
              const cancel = { reason: 'Rain', version, session_id: sessions[which % 3].id };
              await club.post(`/api/admin/events/${event.id}/cancel`, cancel, headers);
            } else if (one) {
              const path = `/api/payers/${one.id}`;
              const due = Math.max(1, one.charge - one.received);
              const back = Math.max(1, one.received - one.charge);
              const own = keys.get(one.id) ?? {};
              if (what === 'promise') await club.post(`${path}/pay`, { method: 'cash', amount: due }, own);
              if (what === 'leave') await club.post(`${path}/leave`, {}, own);
              if (what === 'take off') await club.post(`${path}/leave`, {}, headers);
              const money = (kind: string, amount: number) =>
                club.post(`/api/admin/payers/${one.id}/${kind}`, { amount, method: 'cash' }, headers);
              // An owner may record more than is owed; this reception does not.
              if (what === 'collect' && one.charge > one.received)
                await money('payments', which % 3 === 0 ? Math.ceil(due / 2) : due);
              if (what === 'refund') await money('refunds', back);
            }
            await club.schedule.runNow('release what is due');
          };
          const check = async () => {
            const { most, stage } = await shown();
            const all = payers();
            const joined = all.filter(({ state }) => state === 'joined');
            expect(joined.length).toBeLessThanOrEqual(most);
            for (const payer of all) {
              expect(payer.received).toBe(payer.entries);
              expect(payer.received).toBeGreaterThanOrEqual(0);
              if (payer.state === 'joined') expect(payer.charge).toBe(payer.price);
              if (payer.state === 'waiting') expect([payer.charge, payer.received]).toEqual([0, 0]);
              if (payer.state === 'left')
                expect(payer.charge).toBeLessThanOrEqual(Math.max(0, payer.received));
              if (payer.hold_until !== null) expect(payer.hold_until).toBeGreaterThan(club.clock.now);
            }
            // Nobody waits beside a free place while there is time to offer it.
            const isWaiting = all.some(({ state }) => state === 'waiting');
            if (isWaiting && stage !== 'cancelled' && club.clock.now < START - 60 * MINUTE_MS)
              expect(joined.length).toBe(most);
            if (stage === 'cancelled') expect(all.every(({ state }) => state === 'left')).toBe(true);
            expect(listBookFaults(club.db)).toEqual([]);
          };
          for (const one of steps) {
            await act(one);
            await check();
          }
          if (isCancelled) {
            const { version } = await shown();
            await club.post(`/api/admin/events/${event.id}/cancel`, { reason: 'Rain', version }, headers);
            await check();
          }
        } finally {
          club.close();
        }
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
});
