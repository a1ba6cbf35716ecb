import type { Channel } from './channel.ts';
import { email } from './email.ts';
import { sms } from './sms.ts';
import { whatsapp } from './whatsapp.ts';

/**
 * In order of preference: the first channel that reaches a person takes the message, and the next ones stand in for
 * it.
 */
export const CHANNELS: readonly Channel[] = [whatsapp, email, sms];

export function channelOf(id: string): Channel {
  const channel = CHANNELS.find((one) => one.id === id);
  if (!channel) throw new Error(`there is no channel ${id}`);
  return channel;
}
