import { Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { TextLink } from './text-link.tsx';

interface PageHeaderProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** The list that this page belongs to. */
  readonly parent?: { readonly title: string; readonly href: string };
  /** Buttons for what can be done here. */
  readonly children?: ReactNode;
}

/** The head of a page of the console; also names the browser's tab. */
export function PageHeader({ title, text, parent, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Inlay`);
  return (
    <Group justify="space-between" align="flex-end" gap="sm" mb="lg">
      <Stack gap={4} maw={680}>
        {parent !== undefined && (
          <Text size="sm">
            <TextLink href={parent.href}>{parent.title}</TextLink>
          </Text>
        )}
        <Title order={1} size="h2">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
      </Stack>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
