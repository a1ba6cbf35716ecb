/** What a provider needs to open its payment page. Money in PKR. */
export interface CheckoutRequest {
  booking_id: number;
  amount: number;
  /** Where the customer comes back to after paying, and after giving up. */
  return_url: string;
  cancel_url: string;
}

/** What a provider says about one of its checkouts. */
export interface PaymentEvent {
  /** The provider's own number of the checkout. */
  reference: string;
  outcome: 'paid' | 'failed';
  /** PKR; null where the provider's word does not carry it. */
  amount: number | null;
}

/** A company that takes cards. Every method throws a `Failure`; nothing unsigned is ever believed. */
export interface PaymentProvider {
  readonly name: string;
  /** Opens a checkout; throws `unavailable` when the provider cannot be reached. */
  createCheckout(request: CheckoutRequest): Promise<{ reference: string; payment_url: string }>;
  /** Reads a server-to-server callback; throws `forbidden` when its signature does not fit. Null: no news. */
  parseCallback(headers: Headers, body: string): PaymentEvent | null;
  /** Reads what the customer's browser brings back; `signed` tells whether it may be believed. */
  parseReturn(fields: Record<string, string>): { reference: string; signed: boolean } | null;
}
