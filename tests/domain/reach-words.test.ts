import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import fc from 'fast-check';
import {
  callInstead,
  emailHint,
  sendsWords,
  waitlistPromise,
  waitlistWords,
} from '../../src/domain/reach-words.ts';
import { WAITLIST_STATES } from '../../src/domain/waitlist.ts';

const PHONE = '+92 41 1234567';

test('without mail a guest on the waiting list is asked to call, whatever else reaches them', () => {
  const guest = { state: 'unconfirmed', email: 'a@example.com', sms_updates: true } as const;
  const club = { phone: PHONE, text_messages: true };
  expect(waitlistWords(guest, club)).toEqual({
    isCalling: false,
    text: 'When a slot becomes free, we’ll hold it for you and email you.',
  });
  expect(waitlistWords(guest, { ...club, no_mail: true })).toEqual({
    isCalling: true,
    text: `We can’t send emails at the moment, so please call ${PHONE} and we’ll put you on the waiting list.`,
  });
  expect(waitlistWords({ ...guest, email: '' }, { ...club, no_mail: true }).text).toEndWith('and text you.');
  expect(waitlistWords({ ...guest, state: 'open' }, { ...club, no_mail: true }).text).toEndWith(
    'and text you.',
  );
});

test('a player without a name is still called something', () => {
  const player = { name: '', phone: '', email: 'ali@example.com' };
  expect(sendsWords(player, { text_messages: false })).toBe('The player gets an email.');
});

const CLUBS = fc.record(
  {
    phone: fc.constant(PHONE),
    text_messages: fc.boolean(),
    no_mail: fc.constant(true as const),
    channels: fc.constant<{ id: string; label: string }[]>([{ id: 'whatsapp', label: 'WhatsApp' }]),
  },
  { requiredKeys: ['phone', 'text_messages'] },
);
const CUSTOMERS = fc.record(
  {
    name: fc.constant('Ali'),
    phone: fc.constantFrom('', '+923001234567'),
    email: fc.constantFrom('', 'ali@example.com'),
    sms_updates: fc.boolean(),
    updates_by: fc.constantFrom<string[][]>([], ['whatsapp']),
  },
  { requiredKeys: ['name', 'phone', 'email', 'sms_updates'] },
);

test('no sentence names a message that this club cannot send to this customer', () => {
  fc.assert(
    fc.property(CUSTOMERS, CLUBS, fc.constantFrom(...WAITLIST_STATES), (customer, club, state) => {
      const mails = customer.email !== '' && !club.no_mail;
      const chats = club.channels !== undefined && customer.updates_by?.length === 1;
      const texts = club.text_messages === true && customer.sms_updates;
      const sent = sendsWords(customer, club, 'with your reason');
      const waiting = waitlistWords({ ...customer, state }, club).text;
      if (!mails) expect(`${sent} ${waiting}`).not.toMatch(/an email|email you/);
      if (!texts) expect(`${sent} ${waiting}`).not.toMatch(/an SMS|text you/);
      if (!chats) expect(`${sent} ${waiting}`).not.toContain('WhatsApp');
      const isTold = mails || chats || texts;
      expect(sent.startsWith('Ali gets a')).toBe(isTold);
      expect(sent.includes(customer.phone) && customer.phone !== '').toBe(!isTold && customer.phone !== '');
      if (!isTold) expect(waiting).toStartWith(callInstead(club).slice(0, -1));
    }),
  );
});

/** Sentences that a page may say in fixed words, each where a condition beside it makes it true. */
const CHECKED: Record<string, readonly string[]> = {
  'web/manage/pay-share.tsx': ['We’ll email you'],
  'web/account/forgot-password-screen.tsx': ["We'll email you"],
  'web/policies/privacy-screen.tsx': ['we’ll email you'],
  'web/shared/series-request-card.tsx': ['We’ll email you'],
  // The server says who gets one.
  'web/admin/day/close-courts-dialog.tsx': ['gets an email', 'gets an email'],
  'web/admin/bookings/booking-payers.tsx': ['gets each player’s link by email'],
};

test('a page promises a message only through the functions that know what reaches this person', async () => {
  const promise =
    /we(?:’|')ll (?:write to|email|text|mail) you|(?:have|’ve) (?:written to|emailed) you|gets (?:an email|each player’s link by email)|get it by email/gi;
  const found: Record<string, string[]> = {};
  for await (const path of new Glob('web/**/*.{ts,tsx}').scan('.')) {
    const promises = [...(await Bun.file(path).text()).matchAll(promise)].map(([words]) => words);
    if (promises.length > 0) found[path] = promises;
  }
  expect(found).toEqual(CHECKED as Record<string, string[]>);
});

test('before it asks for anything, a form promises only what the club can send', () => {
  const club = { phone: PHONE, text_messages: true };
  const noMail = { ...club, no_mail: true as const };
  const call = callInstead(club, 'once you’ve sent this, and we’ll put you on the waiting list');
  expect(waitlistPromise({ sms_updates: false }, false, club)).toContain('we send you a link');
  expect(waitlistPromise({ sms_updates: false }, false, noMail)).toBe(call);
  // The guest's confirmation goes by email; a member needs none.
  expect(waitlistPromise({ sms_updates: true }, false, noMail)).toBe(call);
  expect(waitlistPromise({ sms_updates: true }, true, noMail)).toContain('we send you a link');
  expect(waitlistPromise({ sms_updates: false }, true, noMail)).toBe(
    callInstead(club, 'to hear of a free slot'),
  );
  expect(emailHint([], {})).toBe('We’ll send the confirmation here.');
  expect(emailHint(['whatsapp'], noMail)).not.toContain('write here');
  expect(emailHint([], noMail)).toStartWith('We can’t send emails');
});
