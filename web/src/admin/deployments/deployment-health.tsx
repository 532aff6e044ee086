import { Alert, Badge, Group, List } from '@mantine/core';
import type { DeploymentHealthFragment } from '../generated/graphql.ts';
import { Card, Fact } from '../parts/facts.tsx';
import { formats } from '../parts/moment.tsx';

interface DeploymentHealthProps {
  readonly title: string;
  readonly health: DeploymentHealthFragment;
}

/** A data source, its queries and its kept results, in the process that answers. */
export function DeploymentHealth({ title, health }: DeploymentHealthProps) {
  const { isReachable, runningQueries, waitingQueries, reusedResults, freshResults } = health;
  return (
    <Card title={title}>
      <Group>
        <Badge variant="dot" tt="none" color={isReachable ? 'teal' : 'red'}>
          {isReachable ? 'data source answers' : 'data source does not answer'}
        </Badge>
      </Group>
      <Fact label="Queries running">
        {formats.number(runningQueries)} ({formats.number(waitingQueries)} waiting)
      </Fact>
      <Fact label="Cache">
        {reusedResults == null
          ? 'results are not kept'
          : `${formats.number(reusedResults)} of ${formats.number(reusedResults + (freshResults ?? 0))} queries answered from kept results`}
      </Fact>
      <Problems title="Some queries fail" color="red" problems={health.mistakes} />
      <Problems title="Warnings" color="yellow" problems={health.warnings} />
    </Card>
  );
}

interface ProblemsProps {
  readonly title: string;
  readonly color: string;
  /** Each with its file and line. */
  readonly problems: readonly string[];
}

function Problems({ title, color, problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Alert color={color} title={title}>
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={problem}>{problem}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
