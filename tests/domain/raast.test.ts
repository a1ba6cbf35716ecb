import { expect, test } from 'bun:test';
import { clubInstant } from '../../src/domain/business-day.ts';
import { raastPayload } from '../../src/domain/raast.ts';

const IBAN = 'PK33ABCD0000000000000000';
const EXPIRY = clubInstant('2026-12-31', 23 * 60 + 59);

test('reproduces the published example', () => {
  expect(raastPayload('v02', { iban: IBAN, amount: 500, expiresAt: EXPIRY })).toBe(
    '0002020102120202000424PK33ABCD0000000000000000050350007123112202623591004EC99',
  );
});

/** Reads a payload by its lengths alone, and its checksum bit by bit from a table. */
function parse(payload: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < payload.length; ) {
    const length = Number(payload.slice(at + 2, at + 4));
    fields.set(payload.slice(at, at + 2), payload.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}

function checksum(text: string): number {
  const table = Array.from({ length: 256 }, (_, index) => {
    let value = index * 256;
    for (let bit = 0; bit < 8; bit++) value = value >= 0x8000 ? ((value * 2) % 0x10000) ^ 0x1021 : value * 2;
    return value;
  });
  return [...text].reduce(
    (crc, char) => ((crc % 256) * 256) ^ (table[Math.floor(crc / 256) ^ char.charCodeAt(0)] ?? 0),
    0xffff,
  );
}

test.each(['v02', 'v30'] as const)(
  '1,000 random payments of %s are read back by an independent parser',
  (variant) => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((seed / 2 ** 31) * below);
    };
    for (let round = 0; round < 1000; round++) {
      const iban = `PK${10 + random(90)}ABCD${String(random(1e9)).padStart(16, '0')}`;
      const amount = 1 + random(10 ** (1 + random(7)));
      const minute = random(60 * 24 * 3650);
      const expiresAt = round % 5 === 0 ? null : clubInstant('2026-01-01', minute);
      const payload = raastPayload(variant, { iban, amount, expiresAt });
      const fields = parse(payload);
      const expiry = new Intl.DateTimeFormat('en-GB', {
        timeZone: 'Asia/Karachi',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
      const expected: [string, string][] = [
        ['00', '02'],
        ['01', '12'],
        ['02', variant === 'v02' ? '00' : '30'],
        ['04', iban],
        ['05', String(amount)],
      ];
      if (expiresAt !== null && variant === 'v02')
        expected.push(['07', expiry.format(expiresAt).replace(/\D/g, '')]);
      expected.push(['10', checksum(payload.slice(0, -4)).toString(16).toUpperCase().padStart(4, '0')]);
      expect([...fields]).toEqual(expected);
    }
  },
);
