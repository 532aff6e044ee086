import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { downloadCsv } from '../../shared/csv.ts';
import { fileNameOf, saveFile } from '../../shared/save-file.ts';
import { flatRecord, recordColumns } from './flat-record.ts';
import { formats } from './moment.tsx';
import { useNotice } from './notices.tsx';
import { useAttempt } from './use-attempt.ts';

interface ExportListProps {
  /** What is exported; also the name of the file. */
  readonly label: string;
  /** Reads the whole list page by page. @throws Error with a message for the user */
  readonly pages: () => AsyncIterable<readonly object[]>;
}

/** Downloads all entries of a list, beyond the page that is shown. */
export function ExportList({ label, pages }: ExportListProps) {
  const attempt = useAttempt();
  const [read, setRead] = useState(0);
  const isCancelled = useRef(false);
  const say = useNotice();

  function save(write: (nodes: readonly object[]) => void): void {
    isCancelled.current = false;
    setRead(0);
    void attempt.run(async () => {
      const nodes: object[] = [];
      for await (const page of pages()) {
        if (isCancelled.current) return;
        nodes.push(...page);
        setRead(nodes.length);
      }
      write(nodes);
      say(`Exported ${formats.number(nodes.length)} ${nodes.length === 1 ? 'entry' : 'entries'}.`);
    });
  }

  function saveCsv(nodes: readonly object[]): void {
    const records = nodes.map((node) => flatRecord(node));
    const columns = recordColumns(records);
    const rows = records.map((record) => columns.map(({ name }) => record[name]));
    downloadCsv(fileNameOf(label), columns, rows);
  }

  function saveNdjson(nodes: readonly object[]): void {
    const lines = nodes.map((node) => `${JSON.stringify(flatRecord(node))}\n`);
    saveFile(new Blob(lines, { type: 'application/x-ndjson' }), `${fileNameOf(label)}.ndjson`);
  }

  if (attempt.isRunning) {
    return (
      <Group gap="xs" role="status">
        <Text size="sm" c="dimmed">
          {formats.number(read)} read
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => (isCancelled.current = true)}>
          Cancel
        </Button>
      </Group>
    );
  }
  return (
    <Group gap="xs">
      {attempt.problem !== undefined && (
        <Text size="sm" c="red" role="alert">
          {attempt.problem}
        </Text>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={`Export ${label}`}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save(saveCsv)}>CSV</Menu.Item>
          <Menu.Item onClick={() => save(saveNdjson)}>NDJSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
