import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Access } from '../../../src/domain/api.ts';
import { bookingBody, createTestClub, type TestClub } from '../../support/test-club.ts';
import { createPng } from '../../support/test-images.ts';

const CALLERS = ['visitor', 'member A', 'member B', 'staff', 'owner'] as const;
type Caller = (typeof CALLERS)[number];

interface Row {
  /** The method and the path of the route. */
  route: string;
  access: Access;
  /** An address of the route; booking 1 belongs to member A. */
  path: string;
  /** The statuses for each caller's request from the site's own page. */
  own: number[];
  /** The callers whose answer contains personal data of member A. */
  reads: Caller[];
}

/**
 * Each line: method, route, access, address, the statuses for a visitor, member A, member B and an admin, and
 * who may read member A's data. Both kinds of admins get the same, but staff get 403 from a route for owners.
 */
const TABLE = `
GET    /api/courts                        anyone /api/courts                          200 200 200 200
GET    /api/slots                         anyone /api/slots?date=2026-11-21&courtId=1 200 200 200 200
GET    /api/slots-by-court                anyone /api/slots-by-court?date=2026-11-21 200 200 200 200
GET    /api/tonight                       anyone /api/tonight                         200 200 200 200
POST   /api/book                          anyone /api/book                            422 422 422 422
POST   /api/book/cash-check               anyone /api/book/cash-check                 422 422 422 422
GET    /api/booking/:id                   anyone /api/booking/1                       200 200 200 200 A admin
GET    /api/booking/:id/statement        anyone /api/booking/1/statement             404 200 404 200 A admin
GET    /api/booking/:id/calendar.ics      anyone /api/booking/1/calendar.ics          200 200 200 200
POST   /api/booking/:id/receipt           anyone /api/booking/1/receipt               415 415 415 415
GET    /api/booking/:id/receipt           anyone /api/booking/1/receipt               404 200 404 200
POST   /api/booking/:id/cancel            anyone /api/booking/999/cancel              404 404 404 404
POST   /api/booking/:id/reschedule        anyone /api/booking/1/reschedule            422 422 422 422
POST   /api/booking/:id/pay               anyone /api/booking/1/pay                      422 422 422 422
PUT    /api/booking/:id/payers           anyone /api/booking/999/payers              422 422 422 422
PUT    /api/booking/:id/refund-account   anyone /api/booking/1/refund-account         422 422 422 422
POST   /api/handed-link                 anyone /api/handed-link                    422 422 422 422
GET    /api/payers/:id                  anyone /api/payers/1                       403 403 403 403
POST   /api/payers/:id/pay              anyone /api/payers/1/pay                   422 422 422 422
POST   /api/payers/:id/receipt          anyone /api/payers/1/receipt               403 403 403 403
PUT    /api/payers/:id/refund-account   anyone /api/payers/1/refund-account        422 422 422 422
POST   /api/payers/:id/leave            anyone /api/payers/999/leave               404 404 404 404
POST   /api/booking/:id/open             anyone /api/booking/999/open                422 422 422 422
PUT    /api/booking/:id/open             anyone /api/booking/999/open                422 422 422 422
GET    /api/matches                      anyone /api/matches                         200 200 200 200
GET    /api/matches/:id                  anyone /api/matches/1                       404 404 404 404
POST   /api/matches/:id/players          anyone /api/matches/1/players               422 422 422 422
POST   /api/matches/:id/report           anyone /api/matches/1/report                404 404 404 404
GET    /api/events                       anyone /api/events                          200 200 200 200
GET    /api/events/:id                   anyone /api/events/999                      404 404 404 404
POST   /api/events/:id/places            anyone /api/events/999/places               422 422 422 422
GET    /api/coach                        anyone /api/coach?id=1                      403 403 403 403
GET    /api/events/:id/tournament         anyone /api/events/999/tournament          404 404 404 404
GET    /api/payers/:id/make-ups           anyone /api/payers/1/make-ups              403 403 403 403
PUT    /api/payers/:id/make-ups           anyone /api/payers/1/make-ups              422 422 422 422
GET    /api/payers/:id/tournament         anyone /api/payers/1/tournament            403 403 403 403
PUT    /api/payers/:id/tournament/score   anyone /api/payers/1/tournament/score      422 422 422 422
GET    /api/admin/tournaments/:id         staff  /api/admin/tournaments/999          401 403 403 404
POST   /api/admin/tournaments/:id         staff  /api/admin/tournaments/999          401 403 403 422
DELETE /api/admin/tournaments/:id         staff  /api/admin/tournaments/999          401 403 403 404
PUT    /api/admin/tournaments/:id/score   staff  /api/admin/tournaments/999/score    401 403 403 422
POST   /api/admin/tournaments/:id/swap    staff  /api/admin/tournaments/999/swap     401 403 403 422
POST   /api/admin/tournaments/:id/players staff  /api/admin/tournaments/999/players  401 403 403 422
PUT    /api/admin/tournaments/:id/players/:playerId staff /api/admin/tournaments/999/players/1 401 403 403 422
PUT    /api/admin/tournaments/:id/plan    staff  /api/admin/tournaments/999/plan     401 403 403 422
PUT    /api/admin/tournaments/:id/finished staff /api/admin/tournaments/999/finished 401 403 403 422
PUT    /api/booking/:id/contact           anyone /api/booking/1/contact               422 422 422 422
PUT    /api/booking/:id/company           anyone /api/booking/1/company                422 422 422 422
POST   /api/manage-links                  anyone /api/manage-links                    422 422 422 422
POST   /api/contact                       anyone /api/contact                         422 422 422 422
POST   /api/waitlist                  anyone /api/waitlist                    422 422 422 422
GET    /api/waitlist/:id              anyone /api/waitlist/1                  403 403 403 403
POST   /api/waitlist/:id/confirm      anyone /api/waitlist/1/confirm          403 403 403 403
DELETE /api/waitlist/:id              anyone /api/waitlist/1                  403 403 403 403
GET    /api/offers/:id                    anyone /api/offers/1                        403 403 403 403
GET    /api/admin/waitlist            staff  /api/admin/waitlist?date=2026-11-21 401 403 403 200
POST   /api/admin/waitlist/:id/confirm    staff  /api/admin/waitlist/1/confirm    401 403 403 404
DELETE /api/admin/offers/:id              staff  /api/admin/offers/1                  401 403 403 404
GET    /api/auth/bookings                 member /api/auth/bookings                   401 200 200 200 A
POST   /api/auth/register                 anyone /api/auth/register                   422 422 422 422
POST   /api/auth/login                    anyone /api/auth/login                      422 422 422 422
POST   /api/auth/logout                   anyone /api/auth/logout                     200 200 200 200
GET    /api/oauth/logout                  anyone /api/oauth/logout                    200 200 200 200
POST   /api/auth/logout-everywhere        member /api/auth/logout-everywhere          401 200 200 200
GET    /api/auth/user                     member /api/auth/user                       401 200 200 200 A
GET    /api/auth/profile                  member /api/auth/profile                    401 200 200 200 A
GET    /api/auth/credit                   member /api/auth/credit                     401 200 200 200
PUT    /api/auth/profile                  member /api/auth/profile                    401 422 422 422
PUT    /api/auth/preferences              member /api/auth/preferences                401 200 200 200 A
PUT    /api/auth/password                 member /api/auth/password                   401 422 422 422
POST   /api/auth/forgot-password          anyone /api/auth/forgot-password            422 422 422 422
POST   /api/auth/reset-password           anyone /api/auth/reset-password             422 422 422 422
POST   /api/auth/verify                   member /api/auth/verify                     401 422 422 422
POST   /api/auth/send-verification        member /api/auth/send-verification          401 200 200 200
PUT    /api/auth/pin                      staff  /api/auth/pin                        401 403 403 422
POST   /api/auth/lock                     staff  /api/auth/lock                       401 403 403 409
POST   /api/auth/unlock                   member /api/auth/unlock                     401 422 422 422
GET    /api/auth/sessions                 member /api/auth/sessions                   401 200 200 200
DELETE /api/auth/sessions/:id             member /api/auth/sessions/none              401 404 404 404
GET    /api/auth/sign-in-methods          member /api/auth/sign-in-methods            401 200 200 200
DELETE /api/auth/sign-in-methods/:provider member /api/auth/sign-in-methods/google    401 404 404 404
POST   /api/auth/passkey-login/options    anyone /api/auth/passkey-login/options        200 200 200 200
POST   /api/auth/passkey-login            anyone /api/auth/passkey-login                422 422 422 422
GET    /api/auth/second-factors           member /api/auth/second-factors               401 200 200 200
POST   /api/auth/passkeys/options         member /api/auth/passkeys/options             401 200 200 200 A
POST   /api/auth/passkeys                 member /api/auth/passkeys                     401 422 422 422
PUT    /api/auth/passkeys/:id             member /api/auth/passkeys/1                   401 422 422 422
DELETE /api/auth/passkeys/:id             member /api/auth/passkeys/1                   401 404 404 404
POST   /api/auth/totp                     member /api/auth/totp                         401 200 200 200 A
POST   /api/auth/totp/confirm             member /api/auth/totp/confirm                 401 422 422 422
DELETE /api/auth/totp                     member /api/auth/totp                         401 404 404 404
POST   /api/auth/recovery-codes           member /api/auth/recovery-codes               401 409 409 409
GET    /api/auth/reauthenticate                    member /api/auth/reauthenticate                        401 200 200 200
POST   /api/auth/reauthenticate/options            member /api/auth/reauthenticate/options                401 200 200 200
POST   /api/auth/reauthenticate                    member /api/auth/reauthenticate                        401 422 422 422
GET    /api/oauth/login                   anyone /api/oauth/login                     302 302 302 302
GET    /api/oauth/callback/:provider      anyone /api/oauth/callback/google           302 302 302 302
POST   /api/oauth/callback/apple          anyone /api/oauth/callback/apple            303 303 303 303
GET    /api/admin/invitations             owner  /api/admin/invitations               401 403 403 200
POST   /api/admin/invitations             owner  /api/admin/invitations               401 403 403 422
DELETE /api/admin/invitations/:id         owner  /api/admin/invitations/1             401 403 403 404
PUT    /api/admin/users/:id/role          owner  /api/admin/users/1/role              401 403 403 422
DELETE /api/admin/users/:id/sessions      owner  /api/admin/users/999/sessions        401 403 403 404
POST   /api/admin/users/:id/reset-link    owner  /api/admin/users/999/reset-link      401 403 403 404
DELETE /api/admin/users/:id/second-factors owner /api/admin/users/999/second-factors  401 403 403 404
GET    /api/auth/data.zip                 member /api/auth/data.zip                   401 200 200 200
DELETE /api/auth/account                  member /api/auth/account                    401 409 200 409
POST   /api/admin/personal-data           owner  /api/admin/personal-data             401 403 403 422
POST   /api/personal-data/download        anyone /api/personal-data/download          422 422 422 422
POST   /api/personal-data/delete          anyone /api/personal-data/delete            422 422 422 422
POST   /api/auth/invitation               anyone /api/auth/invitation                 422 422 422 422
POST   /api/auth/invitation/accept        anyone /api/auth/invitation/accept          422 422 422 422
GET    /api/admin/bookings                staff  /api/admin/bookings                  401 403 403 200 admin
GET    /api/admin/bookings.csv            owner  /api/admin/bookings.csv              401 403 403 200 admin
GET    /api/admin/bookings/:id            staff  /api/admin/bookings/1                401 403 403 200 admin
GET    /api/admin/customers               staff  /api/admin/customers                 401 403 403 200 admin
GET    /api/admin/bookings/:id/receipts/:receiptId staff /api/admin/bookings/1/receipts/1 401 403 403 200
POST   /api/admin/bookings/:id/receipt/reject staff /api/admin/bookings/1/receipt/reject 401 403 403 422
GET    /api/admin/mass-unpaid-bookings            staff  /api/admin/mass-unpaid-bookings              401 403 403 200
POST   /api/admin/mass-unpaid-bookings/release    staff  /api/admin/mass-unpaid-bookings/release      401 403 403 422
GET    /api/admin/late-receipts           staff  /api/admin/late-receipts             401 403 403 200
POST   /api/admin/late-receipts/:id       staff  /api/admin/late-receipts/1           401 403 403 422
PUT    /api/admin/bookings/:id/status     staff  /api/admin/bookings/1/status         401 403 403 422
POST   /api/admin/bookings                staff  /api/admin/bookings                  401 403 403 422
POST   /api/admin/bookings/quote          staff  /api/admin/bookings/quote            401 403 403 422
POST   /api/admin/bookings/:id/quote      staff  /api/admin/bookings/1/quote          401 403 403 422
PUT    /api/admin/bookings/:id/slots      staff  /api/admin/bookings/1/slots          401 403 403 422
PUT    /api/admin/bookings/:id/contact    staff  /api/admin/bookings/1/contact        401 403 403 422
POST   /api/admin/bookings/:id/resend     staff  /api/admin/bookings/1/resend         401 403 403 200 admin
POST   /api/admin/bookings/:id/invoice    staff  /api/admin/bookings/1/invoice        401 403 403 200 admin
GET    /api/admin/payers/open            staff  /api/admin/payers/open              401 403 403 200
GET    /api/admin/payers/:id             staff  /api/admin/payers/999               401 403 403 404
GET    /api/admin/payers/:id/receipts/:receiptId staff /api/admin/payers/999/receipts/1 401 403 403 404
POST   /api/admin/payers/:id/payments    staff  /api/admin/payers/999/payments      401 403 403 422
POST   /api/admin/payers/:id/refunds     staff  /api/admin/payers/999/refunds       401 403 403 422
POST   /api/admin/payers/:id/receipt/reject staff /api/admin/payers/999/receipt/reject 401 403 403 422
POST   /api/admin/payers/:id/resend      staff  /api/admin/payers/999/resend        401 403 403 404
POST   /api/admin/payers/:id/link        staff  /api/admin/payers/999/link          401 403 403 404
POST   /api/admin/bookings/:id/payments   staff  /api/admin/bookings/1/payments       401 403 403 422
POST   /api/admin/bookings/:id/refunds    staff  /api/admin/bookings/1/refunds        401 403 403 422
PUT    /api/admin/bookings/:id/attendance staff  /api/admin/bookings/1/attendance     401 403 403 422
GET    /api/admin/bookings/:id/customer   staff  /api/admin/bookings/1/customer       401 403 403 200 admin
POST   /api/admin/bookings/:id/customer/notes staff /api/admin/bookings/1/customer/notes 401 403 403 422
DELETE /api/admin/bookings/:id/customer/notes/:noteId staff /api/admin/bookings/1/customer/notes/999 401 403 403 404
GET    /api/admin/series                  staff  /api/admin/series                    401 403 403 200
GET    /api/admin/series/:id              staff  /api/admin/series/1                  401 403 403 404
POST   /api/admin/series/preview          staff  /api/admin/series/preview            401 403 403 422
POST   /api/admin/series                  staff  /api/admin/series                    401 403 403 422
POST   /api/admin/series/:id/change/preview staff /api/admin/series/1/change/preview  401 403 403 422
POST   /api/admin/series/:id/change       staff  /api/admin/series/1/change           401 403 403 422
POST   /api/admin/series/:id/cancel       staff  /api/admin/series/1/cancel           401 403 403 404
POST   /api/admin/statements              staff  /api/admin/statements                401 403 403 415
GET    /api/admin/statements/progress     staff  /api/admin/statements/progress       401 403 403 200
GET    /api/admin/bank-lines              staff  /api/admin/bank-lines                401 403 403 200
POST   /api/admin/bank-lines/match-sure   staff  /api/admin/bank-lines/match-sure     401 403 403 201
POST   /api/admin/bank-lines/:id/match    staff  /api/admin/bank-lines/1/match        401 403 403 422
DELETE /api/admin/bank-lines/:id/match    staff  /api/admin/bank-lines/1/match        401 403 403 404
POST   /api/admin/bank-lines/:id/ignore   staff  /api/admin/bank-lines/1/ignore       401 403 403 422
DELETE /api/admin/bank-lines/:id/doubt    staff  /api/admin/bank-lines/1/doubt        401 403 403 404
GET    /api/admin/missing-transfers       staff  /api/admin/missing-transfers         401 403 403 200
POST   /api/admin/missing-transfers/ask   staff  /api/admin/missing-transfers/ask     401 403 403 422
GET    /api/admin/settings/raast          owner  /api/admin/settings/raast            401 403 403 200
POST   /api/admin/series/:id/payments     staff  /api/admin/series/1/payments         401 403 403 422
POST   /api/admin/series/:id/let-end      staff  /api/admin/series/1/let-end          401 403 403 404
POST   /api/admin/series-requests/:id/decline staff /api/admin/series-requests/1/decline 401 403 403 422
GET    /api/series-requests               member /api/series-requests                 401 200 200 200
POST   /api/series-requests               member /api/series-requests                 401 422 422 422
DELETE /api/series-requests/:id           member /api/series-requests/999             401 404 404 404
GET    /api/admin/inbox                   staff  /api/admin/inbox                     401 403 403 200 admin
GET    /api/admin/inbox/count             staff  /api/admin/inbox/count               401 403 403 200
GET    /api/admin/balances                staff  /api/admin/balances                  401 403 403 200 admin
GET    /api/admin/ledger                  owner  /api/admin/ledger                    401 403 403 200
GET    /api/admin/ledger.csv              owner  /api/admin/ledger.csv                401 403 403 200
POST   /api/admin/ledger/:id/reverse      staff  /api/admin/ledger/1/reverse          401 403 403 422
GET    /api/admin/shifts                  staff  /api/admin/shifts                    401 403 403 200
GET    /api/admin/shifts/:id              staff  /api/admin/shifts/1                  401 403 403 404
POST   /api/admin/shifts                  staff  /api/admin/shifts                    401 403 403 422
PUT    /api/admin/shifts/:id/close        staff  /api/admin/shifts/1/close            401 403 403 422
PUT    /api/admin/staff-grants/seen       owner  /api/admin/staff-grants/seen         401 403 403 422
POST   /api/admin/users/:id/credit        owner  /api/admin/users/1/credit            401 403 403 422
PUT    /api/admin/bookings/:id/customer/block  staff  /api/admin/bookings/1/customer/block  401 403 403 422
DELETE /api/admin/bookings/:id/customer/block  staff  /api/admin/bookings/1/customer/block  401 403 403 200
GET    /api/admin/day                     staff  /api/admin/day?date=2026-11-21       401 403 403 200 admin
POST   /api/admin/clock/confirm           owner  /api/admin/clock/confirm             401 403 403 200
POST   /api/admin/bookings/in-the-way     staff  /api/admin/bookings/in-the-way       401 403 403 422
POST   /api/admin/close-courts            staff  /api/admin/close-courts              401 403 403 422
POST   /api/admin/close-courts/preview    staff  /api/admin/close-courts/preview      401 403 403 422
POST   /api/admin/closures                staff  /api/admin/closures                  401 403 403 422
DELETE /api/admin/closures/:id            staff  /api/admin/closures/1                401 403 403 404
GET    /api/admin/courts                  owner  /api/admin/courts                    401 403 403 200
POST   /api/admin/courts                  owner  /api/admin/courts                    401 403 403 422
PUT    /api/admin/courts/order            owner  /api/admin/courts/order              401 403 403 422
GET    /api/admin/courts/:id/bookings     owner  /api/admin/courts/1/bookings         401 403 403 200 admin
GET    /api/admin/courts/:id/history      owner  /api/admin/courts/1/history          401 403 403 200
PUT    /api/admin/courts/:id              owner  /api/admin/courts/1                  401 403 403 200
PUT    /api/admin/courts/:id/image        owner  /api/admin/courts/1/image            401 403 403 415
DELETE /api/admin/courts/:id/image        owner  /api/admin/courts/1/image            401 403 403 200
GET    /api/admin/calendar                owner  /api/admin/calendar                  401 403 403 200
PUT    /api/admin/calendar                owner  /api/admin/calendar                  401 403 403 422
GET    /api/admin/chat                    staff  /api/admin/chat                      401 403 403 200
POST   /api/admin/courts/:id/prices       owner  /api/admin/courts/1/prices           401 403 403 422
DELETE /api/admin/court-prices/:id        owner  /api/admin/court-prices/1            401 403 403 404
GET    /api/add-ons                       anyone /api/add-ons?date=2026-11-21&slots=18:00 200 200 200 200
POST   /api/promo-codes/check                   anyone /api/promo-codes/check                     422 422 422 422
GET    /api/admin/add-ons                 staff  /api/admin/add-ons                   401 403 403 200
POST   /api/admin/add-ons                 owner  /api/admin/add-ons                   401 403 403 422
PUT    /api/admin/add-ons/order           owner  /api/admin/add-ons/order             401 403 403 422
PUT    /api/admin/add-ons/:id             owner  /api/admin/add-ons/1                 401 403 403 422
PUT    /api/admin/bookings/:id/add-ons    staff  /api/admin/bookings/1/add-ons        401 403 403 422
GET    /api/admin/promo-codes                   owner  /api/admin/promo-codes                     401 403 403 200
POST   /api/admin/promo-codes                   owner  /api/admin/promo-codes                     401 403 403 422
PUT    /api/admin/promo-codes/:id               owner  /api/admin/promo-codes/1                   401 403 403 422
GET    /api/auth/plans                    member /api/auth/plans                      401 200 200 200
POST   /api/auth/purchases                member /api/auth/purchases                  401 422 422 422
PUT    /api/auth/purchases/:id/friends    member /api/auth/purchases/999/friends      401 422 422 422
GET    /api/admin/plans                   staff  /api/admin/plans                     401 403 403 200
POST   /api/admin/plans                   owner  /api/admin/plans                     401 403 403 422
GET    /api/admin/plans/:id/holders       staff  /api/admin/plans/1/holders           401 403 403 200
GET    /api/admin/plan-figures            owner  /api/admin/plan-figures              401 403 403 200
PUT    /api/admin/plans/:id               owner  /api/admin/plans/1                   401 403 403 422
GET    /api/admin/users/:id/purchases     staff  /api/admin/users/999/purchases       401 403 403 404
POST   /api/admin/users/:id/purchases     staff  /api/admin/users/999/purchases       401 403 403 422
GET    /api/admin/people                  staff  /api/admin/people                   401 403 403 200
GET    /api/admin/purchases               staff  /api/admin/purchases                401 403 403 200
POST   /api/admin/purchases               staff  /api/admin/purchases                401 403 403 422
PUT    /api/admin/purchases/:id/pause     staff  /api/admin/purchases/999/pause       401 403 403 422
PUT    /api/admin/purchases/:id/extend    owner  /api/admin/purchases/999/extend      401 403 403 422
PUT    /api/admin/purchases/:id/end       staff  /api/admin/purchases/999/end         401 403 403 422
GET    /api/admin/events                  staff  /api/admin/events                    401 403 403 200
GET    /api/admin/events/:id              staff  /api/admin/events/999                401 403 403 404
POST   /api/admin/events/preview          staff  /api/admin/events/preview            401 403 403 422
POST   /api/admin/events                  staff  /api/admin/events                    401 403 403 422
PUT    /api/admin/events/:id              staff  /api/admin/events/999                401 403 403 422
POST   /api/admin/events/:id/publish      staff  /api/admin/events/999/publish        401 403 403 422
POST   /api/admin/events/:id/cancel       staff  /api/admin/events/999/cancel         401 403 403 422
PUT    /api/admin/event-sessions/:id      staff  /api/admin/event-sessions/999        401 403 403 422
PUT    /api/admin/event-sessions/:id/attendance staff /api/admin/event-sessions/999/attendance 401 403 403 422
POST   /api/admin/events/:id/places       staff  /api/admin/events/999/places         401 403 403 422
GET    /api/admin/events/:id/make-ups     staff  /api/admin/events/999/make-ups       401 403 403 404
PUT    /api/admin/events/:id/make-ups     staff  /api/admin/events/999/make-ups       401 403 403 422
PUT    /api/admin/events/:id/image        staff  /api/admin/events/999/image          401 403 403 415
POST   /api/admin/coaches                 owner  /api/admin/coaches                   401 403 403 422
PUT    /api/admin/coaches/:id             owner  /api/admin/coaches/999               401 403 403 422
POST   /api/admin/coaches/:id/link        owner  /api/admin/coaches/999/link          401 403 403 404
POST   /api/admin/coaches/:id/busy        staff  /api/admin/coaches/999/busy          401 403 403 422
DELETE /api/admin/coach-busy/:id          staff  /api/admin/coach-busy/999            401 403 403 404
GET    /api/admin/coaches/hours.csv       owner  /api/admin/coaches/hours.csv         401 403 403 200
GET    /api/admin/feeds                   owner  /api/admin/feeds                     401 403 403 200
POST   /api/admin/feeds                   owner  /api/admin/feeds                     401 403 403 422
DELETE /api/admin/feeds/:id               owner  /api/admin/feeds/1                   401 403 403 404
POST   /api/setup/check                   anyone /api/setup/check                     422 422 422 422
POST   /api/setup                         anyone /api/setup                           422 422 422 422
GET    /api/admin/settings                owner  /api/admin/settings                  401 403 403 200
PUT    /api/admin/settings                owner  /api/admin/settings                  401 403 403 422
DELETE /api/admin/settings/planned        owner  /api/admin/settings/planned          401 403 403 200
GET    /api/admin/machine-settings        owner  /api/admin/machine-settings          401 403 403 200
PUT    /api/admin/machine-settings/mail   owner  /api/admin/machine-settings/mail     401 403 403 422
PUT    /api/admin/machine-settings/address owner /api/admin/machine-settings/address  401 403 403 422
POST   /api/admin/machine-settings/address/check owner /api/admin/machine-settings/address/check 401 403 403 200
GET    /api/site-check/:token            anyone /api/site-check/none                404 404 404 404
PUT    /api/admin/machine-settings/copies owner  /api/admin/machine-settings/copies   401 403 403 422
PUT    /api/admin/machine-settings/channels/:channel owner /api/admin/machine-settings/channels/whatsapp 401 403 403 422
GET    /api/admin/whatsapp                owner  /api/admin/whatsapp                  401 403 403 409
POST   /api/admin/whatsapp/test           owner  /api/admin/whatsapp/test             401 403 403 422
GET    /api/admin/conversations           staff  /api/admin/conversations             401 403 403 200
GET    /api/admin/conversations/:id       staff  /api/admin/conversations/1           401 403 403 404
PUT    /api/admin/conversations/:id       staff  /api/admin/conversations/1           401 403 403 422
POST   /api/admin/conversations/:id/answer staff /api/admin/conversations/1/answer    401 403 403 422
GET    /api/admin/conversations/pictures/:id staff /api/admin/conversations/pictures/1 401 403 403 404
POST   /api/admin/conversations/pictures/:id/receipt staff /api/admin/conversations/pictures/1/receipt 401 403 403 422
POST   /api/admin/settings/test-email     owner  /api/admin/settings/test-email       401 403 403 200
POST   /api/admin/settings/test-text      owner  /api/admin/settings/test-text        401 403 403 422
GET    /api/admin/rights                  staff  /api/admin/rights                    401 403 403 200
GET    /api/admin/settings/history        owner  /api/admin/settings/history          401 403 403 200
PUT    /api/admin/settings/pictures/:name owner  /api/admin/settings/pictures/hero    401 403 403 415
DELETE /api/admin/settings/pictures/:name owner  /api/admin/settings/pictures/hero    401 403 403 200
GET    /api/admin/outdated-transfers      owner  /api/admin/outdated-transfers        401 403 403 200
POST   /api/admin/outdated-transfers/email owner  /api/admin/outdated-transfers/email   401 403 403 200
GET    /api/admin/stats                   owner  /api/admin/stats                     401 403 403 200
GET    /api/admin/insights                owner  /api/admin/insights                  401 403 403 200
GET    /api/admin/users                   owner  /api/admin/users                     401 403 403 200 admin
GET    /api/admin/users/:id               owner  /api/admin/users/1                   401 403 403 200 admin
GET    /api/admin/messages                staff  /api/admin/messages                  401 403 403 200
PUT    /api/admin/messages/:id            staff  /api/admin/messages/1                401 403 403 422
GET    /api/admin/event-stream            staff  /api/admin/event-stream              401 403 403 200
GET    /api/admin/outbox                  staff  /api/admin/outbox                    401 403 403 200 admin
POST   /api/admin/outbox/:id/retry        staff  /api/admin/outbox/999/retry          401 403 403 404
GET    /api/admin/backups                 owner  /api/admin/backups                   401 403 403 200
GET    /api/health                        anyone /api/health                          200 200 200 200
GET    /api/health/ready                  anyone /api/health/ready                    200 200 200 200
GET    /api/health/live                   anyone /api/health/live                     200 200 200 200
GET    /api/openapi.json                  anyone /api/openapi.json                    200 200 200 200
GET    /api/metrics                       anyone /api/metrics                         403 403 403 200
GET    /calendar/:file                    anyone /calendar/nothing.ics                404 404 404 404
GET    /media/*                           anyone /media/nothing.webp                  404 404 404 404
ALL    /api                               anyone /api                                404 404 404 404
ALL    /api/*                             anyone /api/nothing                         404 404 404 404
GET    /*                                 anyone /account                             200 200 200 200
`;

