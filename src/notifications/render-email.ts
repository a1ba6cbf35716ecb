import type { Club } from '../domain/club.ts';
import type { MessageStyle } from '../domain/email-greeting.ts';
import type { Email } from '../outbox/channels/channel.ts';
import { pngOf } from '../payments/transfer-qr.ts';
import { type EmailContent, QR_PICTURE } from './email-content.ts';
import { renderEmailHtml } from './email-html.ts';
import { renderEmailText } from './email-text.ts';
import type { ComposeResult } from './message.ts';

/** The club, with the owner's words for its emails. */
export type StyledClub = Club & { style: MessageStyle };

export function renderEmail(
  to: string,
  content: EmailContent,
  club: StyledClub,
  footerReason: string,
  extra: Partial<Email> = {},
): ComposeResult {
  const footer = `${club.address}\nPhone ${club.phone} · ${club.email}\n${club.public_url}\n${footerReason}`;
  // The club doesn't need its own signature.
  const style = to === club.email ? { ...club.style, signature: '' } : club.style;
  const [qr] = content.sections.flatMap((section) => (section.kind === 'steps' && section.qr) || []);
  return {
    action: 'send',
    form: 'full',
    email: {
      to,
      subject: content.subject,
      html: renderEmailHtml(content, club, footer, style),
      text: renderEmailText(content, club, footer, style),
      // Replies reach the club, whichever address sends the email.
      ...(to === club.email ? {} : { reply_to: club.email }),
      ...(qr ? { picture: { name: QR_PICTURE, png: pngOf(qr) } } : {}),
      ...extra,
    },
  };
}

/** An email to the club; replies reach the customer. */
export function renderClubEmail(content: EmailContent, club: StyledClub, replyTo: string): ComposeResult {
  const footer = 'You’re getting this email because this is the club’s email address in its settings.';
  return renderEmail(club.email, content, club, footer, replyTo ? { reply_to: replyTo } : {});
}
