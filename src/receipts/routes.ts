import { Elysia } from 'elysia';
import type { Bookings } from '../bookings/module.ts';
import { mayStaffHaveItemLink, mayStaffHaveLink } from '../db/audit-log.ts';
import type { Transaction } from '../db/club-db.ts';
import { receiptRejectionSchema } from '../domain/admin-inputs.ts';
import type { ApiAnswer } from '../domain/api.ts';
import type { Booking } from '../domain/booking.ts';
import { Failure } from '../domain/failure.ts';
import { RECEIPT_EMAIL_HEADER } from '../domain/receipt-upload.ts';
import { ownPart } from '../domain/share.ts';
import type { Base } from '../http/base.ts';
import { networkKeys } from '../http/client-ip.ts';
import { parseInput, parseJsonBody, skipBodyParsing } from '../http/request-body.ts';
import { actorOf } from '../http/session-guard.ts';
import type { AccessContext } from '../payers/payer-access.ts';
import { parseBookingId } from '../payers/payer-access.ts';
import type { SolePayer } from '../payers/sole-payer-store.ts';
import type { Payer } from '../payers/store.ts';
import { readReceiptUpload, uploadSize } from './multipart-upload.ts';
import { assertAcceptsReceipt, attachReceipt, requireOpenPart } from './open-part.ts';
import type { PictureIntake } from './picture-intake.ts';
import type { ReceiptFiles } from './receipt-files.ts';
import { assertCanReject, type ReceiptStore, receiptUrl } from './store.ts';
import type { UploadLimits } from './upload-limits.ts';
import { UploadMemoryLimit } from './upload-memory-limit.ts';

type UploadContext = AccessContext & { set: { headers: Record<string, string | number> } };

/** An image is displayed; a script or link hidden in it does nothing. */
const IMAGE_CSP = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox";

