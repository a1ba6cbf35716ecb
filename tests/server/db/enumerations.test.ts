import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { ROLES } from '../../../src/domain/account.ts';
import { ALL_PAYMENT_METHODS, ATTENDANCES } from '../../../src/domain/booking.ts';
import { ADD_ON_UNITS, LINE_KINDS } from '../../../src/domain/booking-price-lines.ts';
import { FEED_AUDIENCES, FEED_CONTENTS } from '../../../src/domain/calendar-feed.ts';
import { BLOCK_RULES } from '../../../src/domain/customer.ts';
import { EVENT_AUDIENCES, EVENT_STATES } from '../../../src/domain/event.ts';
import { ENTRY_KINDS, MONEY_METHODS } from '../../../src/domain/ledger.ts';
import { AUDIENCES, LEVELS } from '../../../src/domain/match.ts';
import { PAYER_STATES, REST_RULES } from '../../../src/domain/payer.ts';
import { PLAN_KINDS } from '../../../src/domain/plan.ts';
import { PAYMENT_RULES } from '../../../src/domain/series.ts';
import { MEXICANO_PAIRINGS, TOURNAMENT_KINDS } from '../../../src/domain/tournament/tournament.ts';
import { OFFER_STATES, WAITLIST_STATES } from '../../../src/domain/waitlist.ts';

/** The domain's list of each column whose CHECK names its values. */
const LISTS: Record<string, readonly string[]> = {
  'calendar_feed.audience': FEED_AUDIENCES,
  'calendar_feed.content': FEED_CONTENTS,
  'user.role': ROLES,
  'invitation.role': ROLES,
  'booking.attendance': ATTENDANCES,
  'booking.rest': REST_RULES,
  'event.level_from': LEVELS,
  'event.level_to': LEVELS,
  'event.audience': EVENT_AUDIENCES,
  'event.state': EVENT_STATES,
  'plan.kind': PLAN_KINDS,
  'payer.state': PAYER_STATES,
  'payer.payment_method': ALL_PAYMENT_METHODS,
  'payer.level': LEVELS,
  'tournament.format': TOURNAMENT_KINDS,
  'tournament.pairing': MEXICANO_PAIRINGS,
  'match.level_from': LEVELS,
  'match.level_to': LEVELS,
  'match.audience': AUDIENCES,
  'booking_line.kind': LINE_KINDS,
  'booking_line.unit': ADD_ON_UNITS,
  'series.payment_rule': PAYMENT_RULES,
  'waitlist_entry.state': WAITLIST_STATES,
  'offer.state': OFFER_STATES,
  'ledger_entry.kind': ENTRY_KINDS,
  'ledger_entry.method': MONEY_METHODS,
  'add_on.unit': ADD_ON_UNITS,
  'contact_block.rule': BLOCK_RULES,
};

/** Only the store of the table reads these; the API answers other words, or none. */
const STORE_ONLY = [
  'email_token.purpose',
  'booking.state',
  'purchase.state',
  'checkout.state',
  'conversation_message.media_state',
  'outbox.audience',
  'outbox.state',
];

test('a column’s CHECK lists what the domain lists', async () => {
  const schema = await Bun.file(join(import.meta.dir, '../../../src/db/schema.sql')).text();
  const seen = new Set<string>();
  for (const [, table = '', definition = ''] of schema.matchAll(/CREATE TABLE (\w+) \((.*?)\n\)/gs)) {
    for (const [, own, column = '', list = ''] of definition.matchAll(
      /^ {2}(?:(\w+) \w+[^\n]*)?CHECK \((\w+) IN \(('[^)]*)\)\)/gm,
    )) {
      const name = `${table}.${column}`;
      // A rule across several columns lists only some of their values.
      if (own !== column || STORE_ONLY.includes(name)) continue;
      seen.add(name);
      const values = [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value ?? '');
      expect([name, values.toSorted()]).toEqual([name, (LISTS[name] ?? []).toSorted()]);
    }
  }
  expect([...seen].toSorted()).toEqual(Object.keys(LISTS).toSorted());
});
