import { Elysia } from 'elysia';
import type { ApiAnswer } from '../domain/api.ts';
import { Failure } from '../domain/failure.ts';
import { testTextSchema } from '../domain/machine-settings.ts';
import { normalizePhone } from '../domain/phone.ts';
import type { Base } from '../http/base.ts';
import { RateLimiter } from '../http/rate-limiter.ts';
import { parseInput, parseJsonBody } from '../http/request-body.ts';
import { requireSession } from '../http/session-guard.ts';
import type { ChatTemplates } from '../notifications/chat-templates.ts';
import { conversationAnswer } from '../notifications/messages/conversation-answer.ts';
import { findMessage } from '../notifications/messages/table.ts';
import { type ChatContent, SendError } from '../outbox/channels/channel.ts';
import type { Graph } from '../outbox/channels/graph.ts';
import { whatsapp } from '../outbox/channels/whatsapp.ts';
import type { Templates } from '../outbox/templates.ts';

const TESTS = { limit: 5, window: 10 * 60_000 };
const TIMEOUT_MS = 15_000;
const TEST = 'this is the test that you asked for.';

/** The owner sees how WhatsApp works, and tries it. */
export function ownerRoutes(
  { guard, config, now, stopSignal }: Base,
  deps: {
    graph: Graph;
    syncTemplates: () => Promise<void>;
    fault: () => string | null;
    states: Templates;
    templates: ChatTemplates;
  },
) {
  const { syncTemplates, fault, states, templates } = deps;
  const tests = new RateLimiter(TESTS, now);
  const assertSetUp = () => {
    if (!whatsapp.isSetUp(config)) throw new Failure('wrong_state', 'WhatsApp is not set up.');
  };
  return new Elysia({ name: 'whatsapp' })
    .use(guard)
    .get(
      '/api/admin/whatsapp',
      async (): Promise<ApiAnswer<'GET /api/admin/whatsapp'>> => {
        assertSetUp();
        const known = states.list(whatsapp.id);
        return {
          data: {
            fault: fault(),
            webhook_url: `${config.publicUrl}/api/whatsapp`,
            templates: templates.all.map(({ kind, name, text }) => {
              const found = known.find((state) => state.name === name);
              return {
                label: findMessage(kind)?.label ?? kind,
                text,
                state: found?.state ?? 'not submitted',
                category: found?.category ?? 'utility',
                reason: found?.reason ?? '',
                usable: states.isUsable(whatsapp.id, name),
              };
            }),
          },
        };
      },
      { access: 'owner' },
    )
    .post(
      '/api/admin/whatsapp/test',
      async ({ body, session }): Promise<ApiAnswer<'POST /api/admin/whatsapp/test'>> => {
        const { phone } = parseInput(testTextSchema, body);
        assertSetUp();
        tests.consume(String(requireSession(session).user.id));
        await syncTemplates();
        const template = templates.find(conversationAnswer.kind, whatsapp);
        // Until the template is approved, only someone who has just written to the club can get a message.
        const chat: ChatContent = template ? { template, values: [TEST], link: '' } : { text: TEST };
        const transport = whatsapp.open({ settings: config, folder: '', from: () => '' });
        const envelope = { id: 0, message_id: `${crypto.randomUUID()}@try`, created_at: now() };
        try {
          const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(TIMEOUT_MS)]);
          await transport.send({ form: 'chat', to: normalizePhone(phone), chat }, envelope, signal);
          const answer = template
            ? 'WhatsApp has taken the message.'
            : 'WhatsApp has taken the message. It arrives only if this phone has written to the club within a day, because no template is approved yet.';
          return { sent: true, answer };
        } catch (error) {
          if (error instanceof SendError) return { sent: false, answer: error.message };
          throw error;
        } finally {
          transport.close();
        }
      },
      { access: 'owner', parse: parseJsonBody },
    );
}
