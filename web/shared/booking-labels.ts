/** The label of a booking's status, and the variant of its badge. */
export function statusLabel(status: string): { text: string; variant: 'success' | 'warning' | 'danger' } {
  if (status === 'pending') return { text: 'Pending Payment', variant: 'warning' };
  // The specification labels any other status as paid; a cancelled booking is the one exception.
  if (status === 'cancelled') return { text: 'Cancelled', variant: 'danger' };
  return { text: 'Confirmed & Paid', variant: 'success' };
}

/** The wizard with the same court, date and time, as far as they are known. */
export function bookAgainUrl(params: { court?: string; date?: string; time?: string }): string {
  const query = new URLSearchParams();
  for (const name of ['court', 'date', 'time'] as const) {
    const value = params[name];
    if (value) query.set(name, value);
  }
  return query.size > 0 ? `/booking?${query}` : '/booking';
}
