/** The id of a field's control, for links; at any time, only one form on a page has this field. */
export function fieldId(name: string): string {
  return `field-${name}`;
}
