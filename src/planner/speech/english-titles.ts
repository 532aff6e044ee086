/** A title in the middle of an English sentence: in lower case, unless it begins with an abbreviation. */
export function inside(title: string): string {
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

export function endsPlural(title: string): boolean {
  return /[^s]s$/i.test(title);
}

/** @param title in whatever unit: "Average age in months" is one age */
export function isPlural(title: string): boolean {
  const figure = title.replace(/ in \p{L}+$/u, '');
  return endsPlural(figure) || /^\w*[^s]s (?!per\b)/i.test(figure);
}
