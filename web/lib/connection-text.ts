/** Why a request had no answer: the browser has no network, or the club's server does not answer. */
export function connectionText(): string {
  return navigator.onLine
    ? 'The club’s website does not answer right now.'
    : 'You are offline. Please check your connection.';
}
