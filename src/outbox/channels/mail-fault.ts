import type { MailServer } from '../../domain/machine-settings.ts';
import { SendError } from './channel.ts';

/** Why a mail server accepts no emails. */
export interface MailFault {
  /** The setting to look at first. */
  setting: Exclude<keyof MailServer, 'user'>;
  /** Follows “The mail server”. */
  text: string;
}

export const SENDER_REFUSED: MailFault = { setting: 'from', text: 'does not accept emails from this sender' };

/** Explains a nodemailer error. */
export function mailFault(error: unknown): MailFault {
  // The system or TLS error code, which nodemailer replaces with its own.
  const {
    code,
    originalCode = '',
    command,
  } = error as {
    code?: string;
    originalCode?: string;
    command?: string;
  };
  if (code === 'EAUTH') return { setting: 'password', text: 'does not accept this user and password' };
  if (code === 'EENVELOPE' && command === 'MAIL FROM') return SENDER_REFUSED;
  if (originalCode === 'ENOTFOUND')
    return { setting: 'host', text: 'was not found: there is no server with this name' };
  if (code === 'EDNS')
    return { setting: 'host', text: 'was not found, perhaps because this machine is offline' };
  if (originalCode === 'ECONNREFUSED')
    return { setting: 'port', text: 'is down or listens on another port: nothing answers on this one' };
  if (code === 'ETIMEDOUT')
    return { setting: 'port', text: 'does not answer: it may be down, or this is not its port' };
  if (code === 'ETLS' || code === 'EREQUIRETLS' || originalCode.startsWith('ERR_SSL'))
    return { setting: 'port', text: 'does not encrypt connections on this port; 465 and 587 are usual' };
  if (code === 'ESOCKET' && /^(?!E[A-Z0-9]+$)./.test(originalCode))
    return { setting: 'host', text: 'has no valid certificate for this name' };
  if (code === 'ESOCKET' || code === 'ECONNECTION')
    return { setting: 'host', text: 'cannot be reached or broke off' };
  return { setting: 'host', text: 'answers with an error' };
}

/** The mail server accepts no email at the moment, whatever the message. */
export class MailServerError extends SendError {
  readonly setting: MailFault['setting'];

  constructor({ setting, text }: MailFault, words: string) {
    super('unreachable', `the mail server ${text}${words && ` (${words})`}`);
    this.setting = setting;
  }
}

/** The wording of the server or the certificate; a system error code adds nothing to the text. */
export function wordsOf(error: unknown): string {
  const { response, message = '' } = error as { response?: string; message?: string };
  return response || (/\bE[A-Z]{3,}\b|^error:/.test(message) ? '' : message);
}
