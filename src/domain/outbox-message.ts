/**
 * `saved`: without a mail server, the email was written to a file and reached nobody. `dropped`: the recipient had
 * reached the limit on messages that strangers can trigger. `delivered` and `read` are reported by a provider.
 */
export const MESSAGE_STATES = [
  'queued',
  'sent',
  'delivered',
  'read',
  'saved',
  'failed',
  'dropped',
  'withdrawn',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export function isMessageState(text: string): text is MessageState {
  return (MESSAGE_STATES as readonly string[]).includes(text);
}
