/** Which receipts may be uploaded at a time, and which one gives way. */
import { describe, expect, test } from 'bun:test';
import type { Booking } from '../../../src/domain/booking.ts';
import { UploadLimits } from '../../../src/receipts/upload-limits.ts';
import { type PendingUpload, UploadMemoryLimit } from '../../../src/receipts/upload-memory-limit.ts';

const MB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;

describe('the memory of all uploads', () => {
  /** Starts an upload that goes on until `end` or until it gives way; `state` says what became of it. */
  function start(limit: UploadMemoryLimit, key: string, bytes: number, authorized = true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const started = {
      state: 'refused',
      end: resolve,
      upload: null as PendingUpload | null,
      done: Promise.resolve(),
    };
    const work = async (upload: PendingUpload) => {
      started.state = 'under way';
      started.upload = upload;
      upload.signal.addEventListener('abort', () => resolve());
      await promise;
      started.state = upload.signal.aborted ? 'gave way' : 'done';
    };
    started.done = limit.run({ keys: [key], bytes, authorized }, work).catch(({ reason }) => {
      started.state += ` ${reason}`;
    });
    return started;
  }
  const settle = () => Bun.sleep(0);

  test('holds two uploads whose sender is unknown, and any number of small ones of customers', async () => {
    const limit = new UploadMemoryLimit();
    const unknown = ['a', 'b', 'c'].map((key) => start(limit, key, 1, false));
    const known = Array.from({ length: 20 }, (_, at) => start(limit, `k${at}`, 1));
    await settle();
    expect(unknown.map(({ state }) => state)).toEqual(['under way', 'under way', 'refused unavailable']);
    expect(new Set(known.map(({ state }) => state))).toEqual(new Set(['under way']));
    // Who has shown that the booking is theirs leaves the place to the next.
    if (unknown[0]?.upload) unknown[0].upload.authorized = true;
    const next = start(limit, 'd', 1, false);
    await settle();
    expect(next.state).toBe('under way');
    for (const upload of [...unknown, ...known, next]) upload.end();
    await next.done;
    const again = start(limit, 'e', 12 * MB);
    await settle();
    expect(again.state).toBe('under way');
    again.end();
  });

  test('is 12 MB: unknown senders give way first, then the heaviest sender, starting with the newest upload', async () => {
    const limit = new UploadMemoryLimit();
    const unknown = start(limit, 'x', 3 * MB, false);
    const heavy = [start(limit, 'heavy', 3 * MB), start(limit, 'heavy', 3 * MB)];
    const light = start(limit, 'light', 3 * MB);
    await settle();
    expect([unknown, ...heavy, light].map(({ state }) => state)).toEqual(Array(4).fill('under way'));
    const second = start(limit, 'second', 3 * MB);
    await settle();
    expect([unknown.state, second.state]).toEqual(['gave way', 'under way']);
    const third = start(limit, 'third', 1);
    await settle();
    expect([...heavy, light, second, third].map(({ state }) => state)).toEqual([
      ...['under way', 'gave way', 'under way', 'under way', 'under way'],
    ]);
    const late = start(limit, 'heavy', 6 * MB);
    await settle();
    expect([late.state, heavy[0]?.state]).toEqual(['refused unavailable', 'under way']);
  });
});

describe('what a sender stores', () => {
  test('is 24 MB an hour from one address, whichever booking it names', () => {
    const clock = { now: 0 };
    const limits = new UploadLimits(() => clock.now);
    const count = (key: string, sender: string) => {
      try {
        limits.countReceipt(key, sender);
        limits.countStored(sender, 1_000_000);
        return 'counts';
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    };
    for (let n = 0; n < 24; n += 1) expect([n, count(`booking ${n}`, '1.1.1.1')]).toEqual([n, 'counts']);
    expect(count('booking 99', '1.1.1.1')).toBe('rate_limited');
    expect(count('booking 99', '1.1.1.2')).toBe('counts');
    expect(count('booking 99', 'user 7')).toBe('counts');
    clock.now += HOUR_MS;
    expect(count('booking 99', '1.1.1.1')).toBe('counts');
  });
});

describe('the email of a booking', () => {
  const booking = { id: 7, email: 'ayesha@example.com' } as Booking;
  const other = { id: 8, email: 'bilal@example.com' } as Booking;
  const open = () => {
    const clock = { now: 0 };
    const limits = new UploadLimits(() => clock.now);
    const answer = (ip: string, email: string, to = booking) => {
      try {
        limits.assertBookingEmail(ip, to, email);
        return 'opens';
      } catch (error) {
        return (error as { reason: string }).reason;
      }
    };
    return { clock, answer };
  };

  test('is guessed twenty times an hour by an address, whichever bookings it tries', () => {
    const { clock, answer } = open();
    for (let n = 0; n < 10; n += 1) {
      expect(answer('1.1.1.1', 'wrong@example.com')).toBe('forbidden');
      expect(answer('1.1.1.1', '', other)).toBe('forbidden');
    }
    expect(answer('1.1.1.1', booking.email)).toBe('rate_limited');
    expect(answer('2.2.2.2', ' Ayesha@Example.com'.trim())).toBe('opens');
    clock.now += HOUR_MS;
    expect(answer('1.1.1.1', booking.email)).toBe('opens');
  });

  test('is guessed forty times an hour by all; then each address has one try, and its customer gets in', () => {
    const { answer } = open();
    for (let n = 0; n < 40; n += 1) expect(answer(`1.1.${n % 4}.1`, 'wrong@example.com')).toBe('forbidden');
    expect([1, 2].map(() => answer('3.3.3.3', 'wrong@example.com'))).toEqual(['forbidden', 'rate_limited']);
    expect(answer('4.4.4.4', booking.email)).toBe('opens');
    expect(answer('3.3.3.3', other.email, other)).toBe('opens');
  });
});
