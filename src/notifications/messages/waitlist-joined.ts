import { mailboxOf } from '../../domain/canonical-mailbox.ts';
import { shortDate } from '../../domain/format-date.ts';
import { formatPlayDate } from '../../domain/play-time.ts';
import { OFFER_MINUTES, type WaitlistEntryMessage, waitlistLabel } from '../../domain/waitlist.ts';
import { type EmailContent, greetingSection } from '../email-content.ts';
import type { Message } from '../message.ts';
import { renderEmail, type StyledClub } from '../render-email.ts';
import { clubInSms, oneOf } from '../sms-text.ts';
import { entryOf, LEFT, WAITLIST_FOOTER } from '../waitlist-message.ts';

/** How to confirm and to leave: by email, or by text message where the customer has no email. */
export const waitlistJoined: Message = {
  kind: 'waitlist.received',
  label: 'Waiting list: confirm or leave',
  channel: 'email',
  audience: 'customer',
  queue: (event, { sources }) => {
    const entry =
      event.kind === 'waitlist_entry.created' ? sources.findWaitlistEntry(event.waitlist_entry_id) : null;
    if (!entry?.email) return null;
    return {
      key: `waitlist.received:${entry.id}`,
      recipient: entry.email,
      limit_key: mailboxOf(entry.email),
      details: { waitlist_entry_id: entry.id },
    };
  },
  compose: (row, _, sources) => {
    const entry = entryOf(row, sources);
    if (!entry) return LEFT;
    const club = sources.club();
    return renderEmail(row.recipient ?? '', contentOf(entry, club), club, WAITLIST_FOOTER);
  },
  samples: { confirm: { entry: { state: 'unconfirmed' } }, confirmed: { entry: { state: 'open' } } },
};

export const smsWaitlistJoined: Message = {
  kind: 'sms.waitlist',
  label: 'SMS: waiting list, confirm',
  channel: 'sms',
  audience: 'customer',
  queue: (event, { sources }) => {
    const entry =
      event.kind === 'waitlist_entry.created' ? sources.findWaitlistEntry(event.waitlist_entry_id) : null;
    if (!entry?.phone || entry.email) return null;
    return {
      key: `sms.waitlist:${entry.id}`,
      recipient: entry.phone,
      limit_key: entry.phone,
      details: { waitlist_entry_id: entry.id },
    };
  },
  compose: (row, _, sources) => {
    const entry = entryOf(row, sources);
    if (!entry) return LEFT;
    const club = clubInSms(sources.club());
    const text = oneOf([
      `${club}: confirm that you wait for ${shortDate(entry.date)}, ${waitlistLabel(entry)}: ${entry.url}`,
      `${club}: confirm the waiting list: ${entry.url}`,
      entry.url,
    ]);
    return { action: 'sms', to: row.recipient ?? '', text };
  },
  samples: { confirm: { entry: { state: 'unconfirmed' } } },
};

/** Asks a guest to confirm; every message has the link to leave. */
function contentOf(entry: WaitlistEntryMessage, club: StyledClub): EmailContent {
  const isConfirmed = entry.state === 'open';
  const day = formatPlayDate({ date: entry.date, slots: [entry.from] });
  const rules = `When a slot becomes free, we hold it for you alone for ${OFFER_MINUTES} minutes and write to you at once.`;
  return {
    subject: isConfirmed ? `You are on the waiting list for ${day}` : `Confirm the waiting list for ${day}`,
    preview: isConfirmed ? rules : 'One tap, and we tell you when a slot becomes free.',
    heading: isConfirmed ? 'You are on the waiting list' : 'Shall we tell you when a slot becomes free?',
    sections: [
      greetingSection(
        entry.name,
        isConfirmed ? rules : `Please confirm that you want to wait for a free slot. ${rules}`,
      ),
      {
        kind: 'details',
        rows: [
          ['Date', day],
          ['Time', waitlistLabel(entry)],
          ['Court', entry.court_name ?? 'Any court'],
        ],
      },
      { kind: 'button', label: isConfirmed ? 'Leave the waiting list' : 'Yes, tell me', url: entry.url },
      {
        kind: 'note',
        text: isConfirmed
          ? `The waiting list ends with this day. Questions? Call ${club.phone}.`
          : 'If you did not ask for it, ignore this email: nothing happens.',
      },
    ],
  };
}
