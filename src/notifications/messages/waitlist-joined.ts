import { mailboxOf } from '../../domain/canonical-mailbox.ts';
import { OFFER_HOLD } from '../../domain/offer.ts';
import { formatPlayDate, shortPlayDate } from '../../domain/play-time.ts';
import { waitlistLabel } from '../../domain/waitlist.ts';
import type { WaitlistEntryMessage } from '../../domain/waitlist-message.ts';
import { type EmailContent, greetingSection } from '../email-content.ts';
import type { Message } from '../message.ts';
import { renderEmail, type StyledClub } from '../render-email.ts';
import { shortClub } from '../short-text.ts';
import { entryOf, LEFT, WAITLIST_FOOTER } from '../waitlist-message.ts';

/**
 * How to confirm and to leave: by email, or in short if the customer gave no email. Its link proves the address it
 * goes to, so no other channel may take over.
 */
export const waitlistJoined: Message = {
  kind: 'waitlist.received',
  label: 'Waiting list: confirm or leave',
  audience: 'customer',
  full: {
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
  },
  short: {
    queue: (event, { sources }) => {
      const entry =
        event.kind === 'waitlist_entry.created' ? sources.findWaitlistEntry(event.waitlist_entry_id) : null;
      if (!entry) return null;
      return {
        key: `short.waitlist.received:${entry.id}`,
        // Someone who only leaves a phone number wants messages there.
        person: { email: '', phone: entry.phone, wants: new Set(['sms']) },
        details: { waitlist_entry_id: entry.id },
      };
    },
    compose: (row, _, sources) => {
      const entry = entryOf(row, sources);
      if (!entry) return LEFT;
      const club = shortClub(sources.club());
      const texts = [
        `${club}: confirm the waiting list for ${shortPlayDate({ date: entry.date, slots: [entry.from] })}, ${waitlistLabel(entry)}: ${entry.url}`,
        `${club}: confirm the waiting list: ${entry.url}`,
        entry.url,
      ];
      return { action: 'send', form: 'short', to: row.recipient ?? '', short: { texts } };
    },
  },
  samples: { confirm: { entry: { state: 'unconfirmed' } }, confirmed: { entry: { state: 'open' } } },
};

/** Asks a guest to confirm; every version has the link to leave. */
function contentOf(entry: WaitlistEntryMessage, club: StyledClub): EmailContent {
  const isConfirmed = entry.state === 'open';
  const day = formatPlayDate({ date: entry.date, slots: [entry.from] });
  const rules = `When a slot becomes free, we’ll write to you right away and hold it just for you ${OFFER_HOLD}.`;
  return {
    subject: isConfirmed
      ? `You’re on the waiting list for ${day}`
      : `Please confirm: waiting list for ${day}`,
    preview: isConfirmed ? rules : 'One tap, and we’ll tell you when a slot becomes free.',
    heading: isConfirmed ? 'You’re on the waiting list' : 'Shall we tell you when a slot becomes free?',
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
          ? `The waiting list ends with that day. Questions? Call ${club.phone}.`
          : 'If you didn’t ask for this, you can ignore this email.',
      },
    ],
  };
}
