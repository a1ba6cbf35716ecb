import type { PaymentMethod } from '../../src/domain/booking.ts';
import { formatPkr } from '../../src/domain/format-money.ts';

const LABELS: Record<PaymentMethod, string> = {
  bank_transfer: 'Pay by bank transfer',
  card: 'Pay by card or wallet',
  credit: 'Pay with credit',
  cash: 'Pay at the club',
};

/** One button for each way to pay, most popular first. */
export function PayButtons({
  methods,
  credit,
  busy,
  onPay,
}: {
  methods: readonly PaymentMethod[];
  /** PKR that the member has. */
  credit: number;
  busy: boolean;
  onPay: (method: PaymentMethod) => void;
}) {
  return (
    <div className="stack">
      {methods.map((method, index) => (
        <button
          key={method}
          type="button"
          className={index === 0 ? 'wide' : 'ghost wide'}
          disabled={busy}
          onClick={() => onPay(method)}
        >
          {LABELS[method]}
          {method === 'credit' && ` (${formatPkr(credit)} left)`}
        </button>
      ))}
    </div>
  );
}

/** The buttons stay busy while the browser opens the payment page. */
export async function openPaymentPage(url: string): Promise<never> {
  location.assign(url);
  return new Promise(() => {});
}
