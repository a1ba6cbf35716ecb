import { Readable } from 'node:stream';
import addressparser from 'nodemailer/lib/addressparser';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode } from 'nodemailer/lib/qp';
import type { Email } from './email-content.ts';
import type { Envelope } from './transport.ts';

/** `=_` never occurs in quoted-printable or base64, so no part can contain this. */
const ALTERNATIVE_BOUNDARY = '=_alternative';
const LINE_LENGTH = 76;

export interface Address {
  name: string;
  address: string;
}

/** Reads `Padel Club <desk@club.example>`. */
export function parseAddress(text: string): Address {
  const [address] = addressparser(text, { flatten: true });
  return { name: address?.name ?? '', address: address?.address ?? '' };
}

/**
 * An email as bytes. nodemailer writes the headers and parses the addresses; it would send each part through
 * streams of its own, which takes four times as long as joining the parts here.
 */
export class MimeMessage extends MimeNode {
  readonly #body: string;

  constructor(email: Email, envelope: Envelope, from: Address) {
    super(email.calendar ? 'multipart/mixed; boundary="=_mixed"' : alternativeType());
    this.setHeader({
      'Auto-Submitted': 'auto-generated',
      ...(email.unsubscribe_url ? { 'List-Unsubscribe': `<${email.unsubscribe_url}>` } : {}),
    });
    this.setHeader('From', from);
    // An object is one address; nodemailer would parse a string as a list.
    this.setHeader('To', { name: '', address: email.to });
    if (email.reply_to) this.setHeader('Reply-To', { name: '', address: email.reply_to });
    this.setHeader('Subject', email.subject);
    this.setHeader('Message-ID', `<${envelope.message_id}>`);
    this.setHeader('Date', new Date(envelope.created_at));
    const alternatives = multipart(ALTERNATIVE_BOUNDARY, [
      textPart('text/plain', email.text),
      textPart('text/html', email.html),
    ]);
    this.#body = email.calendar
      ? multipart('=_mixed', [
          `Content-Type: ${alternativeType()}\r\n\r\n${alternatives}`,
          calendarPart(email.calendar),
        ])
      : alternatives;
  }

  toBytes(): Buffer {
    return Buffer.from(`${this.buildHeaders()}\r\n\r\n${this.#body}`);
  }

  override createReadStream(): Readable {
    const stream = new Readable({ read() {} });
    stream.push(this.toBytes());
    stream.push(null);
    return stream;
  }
}

function alternativeType(): string {
  return `multipart/alternative; boundary="${ALTERNATIVE_BOUNDARY}"`;
}

function multipart(boundary: string, parts: readonly string[]): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`;
}

/** Quoted-printable keeps Latin letters readable; for a text of other letters, base64 is half as long. */
function textPart(type: string, text: string): string {
  const lines = text.replace(/\r\n?|\n/g, '\r\n');
  const bytes = Buffer.from(lines);
  const isMostlyLatin = bytes.length < lines.length * 1.4;
  const head = `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding:`;
  return isMostlyLatin
    ? `${head} quoted-printable\r\n\r\n${wrapLines(encode(bytes))}`
    : `${head} base64\r\n\r\n${base64Lines(bytes)}`;
}

function wrapLines(encoded: string): string {
  return encoded
    .split('\r\n')
    .map((line) => (line.length > LINE_LENGTH ? wrapLine(line) : line))
    .join('\r\n');
}

/** Breaks a line of quoted-printable; an encoded byte (`=E2`) stays whole. */
function wrapLine(line: string): string {
  let wrapped = '';
  let start = 0;
  while (line.length - start > LINE_LENGTH) {
    const end = start + LINE_LENGTH - 1;
    const cut = line[end - 1] === '=' ? end - 1 : line[end - 2] === '=' ? end - 2 : end;
    wrapped += `${line.slice(start, cut)}=\r\n`;
    start = cut;
  }
  return wrapped + line.slice(start);
}

function calendarPart(calendar: string): string {
  const method = /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
  return [
    `Content-Type: text/calendar; charset=utf-8; method=${method};\r\n name=booking.ics`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment; filename=booking.ics',
    '',
    base64Lines(Buffer.from(calendar)),
  ].join('\r\n');
}

function base64Lines(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n');
}
