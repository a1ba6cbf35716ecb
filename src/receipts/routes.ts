import { Elysia } from 'elysia';
import type { ClubDb, Transaction } from '../db/club-db.ts';
import { receiptRejectionSchema } from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import type { BookingRules } from '../domain/payment-deadline.ts';
import { RECEIPT_EMAIL_HEADER } from '../domain/receipt-upload.ts';
import type { RequestContext } from '../http/client-ip.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf, type Session, type SessionGuard } from '../http/session-guard.ts';
import type { ImageReencoder } from '../images/image-reencoder.ts';
import { readReceiptUpload, uploadSize } from './multipart-upload.ts';
import type { ReceiptFiles } from './receipt-files.ts';
import { assertAcceptsReceipt, assertCanReject, type ReceiptStore, receiptUrl } from './store.ts';
import type { UploadLimits } from './upload-limits.ts';
import type { UploadMemoryLimit } from './upload-memory-limit.ts';

/** Decoding takes 4 bytes a pixel; phone screenshots stay below this, and our page shrinks larger photos. */
const MAX_PIXELS = 5_000_000;

/** An image shows; a script or a link hidden in it does nothing. */
const IMAGE_CSP = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Uploading a receipt, and showing it to the booking's owner and to admins. */
export function receiptRoutes(deps: {
  guard: SessionGuard;
  club: ClubDb;
  receipts: ReceiptStore;
  files: ReceiptFiles;
  imageReencoder: ImageReencoder;
  budget: UploadMemoryLimit;
  limits: UploadLimits;
  findBooking: (id: number) => Booking | null;
  attachReceipt: (tx: Transaction, bookingId: number, path: string) => void;
  requireBooking: (id: number, expectedVersion?: number) => Booking;
  rejectReceipt: (tx: Transaction, bookingId: number) => Booking;
  bookingRules: () => BookingRules;
  now: () => number;
  getClientIp: (context: RequestContext) => string;
  isCustomer: (booking: Booking, context: RequestContext & { session: Session | null }) => boolean;
}) {
  const { club, receipts, files, limits } = deps;

  const requireBooking = (id: string): Booking => {
    const booking = /^\d{1,15}$/.test(id) ? deps.findBooking(Number(id)) : null;
    if (!booking) throw new Failure('not_found', 'There is no booking with this number.');
    return booking;
  };

  const showReceipt = async (bookingId: number, name: string | null): Promise<Response> => {
    const bytes = name && (await files.read(name));
    if (!bytes) throw new Failure('not_found', 'There is no receipt at this address.');
    return new Response(bytes, {
      headers: {
        'content-type': 'image/webp',
        'content-disposition': `inline; filename="receipt-${bookingId}.webp"`,
        'content-security-policy': IMAGE_CSP,
        'cache-control': 'private, no-store',
      },
    });
  };

  return new Elysia({ name: 'receipts' })
    .use(deps.guard)
    .post(
      '/api/booking/:id/receipt',
      async ({
        params,
        request,
        server,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/booking/:id/receipt'>> => {
        const booking = requireBooking(params.id);
        const ip = deps.getClientIp({ request, server });
        limits.countUpload(ip);
        const keys = [session ? `user ${session.user.id}` : ip, `booking ${booking.id}`];
        const isCustomer = deps.isCustomer(booking, { request, server, session });
        const authorize = (email: string) => {
          if (!isCustomer) limits.assertBookingEmail(ip, booking, email);
          assertAcceptsReceipt(booking, deps.bookingRules(), deps.now());
          limits.countReceipt(booking.id);
        };
        // The site's own page sends the email as a header, so that the server decides before it reads the body.
        const email = readEmailHeader(request);
        const authorized = email !== null || isCustomer;
        if (authorized) authorize(email ?? '');
        return deps.budget.run({ keys, bytes: uploadSize(request), authorized }, async (pending) => {
          const upload = await readReceiptUpload(request, pending, authorize);
          const image = await deps.imageReencoder.reencode(upload.image, {
            maxPixels: MAX_PIXELS,
            field: 'receipt',
            turnKeys: keys,
            signal: pending.signal,
          });
          const sha256 = new Bun.CryptoHasher('sha256').update(upload.image).digest('hex');
          const name = await files.save(image);
          const receipt = { name, sha256, source_sha256: upload.source_sha256, size: image.byteLength };
          try {
            await club.write((tx) => {
              // The booking may have been paid, cancelled or released while the picture was read.
              assertAcceptsReceipt(requireBooking(params.id), deps.bookingRules(), tx.now);
              deps.attachReceipt(tx, booking.id, `receipts/${name}`);
              receipts.record(tx, receipt, requireBooking(params.id), actorOf(session));
            });
          } catch (error) {
            await files.remove(name);
            throw error;
          }
          set.headers['cache-control'] = 'no-store';
          return { receiptPath: receiptUrl(booking.id) };
        });
      },
      { access: 'anyone', parse: skipBodyParsing },
    )
    .post(
      '/api/admin/bookings/:id/receipt/reject',
      async ({
        params,
        body,
        session,
        set,
      }): Promise<ApiAnswer<'POST /api/admin/bookings/:id/receipt/reject'>> => {
        const { id } = requireBooking(params.id);
        const { reason, version } = parseInput(receiptRejectionSchema, body);
        const booking = await club.write((tx) => {
          assertCanReject(deps.requireBooking(id, version));
          const rejected = deps.rejectReceipt(tx, id);
          receipts.reject(tx, id, reason, actorOf(session));
          return rejected;
        });
        set.headers['cache-control'] = 'no-store';
        return { data: { booking } };
      },
      { access: 'staff', parse: parseJsonBody },
    )
    .get(
      '/api/booking/:id/receipt',
      ({ params, request, server, session }) => {
        const booking = requireBooking(params.id);
        const isCustomer = deps.isCustomer(booking, { request, server, session });
        return showReceipt(booking.id, isCustomer ? receipts.findFileName(booking.id) : null);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/admin/bookings/:id/receipts/:receiptId',
      ({ params }) => {
        const booking = requireBooking(params.id);
        return showReceipt(booking.id, receipts.findFileName(booking.id, Number(params.receiptId)));
      },
      { access: 'staff' },
    );
}

function readEmailHeader(request: Request): string | null {
  const value = request.headers.get(RECEIPT_EMAIL_HEADER);
  try {
    return value === null ? null : decodeURIComponent(value).trim();
  } catch {
    return '';
  }
}
