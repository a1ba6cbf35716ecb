import type { Club } from '../domain/club.ts';
import { DEFAULT_MESSAGE_STYLE, type MessageStyle } from '../domain/email-greeting.ts';
import { applyStyle, type EmailContent, type EmailSection } from './email-content.ts';

/** The plain text version, for email programs that don't show HTML. */
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
