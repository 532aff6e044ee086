/** `built year` and `builtYear` as `built_Year`. */
export function plainName(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])|[^\p{L}\p{N}]+/gu, '_');
}

/** The words of a name, in lower case. */
export function wordsIn(name: string): readonly string[] {
  return plainName(name)
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');
}
