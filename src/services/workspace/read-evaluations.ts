import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { evaluationsFile, type RecordedEvaluation, recordedEvaluation } from '../../contract/evaluations.ts';
import { parseJson } from '../../json.ts';

/** Of the end of the file: some thousand evaluations. */
const maxBytes = 1024 * 1024;

/**
 * What `inlay eval --record` has written into a workspace, in the order of the file; empty without one. Lines that are no
 * evaluation are left out, such as one that is being written.
 */
export async function readEvaluations(folder: string): Promise<readonly RecordedEvaluation[]> {
  const text = await readEnd(join(folder, evaluationsFile));
  return text.split('\n').flatMap((line) => {
    const parsed = recordedEvaluation.safeParse(parseJson(line));
    return parsed.success ? [parsed.data] : [];
  });
}

async function readEnd(path: string): Promise<string> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(length),
      position: size - length,
    });
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
