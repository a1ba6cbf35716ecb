import { useState } from 'react';
import type { AdminCourt } from '../../../src/domain/api/court-answers.ts';
import { formatPkr } from '../../../src/domain/format-money.ts';
import { callApi } from '../../lib/api.ts';
import { showToast } from '../../lib/toast.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { CalendarFeeds } from '../calendar/calendar-feeds.tsx';
import { movedIds, OrderButtons } from '../order-buttons.tsx';
import { QueryStatus } from '../query-error.tsx';
import { useAdminQuery } from '../use-admin-query.ts';
import { useChange } from '../use-change.ts';
import { AddCourtDialog, EditCourtDialog } from './court-dialogs.tsx';
import { RetireCourtDialog } from './retire-court-dialog.tsx';

type OpenDialog = { add: true } | { edit: number } | { retire: number } | null;

/** The courts in the order visitors see: add, edit, order, retire and reopen. */
export default function CourtsPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/courts');
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null);
  const { busy, error: actionError, run } = useChange('The courts could not be saved. Please try again.');
  const courts = data?.courts ?? [];
  const find = (id: number) => courts.find((court) => court.id === id);
  const edited = openDialog && 'edit' in openDialog ? find(openDialog.edit) : undefined;
  const retired = openDialog && 'retire' in openDialog ? find(openDialog.retire) : undefined;
  const closeDialog = () => setOpenDialog(null);

  const move = (court: AdminCourt, places: number) =>
    run(() => callApi('PUT /api/admin/courts/order', { body: { courts: movedIds(courts, court, places) } }));
  const reopen = ({ id, version, name }: AdminCourt) =>
    run(
      () => callApi('PUT /api/admin/courts/:id', { params: { id }, body: { active: true, version } }),
      () => showToast('success', 'Court reopened', name),
    );

  return (
    <section aria-label="Courts">
      <div className="admin-day-head">
        <h2 className="visually-hidden">Courts</h2>
        <button type="button" onClick={() => setOpenDialog({ add: true })} disabled={!data}>
          Add a court
        </button>
      </div>
      <QueryStatus data={data} error={error} />
      <ErrorAlert text={actionError} />
      {data && courts.every((court) => !court.active) && (
        <p className="alert warning">Customers can’t book: no court is open. Reopen one or add one.</p>
      )}
      <div className="tiles admin-courts">
        {courts.map((court, at) => (
          <article key={court.id} className="admin-court" data-active={court.active}>
            {court.image_url && <img src={court.image_url} alt="" loading="lazy" />}
            <h3>{court.name}</h3>
            <p className="cluster">
              <span className={`badge ${court.active ? 'success' : ''}`}>
                {court.active ? '✓ Bookable' : '⊘ Retired'}
              </span>
              <strong>{formatPkr(court.hourly_rate)} per hour</strong>
            </p>
            {court.description && <p>{court.description}</p>}
            <ul className="checklist">
              {court.features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <p className="muted">
              {court.upcoming === 1 ? '1 upcoming booking' : `${court.upcoming} upcoming bookings`}
            </p>
            <div className="cluster admin-court-actions">
              <button type="button" className="quiet" onClick={() => setOpenDialog({ edit: court.id })}>
                Edit <span className="visually-hidden">{court.name}</span>
              </button>
              {court.active ? (
                <button type="button" className="quiet" onClick={() => setOpenDialog({ retire: court.id })}>
                  Retire <span className="visually-hidden">{court.name}</span>
                </button>
              ) : (
                <button type="button" className="quiet" aria-busy={busy} onClick={() => void reopen(court)}>
                  Reopen <span className="visually-hidden">{court.name}</span>
                </button>
              )}
              <OrderButtons
                name={court.name}
                at={at}
                count={courts.length}
                onMove={(places) => void move(court, places)}
              />
            </div>
          </article>
        ))}
      </div>
      {data && <CalendarFeeds courts={courts} />}
      {openDialog && 'add' in openDialog && <AddCourtDialog courts={courts} onClose={closeDialog} />}
      {edited && <EditCourtDialog key={edited.id} court={edited} onClose={closeDialog} />}
      {retired && <RetireCourtDialog key={retired.id} court={retired} onClose={closeDialog} />}
    </section>
  );
}
