import { expect, test } from 'vitest';
import { parseDataModel } from '../semantic/model/load-model.ts';
import { readDocument } from './document.ts';
import { ModelError } from './model-error.ts';

const nestings = ['a: ', '- ', '? ', '[', '{a: ', 'a:\n  b: '];
const depths = [500, 1_000, 2_000, 4_000, 8_000, 50_000];
const cases = nestings.flatMap((unit) => depths.map((depth) => [unit, depth] as const));

test.each(cases)(
  'YAML that repeats %j %i times is read or refused as a problem of its file',
  async (unit, depth) => {
    const text = `title: Orders\ntiles:\n  - mark: ${unit.repeat(depth)}line }\n  width: 1`;
    const { data, problems } = readDocument('inlay.yml', text, {});
    expect(data === null).toBe(problems.length > 0);
    const refusal = await parseDataModel([{ name: 'model.yml', text }]).then(
      () => null,
      (error: unknown) => error,
    );
    if (refusal !== null) expect(refusal).toBeInstanceOf(ModelError);
  },
);

test('a merge of what is no mapping is a problem of its file', () => {
  expect(readDocument('inlay.yml', 'title: Orders\n<<: *a\nfilters:', {})).toMatchObject({
    data: null,
    problems: [{ file: 'inlay.yml', message: expect.stringMatching(/^Not valid YAML: /) }],
  });
});
