import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { writeFileAtomically } from '../../db/atomic-write.ts';
import {
  type Email,
  type EmailTransport,
  type Envelope,
  SAVED_AS_FILE,
  SendError,
  type SmtpTimeouts,
} from './channel.ts';
import { MailServerError, mailFault, SENDER_REFUSED, wordsOf } from './mail-fault.ts';
import { isSendingLimit } from './sending-limit.ts';

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, idleMs: 30_000 };

/** Sends email through an SMTP server, over at most two pooled connections. */
export function createSmtpTransport(
  settings: { url: string; from: () => string },
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): EmailTransport {
  const pool = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    // Retrying is up to the outbox, which survives a restart.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    requireTLS: needsTls(settings.url),
  });
  return {
    async send(email, envelope, signal) {
      const from = settings.from();
      try {
        await pool.sendMail({ ...mailOf(email, envelope, from), signal });
      } catch (error) {
        throw toSendError(error, { from, to: email.to });
      }
    },
    note: null,
    close: () => pool.close(),
  };
}

/**
 * Saves each email as an `.eml` file while no mail server is set up; the row's id in its name makes a retry overwrite
 * it.
 */
export function createFileTransport(folder: string, from: () => string): EmailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send(email, envelope) {
      const day = new Date(envelope.created_at).toISOString().slice(0, 10);
      const path = join(folder, `${day}-${String(envelope.id).padStart(6, '0')}.eml`);
      const { message } = await composer.sendMail(mailOf(email, envelope, from()));
      // The file must survive a power cut before the outbox marks the message as sent.
      await writeFileAtomically(path, message as Buffer).catch((error: unknown) => {
        const code = (error as { code?: unknown } | null)?.code ?? 'error';
        throw new SendError('unreachable', `cannot write the folder outbox (${String(code)})`);
      });
    },
    note: SAVED_AS_FILE,
    close() {},
  };
}

function mailOf(email: Email, envelope: Envelope, from: string): SendMailOptions {
  // nodemailer would parse a string as a list of addresses.
  const address = (text: string) => ({ name: '', address: text });
  return {
    from: senderOf(from),
    to: address(email.to),
    ...(email.reply_to ? { replyTo: address(email.reply_to) } : {}),
    subject: email.subject,
    text: email.text,
    html: email.html,
    messageId: `<${envelope.message_id}>`,
    date: new Date(envelope.created_at),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe_url ? { 'List-Unsubscribe': `<${email.unsubscribe_url}>` } : {}),
    },
    attachments: [
      ...(email.picture ? [inlinePicture(email.picture)] : []),
      ...(email.calendars ?? []).map(calendarFile),
    ],
  };
}

/** nodemailer would read a colon, brackets and semicolon in a name as a group of addresses. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  const plain = name.trim().replace(/^"(.*)"$/, (_, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
  return { name: plain, address: address.trim() };
}

function inlinePicture({ name, png }: NonNullable<Email['picture']>) {
  return {
    cid: name,
    filename: `${name}.png`,
    content: Buffer.from(png),
    contentType: 'image/png',
    contentDisposition: 'inline' as const,
  };
}

/** Some email programs only look for the method, `PUBLISH` or `CANCEL`, next to the type. */
function calendarFile(content: string, index: number) {
  const method = /^METHOD:(\w+)/m.exec(content)?.[1] ?? 'PUBLISH';
  const filename = index === 0 ? 'booking.ics' : 'cancelled.ics';
  return { filename, content, contentType: `text/calendar; charset=utf-8; method=${method}` };
}

/** A password must not cross a network unencrypted; loopback is exempt. */
function needsTls(url: string): boolean {
  const { protocol, username, hostname } = new URL(url);
  return protocol === 'smtp:' && username !== '' && !/^(localhost|127\.|\[::1\])/.test(hostname);
}

function toSendError(error: unknown, addresses: { from: string; to: string }): SendError {
  const { code, command, responseCode, response, message } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  const reason = response || message || String(code);
  if (responseCode !== undefined && isSendingLimit(reason)) return new SendError('limited', reason);
  // The server rejected this message or its recipient. A rejected login or sender affects every message, so that is
  // `unreachable`.
  const isOfMessage = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE';
  const isSenderRefused = isOfMessage && isAboutSender(reason, addresses);
  if (isOfMessage && !isSenderRefused) {
    if (responseCode === undefined) return new SendError('refused', reason);
    return new SendError(
      responseCode >= 500 ? 'refused' : responseCode === 421 ? 'unreachable' : 'later',
      reason,
    );
  }
  return new MailServerError(isSenderRefused ? SENDER_REFUSED : mailFault(error), wordsOf(error));
}

/** Postfix rejects a sender in its answer about the recipient, naming the address it means. */
function isAboutSender(reason: string, { from, to }: { from: string; to: string }): boolean {
  const sender = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const names = (address: string) => reason.toLowerCase().includes(`<${address.toLowerCase()}>`);
  return names(sender) && !names(to);
}
