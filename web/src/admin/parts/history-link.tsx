import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'wouter';

interface HistoryLinkProps {
  /** As audit events name it: `group:5`. */
  readonly subject: string;
  /** For entries of lists, whose link is an icon: what the history is of. */
  readonly of?: string;
}

/** Leads to what was done to an object. */
export function HistoryLink({ subject, of }: HistoryLinkProps) {
  const href = `/audit?subject=${encodeURIComponent(subject)}`;
  if (of === undefined) {
    return (
      <Button component={Link} href={href} variant="default">
        History
      </Button>
    );
  }
  const label = `History of ${of}`;
  return (
    <Tooltip label={label}>
      <ActionIcon component={Link} href={href} variant="subtle" color="gray" aria-label={label}>
        <IconHistory size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
