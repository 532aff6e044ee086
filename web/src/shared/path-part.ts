/** Decodes a segment of a path. @returns the segment itself if it is not validly encoded */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
