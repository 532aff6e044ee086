import { Text } from '@mantine/core';
import { agentFilter } from '../agents/agent-filter.tsx';
import { type ChatTurnProblem, QualityTurnsDocument } from '../generated/graphql.ts';
import { ConnectionTable } from '../parts/connection-table.tsx';
import { choiceFilter, dayFilter, type FilterField, textFilter } from '../parts/filter-field.ts';
import { formats, Moment } from '../parts/moment.tsx';
import { PageHeader } from '../parts/page-header.tsx';
import { TextLink } from '../parts/text-link.tsx';
import { UserLink } from '../users/user-columns.tsx';
import { EvaluationScores } from './evaluation-scores.tsx';
import { HandleTurn } from './handle-turn.tsx';
import { badText, ProblemBadges, problemLabels } from './problem-badges.tsx';

const oneProblem = choiceFilter('Problem', problemLabels);
const problems: FilterField<ChatTurnProblem[]> = {
  label: oneProblem.label,
  choices: problemLabels,
  read: (text) => {
    const problem = oneProblem.read(text);
    return problem === undefined ? undefined : [problem];
  },
};

const filters = {
  problems,
  isHandled: {
    ...choiceFilter('State', { true: 'Handled' }),
    unset: 'Open',
    read: (text: string) => text === 'true',
  },
  text: textFilter('Question'),
  agentId: agentFilter,
  from: dayFilter('From'),
  before: dayFilter('To', 1),
};

/** Unless the filters say otherwise. */
const openProblems = {
  problems: Object.keys(problemLabels) as ChatTurnProblem[],
  isHandled: false,
};

export function QualityPage() {
  return (
    <>
      <PageHeader
        title="Quality"
        text="Questions that were refused, failed, were rated bad or are asked again and again. Make each a certified query, a rule or an evaluation case, and mark it as handled."
      />
      <ConnectionTable
        label="Questions to look at"
        document={QualityTurnsDocument}
        read={(data) => data.chatTurns}
        filters={filters}
        unfiltered={openProblems}
        columns={[
          {
            title: 'Question',
            cell: ({ id, question, thread }) => (
              <TextLink href={`/quality/${encodeURIComponent(id)}`} fw={500} lineClamp={2}>
                {question?.content ?? thread.title}
              </TextLink>
            ),
          },
          {
            title: 'Problem',
            cell: ({ problems: found, answer }) => (
              <div>
                <ProblemBadges problems={found} />
                {answer === null ? null : (
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    {badText(answer)}
                  </Text>
                )}
              </div>
            ),
          },
          { title: 'Times asked', cell: ({ timesAsked }) => formats.number(timesAsked), isNumber: true },
          {
            title: 'User',
            cell: ({ thread: { user } }) => <UserLink id={user.id} identifier={user.identifier} />,
          },
          { title: 'Agent', cell: ({ thread }) => thread.agent.name },
          { title: 'When', cell: ({ startedAt }) => <Moment at={startedAt} /> },
        ]}
        actions={(turn) => <HandleTurn turn={turn} isSmall />}
        empty="Nothing to look at: every question was answered, and none was rated bad."
      />
      <EvaluationScores />
    </>
  );
}
