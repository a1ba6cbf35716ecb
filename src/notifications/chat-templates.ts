import { type Channel, SendError } from '../outbox/channels/channel.ts';
import type { Templates } from '../outbox/templates.ts';
import { type NamedTemplate, nameTemplate } from './chat-form.ts';
import { MESSAGES } from './messages/table.ts';

/** The templates of all messages, and which of them may be used. */
export class ChatTemplates {
  readonly all: readonly NamedTemplate[];
  readonly #byKind: ReadonlyMap<string, string>;
  readonly #states: Pick<Templates, 'isUsable'>;

  constructor(publicUrl: string, states: Pick<Templates, 'isUsable'>) {
    this.all = MESSAGES.flatMap(({ kind, chat }) => (chat ? [nameTemplate({ kind, chat }, publicUrl)] : []));
    this.#byKind = new Map(this.all.map(({ kind, name }) => [kind, name]));
    this.#states = states;
  }

  /** The name of a message's template; null while the provider has not approved it. */
  find(kind: string, { id }: Pick<Channel, 'id'>): string | null {
    const name = this.#byKind.get(kind);
    return name !== undefined && this.#states.isUsable(id, name) ? name : null;
  }

  /** The same; throws `SendError`, so that the next channel takes the message. */
  require(kind: string, channel: Pick<Channel, 'id'>): string {
    const name = this.find(kind, channel);
    if (name === null) throw new SendError('refused', 'the template is not approved');
    return name;
  }
}
