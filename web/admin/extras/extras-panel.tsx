import { useState } from 'react';
import type { AdminAddOn } from '../../../src/domain/add-on.ts';
import { UNIT_LABELS } from '../../../src/domain/booking-price-lines.ts';
import { shortDate } from '../../../src/domain/format-date.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { TIER_LABELS } from '../../../src/domain/pricing-bands.ts';
import type { AdminPromoCode } from '../../../src/domain/promo-code.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListLine } from '../list-line.tsx';
import { movedIds, OrderButtons } from '../order-buttons.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { AddOnDialog } from './add-on-dialog.tsx';
import { CodeDialog } from './promo-code-dialog.tsx';

type OpenDialog = { addOn: AdminAddOn | null } | { code: AdminPromoCode | null } | null;

/** What customers can book beside a court, and what codes and members' prices take off. */
export default function ExtrasPanel() {
  const addOns = useAdminQuery('GET /api/admin/add-ons');
  const codes = useAdminQuery('GET /api/admin/promo-codes');
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { error: orderError, run } = useChange('The order could not be saved. Please try again.');
  const closeDialog = () => setOpenDialog(null);
  const move = (all: readonly AdminAddOn[], addOn: AdminAddOn, places: number) =>
    run(() => callApi('PUT /api/admin/add-ons/order', { body: { add_ons: movedIds(all, addOn, places) } }));
  return (
    <div className="stack">
      <section aria-labelledby="add-ons-title">
        <div className="admin-day-head">
          <h2 id="add-ons-title">Add-ons</h2>
          <button type="button" onClick={() => setOpenDialog({ addOn: null })} disabled={!addOns.data}>
            Add an add-on
          </button>
        </div>
        <p className="muted">Customers choose them when they book: rackets, balls, a coach.</p>
        <QueryStatus {...addOns} />
        <ErrorAlert text={orderError} />
        {addOns.data?.add_ons.length === 0 && <p className="muted">There are no add-ons yet.</p>}
        <ul className="lines">
          {addOns.data?.add_ons.map((addOn, at, all) => (
            <ListLine key={addOn.id} name={addOn.name} details={describeAddOn(addOn)}>
              <span className="cluster admin-row-actions">
                <OrderButtons
                  name={addOn.name}
                  at={at}
                  count={all.length}
                  onMove={(places) => void move(all, addOn, places)}
                />
                <button type="button" className="quiet" onClick={() => setOpenDialog({ addOn })}>
                  Edit <span className="visually-hidden">{addOn.name}</span>
                </button>
              </span>
            </ListLine>
          ))}
        </ul>
      </section>
      <section aria-labelledby="codes-title">
        <div className="admin-day-head">
          <h2 id="codes-title">Codes and members’ prices</h2>
          <button type="button" onClick={() => setOpenDialog({ code: null })} disabled={!codes.data}>
            Add a code
          </button>
        </div>
        <p className="muted">
          Customers type a code before they pay. A price without a code, such as the members’ price, counts
          for every booking that it fits.
        </p>
        <QueryStatus {...codes} />
        {codes.data?.codes.length === 0 && <p className="muted">There are no codes yet.</p>}
        <ul className="lines">
          {codes.data?.codes.map((code) => (
            <ListLine key={code.id} name={code.code ?? code.name} details={describeCode(code)}>
              <button type="button" className="quiet" onClick={() => setOpenDialog({ code })}>
                Edit <span className="visually-hidden">{code.code ?? code.name}</span>
              </button>
            </ListLine>
          ))}
        </ul>
      </section>
      {openDialog && 'addOn' in openDialog && <AddOnDialog addOn={openDialog.addOn} onClose={closeDialog} />}
      {openDialog && 'code' in openDialog && <CodeDialog code={openDialog.code} onClose={closeDialog} />}
    </div>
  );
}

/** `PKR 500 per booking, 4 at one time` */
function describeAddOn({ price, unit, max_at_once, active }: AdminAddOn): string {
  const limit = max_at_once === null ? '' : `, ${max_at_once} at one time`;
  return `${active ? '' : 'Not offered. '}${formatPkr(price)} ${UNIT_LABELS[unit]}${limit}`;
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
