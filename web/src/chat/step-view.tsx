import type { Message, ToolResult } from '@inlay/client';
import { Badge, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconDatabaseSearch, IconMessage, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import { columnFormats } from '../shared/column-format.ts';
import { queryResultOf } from '../shared/query-result.ts';
import { ResultTable } from '../shared/result-table.tsx';
import { words } from '../shared/words/words.ts';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';

/** Rows that a step shows; the result itself shows all. */
const maxRows = 10;

/** One thing that the agent did: what was searched, or the SQL and its rows. */
export function StepView({ step }: { readonly step: Message }) {
  const rows = useMemo(() => queryResultOf(step), [step]);
  const { formats } = useChat();
  const say = words().chat;
  if (step.toolCall === null) {
    return (
      <Stack gap={4}>
        <Heading icon={<IconMessage size={16} aria-hidden />} text={say.thought} />
        {[step.thinking, step.content]
          .filter((text) => text !== '')
          .map((text) => (
            <Text key={text} size="sm" c="dimmed" className={classes['plain']}>
              {text}
            </Text>
          ))}
      </Stack>
    );
  }
  const { tool, searchQuery, sqlQuery, result } = step.toolCall;
  const isSearch = tool === 'SVC_META';
  const title = step.toolCall.title || searchQuery || '';
  return (
    <Stack gap="xs">
      <Heading
        icon={isSearch ? <IconDatabaseSearch size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        text={isSearch ? say.searchedFor(title) : title || say.query}
      />
      {!sqlQuery ? null : (
        <Code
          block
          className={classes['sql'] ?? ''}
          aria-label={title === '' ? 'SQL' : `SQL: ${title}`}
          role="region"
        >
          {sqlQuery}
        </Code>
      )}
      {result === null ? <Loader size="xs" type="dots" role="status" aria-label={say.atWork} /> : null}
      {result?.__typename === 'ToolError' ? (
        <Text size="sm" c="red">
          {result.message}
        </Text>
      ) : null}
      {result?.__typename === 'MetadataToolResult' ? <Found {...result} /> : null}
      {rows === undefined ? null : (
        <>
          <ResultTable
            formats={columnFormats(rows)}
            rows={rows.rows.slice(0, maxRows)}
            label={say.rowsOf(title)}
          />
          <Text size="xs" c="dimmed">
            {say.rows(formats.number(rows.totalRows), rows.totalRows)}
            {rows.totalRows > maxRows ? say.firstShown(formats.number(maxRows)) : ''}
          </Text>
        </>
      )}
    </Stack>
  );
}

function Heading({ icon, text }: { readonly icon: React.ReactNode; readonly text: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <span className={classes['stepIcon']}>{icon}</span>
      <Text size="sm" fw={500}>
        {text}
      </Text>
    </Group>
  );
}

function Found({ cubes }: Extract<ToolResult, { __typename: 'MetadataToolResult' }>) {
  if (cubes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words().chat.nothingFound}
      </Text>
    );
  }
  return (
    <Group gap={6}>
      {cubes.map(({ title, measures, dimensions }, index) => {
        const members = [...measures, ...dimensions].map((member) => member.title);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two relations may have one title
          <Badge key={index} variant="light" color="gray" tt="none" fw={500} title={members.join(', ')}>
            {title} · {words().chat.fields(members.length)}
          </Badge>
        );
      })}
    </Group>
  );
}
