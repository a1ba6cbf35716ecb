import { useState } from 'react';
import type { AdminAddOn } from '../../../src/domain/api/add-on-routes.ts';
import { UNIT_LABELS } from '../../../src/domain/booking-price-lines.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { ListLine } from '../list-line.tsx';
import { movedIds, OrderButtons } from '../order-buttons.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { AddOnDialog } from './add-on-dialog.tsx';
import CodesSection from './codes-section.tsx';

/** Extras that customers book with a court, and what codes and members' prices take off. */
export default function ExtrasPanel() {
  const addOns = useAdminQuery('GET /api/admin/add-ons');
  const [openDialog, setOpenDialog] = useState<{ addOn: AdminAddOn | null } | null>(null);
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
      <CodesSection />
      {openDialog && <AddOnDialog addOn={openDialog.addOn} onClose={closeDialog} />}
    </div>
  );
}

/** `PKR 500 per booking, 4 at one time` */
function describeAddOn({ price, unit, max_at_once, active }: AdminAddOn): string {
  const limit = max_at_once === null ? '' : `, ${max_at_once} at one time`;
  return `${active ? '' : 'Not offered. '}${formatPkr(price)} ${UNIT_LABELS[unit]}${limit}`;
}
