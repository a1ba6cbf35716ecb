/** `tel:` with the digits a phone can dial. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

/** A WhatsApp chat; `digits` has the country code and no plus. */
export function whatsappLink(digits: string, text = ''): string {
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
