import { Code, SimpleGrid, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useQuery } from 'urql';
import { EvaluationsDocument, type EvaluationsQuery } from '../generated/graphql.ts';
import { DayChart } from '../parts/day-chart.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';

type EvaluatedAgent = NonNullable<NonNullable<EvaluationsQuery['agents']>['edges'][number]>['node'];

/** Of all answers, as a reader takes them: what is right, and what misleads. */
const outcomes = { Right: '#20c997', Wrong: '#ff6b6b' };

/** How well each agent answers the questions that it is measured by, over time. */
export function EvaluationScores() {
  const [{ data, error }, ask] = useQuery({
    query: EvaluationsDocument,
    requestPolicy: 'cache-and-network',
  });
  if (error !== undefined) {
    return <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />;
  }
  const agents = (data?.agents?.edges ?? []).map(({ node }) => node);
  const evaluated = agents.filter(({ evaluations }) => (evaluations?.length ?? 0) > 0);
  return (
    <section aria-labelledby="evaluations">
      <Title order={2} size="h4" id="evaluations" mt="xl" mb="xs">
        Evaluations
      </Title>
      {data === undefined || evaluated.length > 0 ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }}>
          {evaluated.map((agent) => (
            <AgentScores key={agent.id} agent={agent} />
          ))}
        </SimpleGrid>
      ) : (
        <Text c="dimmed">
          None is recorded. <Code>inlay eval WORKSPACE QUESTIONS --record</Code> asks an agent questions with
          known answers, and adds its score to those that are shown here.
        </Text>
      )}
    </section>
  );
}

function AgentScores({ agent }: { readonly agent: EvaluatedAgent }) {
  const evaluations = agent.evaluations ?? [];
  const rows = useMemo(
    () =>
      (agent.evaluations ?? []).flatMap(({ at, asked, right, wrong }) => [
        [at.slice(0, 10), 'Right', percent(right, asked)] as const,
        [at.slice(0, 10), 'Wrong', percent(wrong, asked)] as const,
      ]),
    [agent.evaluations],
  );
  const last = evaluations.at(-1);
  if (last === undefined) return null;
  const { right, wrong, declined, failed, asked, questions, model } = last;
  return (
    <DayChart
      title={agent.name}
      text={`In percent of the questions asked. Last run: ${right} right, ${wrong} wrong, ${declined} declined and ${failed} failed of ${asked} (${questions}, ${model}).`}
      rows={rows}
      unit="Percent"
      mark="line"
      colours={outcomes}
    />
  );
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10;
}
