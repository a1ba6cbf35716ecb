import { expect, test } from 'bun:test';
import { buildSettings, clubOf } from '../../src/domain/owner-settings.ts';
import { findMessage, MESSAGES } from '../../src/notifications/messages/table.ts';
import { countSeptets, oneSegment, SEGMENT_SEPTETS } from '../../src/outbox/channels/gsm-text.ts';
import { composeSample } from '../support/message-samples.ts';
import { TEST_IBAN } from '../support/test-bank-account.ts';

const machine = { public_url: 'https://padelclub.example', text_messages: true, card_hold_minutes: 30 };
const club = clubOf(buildSettings([['bank.iban', TEST_IBAN]]), machine);
const samples = MESSAGES.flatMap((message) =>
  Object.entries(message.samples).flatMap(([variant, sample]) =>
    (['full', 'short'] as const)
      // Only the customer gets messages in short.
      .filter((form) => message[form] && (form === 'full' || !sample.payer))
      .map((form) => ({ message, variant, sample, form })),
  ),
);

test.each(samples)('$message.kind, $variant, is composed $form', ({ message, sample, form }) => {
  const composed = composeSample(message, sample, club, form);
  if (composed.action !== 'send') throw new Error(composed.action);
  expect(composed.form).toBe(form);
  expect(JSON.stringify(composed)).not.toMatch(/undefined|NaN|Invalid Date|\[object/);
  if (composed.form === 'short')
    expect(countSeptets(oneSegment(composed.short.texts))).toBeLessThanOrEqual(SEGMENT_SEPTETS);
});

test('each message has a kind and a label of its own', () => {
  for (const message of MESSAGES) expect(findMessage(message.kind)).toBe(message);
  expect(new Set(MESSAGES.map(({ label }) => label)).size).toBe(MESSAGES.length);
});
