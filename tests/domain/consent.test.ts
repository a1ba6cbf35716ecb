import { expect, test } from 'bun:test';
import {
  changeConsents,
  channelLabel,
  channelTo,
  chosenUpdates,
  consentedChannels,
  consentWords,
  giveConsents,
  tellYou,
} from '../../src/domain/consent.ts';

const WHATSAPP = { id: 'whatsapp', label: 'WhatsApp', number: '+923001112223' };
const club = { name: 'Padel Club', channels: [WHATSAPP], text_messages: true };

test('people agree to the words that they read', () => {
  const abouts = ['booking', 'waitlist', 'place', 'account'] as const;
  expect(abouts.map((about) => consentWords('sms', club, about))).toEqual([
    'Send me SMS updates about this booking',
    'Send me an SMS too',
    'Send me SMS updates about this place',
    'SMS notifications',
  ]);
  expect(consentWords('whatsapp', club)).toBe(
    'Updates by WhatsApp: Padel Club writes to this number about this booking. Answer STOP to end them.',
  );
  expect(consentWords('whatsapp', club, 'account')).toContain('when you book or buy');
  expect([channelLabel('whatsapp', {}), channelLabel('whatsapp', club)]).toEqual(['whatsapp', 'WhatsApp']);
});

test('a customer agrees to what they ask for, as far as the club offers it', () => {
  const ask = (sms_updates: boolean, updates_by?: string[]) =>
    Object.keys(giveConsents({ sms_updates, ...(updates_by && { updates_by }) }, club, 7));
  expect([ask(false), ask(true), ask(false, ['whatsapp', 'signal']), ask(true, ['whatsapp'])]).toEqual([
    [],
    ['sms'],
    ['whatsapp'],
    ['sms', 'whatsapp'],
  ]);
  expect(giveConsents({ sms_updates: true }, club, 7, 'place')).toEqual({
    sms: { at: 7, words: 'Send me SMS updates about this place' },
  });
});

test('a choice in the account begins or ends a consent and leaves the others alone', () => {
  const sms = { at: 1, words: 'SMS notifications' };
  const ended = { ...sms, ended: 2 };
  const change = (stored: object, choice: object) => changeConsents(JSON.stringify(stored), choice, club, 9);
  expect(change({}, { sms_notifications: true })).toEqual({ sms: { at: 9, words: 'SMS notifications' } });
  expect(change({ sms }, { sms_notifications: true })).toEqual({ sms });
  expect(change({ sms: ended }, { sms_notifications: true })).toEqual({ sms: { ...sms, at: 9 } });
  expect(change({ sms }, { sms_notifications: false })).toEqual({ sms: { ...sms, ended: 9 } });
  expect(change({ sms: ended }, { sms_notifications: false })).toEqual({ sms: ended });
  expect(change({}, { sms_notifications: false })).toEqual({});
  expect(Object.keys(change({ sms }, { updates_by: ['whatsapp', 'signal'] }))).toEqual(['sms', 'whatsapp']);
  const both = change({ sms }, { updates_by: ['whatsapp'] });
  expect(change(both, {})).toEqual(both);
  expect(consentedChannels(JSON.stringify(change(both, { updates_by: [] })))).toEqual(['sms']);
});

test('an ended consent counts no more', () => {
  const of = (consents: object) => chosenUpdates(JSON.stringify(consents));
  const given = { at: 1, words: '' };
  expect([of({}), of({ sms: given }), of({ sms: { ...given, ended: 2 }, whatsapp: given })]).toEqual([
    { sms_updates: false },
    { sms_updates: true },
    { sms_updates: false, updates_by: ['whatsapp'] },
  ]);
});

test('a customer is told how they hear from the club', () => {
  const all: [customer: object, account: object, club: object, channel: string | null, told: string][] = [
    [{ updates_by: ['whatsapp'] }, {}, {}, 'whatsapp', 'message you on WhatsApp'],
    [{}, { updates_by: ['whatsapp'] }, {}, 'whatsapp', 'message you on WhatsApp'],
    [{ updates_by: ['signal'] }, {}, {}, 'email', 'email you'],
    [{}, { email_notifications: true }, {}, 'email', 'email you'],
    [{}, { email_notifications: false }, {}, null, 'show it in your account'],
    [{ sms_updates: true }, {}, { no_mail: true }, 'sms', 'text you'],
    [{}, { sms_notifications: true }, { no_mail: true }, 'sms', 'text you'],
    [{}, {}, { no_mail: true }, null, 'show it on your page'],
    [{ sms_updates: true }, {}, { no_mail: true, text_messages: false }, null, 'show it on your page'],
    [{ email: '', sms_updates: true }, {}, {}, 'sms', 'text you'],
    [{ email: '' }, {}, {}, null, 'call you'],
  ];
  for (const [over, account, clubOver, channel, told] of all) {
    const [customer, offered] = [
      { email: 'a@b.pk', ...over },
      { ...club, ...clubOver },
    ];
    expect([over, channelTo(customer, offered, account), tellYou(customer, offered, account)]).toEqual([
      over,
      channel,
      told,
    ]);
  }
});
