import { useState } from 'react';
import { formatPkr } from '../../src/domain/money.ts';
import { QueryError, useAdminQuery } from './admin-query.tsx';
import { EditCourtDialog } from './edit-court-dialog.tsx';

/** The courts as visitors see them, each with an edit dialog. */
export default function CourtsPanel() {
  const { data, error } = useAdminQuery('GET /api/admin/courts');
  const [editing, setEditing] = useState<number | null>(null);
  const edited = data?.courts.find((court) => court.id === editing);
  return (
    <section aria-label="Courts">
      <QueryError error={error} />
      {!data && !error && <p aria-busy="true">Loading courts …</p>}
      <div className="tiles">
        {data?.courts.map((court) => (
          <article key={court.id} className="admin-court">
            {court.image_url && <img src={court.image_url} alt="" loading="lazy" />}
            <h3>{court.name}</h3>
            <p className="cluster">
              <span className={`badge ${court.active ? 'success' : ''}`}>
                {court.active ? '✓ Bookable' : '⊘ Not bookable'}
              </span>
              <strong>{formatPkr(court.hourly_rate)} per hour</strong>
            </p>
            <p>{court.description}</p>
            <ul className="checklist">
              {court.features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <p className="muted">
              {court.upcoming === 1 ? '1 upcoming booking' : `${court.upcoming} upcoming bookings`}
            </p>
            <button type="button" className="quiet" onClick={() => setEditing(court.id)}>
              Edit <span className="visually-hidden">{court.name}</span>
            </button>
          </article>
        ))}
      </div>
      {edited && <EditCourtDialog key={edited.id} court={edited} onClose={() => setEditing(null)} />}
    </section>
  );
}