const rows: Row[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [method = '', route = '', access, path = '', ...rest] = line.split(/\s+/);
    const [visitor = 0, memberA = 0, memberB = 0, admin = 0] = rest.slice(0, 4).map(Number);
    const isForOwners = access === 'owner';
    const reads = rest.slice(4).flatMap((who): Caller[] => {
      if (who !== 'admin') return [`member ${who}` as Caller];
      return isForOwners ? ['owner'] : ['staff', 'owner'];
    });
    return {
      route: `${method} ${route}`,
      access: access as Access,
      path,
      own: [visitor, memberA, memberB, isForOwners ? 403 : admin, admin],
      reads,
    };
  });

/** Personal data of member A. */
const PERSONAL = /ayesha|3001234567|Ayesha/;
/** A GET that is guarded because it ends a session. */
const GUARDED_GET = 'GET /api/oauth/logout';
/** The provider's page posts this one; its state parameter protects it. */
const FOREIGN_POST = 'POST /api/oauth/callback/apple';

const OWN: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' };
const FOREIGN: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  { 'sec-fetch-site': 'same-site', origin: 'https://www.club.example' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
];

async function createClubWithMembers() {
  const club = await createTestClub({ env: { PUBLIC_URL: 'http://localhost' } });
  const a = await club.signIn({ email: 'ayesha@example.com', name: 'Ayesha Khan' });
  const b = await club.signIn({ email: 'bilal@example.com', name: 'Bilal Ahmed' });
  const staff = await club.signIn({ email: 'desk@example.com', name: 'Sana Butt', role: 'staff' });
  // The last owner cannot be deleted.
  await club.signIn({ email: 'second@example.com', name: 'Hina Shah', role: 'owner' });
  const owner = await club.signIn({ email: 'owner@example.com', name: 'Usman Sheikh', role: 'owner' });
  await club.post('/api/book', bookingBody(), a.headers);
  const form = new FormData();
  form.set('receipt', new File([Buffer.from(createPng(200, 100))], 'receipt.png', { type: 'image/png' }));
  form.set('email', 'ayesha@example.com');
  form.set('payment_method', 'bank_transfer');
  const init = { method: 'POST', body: form, headers: a.headers };
  await club.app.handle(new Request('http://localhost/api/booking/1/receipt', init));
  const headers: Record<string, string>[] = [{}, a.headers, b.headers, staff.headers, owner.headers];
  return { club, headers };
}

