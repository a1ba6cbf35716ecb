import * as v from 'valibot';
import type { StepError } from './booking.ts';
import { EMAIL_MESSAGE, isEmail, multilineText, NAME_MESSAGE, singleLineText } from './text-schemas.ts';

/** What one can write about, and how it reads. */
export const CONTACT_SUBJECTS = {
  booking: 'Booking',
  events: 'Events',
  lessons: 'Lessons',
  food: 'Food & Drink',
  partnership: 'Partnership',
  general: 'General question',
} as const;

export const MIN_MESSAGE_LENGTH = 10;
const MAX_MESSAGE_LENGTH = 5000;

const ERROR_MESSAGES = {
  name: 'Please enter your name.',
  email: 'Please enter your email address.',
  invalidEmail: 'Please enter a valid email address.',
  subject: 'Please select a subject.',
  message: 'Please enter your message.',
  messageTooShort: `Please enter a more detailed message (at least ${MIN_MESSAGE_LENGTH} characters).`,
};

/** What `POST /api/contact` takes. Fields stand in the order in which they are checked. */
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
    v.check((text) => text === '' || isEmail(text), EMAIL_MESSAGE),
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
  /** Hidden on the page: only a machine fills it in, and its message goes nowhere. */
  website: v.optional(v.string('This field is not known here.')),
});

export type ContactInput = v.InferOutput<typeof contactSchema>;

/** The first thing wrong with a message, in the specified order and words; null when the schema may judge. */
export function checkContactForm(input: {
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

export const MESSAGE_SENT = {
  title: 'Message Sent!',
  text: "Thank you for reaching out. We'll get back to you within 24 hours.",
};
