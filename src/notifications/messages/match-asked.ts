import { bookingEmail } from '../booking-message.ts';
import { bookingButton, bookingDetails, questionsNote } from '../booking-sections.ts';
import { chatPlay, PLAY_EXAMPLES } from '../chat-form.ts';
import { greetingSection } from '../email-content.ts';

/** Sent twelve hours before an open match that is not full is cancelled. */
export const matchAsked = bookingEmail({
  kind: 'match.asked',
  label: 'The match is not full',
  on: { 'match.asked': () => ({ key: Bun.randomUUIDv7() }) },
  chat: {
    text: 'Your match is not full yet: {{1}}, {{2}}. If it doesn’t fill in the next 12 hours, we’ll cancel it and everybody gets all their money back. Do you want to play anyway? Then keep it on your booking page.',
    examples: [...PLAY_EXAMPLES],
    button: 'Open my booking',
    values: ({ booking }) => chatPlay(booking),
  },
  content: ({ booking, club }) => ({
    subject: `Booking ${booking.id}: your match is not full yet`,
    preview: 'Do you want to keep it?',
    badge: { text: 'Places are free', tone: 'warning' },
    heading: 'Your match is not full yet',
    sections: [
      greetingSection(
        booking.name,
        'If it doesn’t fill in the next 12 hours, we’ll cancel it and everybody gets all their money back. Do you want to play anyway? Keep it on your booking page; you then pay what is left.',
      ),
      bookingDetails(booking),
      bookingButton(booking),
      questionsNote(club),
    ],
  }),
  samples: { open: {} },
});
