import type { Club } from '../domain/club.ts';

/** A mail ready to be sent, all but its Message-ID. */
export interface Email {
  to: string;
  reply_to?: string;
  subject: string;
  html: string;
  text: string;
  /** Where the reader can switch such mails off. */
  unsubscribe_url?: string;
  /** An iCalendar file to attach. */
  calendar?: string;
}

/** What a letter says; the page and the plain text are both drawn from it. */
export interface EmailContent {
  subject: string;
  /** The line that mail programs show beside the subject. */
  preview: string;
  /** A short word above the heading: a state, not a sentence. */
  badge?: { text: string; tone: 'good' | 'wait' | 'bad' };
  heading: string;
  sections: EmailSection[];
}

export type EmailSection =
  | { kind: 'words'; text: string }
  | { kind: 'facts'; rows: [label: string, value: string][] }
  | { kind: 'sums'; rows: [label: string, amount: string][]; total: [label: string, amount: string] }
  | { kind: 'steps'; title: string; lines: string[] }
  | { kind: 'quote'; text: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'small'; text: string };

/**
 * `Hello Ayesha Khan,` and a sentence. A name that could carry an address of the web is left out: anybody can
 * have the club write to anybody, and what they typed as a name must not make it an advertisement.
 */
export function greetingSection(name: string, text: string): EmailSection {
  const isHarmless = !/[/@:\\]|[\p{L}\p{N}][.．。]\p{L}{2}/u.test(name);
  return { kind: 'words', text: `${isHarmless ? `Hello ${name},` : 'Hello,'}\n${text}` };
}

/** The plain text, at most as wide as it needs to be, for readers without pictures and colours. */
export function renderEmailText(content: EmailContent, club: Club, footer: string): string {
  const sections = content.sections.map(renderSectionText);
  const badge = content.badge ? `[${content.badge.text}]\n` : '';
  return [`${badge}${content.heading}`, ...sections, '-- ', `${club.name}\n${footer}`].join('\n\n');
}

function renderSectionText(section: EmailSection): string {
  switch (section.kind) {
    case 'words':
    case 'small':
      return section.text;
    case 'facts':
      return section.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'sums':
      return [...section.rows, section.total].map(([label, amount]) => `${label}: ${amount}`).join('\n');
    case 'steps':
      return [section.title, ...section.lines.map((line) => `- ${line}`)].join('\n');
    case 'quote':
      return section.text.replace(/^/gm, '> ');
    case 'button':
      return `${section.label}:\n${section.url}`;
  }
}
