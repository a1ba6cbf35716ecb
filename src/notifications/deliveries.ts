import type { Transaction } from '../db/club-db.ts';
import type { Channel } from '../outbox/channels/channel.ts';
import { channelOf } from '../outbox/channels/table.ts';
import type { Outbox, OutboxRow } from '../outbox/outbox.ts';
import type { ChatTemplates } from './chat-templates.ts';
import type { Sources } from './message.ts';
import { findMessage } from './messages/table.ts';

/** A provider's report about a message it accepted. */
export type Report = 'sent' | 'delivered' | 'read' | { failed: string };

/** Follows a message after its channel has taken it, and hands it to another channel at most once. */
export class Deliveries {
  readonly #outbox: Outbox;
  readonly #channels: readonly Channel[];
  readonly #sources: Sources;
  readonly #templates: Pick<ChatTemplates, 'find'>;

  /** `channels`: those that are set up. */
  constructor(
    outbox: Outbox,
    channels: readonly Channel[],
    sources: Sources,
    templates: Pick<ChatTemplates, 'find'>,
  ) {
    this.#outbox = outbox;
    this.#channels = channels;
    this.#templates = templates;
    this.#sources = sources;
  }

  /** Hands a message to the next channel that reaches the person; false if there is none. */
  passOn(tx: Transaction, row: OutboxRow, reason: string): boolean {
    const message = findMessage(row.kind);
    const own = channelOf(row.channel);
    // Free words that came too late go once more, as a template.
    if (own.wantsTemplate?.(reason) && row.recipient !== null && this.#templates.find(row.kind, own) !== null)
      return this.#outbox.passOn(tx, row, { channel: own.id, recipient: row.recipient }, reason);
    const person = message?.person?.(row, this.#sources);
    if (!person) return false;
    const { form } = own;
    for (const channel of this.#channels) {
      // If a message goes out in both forms, the other is already on its way.
      const isOther = channel.id !== row.channel && message?.[channel.form] !== undefined;
      if (!isOther || (message?.both && channel.form !== form && form !== 'chat')) continue;
      if (channel.form === 'chat' && this.#templates.find(row.kind, channel) === null) continue;
      const recipient = channel.addressOf(person);
      if (recipient) return this.#outbox.passOn(tx, row, { channel: channel.id, recipient }, reason);
    }
    return false;
  }

  /**
   * Records a report; one that comes twice, out of order or about an unknown message changes nothing. `envelope` finds a
   * message whose sending was not recorded, because the provider's answer was lost or comes later than the report.
   */
  report(
    tx: Transaction,
    channel: string,
    providerId: string,
    report: Report,
    envelope?: { id: number; message_id: string },
  ): void {
    const row =
      this.#outbox.findSent(channel, providerId) ??
      (envelope ? this.#outbox.noteSent(tx, channel, providerId, envelope) : null);
    if (!row || report === 'sent') return;
    if (typeof report === 'string') this.#outbox.markReached(tx, row.id, report);
    else if (!this.passOn(tx, row, report.failed)) this.#outbox.markUndelivered(tx, row.id, report.failed);
  }

  /**
   * Hands on the messages about which no report came in time, and those that their channel could not even take; without
   * another channel they stay where they are.
   */
  passOnUnreported(tx: Transaction): void {
    for (const { id, deliveredWithinMs } of this.#channels) {
      if (deliveredWithinMs === undefined) continue;
      for (const row of this.#outbox.listUnreported(id, tx.now - deliveredWithinMs))
        if (!this.passOn(tx, row, 'not delivered in time')) this.#outbox.endReports(tx, row.id);
      const late = (after: number) =>
        this.#outbox.listLate(id, { before: tx.now - deliveredWithinMs, after }, tx.now);
      // Those that no other channel reaches stay, and must not hide the ones behind them.
      for (let rows = late(0); rows.length > 0; rows = late(rows.at(-1)?.id ?? 0))
        for (const row of rows) this.passOn(tx, row, row.reason ?? 'not sent in time');
    }
  }
}
