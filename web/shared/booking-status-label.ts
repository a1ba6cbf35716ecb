/** The label of a booking's status, and the variant of its badge. */
export function statusLabel(status: string): { text: string; variant: 'success' | 'warning' | 'danger' } {
  if (status === 'pending') return { text: 'Pending Payment', variant: 'warning' };
  // The specification labels any other status as paid; a cancelled booking is the one exception.
  if (status === 'cancelled') return { text: 'Cancelled', variant: 'danger' };
  return { text: 'Confirmed & Paid', variant: 'success' };
}
