import { type FormikValues as FormValues, useFormik } from 'formik';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import type { GenericSchema } from 'valibot';
import type { FieldErrors } from '../../src/domain/failure.ts';
import { errorMessage } from './api.ts';
import { createValidator, fieldErrorsFrom } from './form-validation.ts';
import { invalidateQueries } from './query.ts';
import { withoutAnswer } from './use-action.ts';

export type { FormValues };

export interface FormOptions<V> {
  /** What the body must satisfy; a function where it depends on what is stored. */
  schema: GenericSchema | ((body: object) => FieldErrors);
  /** The reception types the data of others; after every submit the dashboard reads its data again. */
  isStaff?: boolean;
  initialValues: V;
  /** Other initial values, as of the server's answer, reset the form. */
  enableReinitialize?: boolean;
  /** Maps the form's values to what the schema validates, if they differ. */
  toBody?: (values: V) => object;
  /** The field that shows the error of `path`. */
  fieldForPath?: (path: string) => string;
  /** Throws the server's error. */
  onSubmit: (values: V) => unknown;
  /** Said when the server gave no reason. */
  failure: string;
  /** Another sentence than the server's or `failure`; an empty one says nothing. */
  problemOf?: (error: unknown) => string;
  onError?: (error: unknown, problem: string) => void;
  /** A submit found these errors and sent nothing. */
  onInvalid?: (values: V, errors: FieldErrors) => void;
  /** Told the values whenever they change. */
  onChange?: (values: V) => void;
}

export type Form<V extends FormValues> = ReturnType<typeof useForm<V>>;
/** A form whatever its fields. */
export type AnyForm = Pick<Form<FormValues>, 'formProps' | 'errors' | 'failedAttempts' | 'problem' | 'busy'>;

/**
 * The one form: Formik over a shared schema. It shows no error before the first submit; each failed submit
 * increases `failedAttempts`, so that the error summary takes the focus. The server's errors of fields are shown
 * beside them, what else it says is `problem`.
 */
export function useForm<V extends FormValues>(options: FormOptions<V>) {
  const { toBody = (values) => values, fieldForPath, isStaff = false, onChange } = options;
  const [failedAttempts, setFailedAttempts] = useState(0);
  const [problem, setProblem] = useState('');
  const mapFieldPaths = (errors: FieldErrors): FieldErrors =>
    fieldForPath
      ? Object.fromEntries(Object.entries(errors).map(([path, text]) => [fieldForPath(path), text]))
      : errors;
  const { schema } = options;
  const validateBody = typeof schema === 'function' ? schema : createValidator(schema, !isStaff);
  const validate = (values: V) => mapFieldPaths(validateBody(toBody(values)));
  const form = useFormik<V>({
    initialValues: options.initialValues,
    enableReinitialize: options.enableReinitialize ?? false,
    validate,
    validateOnBlur: false,
    validateOnChange: failedAttempts > 0,
    onSubmit: async (values, helpers) => {
      setProblem('');
      try {
        await options.onSubmit(values);
        setFailedAttempts(0);
      } catch (error) {
        const said =
          options.problemOf?.(error) ??
          ((isStaff && withoutAnswer(error)) || errorMessage(error, options.failure));
        helpers.setErrors(mapFieldPaths(fieldErrorsFrom(error)) as Parameters<typeof helpers.setErrors>[0]);
        setProblem(said);
        options.onError?.(error, said);
      } finally {
        if (isStaff) void invalidateQueries('GET /api/admin/*');
      }
    },
  });

  const wasSubmitting = useRef(false);
  const { isSubmitting, isValid, values } = form;
  useEffect(() => {
    if (wasSubmitting.current && !isSubmitting && !isValid) setFailedAttempts((count) => count + 1);
    wasSubmitting.current = isSubmitting;
  }, [isSubmitting, isValid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only changed values are passed on
  useEffect(() => onChange?.(values), [values]);

  const errors = form.errors as Record<string, string>;
  return {
    form,
    values,
    set: <K extends keyof V & string>(name: K, value: V[K]) => void form.setFieldValue(name, value),
    failedAttempts,
    /** Error messages by field. */
    errors,
    /** Why the last submit failed, unless the fields say it. */
    problem: Object.keys(errors).length === 0 ? problem : '',
    setProblem,
    busy: isSubmitting,
    /** Props that connect an input to the form, whatever name the page gives the input. */
    fieldProps: (name: keyof V & string) => ({
      ...form.getFieldProps(name),
      onChange: (event: { target: object }) => form.handleChange(name)(event as ChangeEvent),
      error: errors[name] as string | undefined,
    }),
    /** The props of its `<form>`. */
    formProps: {
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        const invalid = validate(values);
        setProblem('');
        if (Object.keys(invalid).length > 0) options.onInvalid?.(values, invalid);
        form.handleSubmit(event);
      },
    },
  };
}
