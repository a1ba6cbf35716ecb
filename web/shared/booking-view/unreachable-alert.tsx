import { connectionText } from '../../lib/connection-text.ts';
import { reloadBooking } from '../../lib/reload.ts';

/** Why the booking can't be loaded right now; `isStored`: the page shows what this phone has stored. */
export function UnreachableAlert({ isStored }: { isStored: boolean }) {
  return (
    <div className="alert warning" role="status">
      <p>
        {connectionText()} Your booking is safe{isStored && '; below is what this phone has saved'}.
      </p>
      <button type="button" className="ghost" onClick={() => void reloadBooking()}>
        Try again
      </button>
    </div>
  );
}
