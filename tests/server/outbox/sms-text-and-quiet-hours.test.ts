import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clubTimestamp } from '../../../src/domain/business-day.ts';
import { startOfPlay } from '../../../src/domain/play-time.ts';
import { inPlayingOrder, startTimeOf } from '../../../src/domain/slot.ts';
import { playTexts } from '../../../src/notifications/messages/booking-soon.ts';
import { SAMPLE_BOOKING } from '../../../src/notifications/sample-data.ts';
import { countSeptets, oneSegment, SEGMENT_SEPTETS, toGsm7 } from '../../../src/outbox/channels/gsm-text.ts';
import { outsideQuietHours } from '../../../src/outbox/channels/quiet-hours.ts';
import { OPEN_SLOTS } from '../../support/default-day-plan.ts';

const CLUB = { name: 'Padel Club Faisalabad', phone: '+92 300 0000000' };

/** The default alphabet and its extension. */
const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

const NIGHT = { quiet_from: 22, quiet_to: 8 };

describe('text messages', () => {
  test('fit one segment of 160 GSM-7 characters for all names and blocks', () => {
    const hours = fc.subarray([...OPEN_SLOTS], { minLength: 1 });
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.string({ unit: 'grapheme', maxLength: 100 }),
        hours,
        fc.integer({ min: 1, max: 2 ** 50 }),
        fc.constantFrom('pending', 'paid'),
        fc.constantFrom('', 'reminder, '),
        (name, court_name, chosen, id, status, prefix) => {
          const slots = inPlayingOrder(chosen).map(startTimeOf);
          const booking = { ...SAMPLE_BOOKING, id, status, court_name, slots, start_time: slots[0] ?? '' };
          const text = oneSegment(playTexts(booking, { ...CLUB, name }, prefix));
          expect(text).toMatch(GSM7);
          expect(countSeptets(text)).toBeLessThanOrEqual(SEGMENT_SEPTETS);
          expect(text).toContain(`No. ${id}`);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('have the 12-hour club time and the day or night of each block', () => {
    const renderPlay = (slots: string[]) =>
      oneSegment(
        playTexts(
          { ...SAMPLE_BOOKING, slots, start_time: slots[0] ?? '', status: 'paid' },
          CLUB,
          'reminder, ',
        ),
      );
    expect(renderPlay(['18:00', '18:30'])).toContain('Sat, Nov 21, 6 PM - 7 PM');
    expect(renderPlay(['00:30', '01:00'])).toContain('Sat night, Nov 21, 12:30 AM - 1:30 AM');
    expect(renderPlay(['23:30', '00:00'])).toContain('Sat, Nov 21, 11:30 PM - 12:30 AM');
    expect(renderPlay(['18:00', '18:30', '02:00', '02:30'])).toContain(
      'Sat, Nov 21, 6 PM - 7 PM + Sat night, Nov 21, 2 AM - 3 AM',
    );
  });

  test('typographic marks become plain ones and unknown characters are removed', () => {
    expect(toGsm7('“Zoë” – Łódź… 5 €')).toBe('"Zoe" - odz... 5 €');
    expect(toGsm7('پیڈل Club')).toBe('Club');
  });
});

describe('quiet hours', () => {
  const at = (text: string) => Date.parse(`${text}:00+05:00`);
  const lateBooking = (date: string) => ({ date, slots: ['03:00', '03:30'] });
  const CASES: [now: string, date: string, moment: string, why: string][] = [
    ['2026-11-20T21:59', '2026-11-21', '2026-11-20T21:59', 'before ten at night'],
    ['2026-11-20T22:00', '2026-11-21', '2026-11-21T08:00', 'from ten at night it waits for the morning'],
    ['2026-11-20T23:00', '2026-11-20', '2026-11-20T23:00', 'the booking is tonight'],
    ['2026-11-21T00:30', '2026-11-20', '2026-11-21T00:30', 'it is still the night of Friday'],
    ['2026-11-21T00:30', '2026-11-21', '2026-11-21T08:00', 'the booking is on the next evening'],
    ['2026-11-21T04:30', '2026-11-20', '2026-11-21T08:00', 'the night is over'],
    ['2026-11-21T07:59', '2026-11-21', '2026-11-21T08:00', 'a minute early'],
    ['2026-11-21T08:00', '2026-11-21', '2026-11-21T08:00', 'the morning begins'],
    ['2026-12-31T23:00', '2027-01-01', '2027-01-01T08:00', 'across the year'],
  ];
  for (const [now, date, moment, why] of CASES) {
    test(`at ${now} for a booking on ${date}: ${why}`, () => {
      expect(clubTimestamp(outsideQuietHours(at(now), lateBooking(date), NIGHT)).slice(0, 16)).toBe(moment);
    });
  }

  test.each([
    ['2026-11-21T23:30', 23, 7, '2026-11-22T07:00'],
    ['2026-11-21T22:30', 23, 7, '2026-11-21T22:30'],
    ['2026-11-22T02:00', 1, 9, '2026-11-22T09:00'],
    ['2026-11-22T00:30', 1, 9, '2026-11-22T00:30'],
    ['2026-11-22T03:00', 5, 5, '2026-11-22T03:00'],
    ['2026-11-21T12:00', 0, 23, '2026-11-21T23:00'],
  ])(
    'the owner sets the hours: at %s with quiet from %d to %d it waits until %s',
    (now, quiet_from, quiet_to, moment) => {
      const later = lateBooking('2026-11-28');
      expect(clubTimestamp(outsideQuietHours(at(now), later, { quiet_from, quiet_to })).slice(0, 16)).toBe(
        moment,
      );
    },
  );

  test('what begins before or at the end of the night cannot wait for it', () => {
    const cancelled = at('2026-11-20T23:00');
    const early = (start: string) =>
      clubTimestamp(outsideQuietHours(cancelled, { date: '2026-11-21', slots: [start] }, NIGHT)).slice(0, 16);
    expect([early('07:00'), early('08:30'), early('09:00')]).toEqual([
      ...['2026-11-20T23:00', '2026-11-20T23:00', '2026-11-21T08:00'],
    ]);
    expect(outsideQuietHours(cancelled, null, NIGHT)).toBe(at('2026-11-21T08:00'));
  });

  test('no message is sent in quiet hours unless the booking is that night', () => {
    const day = 24 * 60;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 * day }), fc.integer({ min: 0, max: 9 }), (minutes, add) => {
        const now = at('2026-11-20T00:00') + minutes * 60_000;
        const date = `2026-11-${20 + add}`;
        const moment = outsideQuietHours(now, lateBooking(date), NIGHT);
        const hour = Number(clubTimestamp(moment).slice(11, 13));
        const start = startOfPlay({ date, slots: ['07:00'] });
        const end = startOfPlay({ date, slots: ['03:30'] }) + 30 * 60_000;
        expect(moment).toBeGreaterThanOrEqual(now);
        if (hour >= 22 || hour < 8) expect(moment >= start && moment < end).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
