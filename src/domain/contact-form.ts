import * as v from 'valibot';
import { inHours, type ReplyTimes, replyTimesOf } from './reply-times.ts';
import type { StepError } from './slot-selection-errors.ts';
import { isEmail, multilineText, NAME_MESSAGE, singleLineText } from './text-schemas.ts';

/** Subjects of the contact form, with their labels. */
export const CONTACT_SUBJECTS = {
  booking: 'Booking',
  events: 'Events',
  lessons: 'Lessons',
  food: 'Food & Drink',
  partnership: 'Partnership',
  general: 'General question',
} as const;

/** The label of a stored subject; the API also accepts other subjects, which stay as sent. */
export function contactSubjectLabel(subject: string): string {
  return Object.hasOwn(CONTACT_SUBJECTS, subject)
    ? CONTACT_SUBJECTS[subject as keyof typeof CONTACT_SUBJECTS]
    : subject;
}

const MIN_MESSAGE_LENGTH = 10;
const MAX_MESSAGE_LENGTH = 5000;

const ERROR_MESSAGES = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  invalidEmail: 'Please enter a valid email address.',
  subject: 'Please select a subject.',
  message: 'Please enter your message.',
  messageTooShort: `Please enter a more detailed message (at least ${MIN_MESSAGE_LENGTH} characters).`,
};

export interface ContactMessage {
  id: number;
  name: string;
  email: string;
  subject: string;
  message: string;
}

/** `POST /api/contact`; its fields are checked in this order. */
export const contactSchema = v.strictObject({
  name: v.pipe(
    singleLineText(ERROR_MESSAGES.name),
    v.nonEmpty(ERROR_MESSAGES.name),
    v.minLength(2, NAME_MESSAGE),
    v.maxLength(100, 'Name must be at most 100 characters'),
  ),
  email: v.pipe(
    singleLineText(ERROR_MESSAGES.email),
    v.nonEmpty(ERROR_MESSAGES.email),
    v.maxLength(255, 'Email address must be at most 255 characters'),
    v.check((text) => text === '' || isEmail(text), ERROR_MESSAGES.invalidEmail),
  ),
  subject: v.pipe(
    singleLineText(ERROR_MESSAGES.subject),
    v.nonEmpty(ERROR_MESSAGES.subject),
    v.maxLength(200, 'Subject must be at most 200 characters'),
  ),
  message: v.pipe(
    multilineText(ERROR_MESSAGES.message),
    v.nonEmpty(ERROR_MESSAGES.message),
    v.minLength(MIN_MESSAGE_LENGTH, ERROR_MESSAGES.messageTooShort),
    v.maxLength(MAX_MESSAGE_LENGTH, `Message must be at most ${MAX_MESSAGE_LENGTH} characters`),
  ),
  /** A honeypot: only bots fill in this hidden field, and the server drops their messages. */
  website: v.optional(v.string('This field is unknown.')),
});

export type ContactInput = v.InferOutput<typeof contactSchema>;

/** The contact form's first error, in the order and words of the specification; null if there is none. */
export function contactFormError(input: {
  name: string;
  email: string;
  subject: string;
  message: string;
}): StepError | null {
  const missingInformation = (text: string, field: string): StepError => ({
    title: 'Missing Information',
    text,
    field,
  });
  if (!input.name.trim()) return missingInformation(ERROR_MESSAGES.name, 'name');
  if (!input.email.trim()) return missingInformation(ERROR_MESSAGES.email, 'email');
  if (!isEmail(input.email))
    return { title: 'Invalid Email', text: ERROR_MESSAGES.invalidEmail, field: 'email' };
  if (!input.subject.trim()) return missingInformation(ERROR_MESSAGES.subject, 'subject');
  const message = input.message.trim();
  if (!message) return missingInformation(ERROR_MESSAGES.message, 'message');
  if (message.length < MIN_MESSAGE_LENGTH)
    return missingInformation(ERROR_MESSAGES.messageTooShort, 'message');
  return null;
}

export const INVALID_FORM = {
  title: 'Invalid Form Data',
  text: 'Please check your information and try again.',
};

/** What the sender reads; the hours are the owner's. */
export function messageSent(club: { policies?: Partial<ReplyTimes> }) {
  const { reply_hours } = replyTimesOf(club);
  return {
    title: 'Message Sent!',
    text: `Thank you for reaching out. We'll get back to you within ${inHours(reply_hours)}.`,
  };
}
