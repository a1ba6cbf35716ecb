import { inHours, replyTimesOf } from '../../domain/reply-times.ts';
import { dashboardButton } from '../booking-sections.ts';
import type { Message } from '../message.ts';
import { renderClubEmail } from '../render-email.ts';

export const clubContact: Message = {
  kind: 'club.contact',
  label: 'To the club: contact message',
  audience: 'club',
  full: {
    queue: (event) =>
      event.kind === 'contact.received'
        ? { key: `club.contact:${event.message_id}`, contact_id: event.message_id }
        : null,
    compose: ({ contact_id }, _, sources) => {
      const message = contact_id === null ? null : sources.findContactMessage(contact_id);
      if (!message) return { action: 'withdraw', reason: 'the message was deleted' };
      const club = sources.club();
      return renderClubEmail(
        {
          subject: `Contact message (${message.subject}): ${message.name}`,
          preview: message.message.slice(0, 120),
          heading: `${message.name} sent a message`,
          sections: [
            {
              kind: 'details',
              rows: [
                ['From', message.name],
                ['Email', message.email],
                ['Subject', message.subject],
              ],
            },
            { kind: 'quote', text: message.message },
            {
              kind: 'note',
              text: `Reply to this email to answer the sender. The contact page promises an answer within ${inHours(replyTimesOf(club).reply_hours)}.`,
            },
            dashboardButton(club),
          ],
        },
        club,
        message.email,
      );
    },
  },
  samples: { events: {} },
};
