import { Elysia } from 'elysia';
import type { UserStore } from '../accounts/user-store.ts';
import type { ApiAnswer } from '../domain/api.ts';
import { closeShiftSchema, grantsSeenSchema, openShiftSchema, topUpSchema } from '../domain/ledger.ts';
import { LIST_LIMITS } from '../domain/list-limits.ts';
import type { Base } from '../http/base.ts';
import { parseId } from '../http/parse-id.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { actorOf, requireSession, type Session } from '../http/session-guard.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { ShiftStore } from './shift-store.ts';
import type { StaffGrants } from './staff-grants.ts';

/** Cash shifts and members' credit. */
export function ledgerRoutes(
  { guard, club }: Base,
  { ledger, shifts, grants }: { ledger: LedgerStore; shifts: ShiftStore; grants: StaffGrants },
  users: UserStore,
) {
  const staff = { access: 'staff' } as const;
  const staffWrite = { access: 'staff', parse: parseJsonBody } as const;
  /** Staff see the open drawer and the shifts that they opened or closed. */
  const shiftsOf = (session: Session | null) => {
    const { user } = requireSession(session);
    return user.role === 'owner' ? null : user.id;
  };

  return new Elysia({ name: 'ledger' })
    .use(guard)
    .get(
      '/api/admin/shifts',
      ({ session }): ApiAnswer<'GET /api/admin/shifts'> => ({
        data: { shifts: shifts.listRecent(LIST_LIMITS.shifts, shiftsOf(session)) },
      }),
      staff,
    )
    .get(
      '/api/admin/shifts/:id',
      ({ params, session }): ApiAnswer<'GET /api/admin/shifts/:id'> => {
        const shift = shifts.require(parseId(params.id), shiftsOf(session));
        return { data: { shift, entries: shifts.listEntries(shift.id) } };
      },
      staff,
    )
    .post(
      '/api/admin/shifts',
      async ({ body, session, set }): Promise<ApiAnswer<'POST /api/admin/shifts'>> => {
        const { float } = parseInput(openShiftSchema, body);
        const shift = await club.write((tx) => shifts.open(tx, float, actorOf(session)));
        set.status = 201;
        return { data: { shift } };
      },
      staffWrite,
    )
    .put(
      '/api/admin/shifts/:id/close',
      async ({ params, body, session }): Promise<ApiAnswer<'PUT /api/admin/shifts/:id/close'>> => {
        const input = parseInput(closeShiftSchema, body);
        const shift = await club.write((tx) => shifts.close(tx, parseId(params.id), input, actorOf(session)));
        return { data: { shift } };
      },
      staffWrite,
    )
    .put(
      '/api/admin/staff-grants/seen',
      async ({ body }): Promise<ApiAnswer<'PUT /api/admin/staff-grants/seen'>> => {
        const { staff_id, last_id } = parseInput(grantsSeenSchema, body);
        await club.write((tx) => grants.markSeen(tx, staff_id, last_id));
        return { data: { staff_id, last_id } };
      },
      { access: 'owner', parse: parseJsonBody },
    )
    .get(
      '/api/auth/credit',
      ({ session }): ApiAnswer<'GET /api/auth/credit'> => ({
        credit: ledger.creditOf(requireSession(session).user.id),
      }),
      { access: 'member' },
    )
    .post(
      '/api/admin/users/:id/credit',
      async ({ params, body, session, set }): Promise<ApiAnswer<'POST /api/admin/users/:id/credit'>> => {
        const id = parseId(params.id);
        const input = parseInput(topUpSchema, body);
        users.require(id);
        const data = await club.write((tx) => {
          const entry = ledger.add(tx, actorOf(session), {
            booking_id: null,
            payer_id: null,
            user_id: id,
            kind: 'top_up',
            method: input.method,
            amount: input.paid,
          });
          ledger.addCredit(tx, id, input.credit, entry.id);
          return { entry, credit: ledger.creditOf(id) };
        });
        set.status = 201;
        return { data };
      },
      { access: 'owner', parse: parseJsonBody },
    );
}
