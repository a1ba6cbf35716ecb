/** What the owner decides about the texts of emails. */
export interface MessageStyle {
  /** Stands before the name: `Hello`. */
  greeting: string;
  /** Ends every email to a customer or a user; may be empty, or have several lines. */
  signature: string;
}

export const DEFAULT_MESSAGE_STYLE: MessageStyle = { greeting: 'Hello', signature: '' };

/**
 * `Hello Ayesha Khan,` A name that looks like a web address is left out: a stranger can book with any email
 * address, and the typed name must not turn the email into an advertisement.
 */
export function greetingLine({ greeting }: Pick<MessageStyle, 'greeting'>, name: string): string {
  const isHarmless = name !== '' && !/[/@:\\]|[\p{L}\p{N}][.．。]\p{L}{2}/u.test(name);
  return isHarmless ? `${greeting} ${name},` : `${greeting},`;
}
