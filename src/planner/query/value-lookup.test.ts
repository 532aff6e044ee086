import { expect, test } from 'vitest';
import type { CubeMetadata } from '../../contract/tools.ts';
import { proposeLookup } from './value-lookup.ts';

const versions: CubeMetadata = {
  name: 'versions',
  type: 'cube',
  title: 'Versions',
  measures: [],
  dimensions: [{ name: 'versions.name', title: 'Version', type: 'string' }],
  segments: [],
};

test.each([
  ['when was chrome 109 released?', ['109', 'released'], ['109']],
  ['sales of Nordic Sun Power', ['Nordic', 'Power'], ['Nordic Sun Power']],
])('what was done to something is no part of its number: %s', (question, unknown, texts) => {
  const lookup = proposeLookup(question, unknown, [versions], undefined);
  expect(lookup?.texts.map(({ text }) => text)).toEqual(texts);
});
