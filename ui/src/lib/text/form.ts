/** The text of a form's field, empty where the form has no such field. */
export function fieldText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** The trimmed text of a form's field; `null` where it is empty. */
export function fieldTextOrNull(form: FormData, name: string): string | null {
  return fieldText(form, name).trim() || null;
}
