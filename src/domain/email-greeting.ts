import { cleanName } from './clean-words.ts';

/** The owner's choices for the text of emails. */
export interface MessageStyle {
  /** Goes before the name: `Hello`. */
  greeting: string;
  /** Ends every email to a customer or user; may be empty or have several lines. */
  signature: string;
}

export const DEFAULT_MESSAGE_STYLE: MessageStyle = { greeting: 'Hello', signature: '' };

/**
 * `Hello Ayesha Khan,` but without a name that is an advertisement, since anyone can book with anyone's email
 * address.
 */
export function greetingLine({ greeting }: Pick<MessageStyle, 'greeting'>, name: string): string {
  const clean = cleanName(name);
  return clean ? `${greeting} ${clean},` : `${greeting},`;
}
