/**
 * `saved`: no mail server was set up, so the server wrote the email to a file and no recipient got it. `dropped`: the
 * recipient already got as many messages as strangers may cause. `delivered` and `read` are what a provider reported.
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