async function sendRow(club: TestClub, { route, path }: Row, headers: Record<string, string>) {
  const [method = ''] = route.split(' ');
  const sent = method === 'ALL' ? 'GET' : method;
  const body = sent === 'GET' || sent === 'DELETE' ? undefined : {};
  if (path !== '/api/admin/event-stream') return club.send(sent, path, body, headers);
  // The event stream stays open, so the test reads only its status.
  const response = await club.app.handle(new Request(`http://localhost${path}`, { headers }));
  await response.body?.cancel();
  return { status: response.status, text: '', json: {} };
}

test('every route is in the table with its declared access, and every row is a route', async () => {
  const club = await createTestClub();
  const declared = club.app.routes.map(({ method, path, hooks }) => [
    `${method} ${path}`,
    (hooks as { detail?: { access?: string } }).detail?.access,
  ]);
  expect(declared.sort()).toEqual(rows.map(({ route, access }) => [route, access]).sort());
  club.close();
});

describe('each caller gets the status of the table', () => {
  let sharedClub: Awaited<ReturnType<typeof createClubWithMembers>>;
  beforeAll(async () => {
    sharedClub = await createClubWithMembers();
  });
  afterAll(() => sharedClub.club.close());

  // Routes that end sessions get a club of their own.
  const ends = /logout|auth\/account/;

  test.each(rows.map((row) => [row.route, row] as const))('%s', async (_, row) => {
    const rowClub = ends.test(row.route) ? await createClubWithMembers() : sharedClub;
    const { club, headers } = rowClub;
    const [method] = row.route.split(' ');
    const guarded =
      (method !== 'GET' && method !== 'ALL' && row.route !== FOREIGN_POST) || row.route === GUARDED_GET;

    const answers = { own: [] as number[], foreign: [] as number[][], reads: [] as string[] };
    for (const foreign of FOREIGN) {
      const line: number[] = [];
      for (const session of headers) line.push((await sendRow(club, row, { ...session, ...foreign })).status);
      answers.foreign.push(line);
    }
    for (const [index, session] of headers.entries()) {
      const answer = await sendRow(club, row, { ...session, ...OWN });
      answers.own.push(answer.status);
      if (PERSONAL.test(answer.text)) answers.reads.push(CALLERS[index] ?? '');
    }
    expect(answers).toEqual({
      own: row.own,
      foreign: FOREIGN.map(() => (guarded ? row.own.map(() => 403) : row.own)),
      reads: row.reads,
    });
    if (rowClub !== sharedClub) club.close();
  });
});

test('a page of another site gets the same answer for every changing request', async () => {
  const { club, headers } = await createClubWithMembers();
  const admin = headers[4] ?? {};
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await club.send(method, '/api/nothing', {}, { ...admin, ...FOREIGN[0] });
    expect([answer.status, answer.json.reason]).toEqual([403, 'cross_origin']);
  }
  club.close();
});

test('a booking of another member shows what the confirmation page needs and no personal data', async () => {
  const { club, headers } = await createClubWithMembers();
  const { json } = await club.get('/api/booking/1', headers[2]);
  expect(Object.keys(json.booking).sort()).toEqual([
    'court_id',
    'date',
    'duration',
    'id',
    'payment_method',
    'slots',
    'start_time',
    'status',
  ]);
  club.close();
});
