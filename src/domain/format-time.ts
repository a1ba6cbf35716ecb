/** `9 PM` for `21:00:00+05:00`, `9:30 PM` for `21:30:00+05:00`. */
export function formatTimeOfDay(time: string): string {
  const hour = Number(time.slice(0, 2));
  const minutes = time.slice(3, 5);
  return `${hour % 12 || 12}${minutes === '00' ? '' : `:${minutes}`} ${hour < 12 ? 'AM' : 'PM'}`;
}
