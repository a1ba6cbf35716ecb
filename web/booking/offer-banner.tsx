import { formatPayBy, formatTimeLeft } from '../../src/domain/format-payment-deadline.ts';
import { reloadSlots } from '../lib/reload.ts';
import { useCurrentMinute } from '../lib/use-current-minute.ts';
import { dropOffer, useDraft } from '../shared/booking-draft.ts';
import { NoWrap } from '../ui/no-wrap.tsx';
import { useOfferLinkState } from './offer-link-state.ts';
import type { Steps } from './use-steps.ts';

/** Says how long an offer's slots are held for this customer alone. */
export function OfferBanner({ steps }: { steps: Steps }) {
  const offer = useDraft((draft) => draft.offer);
  const { link, problem } = useOfferLinkState();
  const now = useCurrentMinute();
  if (link) {
    return (
      <p className="alert" role="status" aria-busy="true">
        One moment, we are opening your offer …
      </p>
    );
  }
  if (problem && steps.step === 1) {
    return (
      <p className="alert warning" role="alert">
        {problem}
      </p>
    );
  }
  if (!offer || !now) return null;
  const left = formatTimeLeft(offer.expiresAt, now);
  const leave = () => {
    dropOffer();
    void reloadSlots();
    steps.restart();
  };
  return (
    <div className={left ? 'alert success' : 'alert warning'} role="status">
      <strong>
        <NoWrap>
          {left
            ? `Held for you until ${formatPayBy(offer.expiresAt, now)} (${left} left)`
            : `This offer ended at ${formatPayBy(offer.expiresAt, now)}`}
        </NoWrap>
      </strong>
      <p>
        {left
          ? 'The time and court are set. Nobody else can book them until then.'
          : 'If the time is still free, you can book it like any other.'}
      </p>
      <button type="button" className="ghost" onClick={leave}>
        {left ? 'Choose another time' : 'See the free slots'}
      </button>
    </div>
  );
}