/** Uploading a receipt, and showing it to the booking's owner and to admins. */
export function receiptRoutes(
  { guard, club, getClientIp, now }: Base,
  receipts: ReceiptStore,
  files: ReceiptFiles,
  intake: PictureIntake,
  limits: UploadLimits,
  module: Bookings,
) {
  const { store: bookings, access, deadlines, origins, services, sole } = module;
  const memory = new UploadMemoryLimit();
  const rules = () => services.settings.facts().booking_rules;
  const requireBooking = (id: string): Booking => bookings.require(parseBookingId(id));
  const requireOwnPart = (id: string): Booking => {
    const booking = requireBooking(id);
    return ownPart(booking, bookings.payers.listOf(booking));
  };

  /**
   * Whose uploads count together: anyone can make up an account until one of its bookings is paid, but not a network.
   */
  const senderOf = ({ request, server, session }: UploadContext): string => {
    const isKnown = session && (session.user.is_admin || origins.hasPaid(session.user.id));
    return isKnown ? `user ${session.user.id}` : getClientIp({ request, server });
  };

  /**
   * Reads, stores and records an image. `assertMayUpload` gets the email with which the sender proves the booking,
   * and throws for a stranger; `attach` runs in the transaction that records it.
   */
  const upload = async (
    context: UploadContext,
    target: { key: string; authorized: boolean; email: string | null; by_customer: boolean },
    assertMayUpload: (email: string) => void,
    attach: (tx: Transaction, path: string) => Payer | SolePayer,
  ): Promise<void> => {
    const { request, session, set } = context;
    const sender = senderOf(context);
    const keys = [...networkKeys(sender), { key: target.key, factor: 1 }];
    const authorize = (email: string) => {
      assertMayUpload(email);
      intake.assertRoom(target.key, sender);
    };
    // The site's own page sends the email as a header, so that the server decides before reading the body.
    const authorized = target.email !== null || target.authorized;
    if (authorized) authorize(target.email ?? '');
    // A whole /48 counts as one sender, as do the hundreds of people behind one IPv4 address of a mobile network.
    const heldBy = keys.map(({ key }) => key);
    await memory.run({ keys: heldBy, bytes: uploadSize(request), authorized }, async (pending) => {
      const uploaded = await readReceiptUpload(request, pending, authorize);
      const { signal } = pending;
      const { by_customer } = target;
      const actor = actorOf(session);
      await intake.take(uploaded, { sender, turnKeys: keys, by_customer, actor, signal }, attach);
    });
    set.headers['cache-control'] = 'no-store';
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
    .use(guard)
    .post(
      '/api/booking/:id/receipt',
      async (context): Promise<ApiAnswer<'POST /api/booking/:id/receipt'>> => {
        const { id } = context.params;
        const booking = requireOwnPart(id);
        const ip = getClientIp(context);
        limits.countUpload(ip);
        const isCustomer = access.isCustomer(booking.id, booking, context);
        const assertMayUpload = (email: string) => {
          if (!isCustomer) limits.assertBookingEmail(ip, booking, email);
          assertAcceptsReceipt(booking, rules(), now());
        };
        const email = readEmailHeader(context.request);
        // Staff know every customer's email, and can open a link that they made or that went to an address of theirs.
        const { session } = context;
        const isMember = session !== null && session.user.id === booking.user_id;
        const hasOwnAccess = isMember || (isCustomer && !mayStaffHaveLink(club.db, booking));
        const by_customer = hasOwnAccess && !isAdmin(context);
        const target = { key: `booking ${booking.id}`, authorized: isCustomer, email, by_customer };
        await upload(context, target, assertMayUpload, (tx, path) =>
          attachReceipt(tx, module, booking.payer_id, path),
        );
        return { receiptPath: receiptUrl(booking.id) };
      },
      { access: 'anyone', parse: skipBodyParsing },
    )
    .post(
      '/api/payers/:id/receipt',
      async (context): Promise<ApiAnswer<'POST /api/payers/:id/receipt'>> => {
        limits.countUpload(getClientIp(context));
        const { id, booking_id, user_id } = access.requirePayer(parseBookingId(context.params.id), context);
        const assertMayUpload = () => {
          requireOpenPart(module, id, now());
        };
        const isMember = context.session !== null && context.session.user.id === user_id;
        // A booking's page leads on to those of its players.
        const isStaffs =
          booking_id === null
            ? mayStaffHaveItemLink(club.db, id)
            : mayStaffHaveLink(club.db, bookings.require(booking_id));
        const by_customer = (isMember || !isStaffs) && !isAdmin(context);
        const target = { key: `player ${id}`, authorized: true, email: null, by_customer };
        await upload(context, target, assertMayUpload, (tx, path) => attachReceipt(tx, module, id, path));
        return { receipt_received: true };
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
        const { reason, version, payer_id } = parseInput(receiptRejectionSchema, body);
        const booking = await club.write((tx) => {
          const current = bookings.require(id, version);
          const payer = bookings.payers.requireOf(current, payer_id);
          assertCanReject(current, payer);
          const rejected = deadlines.rejectReceipt(tx, payer);
          receipts.reject(tx, payer, reason, actorOf(session));
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
        return showReceipt(booking.id, isCustomer ? receipts.findFileName(booking) : null);
      },
      { access: 'anyone' },
    )
    .get(
      '/api/admin/bookings/:id/receipts/:receiptId',
      ({ params }) => {
        const booking = requireBooking(params.id);
        return showReceipt(booking.id, receipts.findFileName(booking, Number(params.receiptId)));
      },
      { access: 'staff' },
    )
    .get(
      '/api/admin/payers/:id/receipts/:receiptId',
      ({ params }) => {
        const { id } = sole.require(parseBookingId(params.id));
        return showReceipt(id, receipts.findSoleFileName(id, Number(params.receiptId)));
      },
      { access: 'staff' },
    );
}

function isAdmin({ session }: AccessContext): boolean {
  return session?.user.is_admin === true;
}

function readEmailHeader(request: Request): string | null {
  const value = request.headers.get(RECEIPT_EMAIL_HEADER);
  try {
    return value === null ? null : decodeURIComponent(value).trim();
  } catch {
    return '';
  }
}
