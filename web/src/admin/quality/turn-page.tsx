import { Alert, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from 'urql';
import { QualityTurnDocument, type QualityTurnQuery } from '../generated/graphql.ts';
import { Card, Fact } from '../parts/facts.tsx';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { formats, Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { Transcript } from '../threads/transcript.tsx';
import { TurnBadge } from '../threads/turn-badge.tsx';
import { UserLink } from '../users/user-columns.tsx';
import type { EvaluatedTurn } from './eval-case.ts';
import { HandleTurn } from './handle-turn.tsx';
import { badText, ProblemBadges } from './problem-badges.tsx';
import { CertifyQuestion, MakeEvalCase, MakeRule } from './turn-actions.tsx';

const parent = { title: 'Quality', href: '/quality' };

type Turn = Extract<QualityTurnQuery['node'], { __typename: 'ChatTurn' }>;

/** @param id global id */
export function TurnPage({ id }: { readonly id: string }) {
  const [{ data, error, fetching }, ask] = useQuery({ query: QualityTurnDocument, variables: { id } });
  const turn = data?.node?.__typename === 'ChatTurn' ? data.node : undefined;
  if (turn !== undefined) return <TurnView turn={turn} />;
  if (fetching) return <Skeleton height={240} role="status" aria-label="Loading the question" />;
  return (
    <>
      <PageHeader title="Question" parent={parent} />
      {error === undefined ? (
        <Alert color="red" role="alert">
          There is no such question; its thread may have been deleted.
        </Alert>
      ) : (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
    </>
  );
}

function TurnView({ turn }: { readonly turn: Turn }) {
  const { thread, sqlQuery } = turn;
  const { agent, user } = thread;
  const question = turn.question?.content ?? thread.title;
  const bad = turn.answer === null ? '' : badText(turn.answer);
  return (
    <>
      <PageHeader title={shortened(question)} parent={parent}>
        <CertifyQuestion agent={agent} question={question} sqlQuery={sqlQuery ?? null} />
        <MakeRule agent={agent} question={question} />
        <MakeEvalCase turn={evaluated(turn, question)} />
        <HandleTurn turn={turn} />
      </PageHeader>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Card title="What happened">
            <Fact label="Problem">
              <ProblemBadges problems={turn.problems} />
            </Fact>
            {bad === '' ? null : <Fact label="What is bad">{bad}</Fact>}
            <Fact label="Turn">
              <TurnBadge status={turn.status} />
            </Fact>
            {turn.stopReason != null && (
              <Fact label="Stopped by">{turn.stopReason.toLowerCase().replaceAll('_', ' ')}</Fact>
            )}
            {turn.error != null && <Fact label="Error">{turn.error}</Fact>}
            <Fact label="Handled">
              <Moment at={turn.handledAt} />
            </Fact>
          </Card>
          <Card title="Who asked">
            <Fact label="User">
              <UserLink id={user.id} identifier={user.identifier} />
            </Fact>
            <Fact label="Agent">{agent.name}</Fact>
            <Fact label="Model">{turn.model ?? '–'}</Fact>
            <Fact label="Asked">
              <Moment at={turn.startedAt} />
            </Fact>
            <Fact label="In 30 days">
              {formats.number(turn.timesAsked)} {turn.timesAsked === 1 ? 'time' : 'times'}
            </Fact>
          </Card>
        </SimpleGrid>
        <Title order={2} size="h4">
          The thread
        </Title>
        <Transcript chatId={thread.chatId} />
      </Stack>
    </>
  );
}

/** The whole question stands in the thread. */
function shortened(question: string): string {
  return question.length > 160 ? `${question.slice(0, 160)}…` : question;
}

function evaluated({ startedAt, thread, ...turn }: Turn, question: string): EvaluatedTurn {
  const at = turn.question?.sort ?? 0;
  return {
    question,
    earlier: thread.messages.edges
      .filter(({ node }) => node.kind === 'QUESTION' && node.sort < at)
      .map(({ node }) => node.content),
    askedAt: startedAt,
    groups: thread.user.groups.edges.map(({ node }) => node.name),
    attributes: thread.user.userAttributes,
  };
}
