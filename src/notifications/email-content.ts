import type { Club } from '../domain/club.ts';
import { DEFAULT_MESSAGE_STYLE, greetingLine, type MessageStyle } from '../domain/message-style.ts';

/** An email that is ready to send, except for its Message-ID. */
export interface Email {
  to: string;
  reply_to?: string;
  subject: string;
  html: string;
  text: string;
  /** The page on which the recipient can turn these emails off. */
  unsubscribe_url?: string;
  /** An iCalendar file to attach. */
  calendar?: string;
}

/** The content of an email; its HTML and its plain text are both rendered from it. */
export interface EmailContent {
  subject: string;
  /** The line that email programs show beside the subject. */
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
  | { kind: 'steps'; title: string; lines: string[] }
  | { kind: 'quote'; text: string }
  | { kind: 'dates'; rows: EmailDate[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'note'; text: string };

/** One of several dates, with the links that belong to it. */
export interface EmailDate {
  /** `Tue, Nov 24, 8:00 PM – 9:30 PM` */
  title: string;
  text: string;
  links: { label: string; url: string }[];
}

/** `Hello Ayesha Khan,` and a sentence. */
export function greetingSection(name: string, text: string): EmailSection {
  return { kind: 'greeting', name, text };
}

/** The owner's words around a text: the greeting before it, the signature after the last section. */
export function applyStyle(sections: readonly EmailSection[], style: MessageStyle): EmailSection[] {
  const styled = sections.map(
    (section): EmailSection =>
      section.kind === 'greeting'
        ? { kind: 'paragraph', text: `${greetingLine(style, section.name)}\n${section.text}` }
        : section,
  );
  return style.signature ? [...styled, { kind: 'paragraph', text: style.signature }] : styled;
}

/** The plain text version, for email programs that show no HTML. */
export function renderEmailText(
  content: EmailContent,
  club: Club,
  footer: string,
  style: MessageStyle = DEFAULT_MESSAGE_STYLE,
): string {
  const sections = applyStyle(content.sections, style).map(renderSectionText);
  const badge = content.badge ? `[${content.badge.text}]\n` : '';
  return [`${badge}${content.heading}`, ...sections, '-- ', `${club.name}\n${footer}`].join('\n\n');
}

function renderSectionText(section: EmailSection): string {
  switch (section.kind) {
    case 'greeting':
    case 'paragraph':
    case 'note':
      return section.text;
    case 'details':
      return section.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'amounts':
      return [...section.rows, section.total].map(([label, amount]) => `${label}: ${amount}`).join('\n');
    case 'steps':
      return [section.title, ...section.lines.map((line) => `- ${line}`)].join('\n');
    case 'dates':
      return section.rows
        .map(({ title, text, links }) =>
          [title, text, ...links.map(({ label, url }) => `${label}: ${url}`)].filter(Boolean).join('\n'),
        )
        .join('\n\n');
    case 'quote':
      return section.text.replace(/^/gm, '> ');
    case 'button':
      return `${section.label}:\n${section.url}`;
  }
}
