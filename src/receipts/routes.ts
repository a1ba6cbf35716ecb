import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { actorOf, type Session, type SessionGuard } from '../http/session-guard.ts';
import { parseReceiptUpload } from './multipart-upload.ts';
import type { ReceiptFiles } from './receipt-files.ts';
import { sanitizeImage } from './sanitize-image.ts';
import { assertAcceptsReceipt, type ReceiptStore, receiptUrl } from './store.ts';

/** A picture shows; whatever else it might hold can do nothing. */
const IMAGE_CSP = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Sending a receipt, and looking at one as its owner or the desk. */
export function receiptRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  receipts: ReceiptStore;
  files: ReceiptFiles;
  findBooking: (id: number) => Booking | null;
  attachReceipt: (tx: Transaction, bookingId: number, path: string) => void;
  /** Throws `rate_limited`; counted before anything is read, so that addresses cannot be guessed. */
  limit: (visit: RequestContext, bookingId: number) => void;
}) {
  const { club, receipts, files } = deps;

  const requireBooking = (id: string): Booking => {
    const booking = /^\d{1,15}$/.test(id) ? deps.findBooking(Number(id)) : null;
    if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
    return booking;
  };

  return new Elysia({ name: 'receipts' })
    .use(deps.guard)
    .post(
      '/api/booking/:id/receipt',
      async ({ params, request, server, session, set }) => {
        const booking = requireBooking(params.id);
        deps.limit({ request, server }, booking.id);
        const upload = await parseReceiptUpload(request);
        assertCanUpload(booking, session, upload.email);
        assertAcceptsReceipt(booking);
        const image = await sanitizeImage(upload.image);
        const name = await files.save(image);
        let replacedName: string | null;
        try {
          replacedName = await club.write((tx) => {
            deps.attachReceipt(tx, booking.id, `receipts/${name}`);
            return receipts.record(
              tx,
              {
                booking_id: booking.id,
                name,
                sha256: new Bun.CryptoHasher('sha256').update(upload.image).digest('hex'),
                source_sha256: upload.source_sha256,
                size: image.byteLength,
              },
              requireBooking(params.id),
              actorOf(session),
            );
          });
        } catch (error) {
          await files.remove(name);
          throw error;
        }
        if (replacedName) await files.remove(replacedName);
        set.headers['cache-control'] = 'no-store';
        return { receiptPath: receiptUrl(booking.id) };
      },
      { access: 'anyone', parse: skipBodyParsing },
    )
    .get(
      '/api/booking/:id/receipt',
      async ({ params, session, set }) => {
        const booking = requireBooking(params.id);
        const name = canView(booking, session) ? receipts.findFileName(booking.id) : null;
        const bytes = name && (await files.read(name));
        if (!bytes) throw new Failure('not_found', 'There is no receipt at this address.');
        set.headers['content-security-policy'] = IMAGE_CSP;
        return new Response(bytes, {
          headers: {
            'content-type': 'image/webp',
            'content-disposition': `inline; filename="receipt-${booking.id}.webp"`,
            'cache-control': 'private, no-store',
          },
        });
      },
      { access: 'anyone' },
    );
}

/** The route reads the body itself, after it knows that the booking exists. */
function skipBodyParsing(): object {
  return {};
}

function canView(booking: Booking, session: Session | null): boolean {
  return session !== null && (session.user.is_admin || session.user.id === booking.user_id);
}

/** A guest proves to be the one who booked by the booking's email address. */
function assertCanUpload(booking: Booking, session: Session | null, email: string): void {
  if (canView(booking, session)) return;
  if (!email) {
    throw invalidField('email', 'Please enter the email address you booked with.');
  }
  if (email.toLowerCase() === booking.email.toLowerCase()) return;
  const message = 'This is not the email address of the booking.';
  throw new Failure('forbidden', message, { fields: { email: message } });
}
