import { cleanName } from './clean-words.ts';

/** What the owner decides about the texts of emails. */
export interface MessageStyle {
  /** Stands before the name: `Hello`. */
  greeting: string;
  /** Ends every email to a customer or a user; may be empty, or have several lines. */
  signature: string;
}

export const DEFAULT_MESSAGE_STYLE: MessageStyle = { greeting: 'Hello', signature: '' };

/** `Hello Ayesha Khan,`, without a name that is an advertisement: a stranger can book with any email address. */
export function greetingLine({ greeting }: Pick<MessageStyle, 'greeting'>, name: string): string {
  const clean = cleanName(name);
  return clean ? `${greeting} ${clean},` : `${greeting},`;
}
