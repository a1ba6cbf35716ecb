import type { CancelledBy } from '../../../src/domain/refund.ts';
import { RadioChoice } from '../../ui/radio-choice.tsx';

const CANCELLED_BY_LABELS: Record<CancelledBy, string> = {
  customer: 'The customer (refund policy)',
  club: 'The club, or a system error (full refund)',
  medical: 'Documented emergency (50\u00a0%)',
  mistake: 'Booked by mistake (full refund)',
};

/** Who cancels, which decides what the club keeps. */
export function CancelledByChoice(props: { value: CancelledBy; onChange: (value: CancelledBy) => void }) {
  return <RadioChoice legend="Who cancels?" name="cancelled_by" labels={CANCELLED_BY_LABELS} {...props} />;
}

const REFUND_TO_LABELS = {
  money: 'As money, recorded when it is given back',
  credit: 'As credit, at once',
};

/** How a member's money goes back. */
export function RefundToChoice(props: {
  value: keyof typeof REFUND_TO_LABELS;
  onChange: (value: keyof typeof REFUND_TO_LABELS) => void;
}) {
  return <RadioChoice legend="How does it go back?" name="refund_to" labels={REFUND_TO_LABELS} {...props} />;
}
