import { Badge, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconDatabaseSearch, IconMessage, IconTable } from '@tabler/icons-react';
import { useMemo } from 'react';
import classes from './chat.module.css';
import { useChat } from './chat-context.ts';
import { columnFormats } from './column-format.ts';
import type { Message } from './conversation.ts';
import { ResultTable } from './result-table.tsx';
import { type SearchResult, toolRequestOf, toolResultOf } from './tool-result.ts';

/** Rows that a step shows; the result itself shows all. */
const maxRows = 10;

/** One thing that the agent did: what was searched, or the SQL and its rows. */
export function StepView({ step }: { readonly step: Message }) {
  const result = useMemo(() => toolResultOf(step), [step]);
  const { formats } = useChat();
  if (step.kind !== 'tool') {
    return (
      <Stack gap={4}>
        <Heading icon={<IconMessage size={16} aria-hidden />} text="Thought" />
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
  const isSearch = step.tool?.name === 'svcMeta';
  const { title, sql } = toolRequestOf(step);
  return (
    <Stack gap="xs">
      <Heading
        icon={isSearch ? <IconDatabaseSearch size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        text={isSearch ? `Searched the data model${title === '' ? '' : ` for “${title}”`}` : title || 'Query'}
      />
      {sql === '' ? null : (
        <Code block className={classes['sql'] ?? ''} aria-label="SQL" role="region">
          {sql}
        </Code>
      )}
      {result === undefined ? <Loader size="xs" type="dots" aria-label="At work" /> : null}
      {result?.kind === 'failure' ? (
        <Text size="sm" c="red">
          {result.error}
        </Text>
      ) : null}
      {result?.kind === 'search' ? <Found {...result} /> : null}
      {result?.kind === 'query' ? (
        <>
          <ResultTable
            formats={columnFormats(result)}
            rows={result.rows.slice(0, maxRows)}
            label={`Rows of ${title}`}
          />
          <Text size="xs" c="dimmed">
            {formats.number(result.totalRows)} {result.totalRows === 1 ? 'row' : 'rows'}
            {result.totalRows > maxRows ? `, the first ${maxRows} shown` : ''}
          </Text>
        </>
      ) : null}
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

function Found({ cubes }: Pick<SearchResult, 'cubes'>) {
  if (cubes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing was found.
      </Text>
    );
  }
  return (
    <Group gap={6}>
      {cubes.map(({ title, members }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two relations may have one title
        <Badge key={index} variant="light" color="gray" tt="none" fw={500} title={members.join(', ')}>
          {title} · {members.length} {members.length === 1 ? 'field' : 'fields'}
        </Badge>
      ))}
    </Group>
  );
}
