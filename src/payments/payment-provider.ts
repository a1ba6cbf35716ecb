/** What a provider needs to open a payment page. */
export interface CheckoutRequest {
  /** What is being paid for, in the provider's records: a booking's id, or `p` and a payer's. */
  order_id: string;
  /** PKR. */
  amount: number;
  /** Where the provider sends the customer after paying, and after cancelling. */
  return_url: string;
  cancel_url: string;
}

/** What a provider reports about one of its checkouts. */
export interface PaymentEvent {
  /** The provider's reference for the checkout. */
  reference: string;
  outcome: 'paid' | 'failed';
  /** PKR; null if the event doesn't carry it. */
  amount: number | null;
}

/** A company that processes card payments. Every method throws a `Failure`. */
export interface PaymentProvider {
  readonly name: string;
  /** Opens a checkout; throws `unavailable` if the provider can't be reached. */
  createCheckout(request: CheckoutRequest): Promise<{ reference: string; payment_url: string }>;
  /** Reads a server-to-server callback; null if it changes nothing. Throws `forbidden` on a wrong signature. */
  parseCallback(headers: Headers, body: string): PaymentEvent | null;
  /** Reads the fields that the customer's browser returns with; `signed` is true if the provider signed them. */
  parseReturn(fields: Record<string, string>): { reference: string; signed: boolean } | null;
}
