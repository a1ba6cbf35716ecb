export const STATUSES = ['pending', 'paid', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

const MOVES: Record<Status, readonly Status[]> = {
  pending: ['paid', 'cancelled'],
  paid: ['cancelled'],
  cancelled: ['paid'],
};

export function isStatus(text: string): text is Status {
  return (STATUSES as readonly string[]).includes(text);
}

export function mayMove(from: Status, to: Status): boolean {
  return MOVES[from].includes(to);
}
