import type { AdminWaitlistEntry } from '../../../src/domain/api/waitlist-routes.ts';
import { channelTo } from '../../../src/domain/consent.ts';
import { shortCourtName } from '../../../src/domain/court.ts';
import { confirmsByEmail, sendsWords } from '../../../src/domain/reach-words.ts';
import { waitlistLabel } from '../../../src/domain/waitlist.ts';
import { callApi } from '../../lib/api.ts';
import { usePageData } from '../../shared/page-data.tsx';
import { useCourts } from '../../shared/use-courts.ts';
import { emailLink, phoneLink } from '../../ui/contact-links.ts';
import { ActionButton } from '../action-button.tsx';
import { dateTimeLabel, offerEnd, timesLabel } from '../date-time-labels.ts';
import { useAdminQuery } from '../use-admin-query.ts';
import { WhatsAppMenu } from '../whatsapp-menu.tsx';
import { END_FAILURE, endOffer } from './end-offer-dialog.tsx';

/** Customers waiting for a time on the day, next in line first; nothing if nobody is. */
export function WaitlistSection({ date }: { date: string }) {
  const { data } = useAdminQuery('GET /api/admin/waitlist', { query: { date } });
  const { courts } = useCourts();
  const entries = data?.entries ?? [];
  if (entries.length === 0) return null;
  const courtName = (id: number | null) =>
    id === null ? 'Any court' : shortCourtName(courts.find((court) => court.id === id)?.name);
  return (
    <section className="admin-waiting" aria-labelledby="waiting-list-title">
      <h3 id="waiting-list-title">Waiting list ({entries.length})</h3>
      <ol>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLine entry={entry} court={courtName(entry.court_id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function EntryLine({ entry, court }: { entry: AdminWaitlistEntry; court: string }) {
  const { offer } = entry;
  const { club } = usePageData();
  return (
    <>
      <p>
        <strong>{entry.name}</strong> <EntryBadge entry={entry} />
        <br />
        {waitlistLabel(entry)}, {court}
      </p>
      <p className="muted small">
        {entry.email && <a href={emailLink(entry.email)}>{entry.email}</a>}
        {entry.email && entry.phone && ' · '}
        {entry.phone && <a href={phoneLink(entry.phone)}>{entry.phone}</a>}
        {' · since '}
        {dateTimeLabel(entry.created_at)}
      </p>
      {offer && channelTo(entry, club) === null && <p>{sendsWords(entry, club)}</p>}
      <div className="cluster">
        <WhatsAppMenu phone={entry.phone} name={entry.name} about={{ entry }} />
        {entry.state === 'unconfirmed' && !confirmsByEmail(entry, club) && (
          <ActionButton
            failure="The entry could not be confirmed. Please try again."
            act={() => callApi('POST /api/admin/waitlist/:id/confirm', { params: { id: entry.id } })}
          >
            Confirm it<span className="visually-hidden"> for {entry.name}</span>
          </ActionButton>
        )}
        {offer && (
          <ActionButton failure={END_FAILURE} act={() => endOffer(offer)}>
            End the offer<span className="visually-hidden"> to {entry.name}</span>
          </ActionButton>
        )}
      </div>
    </>
  );
}

function EntryBadge({ entry: { state, offer, offers } }: { entry: AdminWaitlistEntry }) {
  if (state === 'unconfirmed') return <span className="badge">Not confirmed yet</span>;
  if (offer) {
    return (
      <span className="badge warning">
        Offered {timesLabel(offer.slots)} until {offerEnd(offer)}
      </span>
    );
  }
  return offers > 0 ? <span className="badge">{offers} offered before</span> : null;
}
