import { join } from 'node:path';
import type MailMessage from 'nodemailer/lib/mailer/mail-message';
import SMTPPool, { type SMTPPoolSentMessageInfo } from 'nodemailer/lib/smtp-pool';
import { writeFileAtomically } from '../db/atomic-write.ts';
import { composeMime, type MimeMessage, parseSender, type Sender } from './mime-message.ts';
import { type EmailTransport, SAVED_AS_FILE, SendError } from './transport.ts';

/** How long the mail server may take for each step before the attempt fails. */
export interface SmtpTimeouts {
  connectMs: number;
  idleMs: number;
}
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, idleMs: 30_000 };

/** Sends email through an SMTP server, over at most two pooled connections. */
export function createSmtpTransport(
  settings: { url: string; from: () => string },
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): EmailTransport {
  const sender = parsedOnce(settings.from);
  const pool = new SMTPPool({
    url: settings.url,
    pool: true,
    maxConnections: 2,
    // Retries belong to the outbox, which survives a restart.
    maxRequeues: 0,
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    dnsTimeout: timeouts.connectMs,
    socketTimeout: timeouts.idleMs,
    requireTLS: needsTls(settings.url),
  });
  return {
    async send(email, envelope, signal) {
      try {
        await send(pool, composeMime(email, envelope, sender()), signal);
      } catch (error) {
        throw toSendError(error);
      }
    },
    note: null,
    close: () => pool.close(),
  };
}

/** Saves each email as an `.eml` file when no mail server is set up; the row's id in its name makes a retry replace it. */
export function createFileTransport(folder: string, from: () => string): EmailTransport {
  const sender = parsedOnce(from);
  return {
    async send(email, envelope) {
      const day = new Date(envelope.created_at).toISOString().slice(0, 10);
      const path = join(folder, `${day}-${String(envelope.id).padStart(6, '0')}.eml`);
      const { bytes } = composeMime(email, envelope, sender());
      // The file must survive a power cut before the outbox marks the message sent.
      await writeFileAtomically(path, bytes).catch((error: unknown) => {
        const code = (error as { code?: unknown } | null)?.code ?? 'error';
        throw new SendError('unreachable', `cannot write the folder outbox (${String(code)})`);
      });
    },
    note: SAVED_AS_FILE,
    close() {},
  };
}

/** The sender, parsed again only when the club's settings changed it. */
function parsedOnce(from: () => string): () => Sender {
  let text = '';
  let sender = parseSender(text);
  return () => {
    if (text !== from()) {
      text = from();
      sender = parseSender(text);
    }
    return sender;
  };
}

/** Gives the pool a finished message; `sendMail` of nodemailer would compose it once more. */
function send(pool: SMTPPool, message: MimeMessage, signal: AbortSignal): Promise<void> {
  const mail = {
    data: { signal },
    message: {
      getEnvelope: () => message.envelope,
      messageId: () => message.message_id,
      getHeader: () => message.message_id,
      // The connection takes bytes in place of a stream.
      createReadStream: () => message.bytes,
    },
  } as unknown as MailMessage<SMTPPoolSentMessageInfo>;
  return new Promise((resolve, reject) => {
    pool.send(mail, (error) => (error ? reject(error) : resolve()));
  });
}

/** A password must not cross a network unencrypted; loopback is exempt. */
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
  // The server rejected this message or its recipient. A rejected login or sender affects every message: `unreachable`.
  if ((code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE') {
    if (responseCode === undefined) return new SendError('refused', reason);
    return new SendError(
      responseCode >= 500 ? 'refused' : responseCode === 421 ? 'unreachable' : 'later',
      reason,
    );
  }
  return new SendError('unreachable', `${code ?? 'error'} ${reason}`);
}
