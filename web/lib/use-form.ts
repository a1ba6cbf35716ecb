import { type FormikValues, useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import { fieldErrorsOf, validateWith } from './form.ts';

/**
 * A Formik form over a shared schema. Nothing is called wrong before the first submit; after a submit that
 * failed here or on the server, `attempt` grows, so that the error summary takes the focus. `submit` throws
 * what the server said: sentences beside fields are put there, for the rest `failed` is called.
 */
export function useForm<V extends FormikValues>(options: {
  schema: GenericSchema;
  initial: V;
  submit: (values: V) => Promise<void>;
  failed?: (error: unknown) => void;
  /** Takes over new initial values, as when the server's answer arrives. */
  reinitialize?: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const form = useFormik<V>({
    initialValues: options.initial,
    enableReinitialize: options.reinitialize ?? false,
    validate: validateWith(options.schema),
    validateOnBlur: false,
    validateOnChange: attempt > 0,
    onSubmit: async (values, helpers) => {
      try {
        await options.submit(values);
        setAttempt(0);
      } catch (error) {
        helpers.setErrors(fieldErrorsOf(error) as Parameters<typeof helpers.setErrors>[0]);
        options.failed?.(error);
      }
    },
  });

  const wasSubmitting = useRef(false);
  const { isSubmitting, isValid } = form;
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && !isValid) setAttempt((count) => count + 1);
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, isValid]);

  const errors = form.errors as Record<string, string | undefined>;
  return {
    form,
    attempt,
    /** Sentences by field. */
    errors: errors as Record<string, string>,
    busy: isSubmitting,
    /** What an input needs to belong to the form. */
    field: (name: keyof V & string) => ({ ...form.getFieldProps(name), error: errors[name] }),
  };
}
