import { SendError } from './channel.ts';

/** Ways of saying that nothing went wrong, using the words of errors. */
const NO_FAILURE =
  /\b(?:no|without|0) (?:errors?|failures?)\b|\b\w*(?:err|error|errors|fail|failed|failure|invalid|rejected|missing)\w*(?: (?:code|message|number|no))?["']?\s*[:=>]+\s*(?:["']?(?:0+|null|none|nil|no|false|ok|success)?["']?|\[\s*\]|\{\s*\})(?=\s*(?:[,;&}<\]|]|$))/gi;
const FAILURE =
  /\berr(?:or|ors)?(?![a-z])|fail|invalid|insufficient|not enough|\b(?:low|no|zero|out of) (?:balance|credits?)|denied|unauthori[sz]ed|forbidden|reject|expired|blocked|suspended|exception|\bnot (?:sent|allowed|approved|found|accepted|delivered)|unable|undeliver|exceeded|\bwrong\b|"?success"?\s*[:=]\s*(?:false|0)\b/i;
const OF_ACCOUNT_LIMIT = /insufficient|not enough|balance|credit|quota|limit|exceeded|throttl/i;
const OF_ACCOUNT =
  /unauthori[sz]ed|authenticat|\b(?:api[ _-]?)?key\b|token|password|username|login|account|sender|masking|\bmask\b|\bip\b|expired|suspended|forbidden|denied/i;
const OF_NUMBER = /number|recipient|destination|msisdn|mobile|phone|receiver/i;
const TEMPORARY = /\btry\b|temporar|busy|time(?:d )?-?out|internal|unavailable/i;

/**
 * Throws if a gateway's answer to the owner's template request says that it did not take the message; many answer 200
 * to everything. `success` is the owner's idea of a successful answer, but words of failure outweigh it. The message
 * itself is ignored if the answer repeats it.
 */
export function assertTaken(answer: string, text: string, success: string): void {
  const copies = [text, encodeURIComponent(text), new URLSearchParams({ text }).toString().slice(5)];
  const own = [...copies, JSON.stringify(text).slice(1, -1)].reduce(
    (rest, copy) => rest.replaceAll(copy, ' '),
    answer,
  );
  const reason = `the gateway answered: ${answer.trim() || 'nothing'}`;
  if (FAILURE.test(own.replace(NO_FAILURE, ' '))) throw new SendError(kindOf(own), reason);
  if (success !== '' && !own.toLowerCase().includes(success.toLowerCase()))
    throw new SendError('refused', reason);
}

function kindOf(answer: string): SendError['kind'] {
  if (OF_ACCOUNT_LIMIT.test(answer)) return 'limited';
  if (OF_NUMBER.test(answer)) return 'refused';
  if (OF_ACCOUNT.test(answer)) return 'unreachable';
  return TEMPORARY.test(answer) ? 'later' : 'refused';
}
