import { Elysia } from 'elysia';
import type { ClubDb } from '../db/club-db.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure, invalidField } from '../domain/failure.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { actorOf, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { ReceiptFolder } from './folder.ts';
import { cleanPicture } from './picture.ts';
import { type ReceiptStore, receiptUrl, refuseState } from './store.ts';
import { readUpload } from './upload-form.ts';

/** A picture shows; whatever else it might hold can do nothing. */
const SANDBOX = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Sending a receipt, and looking at one as its owner or the desk. */
export function receiptRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  receipts: ReceiptStore;
  folder: ReceiptFolder;
  findBooking: (id: number) => Booking | null;
  /** Throws `rate_limited`; counted before anything is read, so that addresses cannot be guessed. */
  limit: (visit: RequestContext, bookingId: number) => void;
}) {
  const { club, receipts, folder } = deps;

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
        const upload = await readUpload(request);
        refuseStranger(booking, session, upload.email);
        refuseState(booking);
        const picture = await cleanPicture(upload.picture);
        const name = await folder.keep(picture);
        let replaced: string | null;
        try {
          replaced = await club.write((tx) =>
            receipts.record(
              tx,
              {
                booking_id: booking.id,
                name,
                sha256: new Bun.CryptoHasher('sha256').update(upload.picture).digest('hex'),
                source_sha256: upload.source_sha256,
                size: picture.byteLength,
              },
              requireBooking(params.id),
              actorOf(session),
            ),
          );
        } catch (error) {
          await folder.remove(name);
          throw error;
        }
        if (replaced) await folder.remove(replaced);
        set.headers['cache-control'] = 'no-store';
        return { receiptPath: receiptUrl(booking.id) };
      },
      { access: 'anyone', parse: leaveUnread },
    )
    .get(
      '/api/booking/:id/receipt',
      async ({ params, session, set }) => {
        const booking = requireBooking(params.id);
        const name = maySee(booking, session) ? receipts.nameOf(booking.id) : null;
        const bytes = name && (await folder.read(name));
        if (!bytes) throw new Failure('not_found', 'There is no receipt at this address.');
        set.headers['content-security-policy'] = SANDBOX;
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
function leaveUnread(): object {
  return {};
}

function maySee(booking: Booking, session: Session | null): boolean {
  return session !== null && (session.user.is_admin || session.user.id === booking.user_id);
}

/** A guest proves to be the one who booked by the booking's email address. */
function refuseStranger(booking: Booking, session: Session | null, email: string): void {
  if (maySee(booking, session)) return;
  if (!email) {
    throw invalidField('email', 'Please enter the email address you booked with.');
  }
  if (email.toLowerCase() === booking.email.toLowerCase()) return;
  const sentence = 'This is not the email address of the booking.';
  throw new Failure('forbidden', sentence, { fields: { email: sentence } });
}
