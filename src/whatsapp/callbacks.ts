import * as v from 'valibot';
import type { Conversations } from '../conversations/conversations.ts';
import type { Transaction } from '../db/club-db.ts';
import type { ChannelValues } from '../domain/channel-settings.ts';
import type { Base } from '../http/base.ts';
import { describeError } from '../http/log.ts';
import type { Deliveries, Report } from '../notifications/deliveries.ts';
import { reasonOf } from '../outbox/channels/graph.ts';
import { whatsapp } from '../outbox/channels/whatsapp.ts';
import type { Templates } from '../outbox/templates.ts';

/** Callbacks worked on in one transaction; Meta may send ten thousand at once. */
const BATCH = 50;

const text = v.pipe(v.string(), v.maxLength(20_000));
const optionalText = v.optional(text, '');

const messageSchema = v.object({
  from: v.pipe(v.string(), v.regex(/^\d{5,18}$/)),
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
  type: v.string(),
  text: v.optional(v.object({ body: text })),
  image: v.optional(v.object({ id: v.pipe(v.string(), v.maxLength(200)), caption: optionalText })),
  button: v.optional(v.object({ text: optionalText })),
  interactive: v.optional(
    v.object({
      button_reply: v.optional(v.object({ id: text, title: optionalText })),
      list_reply: v.optional(v.object({ id: text, title: optionalText })),
    }),
  ),
});
type Message = v.InferOutput<typeof messageSchema>;

const statusSchema = v.object({
  id: v.pipe(v.string(), v.maxLength(500)),
  status: v.picklist(['sent', 'delivered', 'read', 'failed']),
  biz_opaque_callback_data: v.optional(v.string()),
  errors: v.optional(
    v.array(
      v.object({
        code: v.optional(v.number()),
        title: v.optional(v.string()),
        message: v.optional(v.string()),
        error_data: v.optional(v.object({ details: v.optional(v.string()) })),
      }),
    ),
    [],
  ),
});

const changeSchema = v.object({ field: v.string(), value: v.looseObject({}) });
const callbackSchema = v.object({
  object: v.literal('whatsapp_business_account'),
  entry: v.array(v.object({ id: v.string(), changes: v.array(v.unknown()) })),
});
const valueSchema = v.object({
  metadata: v.object({ phone_number_id: v.string() }),
  contacts: v.optional(
    v.array(
      v.object({ wa_id: v.optional(v.string()), profile: v.optional(v.object({ name: optionalText })) }),
    ),
    [],
  ),
  messages: v.optional(v.array(v.unknown()), []),
  statuses: v.optional(v.array(v.unknown()), []),
});
const templateSchema = v.object({
  message_template_name: v.string(),
  event: v.optional(v.string()),
  reason: v.optional(v.nullable(v.string())),
  new_category: v.optional(v.string()),
});

/** What cannot be shown or read here, in a word for the reception. */
const OTHER_TYPES: Record<string, string> = {
  audio: 'a voice message',
  video: 'a video',
  sticker: 'a sticker',
  document: 'a document',
  location: 'a place on the map',
  contacts: 'a contact',
};
/** A customer's like, for one, needs no answer. */
const SILENT_TYPES = new Set(['reaction', 'system']);

/**
 * What Meta calls about. A callback is stored before it is answered and worked on afterwards, so that one that comes twice,
 * out of order or about something unknown changes nothing, and none is lost with the process.
 */
export class Callbacks {
  readonly #deps;

  constructor(deps: {
    base: Base;
    settings: ChannelValues<'whatsapp'>;
    conversations: Conversations;
    deliveries: Deliveries;
    templates: Templates;
  }) {
    this.#deps = deps;
  }

