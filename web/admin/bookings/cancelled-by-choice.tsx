import type { CancelledBy } from '../../../src/domain/cancellation.ts';

const CANCELLED_BY_LABELS: Record<CancelledBy, string> = {
  customer: 'The customer (refund policy)',
  club: 'The club, or a system error (full refund)',
  medical: 'Documented emergency (50\u00a0%)',
  mistake: 'Booked by mistake (full refund)',
};

/** Who cancels, which decides what the club keeps. */
export function CancelledByChoice({
  value,
  onChange,
}: {
  value: CancelledBy;
  onChange: (value: CancelledBy) => void;
}) {
  return (
    <fieldset>
      <legend>Who cancels?</legend>
      {Object.entries(CANCELLED_BY_LABELS).map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name="cancelled_by"
            checked={option === value}
            onChange={() => onChange(option as CancelledBy)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
