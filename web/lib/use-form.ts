import { type FormikValues, useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { createValidator, fieldErrorsFrom } from './form-validation.ts';

/**
 * A Formik form over a shared schema. Nothing is called wrong before the first submit; after a submit that
 * failed here or on the server, `attempt` grows, so that the error summary takes the focus. `submit` throws
 * what the server said: sentences beside fields are put there, for the rest `failed` is called.
 */
export function useForm<V extends FormikValues>(options: {
  schema: GenericSchema;
  initialValues: V;
  /** What the schema speaks of, where that is not the values as they stand in the fields. */
  toBody?: (values: V) => object;
  /** The field beside which a sentence about `path` is put. */
  fieldForPath?: (path: string) => string;
  onSubmit: (values: V) => Promise<void>;
  onError?: (error: unknown) => void;
  /** Takes over new initial values, as when the server's answer arrives. */
  enableReinitialize?: boolean;
}) {
  const [attempt, setAttempt] = useState(0);
  const { toBody = (values) => values, fieldForPath } = options;
  const mapFieldPaths = (errors: FieldErrors): FieldErrors =>
    fieldForPath
      ? Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldForPath(path), text]))
      : errors;
  const validateBody = createValidator(options.schema);
  const form = useFormik<V>({
    initialValues: options.initialValues,
    enableReinitialize: options.enableReinitialize ?? false,
    validate: (values) => mapFieldPaths(validateBody(toBody(values))),
    validateOnBlur: false,
    validateOnChange: attempt > 0,
    onSubmit: async (values, helpers) => {
      try {
        await options.onSubmit(values);
        setAttempt(0);
      } catch (error) {
        helpers.setErrors(mapFieldPaths(fieldErrorsFrom(error)) as Parameters<typeof helpers.setErrors>[0]);
        options.onError?.(error);
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
    failedAttempts: attempt,
    /** Sentences by field. */
    errors: errors as Record<string, string>,
    busy: isSubmitting,
    /** What an input needs to belong to the form. */
    fieldProps: (name: keyof V & string) => ({ ...form.getFieldProps(name), error: errors[name] }),
  };
}
