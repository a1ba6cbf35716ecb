/** Places in the words of pages and messages, which speak to whoever answers for a place. */
import type { ItemView } from './api/payer-routes.ts';
import { shortName } from './clean-words.ts';

/** `Ali` for a child's place or a friend's, as told to the guardian or friend; null if it is the reader's own. */
export function playerOf({
  item,
  name,
}: {
  item: Pick<ItemView, 'contact_name'>;
  name: string;
}): string | null {
  if (item.contact_name === null) return null;
  return shortName(name).split(' ')[0] || 'the player';
}

/** `You have a place`, or `Ali has a place`. */
export function hasPlaceText(player: string | null): string {
  return player === null ? 'You have a place' : capitalized(`${player} has a place`);
}

/** `You’re on the waiting list`, or `Ali is on the waiting list`. */
export function waitsText(player: string | null): string {
  return player === null ? 'You’re on the waiting list' : capitalized(`${player} is on the waiting list`);
}

/** `No place became free`, or `No place became free for Ali`: the event began without them. */
export function noPlaceText(player: string | null): string {
  return player === null ? 'No place became free' : `No place became free for ${player}`;
}

/** What is true of a place after its event. */
export function overText(player: string | null, { attended }: Pick<ItemView, 'attended'>): string {
  if (!attended) return 'This event is over';
  return player === null ? 'You were there' : capitalized(`${player} was there`);
}

/** Whether an event's last date has ended; a purchase has none. */
export function isOver({ ends }: Pick<ItemView, 'ends'>, now: number): boolean {
  return ends !== null && Date.parse(ends) <= now;
}

/** Whether an event's first date has begun. */
export function hasBegun({ begins }: Pick<ItemView, 'begins'>, now: number): boolean {
  return begins !== null && Date.parse(begins) <= now;
}

/** `your place`, or `Ali’s place`. */
export function placeText(player: string | null): string {
  return player === null ? 'your place' : `${player}’s place`;
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A place that costs nothing, which nobody has to pay or wait for. */
export function isFree({
  state,
  charge,
  received,
}: {
  state: string;
  charge: number;
  received: number;
}): boolean {
  return state === 'joined' && charge === 0 && received === 0;
}
