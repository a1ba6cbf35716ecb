/** The wizard with the same court, date and time, as far as they are known. */
export function bookAgainUrl(params: { court?: string; date?: string; time?: string }): string {
  const query = new URLSearchParams();
  for (const name of ['court', 'date', 'time'] as const) {
    const value = params[name];
    if (value) query.set(name, value);
  }
  return query.size > 0 ? `/booking?${query}` : '/booking';
}
