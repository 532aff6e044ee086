/** @returns the text of one encoded part of a path; the part itself where it is not encoded well */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
