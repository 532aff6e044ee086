/** Separates the texts of a list in a form's data: no line of text contains it. */
export const listDivider = '\n';

/** What was entered, by the names of the fields. */
export interface FormValues {
  /** Trimmed; empty for nothing. */
  text(name: string): string;
  /** Trimmed; null for nothing. */
  textOrNull(name: string): string | null;
  /** Of a `ListInput`. */
  list(name: string): string[];
}

export function readForm(data: FormData): FormValues {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return {
    text,
    textOrNull: (name) => text(name) || null,
    list: (name) => text(name).split(listDivider).filter(Boolean),
  };
}
