import type { Database } from 'bun:sqlite';
import type { Transaction } from '../db/club-db.ts';

/** What a provider says about a template that it has to approve. */
export interface TemplateState {
  name: string;
  /** As the provider calls it, in lower case: `pending`, `approved`, `rejected`, `paused`, `disabled` … */
  state: string;
  /** `utility`, or what the provider made of it: a message of another category has another price and other rules. */
  category: string;
  /** Why it was rejected; empty without a reason. */
  reason: string;
}

/** The templates of channels that send only what their provider has approved. */
export class Templates {
  readonly #select;
  readonly #list;

  constructor(db: Database) {
    this.#select = db.prepare<TemplateState, [string, string]>(
      'SELECT name, state, category, reason FROM message_template WHERE channel = ? AND name = ?',
    );
    this.#list = db.prepare<TemplateState, [string]>(
      'SELECT name, state, category, reason FROM message_template WHERE channel = ? ORDER BY name',
    );
  }

  isUsable(channel: string, name: string): boolean {
    const found = this.#select.get(channel, name);
    return found?.state === 'approved' && found.category === 'utility';
  }

  list(channel: string): TemplateState[] {
    return this.#list.all(channel);
  }

  /** Records what the provider says; a category or a reason that it does not name stays. */
  record(
    tx: Transaction,
    channel: string,
    { name, state, category, reason }: Pick<TemplateState, 'name'> & Partial<TemplateState>,
  ): void {
    tx.db
      .query(
        `INSERT INTO message_template (channel, name, state, category, reason, checked_at)
         VALUES (?1, ?2, ifnull(?3, 'pending'), ifnull(?4, 'utility'), ifnull(?5, ''), ?6)
         ON CONFLICT (channel, name) DO UPDATE SET state = ifnull(?3, state), category = ifnull(?4, category),
           reason = ifnull(?5, reason), checked_at = ?6`,
      )
      .run(channel, name, state ?? null, category ?? null, reason ?? null, tx.now);
  }

  /** Forgets the templates that the provider has no more. */
  keepOnly(tx: Transaction, channel: string, names: readonly string[]): void {
    tx.db
      .query(
        'DELETE FROM message_template WHERE channel = ? AND name NOT IN (SELECT value FROM json_each(?))',
      )
      .run(channel, JSON.stringify(names));
  }
}
