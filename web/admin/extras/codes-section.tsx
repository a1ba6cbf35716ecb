import { useState } from 'react';
import type { AdminPromoCode } from '../../../src/domain/api/promo-code-routes.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import { useIsOwner } from '../../shared/session.tsx';
import { ListLine } from '../list-line.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { CodeDialog } from './promo-code-dialog.tsx';

/** Codes and members' prices; staff with the right can add codes but not change any. */
export default function CodesSection() {
  const codes = useAdminQuery('GET /api/admin/promo-codes');
  const isOwner = useIsOwner();
  const [open, setOpen] = useState<{ code: AdminPromoCode | null } | null>(null);
  return (
    <section aria-labelledby="codes-title">
      <div className="admin-day-head">
        <h2 id="codes-title">Codes and members’ prices</h2>
        <button type="button" onClick={() => setOpen({ code: null })} disabled={!codes.data}>
          Add a code
        </button>
      </div>
      <p className="muted">
        Customers type a code before they pay. A price without a code, such as the members’ price, applies to
        every booking it fits.
      </p>
      <QueryStatus {...codes} />
      {codes.data?.codes.length === 0 && <p className="muted">There are no codes yet.</p>}
      <ul className="lines">
        {codes.data?.codes.map((code) => (
          <ListLine key={code.id} name={code.code ?? code.name} details={describeCode(code)}>
            {isOwner && (
              <button type="button" className="quiet" onClick={() => setOpen({ code })}>
                Edit <span className="visually-hidden">{code.code ?? code.name}</span>
              </button>
            )}
          </ListLine>
        ))}
      </ul>
      {open && <CodeDialog code={open.code} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** `10% off, for members, Off-peak, used 3 of 100 times` */
function describeCode(code: AdminPromoCode): string {
  const { percent, amount_off, tiers, max_uses, uses } = code;
  const parts = [
    code.code === null ? 'Without a code' : code.name,
    percent === null ? `${formatPkr(amount_off ?? 0)} off` : `${percent}% off`,
    ...(code.members_only ? ['for members'] : []),
    ...(code.first_booking ? ['for a first booking'] : []),
    ...(tiers ? [tiers.map((tier) => TIER_LABELS[tier]).join(' and ')] : []),
    ...describeDates('play', code.play_from, code.play_to),
    ...describeDates('booked', code.book_from, code.book_to),
    ...(code.code === null
      ? []
      : [max_uses === null ? `used ${uses} times` : `used ${uses} of ${max_uses} times`]),
  ];
  return `${code.active ? '' : 'Ended. '}${parts.join(', ')}`;
}

function describeDates(what: string, from: string | null, to: string | null): string[] {
  if (from === null && to === null) return [];
  const start = from === null ? '' : ` from ${shortDate(from)}`;
  return [`${what}${start}${to === null ? '' : ` until ${shortDate(to)}`}`];
}