  async store(body: string): Promise<void> {
    await this.#deps.base.club.write((tx) =>
      tx.db.query('INSERT INTO whatsapp_callback (body, created_at) VALUES (?, ?)').run(body, tx.now),
    );
  }

  /** Works on everything that waits. */
  async run(): Promise<void> {
    const { base } = this.#deps;
    while (!base.stopSignal.aborted) {
      const waits = base.club.db.query('SELECT 1 FROM whatsapp_callback LIMIT 1').get() !== null;
      if (!waits) return;
      const rows = base.club.db
        .query<{ id: number; body: string }, [number]>(
          'SELECT id, body FROM whatsapp_callback ORDER BY id LIMIT ?',
        )
        .all(BATCH);
      try {
        await base.club.write((tx) => this.#workOn(tx, rows));
      } catch (error) {
        // One of them is at fault: each by itself, so that it stops none of the others.
        for (const row of rows) await this.#workAlone(row, error);
      }
    }
  }

  async #workAlone(row: { id: number; body: string }, batchError: unknown): Promise<void> {
    const { club, log } = this.#deps.base;
    try {
      await club.write((tx) => this.#workOn(tx, [row]));
    } catch (error) {
      if (club.damage() !== null || club.isDiskFull()) throw batchError;
      log.error('callback not understood', { id: row.id, ...describeError(error) });
      await club.write((tx) => this.#forget(tx, row.id));
    }
  }

  #workOn(tx: Transaction, rows: readonly { id: number; body: string }[]): void {
    for (const { id, body } of rows) {
      this.#apply(tx, body);
      this.#forget(tx, id);
    }
  }

  #forget(tx: Transaction, id: number): void {
    tx.db.query('DELETE FROM whatsapp_callback WHERE id = ?').run(id);
  }

  #apply(tx: Transaction, body: string): void {
    const callback = v.safeParse(callbackSchema, JSON.parse(body));
    if (!callback.success) return;
    for (const entry of callback.output.entry) {
      // Another account of the same app.
      if (entry.id !== this.#deps.settings.business_account_id) continue;
      for (const raw of entry.changes) {
        const change = v.safeParse(changeSchema, raw);
        if (!change.success) continue;
        const { field, value } = change.output;
        if (field === 'messages') this.#applyMessages(tx, value);
        else if (/^(message_template_status_update|template_category_update)$/.test(field))
          this.#applyTemplate(tx, value);
      }
    }
  }

  #applyMessages(tx: Transaction, raw: unknown): void {
    const value = v.safeParse(valueSchema, raw);
    if (!value.success) return;
    const { metadata, contacts, messages, statuses } = value.output;
    if (metadata.phone_number_id !== this.#deps.settings.phone_number_id) return;
    for (const status of statuses) this.#applyStatus(tx, status);
    for (const one of messages) {
      const message = v.safeParse(messageSchema, one);
      if (!message.success || SILENT_TYPES.has(message.output.type)) continue;
      const contact = contacts.find(({ wa_id }) => wa_id === message.output.from) ?? contacts[0];
      this.#applyMessage(tx, message.output, contact?.profile?.name ?? '');
    }
  }

  #applyMessage(tx: Transaction, message: Message, name: string): void {
    const { from, id, type, image, interactive } = message;
    const reply = interactive?.button_reply ?? interactive?.list_reply;
    const words = message.text?.body ?? image?.caption ?? reply?.title ?? message.button?.text;
    this.#deps.conversations.receive(tx, {
      channel: whatsapp.id,
      address: `+${from}`,
      name,
      text: words ?? `(${OTHER_TYPES[type] ?? 'a message'} that cannot be shown here)`,
      provider_id: id,
      media: image?.id ?? null,
      choice: reply?.id ?? null,
    });
  }

  #applyStatus(tx: Transaction, raw: unknown): void {
    const parsed = v.safeParse(statusSchema, raw);
    if (!parsed.success) return;
    const { id, status, errors, biz_opaque_callback_data = '' } = parsed.output;
    const [, rowId, message_id] = /^(\d{1,15}) (\S+)$/.exec(biz_opaque_callback_data) ?? [];
    const report: Report =
      status === 'failed'
        ? { failed: errors[0] ? reasonOf(withTitle(errors[0])).slice(0, 200) : 'WhatsApp: not delivered' }
        : status;
    const envelope = rowId && message_id ? { id: Number(rowId), message_id } : undefined;
    this.#deps.deliveries.report(tx, whatsapp.id, id, report, envelope);
  }

  #applyTemplate(tx: Transaction, raw: unknown): void {
    const parsed = v.safeParse(templateSchema, raw);
    if (!parsed.success) return;
    const { message_template_name: name, event, reason, new_category } = parsed.output;
    const isOwn = this.#deps.templates.list(whatsapp.id).some((template) => template.name === name);
    if (!isOwn) return;
    this.#deps.templates.record(tx, whatsapp.id, {
      name,
      ...(event ? { state: event.toLowerCase(), reason: reason === 'NONE' ? '' : (reason ?? '') } : {}),
      ...(new_category ? { category: new_category.toLowerCase() } : {}),
    });
  }
}

function withTitle<E extends { title?: string | undefined; message?: string | undefined }>(error: E) {
  const { message = error.title, ...rest } = error;
  return { ...rest, ...(message === undefined ? {} : { message }) } as Parameters<typeof reasonOf>[0];
}
