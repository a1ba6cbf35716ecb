import { reloadSlots } from '../../lib/reload.ts';

export function SlotsFailedAlert() {
  return (
    <div className="alert danger" role="alert">
      <strong>Failed to fetch time slots</strong>
      <p>Please check your connection. Your selection is kept.</p>
      <button type="button" className="ghost" data-keep-visible onClick={() => void reloadSlots()}>
        Try again
      </button>
    </div>
  );
}
