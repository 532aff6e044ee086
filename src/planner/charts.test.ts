import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { worlds } from '../../test/fixtures/agent/worlds.ts';

const world = openWorlds(worlds);

/** The outermost mark of the chart that an answer comes with. */
function markOf(vegaSpec: string | undefined): string | undefined {
  const { mark } = JSON.parse(vegaSpec ?? '{}') as { mark?: string | { readonly type: string } };
  return typeof mark === 'object' ? mark.type : mark;
}

describe('a chart that is asked for by its kind', () => {
  it.each([
    ['pie chart of shipments by carrier', [], 'arc'],
    ['shipments by carrier as a donut', [], 'arc'],
    ['als Kreisdiagramm', ['shipments by carrier'], 'arc'],
    ['freight cost by month in 2024 as a bar chart', [], 'bar'],
    ['freight cost by month in 2024 as an area chart', [], 'area'],
    ['average freight cost by month in 2024 as a line chart', [], 'line'],
    ['as a pie', ['shipments by carrier'], 'arc'],
    ['as a line chart', ['freight cost by month in 2024'], 'line'],
    ['freight cost by month and carrier in 2024 as stacked bars', [], 'bar'],
  ] as const)(
    'a chart that is asked for by its kind is drawn: %s after %j',
    async (question, earlier, mark) => {
      const { result, answer } = await world('logistics').ask(question, earlier);
      expect(markOf(result?.vegaSpec), answer).toBe(mark);
      expect(answer).not.toContain('not drawn');
    },
  );

  it.each([
    ['average length of stay by ward as a pie chart', 'It is not drawn as a pie'],
    ['admissions by month as a pie chart', 'It is not drawn as a pie'],
    ['admissions by ward as a line chart', 'It is not drawn as a line'],
    ['how many admissions, as a bar chart', 'It is not drawn as bars'],
  ])(
    'a chart that is asked for by its kind and would mislead is refused with a reason: %s',
    async (question, reason) => {
      const { answer } = await world('hospital').ask(question);
      expect(answer).toContain(reason);
    },
  );

  it('a chart that is asked for by its kind does not change the figures', async () => {
    const [plain, drawn] = [
      await world('logistics').ask('shipments by carrier'),
      await world('logistics').ask('shipments by carrier in a pie chart'),
    ];
    expect(drawn.result?.data).toEqual(plain.result?.data);
  });
});
