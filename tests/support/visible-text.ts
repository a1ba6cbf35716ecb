/** What a reader without JavaScript sees: no scripts, no tags, one space between words. */
export function visibleText(html: string): string {
  return html
    .replace(/<(script|style).*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ');
}
