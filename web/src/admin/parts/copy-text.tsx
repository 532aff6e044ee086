import { ActionIcon, Code, Group, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '../../shared/use-copy.ts';

const words = { copied: 'Copied', failed: 'Not copied: select the text instead' };

/** A text and a button that copies it. @param label of the button */
export function CopyText({ text, label }: { readonly text: string; readonly label: string }) {
  const { outcome, copy } = useCopy(text);
  const told = outcome && words[outcome];
  return (
    <Group gap={4} wrap="nowrap">
      <Code>{text}</Code>
      <Tooltip label={told ?? label}>
        <ActionIcon
          variant="subtle"
          color={outcome === 'copied' ? 'teal' : 'gray'}
          aria-label={label}
          onClick={copy}
        >
          {outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </Group>
  );
}
