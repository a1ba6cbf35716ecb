import { expect, test } from 'bun:test';
import { buildSettings, clubOf } from '../../src/domain/owner-settings.ts';
import { findMessage, MESSAGES } from '../../src/notifications/messages/table.ts';
import { countSeptets, SEGMENT_SEPTETS } from '../../src/notifications/sms-text.ts';
import { composeSample } from '../support/message-samples.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';

const machine = { public_url: 'https://padelclub.example', text_messages: true, card_hold_minutes: 30 };
const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
const samples = MESSAGES.flatMap((message) =>
  Object.entries(message.samples).map(([variant, sample]) => ({ message, variant, sample })),
);

test.each(samples)('$message.kind, $variant, is composed for its channel', ({ message, sample }) => {
  const composed = composeSample(message, sample, club);
  expect(composed.action).toBe(message.channel);
  const text = JSON.stringify(composed);
  expect(text).not.toMatch(/undefined|NaN|Invalid Date|\[object/);
  if (composed.action === 'sms') expect(countSeptets(composed.text)).toBeLessThanOrEqual(SEGMENT_SEPTETS);
});

test('each message has a kind and a label of its own', () => {
  for (const message of MESSAGES) expect(findMessage(message.kind)).toBe(message);
  expect(new Set(MESSAGES.map(({ label }) => label)).size).toBe(MESSAGES.length);
});
