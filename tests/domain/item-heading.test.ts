import { expect, test } from 'bun:test';
import type { ItemPage } from '../../src/domain/api/payer-routes.ts';
import { itemHeading, itemSummary } from '../../src/domain/item-heading.ts';

const NOW = Date.parse('2026-11-18T12:00:00+05:00');
type Item = Pick<ItemPage, 'payer' | 'item'>;
const pageOf = (payer: Partial<Item['payer']>, item: Partial<Item['item']> = {}) =>
  ({
    payer: {
      name: 'Sana',
      state: 'joined',
      balance: 6000,
      receipt_received: false,
      hold_until: null,
      ...payer,
    },
    item: {
      kind: 'event',
      cancelled: false,
      contact_name: null,
      begins: '2026-11-28T18:00:00+05:00',
      ends: '2026-11-28T19:00:00+05:00',
      attended: false,
      ...item,
    },
  }) as unknown as Item;
const heading = (...parts: Parameters<typeof pageOf>) => itemHeading(pageOf(...parts), NOW);

test('a held place says until when to pay, and once its receipt is sent, that we are checking it', () => {
  const hold_until = '2026-11-28T20:20:00+05:00';
  expect(heading({ hold_until })).toMatch(/^Pay by .*8:20 PM to keep your place$/);
  expect(heading({ hold_until, receipt_received: true })).toBe('We’re checking your receipt');
  expect(heading({ hold_until, balance: 0 })).toMatch(/^Held for you until .*8:20 PM$/);
  expect(heading({ hold_until }, { kind: 'purchase' } as object)).toMatch(/^Pay by .*8:20 PM to begin$/);
  expect(heading({ hold_until }, { contact_name: 'Ali' })).toMatch(/ to keep Sana’s place$/);
  expect(heading({})).toBe('You have a place');
});

test('after the event nobody has a place, is held one or waits; who was seen there was there', () => {
  const past = '2026-11-18T10:00:00+05:00';
  const over = { begins: past, ends: past };
  expect(heading({}, over)).toBe('This event is over');
  expect(heading({ hold_until: past, receipt_received: true }, over)).toBe('This event is over');
  expect(heading({}, { ...over, attended: true })).toBe('You were there');
  expect(heading({}, { ...over, attended: true, contact_name: 'Ayesha' })).toBe('Sana was there');
  // Between the dates of a course the place stands.
  expect(heading({}, { begins: past, attended: true })).toBe('You have a place');
  expect(heading({ state: 'waiting' })).toBe('You’re on the waiting list');
  expect(heading({ state: 'waiting' }, { begins: past })).toBe('No place became free');
  expect(heading({ state: 'waiting' }, { ...over, contact_name: 'Ayesha' })).toBe(
    'No place became free for Sana',
  );
});

test('a receipt that waits beyond the time to pay is being checked', () => {
  const hold_until = '2026-11-18T10:00:00+05:00';
  expect(heading({ hold_until, receipt_received: true })).toBe('We’re checking your receipt');
});

test('the summary says what it is, when, and what is due', () => {
  const item = { title: 'Evening class', details: ['3 dates', 'Sat, Nov 28, 6 PM – 7 PM', 'Sat, Dec 5'] };
  const lead = (payer: Partial<Item['payer']>) => itemSummary(pageOf(payer, item), NOW).lead;
  expect(itemSummary(pageOf({ charge: 6000 }, item), NOW)).toEqual({
    title: 'Evening class',
    heading: 'You have a place',
    lead: '3 dates. Sat, Nov 28, 6 PM – 7 PM. PKR 6,000 to pay.',
  });
  expect(lead({ charge: 0, received: 0, balance: 0 })).toEndWith(' Free.');
  expect(lead({ state: 'left', charge: 0, balance: -6000 })).toEndWith(' PKR 6,000 to be refunded.');
  for (const state of ['left', 'waiting'] as const)
    expect(lead({ state, charge: 0, balance: 0 })).toBe('3 dates. Sat, Nov 28, 6 PM – 7 PM.');
});
