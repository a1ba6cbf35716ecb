import { createHmac } from 'node:crypto';

/** What a club has at Meta in tests. */
export const META = {
  phone_number_id: '106540352242922',
  business_account_id: '102290129340398',
  token: 'EAAJB-test-token',
  app_secret: '1f2e3d4c5b6a',
  verify_token: 'verify-me',
};

/** The same in the file of the machine. */
export const META_TOML = `[whatsapp]\n${Object.entries(META)
  .map(([key, value]) => `${key} = "${value}"\n`)
  .join('')}`;

interface Template {
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason: string;
  message_send_ttl_seconds?: number;
  components: {
    type: string;
    text?: string;
    buttons?: { url: string; text: string; example?: string[] }[];
  }[];
}

/** A message that the server has taken. */
export interface SentMessage {
  id: string;
  to: string;
  type: string;
  /** The template's words with its values, or the free words. */
  text: string;
  template: string | null;
  /** Where its button leads. */
  link: string | null;
  choices: { id: string; title: string }[];
  /** What the club gave it along, which every report carries. */
  tag: string;
}

type Fault =
  | { status: number; code: number; subcode?: number; message: string; details?: string }
  | 'slow'
  | 'lost';

const ERRORS = {
  gone: {
    status: 400,
    code: 100,
    subcode: 33,
    message: 'Unsupported request',
    details: 'Object with ID does not exist, or cannot be loaded due to missing permissions',
  },
  closed: {
    status: 400,
    code: 131047,
    message: 'Re-engagement message',
    details: 'More than 24 hours have passed since the customer last replied to this number',
  },
  expired: { status: 401, code: 190, message: 'Error validating access token: Session has expired' },
  limit: { status: 400, code: 80007, message: 'Rate limit issues' },
  undeliverable: { status: 400, code: 131026, message: 'Message undeliverable' },
  down: { status: 503, code: 2, message: 'Service temporarily unavailable' },
  pair: { status: 400, code: 131056, message: '(Business Account, Consumer Account) pair rate limit hit' },
} satisfies Record<string, Exclude<Fault, string>>;

const WINDOW_MS = 24 * 60 * 60_000;

/**
 * Meta's Graph API on loopback, as its public documents describe what a club uses: messages with templates, free words
 * within 24 hours of the customer's, buttons and lists; templates with their approval; media; signed calls of the webhook.
 * It refuses what Meta refuses. `now` is the clock of its windows.
 */
