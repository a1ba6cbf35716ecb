/** The label of a booking's status on the confirmation page, and the look of its badge. */
export function statusLabel(status: string): { text: string; look: 'success' | 'warning' | 'danger' } {
  if (status === 'pending') return { text: 'Pending Payment', look: 'warning' };
  // The customer is owed the truth about a cancelled booking.
  if (status === 'cancelled') return { text: 'Cancelled', look: 'danger' };
  return { text: 'Confirmed & Paid', look: 'success' };
}

const METHODS: Record<string, string> = {
  bank_transfer: 'Bank Transfer',
  cash: 'Cash Payment',
  card: 'Card or Wallet',
};

export function methodLabel(method: string): string {
  return METHODS[method] ?? method.slice(0, 30);
}
