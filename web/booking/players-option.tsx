import { lazy, Suspense } from 'react';
import { MAX_OTHERS } from '../../src/domain/payer.ts';
import { setMatch, useDraft } from '../shared/booking-draft.ts';
import { usePageData } from '../shared/page-data.tsx';

const MatchFields = lazy(async () => {
  const { MatchFields: component } = await import('../shared/matches/match-fields.tsx');
  return { default: component };
});

/** “Looking for players?”: places to open with the booking. A card payment has to come first. */
export function PlayersOption({ isCard }: { isCard: boolean }) {
  const { open_matches } = usePageData();
  const match = useDraft((draft) => draft.match);
  if (!open_matches || isCard) return null;
  return (
    <section className="booking-card" aria-label="Players">
      <label className="check-line">
        <input
          type="checkbox"
          checked={Boolean(match)}
          onChange={({ target }) =>
            setMatch(target.checked ? { places: MAX_OTHERS, for: 'everyone', text: '', public: true } : null)
          }
        />
        <span>
          Looking for players? <small>Others join and pay their shares.</small>
        </span>
      </label>
      {match && (
        <Suspense fallback={<p aria-busy="true">One moment …</p>}>
          <MatchFields value={match} most={MAX_OTHERS} onChange={setMatch} />
        </Suspense>
      )}
    </section>
  );
}
