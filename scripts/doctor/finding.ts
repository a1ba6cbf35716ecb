/** One line of the doctor's answer. `cure` says what to do; only with `warn` and `fail`. */
export interface Finding {
  grade: 'ok' | 'warn' | 'fail';
  text: string;
  cure?: string;
}

export const ok = (text: string): Finding => ({ grade: 'ok', text });
export const warn = (text: string, cure: string): Finding => ({ grade: 'warn', text, cure });
export const fail = (text: string, cure: string): Finding => ({ grade: 'fail', text, cure });
