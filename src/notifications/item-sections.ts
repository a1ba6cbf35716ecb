import { clubTimestamp } from '../domain/business-day.ts';
import { cleanName } from '../domain/clean-words.ts';
import { formatPkr } from '../domain/format-money.ts';
import { formatPayBy } from '../domain/format-payment-deadline.ts';
import { isFree, placeText, playerOf } from '../domain/item-words.ts';
import { transferBack } from '../domain/money-ways.ts';
import type { EmailSection } from './email-content.ts';
import type { ItemMessage } from './item-message.ts';

/** For whoever approves the templates. */
export const EXAMPLE_TITLE = 'Beginners’ class';
/** Why a message about what is to come is no longer sent. */
export const EVENT_OVER = 'the event is over';

export const isEvent = ({ item }: ItemMessage) => item.kind === 'event';

/** Whoever answers for the place. */
export const greetedName = ({ item, name }: ItemMessage) => item.contact_name ?? name;

export const isGone = ({ state, item }: ItemMessage) => state === 'left' || item.cancelled;

export function itemDetails({ item, name }: ItemMessage): EmailSection {
  const label = item.kind === 'event' ? 'Event' : 'Purchase';
  const rows: [string, string][] = [[label, item.title]];
  if (item.contact_name !== null) rows.push(['Player', cleanName(name)]);
  if (item.details.length > 0) rows.push(['Details', item.details.join('\n')]);
  return { kind: 'details', rows };
}

export function itemAmounts(payer: ItemMessage): EmailSection {
  const { charge, received, balance, item } = payer;
  if (isFree(payer)) return { kind: 'details', rows: [['Price', 'Free']] };
  const lines = item.lines.length > 1 ? item.lines : [];
  return {
    kind: 'amounts',
    rows: [
      ...lines.map(({ label, amount }): [string, string] => [label, formatPkr(amount)]),
      ['Price', formatPkr(charge)],
      ['Received', formatPkr(received)],
    ],
    total:
      balance > 0
        ? ['Still to pay', formatPkr(balance)]
        : balance < 0
          ? ['We’ll refund', formatPkr(-balance)]
          : ['Balance', 'Settled'],
  };
}

/** How to pay what is still due. */
export function itemSteps({ instructions }: ItemMessage): EmailSection[] {
  if (!instructions) return [];
  const { title, lines, qr } = instructions;
  const onPage = lines.map((line) => line.replace('receipt here', 'receipt on your page (button below)'));
  return [{ kind: 'steps', title, lines: onPage, qr: qr ?? null }];
}

export function itemButton({ item, name, url }: ItemMessage): EmailSection {
  const label = item.kind === 'event' ? `Open ${placeText(playerOf({ item, name }))}` : 'Open your page';
  return { kind: 'button', label, url };
}

/** Asks for the account to refund a transfer to. */
export function itemAccount(payer: ItemMessage): EmailSection[] {
  const { balance, paid_ways, refund_account, url } = payer;
  const back = transferBack(paid_ways, balance);
  if (back === 0 || refund_account !== null) return [];
  return [
    { kind: 'paragraph', text: `Please tell us where to send your ${formatPkr(back)}.` },
    { kind: 'button', label: 'Enter my account', url },
  ];
}

/** What is still to pay, and until when. */
export function itemToPay(payer: ItemMessage): string {
  if (payer.receipt_waits) return 'nothing now, we are checking your receipt';
  if (isFree(payer)) return 'nothing, it is free';
  if (payer.balance <= 0) return 'nothing, it is paid';
  const until = holdText(payer);
  return `${formatPkr(payer.balance)}${until ? ` by ${until}` : ''}`;
}

/** `Sat, Nov 21, 6 PM`, or empty once it is the payer's. */
export function holdText({ hold_until }: ItemMessage): string {
  return hold_until === null ? '' : formatPayBy(clubTimestamp(hold_until));
}

/** Asks for what is still to pay, in one sentence. */
export function pleasePay(payer: ItemMessage, title: string): string {
  const until = holdText(payer);
  return `please pay ${formatPkr(payer.balance)} for ${title}${until ? ` by ${until}` : ''}.`;
}
