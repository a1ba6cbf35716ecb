import type { ClubDb } from '../db/club-db.ts';
import type { ChannelValues } from '../domain/channel-settings.ts';
import type { NamedTemplate } from '../notifications/chat-form.ts';
import { SendError } from '../outbox/channels/channel.ts';
import type { Graph } from '../outbox/channels/graph.ts';
import { TEMPLATE_LANGUAGE, TEMPLATE_TTL_SECONDS, whatsapp } from '../outbox/channels/whatsapp.ts';
import type { TemplateState, Templates } from '../outbox/templates.ts';

const MAX_PAGES = 20;

interface ListedTemplate {
  name: string;
  status: string;
  category?: string;
  language?: string;
  rejected_reason?: string;
}

interface Page {
  data: ListedTemplate[];
  paging?: { cursors?: { after?: string }; next?: string };
}

/** Asks for the club's number, submits the templates that Meta has not got, and records what Meta says about each. */
export class TemplateSync {
  readonly #deps;

  constructor(deps: {
    graph: Graph;
    settings: ChannelValues<'whatsapp'>;
    club: ClubDb;
    states: Templates;
    templates: readonly NamedTemplate[];
  }) {
    this.#deps = deps;
  }

  /** Throws `SendError` when Meta cannot be asked. */
  async run(signal: AbortSignal): Promise<void> {
    const { graph, settings, club, states, templates } = this.#deps;
    await graph.get(`${settings.phone_number_id}?fields=id`, signal);
    const listed = await this.#list(signal);
    const found: TemplateState[] = [];
    for (const template of templates) {
      const known = listed.find(
        ({ name, language }) => name === template.name && language === TEMPLATE_LANGUAGE,
      );
      found.push(known ? toState(known) : await this.#submit(template, signal));
    }
    await club.write((tx) => {
      for (const state of found) states.record(tx, whatsapp.id, state);
      states.keepOnly(
        tx,
        whatsapp.id,
        templates.map(({ name }) => name),
      );
    });
  }

  async #list(signal: AbortSignal): Promise<ListedTemplate[]> {
    const { graph, settings } = this.#deps;
    const listed: ListedTemplate[] = [];
    let after = '';
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({
        fields: 'name,status,category,language,rejected_reason',
        limit: '100',
        ...(after ? { after } : {}),
      });
      const { data, paging } = await graph.get<Page>(
        `${settings.business_account_id}/message_templates?${query}`,
        signal,
      );
      listed.push(...data);
      after = paging?.next ? (paging.cursors?.after ?? '') : '';
      if (!after) break;
    }
    return listed;
  }

  async #submit(template: NamedTemplate, signal: AbortSignal): Promise<TemplateState> {
    const { graph, settings } = this.#deps;
    const { name } = template;
    try {
      const { status = 'PENDING', category = 'UTILITY' } = await graph.post<Partial<ListedTemplate>>(
        `${settings.business_account_id}/message_templates`,
        {
          name,
          language: TEMPLATE_LANGUAGE,
          category: 'UTILITY',
          message_send_ttl_seconds: TEMPLATE_TTL_SECONDS,
          components: componentsOf(template),
        },
        signal,
      );
      return toState({ name, status, category });
    } catch (error) {
      if (error instanceof SendError && error.kind === 'refused')
        return { name, state: 'rejected', category: 'utility', reason: error.message };
      throw error;
    }
  }
}

function componentsOf({ text, examples, button }: NamedTemplate): object[] {
  return [
    { type: 'BODY', text, ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}) },
    ...(button
      ? [
          {
            type: 'BUTTONS',
            buttons: [{ type: 'URL', text: button.text, url: button.url, example: [button.example] }],
          },
        ]
      : []),
  ];
}

function toState({
  name,
  status,
  category = 'UTILITY',
  rejected_reason = '',
}: ListedTemplate): TemplateState {
  const reason = rejected_reason === 'NONE' ? '' : rejected_reason;
  return { name, state: status.toLowerCase(), category: category.toLowerCase(), reason };
}
