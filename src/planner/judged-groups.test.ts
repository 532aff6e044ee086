import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const clubs: World = {
  name: 'clubs',
  model: {
    'members.yml': `
cubes:
  - name: members
    sql_table: members
    description: People in the clubs of a town
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: club, title: Club, sql: "{CUBE}.club", type: string }
      - { name: trainer, title: Trainer, sql: "{CUBE}.trainer", type: string }
      - { name: gender, title: Gender, sql: "{CUBE}.gender", type: string }
      - { name: support, title: Support, description: How much the trainer supports, sql: "{CUBE}.support", type: string, meta: { values: [full, partial] } }
      - { name: insured, title: Insured, sql: "{CUBE}.insured", type: boolean }
    measures:
      - { name: member_count, title: Number of members, type: count }
      - { name: injuries, title: Injuries, type: count, filters: [{ sql: "{CUBE}.injured" }] }
`,
  },
  tables: {
    members: [
      ['id', 'club', 'trainer', 'gender', 'insured', 'injured', 'support'],
      [1, 'Chess', 'Ada', 'female', true, false, 'full'],
      [2, 'Chess', 'Bob', 'male', false, false, 'partial'],
      [3, 'Rowing', 'Ada', 'male', true, true, 'partial'],
      [4, 'Rowing', 'Ada', 'male', true, false, 'partial'],
      [5, 'Rowing', 'Cleo', 'male', true, false, 'partial'],
      [6, 'Yoga', 'Cleo', 'female', false, false, 'full'],
    ],
  },
};

describe('groups judged by all of their rows', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(clubs);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['Which clubs have no female members?', ['Rowing']],
    ['Which clubs have no insured members?', ['Yoga']],
    ['clubs without any insured members', ['Yoga']],
    ['Which clubs never had a male member?', ['Yoga']],
    ['clubs where no member is insured', ['Yoga']],
    ['Which clubs have no insured female members?', ['Rowing', 'Yoga']],
    ['Which clubs have only male members?', ['Rowing']],
    ['clubs with only insured members', ['Rowing']],
    ['Which clubs have no injuries?', ['Chess', 'Yoga']],
    ['Which clubs are there that no trainer fully supports?', ['Rowing']],
    ['Which clubs does not a single trainer fully support?', ['Rowing']],
    ['clubs where there was never an injury', ['Chess', 'Yoga']],
  ])('are those of which not one is so: %s', async (question, names) => {
    const { result, answer } = await world.ask(question);
    expect(
      result?.data.map(([name]) => name),
      answer,
    ).toEqual(names);
  });

  it.each([
    ['How many clubs have no female members?', 1],
    ['How many clubs have no injuries?', 2],
  ])('are counted: %s', async (question, count) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual([[count]]);
  });

  it.each([
    'which clubs have male members that are not insured?',
    'how many members are not insured?',
    'Which clubs have members who never were insured?',
    'number of members by club, only for insured members',
  ])('are not meant where rows are: %s', async (question) => {
    const { result, answer } = await world.ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toContain('HAVING');
  });
});
