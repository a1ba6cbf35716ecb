import * as v from 'valibot';
import type { Complaint } from './booking.ts';
import { EMAIL_MESSAGE, isEmail, lineText, longText, NAME_MESSAGE } from './text.ts';

/** What one can write about, and how it reads. */
export const SUBJECTS = {
  booking: 'Booking',
  events: 'Events',
  lessons: 'Lessons',
  food: 'Food & Drink',
  partnership: 'Partnership',
  general: 'General question',
} as const;

export const MESSAGE_MINIMUM = 10;
const MESSAGE_MAXIMUM = 5000;

const WORDS = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  emailForm: 'Please enter a valid email address.',
  subject: 'Please select a subject.',
  message: 'Please enter your message.',
  short: `Please enter a more detailed message (at least ${MESSAGE_MINIMUM} characters).`,
};

/** What `POST /api/contact` takes. Fields stand in the order in which they are checked. */
export const contactSchema = v.strictObject({
  name: v.pipe(
    lineText(WORDS.name),
    v.nonEmpty(WORDS.name),
    v.minLength(2, NAME_MESSAGE),
    v.maxLength(100, 'Name must be at most 100 characters'),
  ),
  email: v.pipe(
    lineText(WORDS.email),
    v.nonEmpty(WORDS.email),
    v.maxLength(255, 'Email address must be at most 255 characters'),
    v.check((text) => text === '' || isEmail(text), EMAIL_MESSAGE),
  ),
  subject: v.pipe(
    lineText(WORDS.subject),
    v.nonEmpty(WORDS.subject),
    v.maxLength(200, 'Subject must be at most 200 characters'),
  ),
  message: v.pipe(
    longText(WORDS.message),
    v.nonEmpty(WORDS.message),
    v.minLength(MESSAGE_MINIMUM, WORDS.short),
    v.maxLength(MESSAGE_MAXIMUM, `Message must be at most ${MESSAGE_MAXIMUM} characters`),
  ),
  /** Hidden on the page: only a machine fills it in, and its message goes nowhere. */
  website: v.optional(v.string('This field is not known here.')),
});

export type ContactInput = v.InferOutput<typeof contactSchema>;

/** The first thing wrong with a message, in the specified order and words; null when the schema may judge. */
export function checkContact(input: {
  name: string;
  email: string;
  subject: string;
  message: string;
}): Complaint | null {
  const missing = (text: string, field: string): Complaint => ({ title: 'Missing Information', text, field });
  if (!input.name.trim()) return missing(WORDS.name, 'name');
  if (!input.email.trim()) return missing(WORDS.email, 'email');
  if (!isEmail(input.email)) return { title: 'Invalid Email', text: WORDS.emailForm, field: 'email' };
  if (!input.subject.trim()) return missing(WORDS.subject, 'subject');
  const message = input.message.trim();
  if (!message) return missing(WORDS.message, 'message');
  if (message.length < MESSAGE_MINIMUM) return missing(WORDS.short, 'message');
  return null;
}

export const INVALID_FORM = {
  title: 'Invalid Form Data',
  text: 'Please check your information and try again.',
};

export const MESSAGE_SENT = {
  title: 'Message Sent!',
  text: "Thank you for reaching out. We'll get back to you within 24 hours.",
};
