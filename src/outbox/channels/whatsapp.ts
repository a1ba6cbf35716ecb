import { CHANNEL_SETTINGS, isChannelSetUp } from '../../domain/channel-settings.ts';
import { type Channel, type ChatContent, SendError } from './channel.ts';
import { Graph, GraphError } from './graph.ts';
import { outsideQuietHours } from './quiet-hours.ts';

const MINUTE_MS = 60_000;
/** Meta gives up by then, so that no message arrives after another channel has brought it. */
export const TEMPLATE_TTL_SECONDS = 15 * 60;
export const TEMPLATE_LANGUAGE = 'en';
/** A template has 1024 characters in all. */
const MAX_VALUE = 200;
/** Free words come too late after the customer's last message. */
const WINDOW_CLOSED = 131047;
/** The token is not valid, or not any more. */
const EXPIRED = 190;
/** Meta's limits of a list: its rows, and the words of one. */
const MAX_BUTTONS = 3;
const MAX_TITLE = 20;
const MAX_ROWS = 10;
const MAX_ROW_TITLE = 24;

export const whatsapp: Channel = {
  id: 'whatsapp',
  label: CHANNEL_SETTINGS.whatsapp.label,
  form: 'chat',
  isSetUp: (settings) => isChannelSetUp('whatsapp', settings.whatsapp),
  tryOut: async ({ whatsapp: settings }, signal) => {
    const graph = new Graph(settings);
    // The token has to manage the account's templates.
    const asked = {
      phone_number_id: settings.phone_number_id,
      business_account_id: `${settings.business_account_id}/message_templates?limit=1`,
    };
    for (const [field, path] of Object.entries(asked)) {
      try {
        await graph.get(path, signal);
      } catch (error) {
        if (!(error instanceof GraphError)) throw error;
        return { field: error.code === EXPIRED ? 'token' : field, reason: error.message };
      }
    }
    return null;
  },
  addressOf: (person) => (person.wants.has('whatsapp') && person.phone) || null,
  limit: {
    messages: 10,
    windowMs: 24 * 60 * MINUTE_MS,
    dropped: 'this number already gets 10 messages by WhatsApp within a day',
  },
  earliest: outsideQuietHours,
  deliveredWithinMs: TEMPLATE_TTL_SECONDS * 1000 + 5 * MINUTE_MS,
  wantsTemplate: (reason) => reason?.endsWith(`, ${WINDOW_CLOSED}`) === true,
  limited: {
    subject: 'WhatsApp is refusing messages',
    text: 'WhatsApp is refusing the club’s messages because its number has reached a limit. They go by email or text message instead. If this happens often, look at the limits of the number in the WhatsApp Manager.',
    alarm: 'WhatsApp is refusing messages: the club’s number has reached a limit. They go by email.',
    finding: 'WhatsApp is refusing messages: the club’s number has reached a limit.',
    fix: 'Look at the limits of the number in the WhatsApp Manager; until then messages go by the next channel.',
  },
  open: ({ settings }) => {
    const graph = new Graph(settings.whatsapp);
    return {
      send: async (content, envelope, signal) => {
        if (content.form !== 'chat') throw new SendError('refused', 'not a message of a chat');
        const { to, chat } = content;
        const answer = await graph.post<{ messages?: { id?: string }[] }>(
          `${settings.whatsapp.phone_number_id}/messages`,
          {
            messaging_product: 'whatsapp',
            recipient_type: 'individual',
            to: to.replace(/\D/g, ''),
            // Comes back with every report, so that a message whose answer was lost is known again.
            biz_opaque_callback_data: `${envelope.id} ${envelope.message_id}`,
            ...bodyOf(chat),
          },
          signal,
        );
        const provider_id = answer.messages?.[0]?.id;
        return { recipient: to, note: null, ...(provider_id ? { provider_id } : {}) };
      },
      close() {},
    };
  },
  openMedia: (settings) => {
    const graph = new Graph(settings.whatsapp);
    return (media, limit, signal) => graph.readMedia(media, limit, signal);
  },
};

function bodyOf(chat: ChatContent): object {
  if ('template' in chat) {
    const parameters = chat.values.map((value) => ({ type: 'text', text: plain(value) }));
    const button = { type: 'button', sub_type: 'url', index: '0' };
    return {
      type: 'template',
      template: {
        name: chat.template,
        language: { code: TEMPLATE_LANGUAGE },
        components: [
          ...(parameters.length > 0 ? [{ type: 'body', parameters }] : []),
          ...(chat.link ? [{ ...button, parameters: [{ type: 'text', text: chat.link }] }] : []),
        ],
      },
    };
  }
  const { text, choices = [] } = chat;
  if (choices.length === 0) return { type: 'text', text: { body: text, preview_url: false } };
  const body = { text };
  if (choices.length <= MAX_BUTTONS) {
    const buttons = cutTitles(choices, MAX_TITLE).map((reply) => ({ type: 'reply', reply }));
    return { type: 'interactive', interactive: { type: 'button', body, action: { buttons } } };
  }
  const rows = cutTitles(choices.slice(0, MAX_ROWS), MAX_ROW_TITLE);
  const action = { button: 'Choose', sections: [{ title: 'Please choose', rows }] };
  return { type: 'interactive', interactive: { type: 'list', body, action } };
}

/** Meta refuses a message in which two titles are the same. */
function cutTitles(choices: readonly { id: string; title: string }[], max: number) {
  const cut = (title: string, length: number) =>
    title.length > length ? `${title.slice(0, length - 1).trimEnd()}…` : title;
  return choices.map(({ id, title }, index) => {
    const isUnique = choices.every((other, at) => at === index || cut(other.title, max) !== cut(title, max));
    const number = ` ${index + 1}`;
    return { id, title: isUnique ? cut(title, max) : `${cut(title, max - number.length)}${number}` };
  });
}

/** A value may have no line break and no row of spaces, and never be empty. */
function plain(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  return (line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE - 1)}…` : line) || '-';
}
