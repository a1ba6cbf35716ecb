import type { ConversationsModule } from '../conversations/module.ts';
import type { Alarm } from '../domain/api/inbox-routes.ts';
import type { Base } from '../http/base.ts';
import { describeError } from '../http/log.ts';
import type { Job } from '../jobs.ts';
import type { Notifications } from '../notifications/module.ts';
import { SendError } from '../outbox/channels/channel.ts';
import { Graph } from '../outbox/channels/graph.ts';
import { whatsapp } from '../outbox/channels/whatsapp.ts';
import type { OutboxModule } from '../outbox/module.ts';
import { Callbacks } from './callbacks.ts';
import { ownerRoutes } from './owner-routes.ts';
import { webhookRoutes } from './routes.ts';
import { TemplateSync } from './template-sync.ts';

const SYNC_MINUTES = 10;
const TIMEOUT_MS = 30_000;

/** What Meta calls about, the templates it approves, and whether it can be reached. */
export function createWhatsapp(
  base: Base,
  below: { outbox: OutboxModule; notifications: Notifications; conversations: ConversationsModule },
) {
  const { club, config, log, stopSignal } = base;
  const { outbox, notifications, conversations } = below;
  const settings = config.whatsapp;
  const isSetUp = whatsapp.isSetUp(config);
  const graph = new Graph(settings);
  /** Why nothing can be sent; null while it works or was not tried. */
  let fault: string | null = null;

  const callbacks = new Callbacks({
    base,
    settings,
    conversations: conversations.conversations,
    deliveries: notifications.deliveries,
    templates: outbox.templates,
  });
  const sync = new TemplateSync({
    graph,
    settings,
    club,
    states: outbox.templates,
    templates: notifications.templates.all,
  });
  const syncTemplates = async () => {
    try {
      await sync.run(AbortSignal.any([stopSignal, AbortSignal.timeout(TIMEOUT_MS)]));
      fault = null;
    } catch (error) {
      if (stopSignal.aborted) return;
      if (!(error instanceof SendError)) throw error;
      fault = error.message;
      log.error('whatsapp not available', describeError(error));
    }
  };
  const jobs: Job[] = isSetUp
    ? [
        { name: 'whatsapp callbacks', minutes: 1 / 60, clock: 'any', run: () => callbacks.run() },
        { name: 'whatsapp templates', minutes: SYNC_MINUTES, clock: 'any', run: syncTemplates },
      ]
    : [];
  const alarms = (): Alarm[] =>
    fault === null
      ? []
      : [
          {
            kind: 'mail',
            text: `Nothing can be sent by WhatsApp, so messages go by email or SMS. It says: ${fault}`,
          },
        ];
  const owner = ownerRoutes(base, {
    graph,
    syncTemplates,
    fault: () => fault,
    states: outbox.templates,
    templates: notifications.templates,
  });
  return {
    isSetUp,
    isAvailable: () => fault === null,
    alarms,
    jobs,
    routes: isSetUp ? webhookRoutes(base, settings, callbacks).use(owner) : owner,
  };
}

export type Whatsapp = ReturnType<typeof createWhatsapp>;
