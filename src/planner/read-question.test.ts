import { describe, expect, it } from 'vitest';
import type { CubeMetadata } from '../semantic/metadata.ts';
import { createBudget } from './budget.ts';
import { buildLexicon } from './lexicon.ts';
import { parseQuestion } from './question.ts';
import { readQuestion } from './read-question.ts';

const jobs: CubeMetadata = {
  name: 'upkeep',
  type: 'view',
  title: 'Upkeep',
  dimensions: [
    { name: 'upkeep.component', title: 'Component', type: 'string', values: ['gearbox', 'blade'] },
    { name: 'upkeep.is_contractor', title: 'Contractor', type: 'boolean' },
    { name: 'upkeep.duration_h', title: 'Duration', type: 'number' },
    { name: 'upkeep.height_m', title: 'Height', type: 'number' },
  ],
  measures: [
    { name: 'upkeep.job_count', title: 'Jobs', type: 'count' },
    { name: 'upkeep.parts', title: 'Parts replaced', type: 'sum' },
    {
      name: 'upkeep.billed',
      title: 'Billed',
      type: 'sum',
      format: 'currency',
      aiContext: 'What "how much did we invoice" and “charges” mean.',
    },
    { name: 'upkeep.avg_repair_time', title: 'Average repair time', type: 'avg' },
  ],
  segments: [],
};

const read = (question: string, cube = jobs) =>
  readQuestion(parseQuestion(question), buildLexicon(cube), createBudget(10_000));

function figures(question: string): string[] {
  return read(question).quantities.map((it) => (it.kind === 'measure' ? it.measure.name : it.aggregate));
}

describe('readQuestion', () => {
  it('takes what the model puts in quotation marks for a way to say a figure', () => {
    expect(figures('How much have we invoiced?')).toEqual(['upkeep.billed']);
    expect(figures('charges by component')).toEqual(['upkeep.billed']);
    expect(figures('parts by component')).toEqual(['upkeep.parts']);
  });

  it('tells who did something from what it is split by', () => {
    expect(read('jobs done by contractors, by component')).toMatchObject({
      filters: [{ kind: 'boolean', value: true }],
      groups: [{ dimension: { name: 'upkeep.component' } }],
    });
    expect(read('jobs by contractor')).toMatchObject({
      filters: [],
      groups: [{ dimension: { name: 'upkeep.is_contractor' } }],
    });
  });

  it.each([
    ['How many jobs lasted more than 12 hours?', 'upkeep.duration_h', 12],
    ['jobs above 100 metres', 'upkeep.height_m', 100],
  ])('reads the unit from the name: %s', (question, name, value) => {
    const { filters, unknown } = read(question);
    expect(unknown).toEqual([]);
    expect(filters).toMatchObject([{ kind: 'number', dimension: { name }, operator: '>', values: [value] }]);
  });

  it('takes a passive verb for the name of what it speaks of', () => {
    const failures: CubeMetadata = {
      ...jobs,
      dimensions: [{ name: 'upkeep.cause', title: 'Cause', type: 'string', values: ['ice', 'wind'] }],
    };
    const { filters, unknown } = read('jobs not caused by ice', failures);
    expect(unknown).toEqual([]);
    expect(filters).toMatchObject([{ kind: 'values', values: ['ice'], negated: true }]);
  });

  it('understands "how long" of a time only', () => {
    expect(read('How long does a repair take on average?').unknown).toEqual([]);
    expect(read('How long are the parts?').unknown).toEqual(['long']);
  });

  it('keeps small words where they are not small', () => {
    expect(read('far jobs by component').unknown).toEqual(['far']);
    expect(read('jobs done by component').unknown).toEqual([]);
    expect(read('jobs undone by component').unknown).toEqual(['undone']);
  });

  it('keeps one figure that is named twice', () => {
    expect(figures('jobs, how many jobs by component')).toEqual(['upkeep.job_count']);
  });
});
