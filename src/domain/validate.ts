import * as v from 'valibot';
import type { FieldErrors } from './failure.ts';

/** Replaces the library's messages, which name types and repeat the value. */
const DEFAULT_FIELD_MESSAGE = 'This field is invalid.';

export type ValidationResult<T> = { ok: true; value: T } | { ok: false; fields: FieldErrors };

/** Forms show `fields` next to their inputs; the server answers them with 422. */
export function validate<S extends v.GenericSchema>(
  schema: S,
  input: unknown,
): ValidationResult<v.InferOutput<S>> {
  const result = v.safeParse(schema, input, { message: DEFAULT_FIELD_MESSAGE });
  if (result.success) return { ok: true, value: result.output };
  const fields: FieldErrors = {};
  for (const issue of result.issues) {
    const path = v.getDotPath(issue) ?? '';
    // `body` stands in for field names that are not echoed.
    const key = /^[a-z][\w.]{0,60}$/i.test(path) ? path : 'body';
    const name = Object.hasOwn(fields, key) ? null : key;
    if (name)
      fields[name] =
        issue.type === 'strict_object' ? unknownOrMissingFieldMessage(issue, schema) : issue.message;
  }
  return { ok: false, fields };
}

/** A missing field gets the message of an empty one. */
function unknownOrMissingFieldMessage(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): string {
  if (issue.expected === 'never') return 'This field is unknown.';
  const key = issue.path?.length === 1 ? String(issue.path[0].key) : '';
  const { entries = {} } = schema as { entries?: Record<string, v.GenericSchema> };
  const entry = Object.hasOwn(entries, key) ? entries[key] : undefined;
  const message = entry && v.safeParse(entry, undefined).issues?.[0].message;
  return message && !message.startsWith('Invalid type') ? message : 'This field is required.';
}
