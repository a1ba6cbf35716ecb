import { expect, test } from 'bun:test';
import type { AuditEntry } from '../../src/domain/audit-log.ts';
import { formatBookingEntry } from '../../web/admin/audit-log-format.ts';

test.each([
  [{ payer: 8, keep: 0, taken_off: false }, 'Bilal A. gave the place back'],
  [{ payer: 8, keep: 1250, taken_off: false }, 'Bilal A. gave the place back, PKR 1,250 kept'],
  [{ payer: 8, keep: 0, taken_off: true }, 'Bilal A. was removed'],
  [{ payer: 9, keep: 0, taken_off: true }, 'A player was removed'],
])('the history of a booking names the player who left: %p', (details, text) => {
  const entry = {
    id: 1,
    at: '2026-11-20T15:00:00+05:00',
    actor: 'admin',
    actor_name: 'Sana',
    action: 'payer_left',
    details,
  } as AuditEntry;
  const payers = [
    { id: 7, name: 'Ayesha Khan' },
    { id: 8, name: 'Bilal Ahmed' },
  ];
  expect(formatBookingEntry(entry, payers).replaceAll('\u00a0', ' ')).toBe(text);
});
