import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { writeFileAtomically } from '../db/atomic-write.ts';
import type { Email } from './email.ts';
import { type EmailTransport, type Envelope, SendError } from './transport.ts';

/** Milliseconds a mail server may take for each step before the try counts as failed. */
export interface SmtpTimeouts {
  connectMs: number;
  idleMs: number;
}
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, idleMs: 30_000 };

/** Mail through any SMTP server, over a connection or two that are kept while there is work. */
export function createSmtpTransport(
  settings: { url: string; from: string },
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): EmailTransport {
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    // A message is tried again by the outbox, which remembers; never by the pool, which forgets.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    requireTLS: needsTls(settings.url),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(email, envelope, signal) {
      try {
        await transport.sendMail({ ...toMailOptions(email, envelope, settings.from), signal });
      } catch (error) {
        throw toSendError(error);
      }
    },
    note: null,
    close: () => transport.close(),
  };
}

/** Without a mail server: one `.eml` file a message, named after its row, so that a second try replaces it. */
export function createFileTransport(folder: string, from: string): EmailTransport {
  return {
    async send(email, envelope) {
      const day = new Date(envelope.created_at).toISOString().slice(0, 10);
      const path = join(folder, `${day}-${String(envelope.id).padStart(6, '0')}.eml`);
      const bytes = await new MailComposer(toMailOptions(email, envelope, from)).compile().build();
      // What the outbox calls sent must outlive a power cut.
      await writeFileAtomically(path, bytes).catch((error: unknown) => {
        const code = (error as { code?: unknown } | null)?.code ?? 'error';
        throw new SendError('unreachable', `the folder outbox cannot be written (${String(code)})`);
      });
    },
    note: 'kept as a file',
    close() {},
  };
}

function toMailOptions(email: Email, envelope: Envelope, from: string) {
  return {
    from,
    // As it is, never read as a list of addresses.
    to: { name: '', address: email.to },
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${envelope.message_id}>`,
    date: new Date(envelope.created_at),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe_url ? { 'List-Unsubscribe': `<${email.unsubscribe_url}>` } : {}),
    },
    ...(email.reply_to ? { replyTo: { name: '', address: email.reply_to } } : {}),
    ...(email.calendar
      ? {
          attachments: [
            {
              filename: 'booking.ics',
              content: email.calendar,
              contentType: `text/calendar; charset=utf-8; method=${/^METHOD:(\w+)/m.exec(email.calendar)?.[1] ?? 'PUBLISH'}`,
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

function toSendError(error: unknown): SendError {
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
    if (responseCode === undefined) return new SendError('refused', reason);
    return new SendError(
      responseCode >= 500 ? 'refused' : responseCode === 421 ? 'unreachable' : 'later',
      reason,
    );
  }
  return new SendError('unreachable', `${code ?? 'error'} ${reason}`);
}
