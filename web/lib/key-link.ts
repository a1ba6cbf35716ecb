/** The content of a waiting list link: `12.KEY`. The key is only ever sent in a header. */
export interface KeyLink {
  id: number;
  key: string;
}

/** Null for anything else. */
export function parseKeyLink(text: string): KeyLink | null {
  const match = /^(\d{1,15})\.([\w-]{20,60})$/.exec(text);
  return match ? { id: Number(match[1]), key: match[2] ?? '' } : null;
}

export function waitlistKeyHeader({ key }: KeyLink): Record<string, string> {
  return { 'x-waitlist-key': key };
}
