import type { EntryKind } from '../../../src/domain/ledger.ts';

export const KIND_LABELS: Record<EntryKind, string> = {
  payment: 'Paid',
  refund: 'Given back',
  correction: 'Undone',
  top_up: 'Credit sold',
};
