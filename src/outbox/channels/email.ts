import { type Channel, SendError } from './channel.ts';
import { createFileTransport, createSmtpTransport } from './email-transports.ts';

const HOUR_MS = 60 * 60_000;

export const email: Channel = {
  id: 'email',
  label: 'Email',
  form: 'full',
  // Without a mail server, files stand in for emails.
  isSetUp: () => true,
  addressOf: (person) => (person.wants.has('email') && person.email) || null,
  limit: {
    messages: 10,
    windowMs: HOUR_MS,
    dropped: 'this address has already been sent 10 emails within an hour',
  },
  // An email wakes nobody.
  earliest: (now) => now,
  limited: {
    subject: 'Your email sending limit has been reached',
    text: 'Your email provider is refusing emails because your account there has reached its sending limit. Unsent emails are waiting, and we’ll try again every ten minutes: confirmations first, then reminders and news. If this happens often, you need a plan with a higher limit.',
    alarm:
      'The email provider is refusing emails: the account has reached its sending limit. Confirmations go first once it accepts them again.',
    finding: 'The mail server is refusing emails: its account has reached a sending limit.',
    fix: 'They are tried again every ten minutes, confirmations first. If it happens often, choose a plan with a higher limit.',
  },
  open: ({ settings: { mail }, folder, from, emailTransport, smtpTimeouts }) => {
    const transport =
      emailTransport ??
      (mail.smtp_url
        ? createSmtpTransport({ url: mail.smtp_url, from }, smtpTimeouts)
        : createFileTransport(folder, from));
    return {
      send: async (content, envelope, signal) => {
        if (content.form !== 'full') throw new SendError('refused', 'not an email');
        await transport.send(content.email, envelope, signal);
        return { recipient: content.email.to, note: transport.note };
      },
      close: () => transport.close(),
    };
  },
};
