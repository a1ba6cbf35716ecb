/** The label of a booking's status on the confirmation page, and the look of its badge. */
export function statusLabel(status: string): { text: string; variant: 'success' | 'warning' | 'danger' } {
  if (status === 'pending') return { text: 'Pending Payment', variant: 'warning' };
  // The customer is owed the truth about a cancelled booking.
  if (status === 'cancelled') return { text: 'Cancelled', variant: 'danger' };
  return { text: 'Confirmed & Paid', variant: 'success' };
}

const METHOD_LABELS: Record<string, string> = {
  bank_transfer: 'Bank Transfer',
  cash: 'Cash Payment',
  card: 'Card or Wallet',
};

export function paymentMethodLabel(method: string): string {
  return METHOD_LABELS[method] ?? method.slice(0, 30);
}
