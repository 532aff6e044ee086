import { AppError } from '../../src/errors.ts';
import { attacks, controls } from '../fixtures/semantic/attacks.ts';
import {
  composedCases,
  expressionCases,
  measureCases,
  plainCases,
  policyCases,
  timeCases,
} from '../fixtures/semantic/cases.ts';
import { duckDbFixture, regional } from '../fixtures/semantic/fixture.ts';
import { fuzz } from './fuzz.ts';

const cases = [plainCases, expressionCases, timeCases, measureCases, composedCases, policyCases].flat();

fuzz('Semantic SQL', async () => {
  const { layer, ...fixture } = await duckDbFixture();
  const viewer = regional('EU');
  return {
    name: 'sql',
    seeds: [...cases.map(({ sql }) => sql), ...attacks.map(({ sql }) => sql), ...controls],
    words: [
      'SELECT ',
      '*',
      '*,',
      ' FROM orders',
      ' WHERE ',
      ' AND ',
      ' OR ',
      ' NOT ',
      'MEASURE(count)',
      ' UNION ALL ',
      ' ORDER BY ',
      ' GROUP BY ',
      ' HAVING ',
      'CASE WHEN status THEN ',
      ' END',
      'id',
      'status',
      '1',
      "'x'",
      ' IN ',
      ' LIKE ',
      '::text',
      ' OVER (',
      ' JOIN orders o ON ',
      ' LATERAL ',
      'WITH a AS (',
      '$1',
      ';',
    ], // prettier-ignore
    brackets: [
      ['(', ')'],
      ['SELECT * FROM (', ') x'],
      ['SELECT *, * FROM (', ') x'],
      ['coalesce(', ')'],
      ['CASE WHEN true THEN ', ' END'],
      ['ARRAY[', ']'],
    ], // prettier-ignore
    maxLength: 100_000,
    maxMs: 50,
    parse: (sql) => layer.compile(sql, viewer),
    isRefusal: (error) => error instanceof AppError && /^SQL_(INVALID|NOT_ALLOWED)$/.test(error.code),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
});
