/** `tel:` with the digits a phone can dial. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}

/** An address may hold `?` and `&`; in a link they would add a copy to somebody. */
export function mailLink(email: string, subject = ''): string {
  const to = encodeURIComponent(email).replace('%40', '@');
  return `mailto:${to}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`;
}

/** A WhatsApp chat; `digits` has the country code and no plus. */
export function whatsappLink(digits: string, text = ''): string {
  return `https://wa.me/${digits}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
