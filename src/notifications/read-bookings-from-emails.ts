import { createReadStream, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { addDays } from '../domain/business-day.ts';
import type { MissingBooking } from '../domain/missing-booking.ts';

/** A message is read up to here; what follows are attachments. */
const MAX_MESSAGE_BYTES = 1 << 20;

/**
 * Yields the new bookings that the club's own emails name: from a folder of messages (`.eml` files or a Maildir)
 * or from an mbox file. `onBytes` gets the number of bytes of each chunk that was read.
 */
export async function* readBookingsFromEmails(
  path: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncGenerator<MissingBooking> {
  const files = statSync(path).isDirectory() ? listFiles(path) : [path];
  for await (const file of files) {
    for await (const message of splitMessages(file, onBytes)) {
      const booking = await parseNewBookingEmail(message);
      if (booking) yield booking;
    }
  }
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* listFiles(path);
    else if (entry.isFile()) yield path;
  }
}

/** The messages of an mbox file, each beginning with a line `From …`; any other file is one message. */
async function* splitMessages(path: string, onBytes: (bytes: number) => void): AsyncGenerator<string> {
  let isMbox: boolean | null = null;
  let pending = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    onBytes(chunk.length);
    isMbox ??= String(chunk).startsWith('From ');
    pending += chunk;
    if (isMbox) {
      const messages = pending.split(/\r?\n\r?\n(?=From [^\n]*\n)/);
      pending = messages.pop() ?? '';
      yield* messages;
    }
    // What is cut off is an attachment; the next separator is found in what follows.
    if (pending.length > 2 * MAX_MESSAGE_BYTES)
      pending = pending.slice(0, MAX_MESSAGE_BYTES) + pending.slice(-MAX_MESSAGE_BYTES);
  }
  yield pending;
}

const FIELDS: Record<
  string,
  Exclude<keyof MissingBooking, 'id' | 'sent_at' | 'business_day' | 'start_time'>
> = {
  Court: 'court',
  Date: 'date',
  Time: 'time',
  Length: 'length',
  Payment: 'payment',
  Name: 'name',
  Phone: 'phone',
  Email: 'email',
  Total: 'total',
};

/** Reads an email that tells the club of a new booking; null for any other message. */
export async function parseNewBookingEmail(source: string): Promise<MissingBooking | null> {
  const message = source.replace(/^From [^\n]*\n/, '').slice(0, MAX_MESSAGE_BYTES);
  const headers = message.slice(0, message.search(/\r?\n\r?\n/));
  // Every email of this program has the header, and few others do.
  if (!/^Auto-Submitted:\s*auto-generated/im.test(headers)) return null;
  const { subject = '', text = '', date } = await PostalMime.parse(Buffer.from(message, 'latin1'));
  const number = /^New booking (\d{1,12}): /.exec(subject)?.[1];
  if (!number) return null;
  const booking: MissingBooking = {
    id: Number(number),
    sent_at: date ?? '',
    ...{ court: '', date: '', time: '', length: '', payment: '', name: '', phone: '', email: '', total: '' },
    ...{ business_day: null, start_time: null },
  };
  let field: keyof typeof FIELDS | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('-- ')) break;
    const [, label = '', value = ''] = /^([A-Z][a-z]+): (.*)$/.exec(line) ?? [];
    const name = FIELDS[label];
    if (name) {
      field = label;
      booking[name] ||= value.trim();
    } else if (line.trim() === '' || label) field = null;
    // A booking of several blocks has a line for each time.
    else if (field === 'Time') booking.time += `, ${line.trim()}`;
  }
  return { ...booking, ...placeInDay(booking) };
}

/** Reads what `formatPlayDate` and `formatPlayTime` have written. */
function placeInDay({ date, time }: MissingBooking): Pick<MissingBooking, 'business_day' | 'start_time'> {
  const [, hours = '', minutes, half] = /^(\d{1,2}):(\d\d) ([AP])M/.exec(time) ?? [];
  const calendarDay = Date.parse(`${date.replace(/ \(.*$/, '')} UTC`);
  if (!half || Number.isNaN(calendarDay)) return { business_day: null, start_time: null };
  const day = new Date(calendarDay).toISOString().slice(0, 10);
  const hour = (Number(hours) % 12) + (half === 'P' ? 12 : 0);
  return {
    business_day: date.includes('(the night of') ? addDays(day, -1) : day,
    start_time: `${String(hour).padStart(2, '0')}:${minutes}`,
  };
}
