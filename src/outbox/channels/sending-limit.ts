/** Codes used by Gmail, Microsoft and Zoho for an account that can't send any more for now. */
const CODES = /\b[45]\.(?:1\.90|2\.12[12]|4\.[56]|7\.23[23]|7\.70[58])\b/;
/** Words for a limit, and for whose limit it is. */
const LIMIT = /\b(?:limits?|quota|maximum|max|credits|allowance|rate|exceed(?:s|ed)?|too many|throttl\w*)\b/i;
const OF_SENDER =
  /\b(?:send(?:ing|er)?|sent|outgoing|outbound|hourly|daily|monthly|per (?:hour|day|month)|your account|emails|messages)\b/i;
const PAUSED = /\bunusual (?:rate|sending)|\bsending (?:is |was |has been )?(?:paused|suspended|disabled)\b/i;
/** A full mailbox, a busy one, and a message that is too large. */
const OF_RECIPIENT =
  /mailbox|inbox|over ?quota|storage|disk|trying to (?:contact|reach)|tried to reach|receiving/i;
const OF_MESSAGE = /\bsize\b|too (?:big|large)|too many recipients/i;

/**
 * True if a mail server's refusal is about how much the club sends, rather than this message or its recipient. Any
 * command's answer may say so, even with a permanent error code.
 */
export function isSendingLimit(answer: string): boolean {
  if (CODES.test(answer) || PAUSED.test(answer)) return true;
  if (OF_RECIPIENT.test(answer) || OF_MESSAGE.test(answer)) return false;
  return LIMIT.test(answer) && OF_SENDER.test(answer);
}
