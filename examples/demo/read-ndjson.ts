/**
 * The values of a newline-delimited JSON body, as its lines complete: chunks may split lines and characters anywhere.
 * @throws SyntaxError for a line that is not JSON, an unfinished last line included
 */
export async function* readNdjson(body: AsyncIterable<Uint8Array>): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield JSON.parse(rest) as unknown;
}
