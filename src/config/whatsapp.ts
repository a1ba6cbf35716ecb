import type { Settings } from './schema.ts';

export type WhatsappSettings = Settings['whatsapp'];

/** Without one of these nothing can be sent, or nothing that Meta calls can be believed. */
export function isWhatsappSetUp(settings: WhatsappSettings): boolean {
  const { phone_number_id, business_account_id, token, app_secret } = settings;
  return [phone_number_id, business_account_id, token, app_secret].every((value) => value !== '');
}
