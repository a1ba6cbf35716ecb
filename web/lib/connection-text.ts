/** Why a request got no answer: the browser is offline, or the club's server doesn't respond. */
export function connectionText(): string {
  return navigator.onLine
    ? 'The club’s website does not answer right now.'
    : 'You are offline. Please check your connection.';
}
