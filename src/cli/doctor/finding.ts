/** One line of the doctor's answer. `cure` says what to do; only with `warn` and `fail`. */
export interface Finding {
  status: 'ok' | 'warn' | 'fail';
  text: string;
  fix?: string;
}

export const ok = (text: string): Finding => ({ status: 'ok', text });
export const warn = (text: string, fix: string): Finding => ({ status: 'warn', text, fix });
export const fail = (text: string, fix: string): Finding => ({ status: 'fail', text, fix });