export function startGraphServer(now: () => number = Date.now) {
  const sent: SentMessage[] = [];
  const requests: string[] = [];
  const templates = new Map<string, Template>();
  const lastIn = new Map<string, number>();
  const media = new Map<string, { bytes: Uint8Array; url?: string; size?: number }>();
  const state = {
    /** What the next messages meet, one after the other. */
    faults: [] as Fault[],
    /** What every message meets. */
    refusal: null as Fault | null,
    /** What every call meets. */
    fault: null as Fault | null,
    approve: true,
    token: META.token,
    /** The account has the club's number no more. */
    isNumberGone: false,
    /** Runs before the answer about a message that was taken. */
    onTaken: null as ((message: SentMessage) => Promise<void>) | null,
  };
  let count = 0;

  const fail = ({ status, code, subcode, message, details = message }: Exclude<Fault, string>) =>
    Response.json(
      {
        error: {
          message: `(#${code}) ${message}`,
          type: 'OAuthException',
          code,
          ...(subcode ? { error_subcode: subcode } : {}),
          error_data: { messaging_product: 'whatsapp', details },
          fbtrace_id: 'AZ_loopback',
        },
      },
      { status },
    );
  const invalid = (details: string) =>
    fail({ status: 400, code: 100, message: 'Invalid parameter', details });

  const takeMessage = (body: Record<string, unknown>): Response | SentMessage => {
    const to = String(body.to ?? '');
    if (body.messaging_product !== 'whatsapp') return invalid('messaging_product must be whatsapp');
    if (!/^\d{8,15}$/.test(to)) return invalid('to is not a phone number');
    count += 1;
    const message: SentMessage = {
      id: `wamid.${count}`,
      to,
      type: String(body.type),
      text: '',
      template: null,
      link: null,
      choices: [],
      tag: String(body.biz_opaque_callback_data ?? ''),
    };
    if (body.type === 'template') return takeTemplate(message, body.template as SentTemplate);
    const isOpen = (lastIn.get(to) ?? -Infinity) > now() - WINDOW_MS;
    if (!isOpen) return fail(ERRORS.closed);
    if (body.type === 'text') {
      message.text = (body.text as { body: string }).body;
      return message.text.length > 4096 ? invalid('text.body is too long') : message;
    }
    if (body.type === 'interactive') return takeInteractive(message, body.interactive as Interactive);
    return invalid(`type ${String(body.type)} is unknown`);
  };

  const takeTemplate = (message: SentMessage, sentTemplate: SentTemplate): Response | SentMessage => {
    const { name, language, components } = sentTemplate;
    const template = templates.get(name);
    if (!template || template.language !== language.code)
      return fail({ status: 404, code: 132001, message: `Template name does not exist in the translation` });
    if (template.status === 'PAUSED')
      return fail({ status: 400, code: 132015, message: 'Template is paused' });
    if (template.status !== 'APPROVED')
      return fail({ status: 404, code: 132001, message: `Template is ${template.status}` });
    const body = template.components.find(({ type }) => type === 'BODY')?.text ?? '';
    const values = components.find(({ type }) => type === 'body')?.parameters.map(({ text }) => text) ?? [];
    const wanted = new Set(body.match(/\{\{\d+\}\}/g)).size;
    if (values.length !== wanted)
      return fail({ status: 400, code: 132000, message: 'Number of parameters does not match the template' });
    if (values.some((value) => value === '' || /[\n\t]| {5}/.test(value)))
      return fail({ status: 400, code: 132018, message: 'Param text cannot have new-line/tab characters' });
    message.text = body.replace(/\{\{(\d+)\}\}/g, (_, number: string) => values[Number(number) - 1] ?? '');
    if (message.text.length > 1024)
      return fail({ status: 400, code: 132005, message: 'Translated text too long' });
    message.template = name;
    const url = template.components.find(({ type }) => type === 'BUTTONS')?.buttons?.[0]?.url;
    const part = components.find(({ type }) => type === 'button')?.parameters[0]?.text;
    if (url && !part)
      return fail({
        status: 400,
        code: 131008,
        message: 'Button at index 0 of type Url requires a parameter',
      });
    message.link = url && part ? url.replace('{{1}}', part) : null;
    return message;
  };

  const takeInteractive = (message: SentMessage, interactive: Interactive): Response | SentMessage => {
    const { type, body, action } = interactive;
    message.text = body.text;
    message.choices =
      type === 'button'
        ? (action.buttons ?? []).map(({ reply }) => reply)
        : (action.sections ?? []).flatMap(({ rows }) => rows);
    const [most, width] = type === 'button' ? [3, 20] : [10, 24];
    if (message.choices.length < 1 || message.choices.length > most) return invalid('too many choices');
    if (message.choices.some(({ title }) => title === '' || title.length > width))
      return invalid('title too long');
    if (new Set(message.choices.map(({ title }) => title)).size < message.choices.length)
      return invalid('titles must be unique');
    return message;
  };

  const createTemplate = (body: Template): Response => {
    const text = body.components.find(({ type }) => type === 'BODY')?.text ?? '';
    if (!/^[a-z0-9_]{1,512}$/.test(body.name)) return invalid('name has other characters');
    if (templates.has(body.name))
      return fail({ status: 400, code: 100, message: 'Content in this language already exists' });
    if (/^\s*\{\{|\}\}\s*$/.test(text))
      return invalid('Variables cannot be at the start or end of the template');
    const isRejected = text.length > 1024 || /\}\}\s*\{\{/.test(text);
    const status = isRejected ? 'REJECTED' : state.approve ? 'APPROVED' : 'PENDING';
    templates.set(body.name, { ...body, status, rejected_reason: isRejected ? 'INVALID_FORMAT' : 'NONE' });
    return Response.json({
      id: String(templates.size),
      status: status === 'APPROVED' ? 'PENDING' : status,
      category: body.category,
    });
  };

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, searchParams, origin } = new URL(request.url);
      const [, version, node = '', edge = ''] = pathname.split('/');
      requests.push(`${request.method} ${pathname}`);
      if (!/^v\d+\.0$/.test(version ?? '') && version !== 'media') return invalid('no version');
      if (request.headers.get('authorization') !== `Bearer ${state.token}`) return fail(ERRORS.expired);
      const isMessage = edge === 'messages';
      const fault = state.fault ?? (isMessage ? (state.refusal ?? state.faults.shift() ?? null) : null);
      if (fault === 'slow') {
        await new Promise((resolve) => request.signal.addEventListener('abort', resolve));
        return new Response();
      }
      if (fault && fault !== 'lost') return fail(fault);
      if (version === 'media') {
        const found = media.get(node);
        return found ? new Response(Buffer.from(found.bytes)) : new Response('', { status: 404 });
      }
      if (isMessage && request.method === 'POST') {
        if (node !== META.phone_number_id || state.isNumberGone) return fail(ERRORS.gone);
        const taken = takeMessage((await request.json()) as Record<string, unknown>);
        if (taken instanceof Response) return taken;
        sent.push(taken);
        await state.onTaken?.(taken);
        // The message is taken, and the answer never arrives.
        if (fault === 'lost') return new Response('', { status: 502 });
        return Response.json({
          messaging_product: 'whatsapp',
          contacts: [{ input: taken.to, wa_id: taken.to }],
          messages: [{ id: taken.id, message_status: 'accepted' }],
        });
      }
      if (edge === 'message_templates') {
        if (node !== META.business_account_id)
          return fail({ status: 400, code: 100, message: 'Unsupported request: the object does not exist' });
        if (request.method === 'POST') return createTemplate((await request.json()) as Template);
        const all = [...templates.values()];
        const from = Number(searchParams.get('after') ?? 0);
        const limit = Number(searchParams.get('limit') ?? 25);
        const data = all
          .slice(from, from + limit)
          .map(({ name, language, category, status, rejected_reason }) => ({
            name,
            language,
            category,
            status,
            rejected_reason,
            id: name,
          }));
        const after = String(from + limit);
        return Response.json({
          data,
          paging: {
            cursors: { after },
            ...(from + limit < all.length ? { next: `${origin}${pathname}?after=${after}` } : {}),
          },
        });
      }
      if (node === META.phone_number_id && !state.isNumberGone)
        return Response.json({
          id: node,
          display_phone_number: '+92 300 7654321',
          verified_name: 'Padel Club',
        });
      const found = media.get(node);
      if (!found) return fail(ERRORS.gone);
      return Response.json({
        messaging_product: 'whatsapp',
        url: found.url ?? `${origin}/media/${node}`,
        mime_type: 'image/jpeg',
        file_size: found.size ?? found.bytes.byteLength,
        id: node,
      });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;

  /** The body of a call of the webhook, with its signature. */
  const call = (field: string, value: object, over: { secret?: string; account?: string } = {}) => {
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: over.account ?? META.business_account_id, changes: [{ field, value }] }],
    });
    const digest = createHmac('sha256', over.secret ?? META.app_secret)
      .update(body)
      .digest('hex');
    return {
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${digest}` },
    };
  };
  const metadata = { display_phone_number: '923007654321', phone_number_id: META.phone_number_id };
  const seconds = () => String(Math.floor(now() / 1000));

  return {
    url,
    sent,
    requests,
    templates,
    media,
    state,
    call,
    env: {
      WHATSAPP_PHONE_NUMBER_ID: META.phone_number_id,
      WHATSAPP_BUSINESS_ACCOUNT_ID: META.business_account_id,
      WHATSAPP_TOKEN: META.token,
      WHATSAPP_APP_SECRET: META.app_secret,
      WHATSAPP_VERIFY_TOKEN: META.verify_token,
      WHATSAPP_GRAPH_URL: url,
    },
    /** A report about a message. */
    report: (message: SentMessage, status: 'sent' | 'delivered' | 'read' | 'failed', code = 131026) =>
      call('messages', {
        messaging_product: 'whatsapp',
        metadata,
        statuses: [
          {
            id: message.id,
            status,
            timestamp: seconds(),
            recipient_id: message.to,
            biz_opaque_callback_data: message.tag,
            ...(status === 'failed'
              ? {
                  errors: [
                    {
                      code,
                      title: 'Message undeliverable',
                      error_data: { details: 'Message Undeliverable.' },
                    },
                  ],
                }
              : {}),
          },
        ],
      }),
    /** A message of a customer; from then on the club may answer in free words for a day. */
    receive: (from: string, content: Record<string, unknown>, id = `wamid.in.${crypto.randomUUID()}`) => {
      lastIn.set(from, now());
      return call('messages', {
        messaging_product: 'whatsapp',
        metadata,
        contacts: [{ profile: { name: 'Ayesha' }, wa_id: from }],
        messages: [{ from, id, timestamp: seconds(), ...content }],
      });
    },
    stop: () => server.stop(true),
  };
}

export const GRAPH_ERRORS = ERRORS;

interface SentTemplate {
  name: string;
  language: { code: string };
  components: { type: string; parameters: { text: string }[] }[];
}

interface Interactive {
  type: 'button' | 'list';
  body: { text: string };
  action: {
    buttons?: { reply: { id: string; title: string } }[];
    sections?: { rows: { id: string; title: string }[] }[];
  };
}
