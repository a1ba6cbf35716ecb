import { type FormikValues, useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { fieldErrorsOf, validateWith } from './form.ts';

/**
 * A Formik form over a shared schema. Nothing is called wrong before the first submit; after a submit that
 * failed here or on the server, `attempt` grows, so that the error summary takes the focus. `submit` throws
 * what the server said: sentences beside fields are put there, for the rest `failed` is called.
 */
export function useForm<V extends FormikValues>(options: {
  schema: GenericSchema;
  initial: V;
  /** What the schema speaks of, where that is not the values as they stand in the fields. */
  bodyOf?: (values: V) => object;
  /** The field beside which a sentence about `path` is put. */
  fieldOf?: (path: string) => string;
  submit: (values: V) => Promise<void>;
  failed?: (error: unknown) => void;
  /** Takes over new initial values, as when the server's answer arrives. */
  reinitialize?: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const { bodyOf = (values) => values, fieldOf } = options;
  const placed = (errors: FieldErrors): FieldErrors =>
    fieldOf
      ? Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldOf(path), text]))
      : errors;
  const check = validateWith(options.schema);
  const form = useFormik<V>({
    initialValues: options.initial,
    enableReinitialize: options.reinitialize ?? false,
    validate: (values) => placed(check(bodyOf(values))),
    validateOnBlur: false,
    validateOnChange: attempt > 0,
    onSubmit: async (values, helpers) => {
      try {
        await options.submit(values);
        setAttempt(0);
      } catch (error) {
        helpers.setErrors(placed(fieldErrorsOf(error)) as Parameters<typeof helpers.setErrors>[0]);
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
