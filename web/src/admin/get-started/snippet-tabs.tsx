import { Button, Code, Tabs } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCopy } from '../../shared/use-copy.ts';

interface SnippetTabsProps {
  readonly label: string;
  /** Texts by the labels of their tabs. */
  readonly snippets: Readonly<Record<string, string>>;
}

/** One of several snippets that do the same, to copy. */
export function SnippetTabs({ label, snippets }: SnippetTabsProps) {
  const names = Object.keys(snippets);
  return (
    <Tabs defaultValue={names[0] ?? null} keepMounted={false} activateTabWithKeyboard={false}>
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(snippets).map(([name, text]) => (
        <Tabs.Panel key={name} value={name} pt="sm">
          <Snippet label={`${label}: ${name}`} text={text} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const said = { copied: 'Copied', failed: 'Not copied: select the text' };

/** A text to copy. */
export function Snippet({ label, text }: { readonly label: string; readonly text: string }) {
  const { outcome, copy } = useCopy(text);
  return (
    <>
      <Code block aria-label={label} tabIndex={0} style={{ overflowX: 'auto', maxHeight: 360 }}>
        {text}
      </Code>
      <Button
        mt="xs"
        style={{ alignSelf: 'flex-start' }}
        size="xs"
        variant="default"
        leftSection={
          outcome === 'copied' ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />
        }
        onClick={copy}
        aria-live="polite"
      >
        {outcome === undefined ? 'Copy' : said[outcome]}
      </Button>
    </>
  );
}
