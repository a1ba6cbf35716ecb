import { expect, test } from 'bun:test';
import { LONGEST_OFFER_MS, latestOffer, offerExpiryOf, offerRingsBy } from '../../src/domain/offer.ts';

const at = (time: string) => Date.parse(`2026-11-20T${time}+05:00`);
const morning = (time: string) => Date.parse(`2026-11-21T${time}:00+05:00`);
const PLAY = morning('18:00');

test('an offer lasts fifteen minutes and the rest of the minute; at night until the morning', () => {
  expect([offerExpiryOf(at('18:00:00'), PLAY), offerExpiryOf(at('18:00:00.001'), PLAY)]).toEqual([
    at('18:15:00'),
    at('18:16:00'),
  ]);
  expect(offerExpiryOf(at('23:30:00'), PLAY)).toBe(morning('09:00'));
  expect(offerRingsBy(at('18:15:00'))).toBe(at('18:00:00'));
});

test('the longest one is made just before the night begins', () => {
  const lengths = Array.from({ length: 24 * 60 }, (_, minute) => {
    const now = at('06:00:00.001') + minute * 60_000;
    return offerExpiryOf(now, now + 72 * 3_600_000) - now;
  });
  expect(Math.max(...lengths)).toBe(LONGEST_OFFER_MS - 1);
});

test('nothing is held overnight past the last moment for it, or until shortly before play', () => {
  const soon = latestOffer(morning('09:45'));
  expect([soon, latestOffer(PLAY)]).toEqual([morning('09:00'), morning('17:15')]);
  expect(offerExpiryOf(at('23:30:00'), morning('09:45'))).toBe(morning('09:00'));
  expect(offerExpiryOf(at('23:30:00'), morning('09:30'))).toBe(at('23:45:00'));
  expect(offerExpiryOf(at('23:30:00'), PLAY, morning('08:59'))).toBe(at('23:45:00'));
});
