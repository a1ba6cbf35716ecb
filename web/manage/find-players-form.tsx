import { type FormEvent, useState } from 'react';
import { formatPkr } from '../../src/domain/format-money.ts';
import { PLACES_OF_A_MATCH } from '../../src/domain/match.ts';
import { MAX_OTHERS } from '../../src/domain/payer.ts';
import { othersOf } from '../../src/domain/share.ts';
import { callApi } from '../lib/api.ts';
import { useIdempotencyKey } from '../lib/use-idempotency-key.ts';
import type { CustomerDetails } from '../shared/booking-view/use-booking-details.ts';
import { emptyMatch, MatchFields } from '../shared/matches/match-fields.tsx';

export default function FindPlayersForm({
  details: { booking, payers },
  busy,
  change,
}: {
  details: CustomerDetails;
  busy: boolean;
  change: (action: () => Promise<unknown>) => void;
}) {
  const most = MAX_OTHERS - othersOf(payers).length;
  const [match, setMatch] = useState(() => emptyMatch(most));
  const retryHeader = useIdempotencyKey();
  const price = Math.floor(booking.charge / PLACES_OF_A_MATCH);
  const open = (event: FormEvent) => {
    event.preventDefault();
    change(() =>
      callApi('POST /api/booking/:id/open', {
        params: { id: booking.id },
        keyOf: booking.id,
        body: match,
        headers: retryHeader({ id: booking.id, version: booking.version, match }),
      }),
    );
  };
  return (
    <form noValidate onSubmit={open}>
      <p>
        Each player pays {formatPkr(price)}, a quarter of the price. You pay for the places that stay free, or
        cancel in time.
      </p>
      <MatchFields value={match} most={most} onChange={setMatch} />
      <button type="submit" className="wide" disabled={busy}>
        Find players
      </button>
    </form>
  );
}
