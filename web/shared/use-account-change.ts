import type { FormikValues } from 'formik';
import { errorMessage } from '../lib/api.ts';
import { invalidateQueries } from '../lib/query.ts';
import { useAction } from '../lib/use-action.ts';
import { type FormOptions, useForm } from '../lib/use-form.ts';
import { passkeyErrorMessage } from './webauthn.ts';

const messageOf = (error: unknown, fallback: string) =>
  passkeyErrorMessage(error) ?? errorMessage(error, fallback);
const readAccount = () => invalidateQueries('GET /api/auth/*');

/** Runs one change to the login and keeps its error, then reads the account again. */
export function useAccountChange(fallbackMessage: string) {
  const { run: runAction, ...action } = useAction(fallbackMessage, messageOf);
  const run = async (change: () => Promise<void>) => {
    await runAction(change);
    await readAccount();
  };
  return { ...action, run };
}

/** A form that makes such a change. */
export function useLoginForm<V extends FormikValues>(options: FormOptions<V>) {
  return useForm<V>({
    ...options,
    onSubmit: (values) => Promise.resolve(options.onSubmit(values)).finally(readAccount),
    problemOf: (error) => messageOf(error, options.failure),
  });
}
