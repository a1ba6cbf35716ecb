import { type FormikValues, useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { createValidator, fieldErrorsFrom } from './form-validation.ts';

/**
 * A Formik form over a shared schema. Shows no errors before the first submit; each failed submit increases
 * `failedAttempts`, so that the error summary takes the focus. `onSubmit` throws the server's error: field errors
 * appear next to their fields, and `onError` receives the error.
 */
export function useForm<V extends FormikValues>(options: {
  schema: GenericSchema;
  /** False if staff are entering somebody else's data. */
  isOwn?: boolean;
  initialValues: V;
  /** Maps the form's values to what the schema validates, if they differ. */
  toBody?: (values: V) => object;
  /** The field that shows the error of `path`. */
  fieldForPath?: (path: string) => string;
  onSubmit: (values: V) => Promise<void>;
  onError?: (error: unknown) => void;
  /** Resets the form to new initial values, as when the server's answer arrives. */
  enableReinitialize?: boolean;
}) {
  const [failedAttempts, setFailedAttempts] = useState(0);
  const { toBody = (values) => values, fieldForPath } = options;
  const mapFieldPaths = (errors: FieldErrors): FieldErrors =>
    fieldForPath
      ? Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldForPath(path), text]))
      : errors;
  const validateBody = createValidator(options.schema, options.isOwn);
  const form = useFormik<V>({
    initialValues: options.initialValues,
    enableReinitialize: options.enableReinitialize ?? false,
    validate: (values) => mapFieldPaths(validateBody(toBody(values))),
    validateOnBlur: false,
    validateOnChange: failedAttempts > 0,
    onSubmit: async (values, helpers) => {
      try {
        await options.onSubmit(values);
        setFailedAttempts(0);
      } catch (error) {
        helpers.setErrors(mapFieldPaths(fieldErrorsFrom(error)) as Parameters<typeof helpers.setErrors>[0]);
        options.onError?.(error);
      }
    },
  });

  const wasSubmitting = useRef(false);
  const { isSubmitting, isValid } = form;
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && !isValid) setFailedAttempts((count) => count + 1);
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, isValid]);

  const errors = form.errors as Record<string, string | undefined>;
  return {
    form,
    failedAttempts,
    /** Error messages by field. */
    errors: errors as Record<string, string>,
    busy: isSubmitting,
    /** Props that connect an input to the form. */
    fieldProps: (name: keyof V & string) => ({ ...form.getFieldProps(name), error: errors[name] }),
  };
}
