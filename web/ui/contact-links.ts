/** A `tel:` link with only the characters a phone can dial. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

/** Encodes `?` and `&`, which could otherwise add recipients to the email. */
export function emailLink(email: string, subject = ''): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
}

/** A WhatsApp chat; the phone number must include its country code. */
export function whatsappLink(phone: string, text = ''): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
