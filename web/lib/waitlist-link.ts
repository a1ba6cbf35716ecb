/** Links of the waiting list: `12.KEY`. The key goes to the server in a header, never in an address. */
export interface WaitlistLink {
  id: number;
  key: string;
}

/** Null for another text. */
export function parseWaitlistLink(text: string): WaitlistLink | null {
  const match = /^(\d{1,15})\.([\w-]{20,60})$/.exec(text);
  return match ? { id: Number(match[1]), key: match[2] ?? '' } : null;
}

export function waitlistKeyHeader({ key }: WaitlistLink): Record<string, string> {
  return { 'x-waitlist-key': key };
}
