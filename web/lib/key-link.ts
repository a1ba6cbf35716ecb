/** What a link of the waiting list carries: `12.KEY`. The key goes to the server in a header only. */
export interface KeyLink {
  id: number;
  key: string;
}

/** Null for another text. */
export function parseKeyLink(text: string): KeyLink | null {
  const match = /^(\d{1,15})\.([\w-]{20,60})$/.exec(text);
  return match ? { id: Number(match[1]), key: match[2] ?? '' } : null;
}

export function waitlistKeyHeader({ key }: KeyLink): Record<string, string> {
  return { 'x-waitlist-key': key };
}
