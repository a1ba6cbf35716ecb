import { BANK_KINDS } from './actors/bank.ts';
import { CHAT_KINDS } from './actors/chat.ts';
import { CUSTOMER_KINDS } from './actors/customer.ts';
import { EVENT_KINDS } from './actors/events.ts';
import { ITEM_KINDS } from './actors/items.ts';
import { PAYER_KINDS } from './actors/payers.ts';
import { PLAN_KINDS } from './actors/plans.ts';
import { RECEPTION_KINDS } from './actors/reception.ts';
import { TOURNAMENT_KINDS } from './actors/tournaments.ts';
import { FAULT_KINDS } from './faults.ts';
import type { Kind } from './step.ts';

/** Everything that can happen in a story. */
export const KINDS: readonly Kind[] = [
  ...CUSTOMER_KINDS,
  ...PAYER_KINDS,
  ...PLAN_KINDS,
  ...ITEM_KINDS,
  ...EVENT_KINDS,
  ...TOURNAMENT_KINDS,
  ...BANK_KINDS,
  ...CHAT_KINDS,
  ...RECEPTION_KINDS,
  ...FAULT_KINDS,
];
