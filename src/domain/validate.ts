import * as v from 'valibot';
import type { FieldErrors } from './failure.ts';

export type Validation<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors };

/** One schema, two doors: the form shows `fields` beside its inputs, the server answers them with 422. */
export function validate<S extends v.GenericSchema>(schema: S, input: unknown): Validation<v.InferOutput<S>> {
  const result = v.safeParse(schema, input);
  if (result.success) return { ok: true, value: result.output };
  const fields: FieldErrors = {};
  for (const issue of result.issues) {
    const key = v.getDotPath(issue) ?? 'body';
    const name = Object.hasOwn(fields, key) ? null : key;
    if (name) fields[name] = issue.type === 'strict_object' ? unexpected(issue) : issue.message;
  }
  return { ok: false, fields };
}

function unexpected(issue: v.BaseIssue<unknown>): string {
  return issue.expected === 'never' ? 'This field is not known here.' : 'This field is required.';
}
