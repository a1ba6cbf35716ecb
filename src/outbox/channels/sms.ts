import { type Channel, SendError } from './channel.ts';
import { oneSegment } from './gsm-text.ts';
import { outsideQuietHours } from './quiet-hours.ts';
import { createSmsTransport } from './sms-transport.ts';

const DAY_MS = 24 * 60 * 60_000;

export const sms: Channel = {
  id: 'sms',
  label: 'SMS',
  form: 'short',
  isSetUp: (settings) => settings.sms.url !== '',
  addressOf: (person) => (person.wants.has('sms') && person.phone) || null,
  limit: {
    messages: 8,
    windowMs: DAY_MS,
    dropped: 'this number has already been sent 8 text messages within a day',
  },
  earliest: outsideQuietHours,
  limited: {
    subject: 'Your text message provider is refusing messages',
    text: 'Your text message provider is refusing messages because your account there has no balance left or has reached its limit. Unsent messages are waiting, and we’ll try again every ten minutes. Please top it up.',
    alarm:
      'The text message provider is refusing messages: the account has no balance left or has reached its limit.',
    finding: 'The text gateway is refusing messages: its account has no balance left or has reached a limit.',
    fix: 'Top the account up; the messages are tried again every ten minutes.',
  },
  open: ({ settings }) => {
    const gateway = createSmsTransport(settings.sms);
    return {
      send: async (content, envelope, signal) => {
        if (content.form !== 'short') throw new SendError('refused', 'not a text message');
        const { to, short } = content;
        await gateway.send({ to, text: oneSegment(short.texts) }, envelope, signal);
        return { recipient: to, note: null };
      },
      close() {},
    };
  },
};
