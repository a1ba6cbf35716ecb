/** Why a request got no answer: the browser is offline, or the club's server doesn't respond. */
export function connectionText(): string {
  return navigator.onLine
    ? 'The club’s website isn’t answering right now.'
    : 'You’re offline. Please check your connection.';
}
