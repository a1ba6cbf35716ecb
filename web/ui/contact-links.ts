/** A `tel:` link with only the characters that a phone can dial. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

/** Encodes `?` and `&`, which could otherwise add recipients to the email. */
export function emailLink(email: string, subject = ''): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
}

/** A WhatsApp chat with a phone number that carries its country code. */
export function whatsappLink(phone: string, text = ''): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
