import type { TransferQr } from '../domain/api/booking-answers.ts';
import { greetingLine, type MessageStyle } from '../domain/email-greeting.ts';

/** An email's content, from which both its HTML and its plain text are rendered. */
export interface EmailContent {
  subject: string;
  /** Shown by email programs next to the subject. */
  preview: string;
  /** The booking's state, shown above the heading. */
  badge?: { text: string; tone: 'success' | 'warning' | 'danger' };
  heading: string;
  sections: EmailSection[];
}

export type EmailSection =
  | { kind: 'greeting'; name: string; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'details'; rows: [label: string, value: string][] }
  | { kind: 'amounts'; rows: [label: string, amount: string][]; total: [label: string, amount: string] }
  | { kind: 'steps'; title: string; lines: string[]; qr?: TransferQr | null }
  | { kind: 'quote'; text: string }
  | { kind: 'dates'; rows: EmailDate[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'note'; text: string };

/** One of several dates, with its links. */
export interface EmailDate {
  /** `Tue, Nov 24, 8 PM – 9:30 PM` */
  title: string;
  text: string;
  links: { label: string; url: string }[];
}

/** The QR code for a transfer, inside an email. */
export const QR_PICTURE = 'transfer-qr';

/** `Hello Ayesha Khan,` and a sentence. */
export function greetingSection(name: string, text: string): EmailSection {
  return { kind: 'greeting', name, text };
}

/** Wraps a text in the owner's words: the greeting before it, the signature after the last section. */
export function applyStyle(sections: readonly EmailSection[], style: MessageStyle): EmailSection[] {
  const styled = sections.map(
    (section): EmailSection =>
      section.kind === 'greeting'
        ? { kind: 'paragraph', text: `${greetingLine(style, section.name)}\n${section.text}` }
        : section,
  );
  return style.signature ? [...styled, { kind: 'paragraph', text: style.signature }] : styled;
}
