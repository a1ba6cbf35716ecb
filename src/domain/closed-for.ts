import { closedReasonOf } from './closed-times.ts';

/** `We had to close the court: Rain.` */
export function closedForText(closedFor: { reason: string }): string {
  return `We had to close the court: ${closedReasonOf(closedFor)}.`;
}
