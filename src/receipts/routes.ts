import { Elysia } from 'elysia';
import { parseBookingId } from '../bookings/booking-access.ts';
import type { Bookings } from '../bookings/module.ts';
import { receiptRejectionSchema } from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { RECEIPT_EMAIL_HEADER } from '../domain/receipt-upload.ts';
import type { Base } from '../http/base.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import { readReceiptUpload, uploadSize } from './multipart-upload.ts';
import type { ReceiptFiles } from './receipt-files.ts';
import { assertAcceptsReceipt, assertCanReject, type ReceiptStore, receiptUrl } from './store.ts';
import { UploadLimits } from './upload-limits.ts';
import { UploadMemoryLimit } from './upload-memory-limit.ts';

/** Decoding takes 4 bytes a pixel; phone screenshots stay below this, and our page shrinks larger photos. */
const MAX_PIXELS = 5_000_000;

/** An image shows; a script or a link hidden in it does nothing. */
const IMAGE_CSP = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Uploading a receipt, and showing it to the booking's owner and to admins. */
export function receiptRoutes(
  { guard, club, images, getClientIp, now }: Base,
  receipts: ReceiptStore,
  files: ReceiptFiles,
  { store: bookings, access, deadlines, services }: Bookings,
) {
  const limits = new UploadLimits(now);
  const memory = new UploadMemoryLimit();
  const rules = () => services.settings.facts().booking_rules;
  const requireBooking = (id: string): Booking => bookings.require(parseBookingId(id));

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
    .use(guard)
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
        const ip = getClientIp({ request, server });
        limits.countUpload(ip);
        const keys = [session ? `user ${session.user.id}` : ip, `booking ${booking.id}`];
        const isCustomer = access.isCustomer(booking.id, booking, { request, server, session });
        const authorize = (email: string) => {
          if (!isCustomer) limits.assertBookingEmail(ip, booking, email);
          assertAcceptsReceipt(booking, rules(), now());
          limits.countReceipt(booking.id);
        };
        // The site's own page sends the email as a header, so that the server decides before it reads the body.
        const email = readEmailHeader(request);
        const authorized = email !== null || isCustomer;
        if (authorized) authorize(email ?? '');
        return memory.run({ keys, bytes: uploadSize(request), authorized }, async (pending) => {
          const upload = await readReceiptUpload(request, pending, authorize);
          const image = await images.reencode(upload.image, {
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
              assertAcceptsReceipt(requireBooking(params.id), rules(), tx.now);
              const isFirst = !receipts.hasAny(booking.id);
              deadlines.attachReceipt(tx, booking.id, `receipts/${name}`, isFirst);
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
          assertCanReject(bookings.require(id, version));
          const rejected = deadlines.rejectReceipt(tx, id);
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
        const isCustomer = access.isCustomer(booking.id, booking, { request, server, session });
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
