import addressparser from 'nodemailer/lib/addressparser';
import { foldLines } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { encode } from 'nodemailer/lib/qp';
import type { Email } from './email-content.ts';
import type { Envelope } from './transport.ts';

/** `=_` never occurs in quoted-printable or base64, so no part can contain this. */
const ALTERNATIVE_BOUNDARY = '=_alternative';
const LINE_LENGTH = 76;
/** nodemailer's rules for header values, which need no message. */
const headers = new MimeNode();

/** The sender of all emails. */
export interface Sender {
  /** The header line. */
  header: string;
  /** What the mail server gets. */
  address: string;
}

/** Reads `Padel Club <desk@club.example>`. */
export function parseSender(text: string): Sender {
  const [parsed] = addressparser(text, { flatten: true });
  const { name = '', address = '' } = parsed ?? {};
  const from = headers.encodeHeaderValue('From', { name, address });
  return { header: foldedLine('From', from), address: withoutBrackets(addressValue(address)) };
}

/** An email as the mail server gets it. */
export interface MimeMessage {
  envelope: { from: string; to: string[] };
  message_id: string;
  bytes: Buffer;
}

/**
 * Composes an email in one piece. nodemailer encodes the header values; it would send each part through streams of
 * its own, which takes several times as long as joining the parts here.
 */
export function composeMime(email: Email, envelope: Envelope, sender: Sender): MimeMessage {
  const message_id = `<${envelope.message_id}>`;
  const to = addressValue(email.to);
  const lines = [
    'Auto-Submitted: auto-generated',
    ...(email.unsubscribe_url ? [foldedLine('List-Unsubscribe', `<${email.unsubscribe_url}>`)] : []),
    sender.header,
    foldedLine('To', to),
    ...(email.reply_to ? [foldedLine('Reply-To', addressValue(email.reply_to))] : []),
    foldedLine('Subject', headers.encodeHeaderValue('Subject', email.subject)),
    `Message-ID: ${message_id}`,
    `Date: ${headers.encodeHeaderValue('Date', new Date(envelope.created_at))}`,
    'MIME-Version: 1.0',
  ];
  const alternatives = `Content-Type: multipart/alternative;\r\n boundary="${ALTERNATIVE_BOUNDARY}"\r\n\r\n${multipart(
    ALTERNATIVE_BOUNDARY,
    [textPart('text/plain', email.text), textPart('text/html', email.html)],
  )}`;
  const body = email.calendar
    ? `Content-Type: multipart/mixed; boundary="=_mixed"\r\n\r\n${multipart('=_mixed', [alternatives, calendarPart(email.calendar)])}`
    : alternatives;
  return {
    envelope: { from: sender.address, to: [withoutBrackets(to)] },
    message_id,
    bytes: Buffer.from(`${lines.join('\r\n')}\r\n${body}`),
  };
}

function foldedLine(name: string, value: string): string {
  return foldLines(`${name}: ${value}`, LINE_LENGTH);
}

/** One address as a header has it; nodemailer would parse a text as a list. */
function addressValue(address: string): string {
  return headers.encodeHeaderValue('To', { name: '', address });
}

/** The mail server gets an address without the angle brackets that some need in a header. */
function withoutBrackets(value: string): string {
  return value.replace(/^<|>$/g, '');
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
