import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writeFileAtomically } from '../db/atomic-write.ts';
import type { Letter } from './letter.ts';
import { type MailOutlet, SendFailure, type Stamp } from './outlet.ts';

/** Milliseconds a mail server may take for each step before the try counts as failed. */
export interface Patience {
  connect: number;
  silence: number;
}
const PATIENCE: Patience = { connect: 10_000, silence: 30_000 };

/** Mail through any SMTP server, over a connection or two that are kept while there is work. */
export function smtpOutlet(
  settings: { url: string; from: string },
  patience: Patience = PATIENCE,
): MailOutlet {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    // A message is tried again by the outbox, which remembers; never by the pool, which forgets.
    maxRequeues: 0,
    connectionTimeout: patience.connect,
    greetingTimeout: patience.connect,
    dnsTimeout: patience.connect,
    socketTimeout: patience.silence,
    requireTLS: needsTls(settings.url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(letter, stamp, signal) {
      try {
        await transport.sendMail({ ...mailOf(letter, stamp, settings.from), signal });
      } catch (error) {
        throw asSendFailure(error);
      }
    },
    note: null,
    close: () => transport.close(),
  };
}

/** Without a mail server: one `.eml` file a message, named after its row, so that a second try replaces it. */
export function fileOutlet(folder: string, from: string): MailOutlet {
  return {
    async send(letter, stamp) {
      const day = new Date(stamp.created_at).toISOString().slice(0, 10);
      const path = join(folder, `${day}-${String(stamp.id).padStart(6, '0')}.eml`);
      const bytes = await new MailComposer(mailOf(letter, stamp, from)).compile().build();
      // What the outbox calls sent must outlive a power cut.
      await writeFileAtomically(path, bytes).catch((error: unknown) => {
        const code = (error as { code?: unknown } | null)?.code ?? 'error';
        throw new SendFailure('unreachable', `the folder outbox cannot be written (${String(code)})`);
      });
    },
    note: 'kept as a file',
    close() {},
  };
}

function mailOf(letter: Letter, stamp: Stamp, from: string) {
  return {
    from,
    // As it is, never read as a list of addresses.
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: `<${stamp.message_id}>`,
    date: new Date(stamp.created_at),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(letter.unsubscribe_url ? { 'List-Unsubscribe': `<${letter.unsubscribe_url}>` } : {}),
    },
    ...(letter.reply_to ? { replyTo: { name: '', address: letter.reply_to } } : {}),
    ...(letter.calendar
      ? {
          attachments: [
            {
              filename: 'booking.ics',
              content: letter.calendar,
              contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)/m.exec(letter.calendar)?.[1] ?? 'PUBLISH'}`,
            },
          ],
        }
      : {}),
  };
}

/** A password must not cross a network in the open; on the same machine there is no network. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname);
}

function asSendFailure(error: unknown): SendFailure {
  const { code, command, responseCode, response, message } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const reason = response || message || String(code);
  // A refusal of this message or its address. A refused login or sender is the owner's to mend; then all can go.
  if ((code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE') {
    if (responseCode === undefined) return new SendFailure('refused', reason);
    return new SendFailure(
      responseCode >= 500 ? 'refused' : responseCode === 421 ? 'unreachable' : 'later',
      reason,
    );
  }
  return new SendFailure('unreachable', `${code ?? 'error'} ${reason}`);
}
