import { Alert, Code, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { EmbedOriginsDocument } from '../generated/graphql.ts';
import { judgeOrigin, type OriginVerdict } from './origin-verdict.ts';
import { Snippet } from './snippet-tabs.tsx';

/** Says whether a host page may frame the embedded pages, and what to add to the workspace if not. */
export function OriginCheck() {
  const [{ data }] = useQuery({ query: EmbedOriginsDocument });
  const [address, setAddress] = useState('');
  const account = data?.account;
  const allowed = account?.embedOrigins ?? [];
  return (
    <Stack>
      <Text size="sm">
        {allowed.length === 0
          ? 'No other origin may frame the embedded pages or call the API from browsers yet.'
          : `These origins may frame the embedded pages and call the API from browsers: ${allowed.join(', ')}.`}
      </Text>
      <TextInput
        label="Address of your page"
        placeholder="https://app.example.com"
        type="url"
        maw={420}
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <div role="status">
        {account != null && address.trim() !== '' && (
          <Verdict of={judgeOrigin(address, account, window.location.origin)} />
        )}
      </div>
    </Stack>
  );
}

function Verdict({ of }: { readonly of: OriginVerdict }) {
  switch (of.kind) {
    case 'unreadable':
      return <Text size="sm">{of.message}</Text>;
    case 'own':
      return <Alert color="teal">Pages of the service itself may always frame it.</Alert>;
    case 'allowed':
      return (
        <Alert color="teal">
          Pages of <Code>{of.origin}</Code> may frame the embedded pages and call the API.
        </Alert>
      );
    case 'refused':
      return (
        <Stack gap="xs">
          <Alert color="orange">
            Browsers will refuse to frame the embedded pages on <Code>{of.origin}</Code>. Add the origin to{' '}
            <Code>inlay.yml</Code>, and reload the workspace.
          </Alert>
          <Snippet label="What to add to inlay.yml" text={of.yaml} />
        </Stack>
      );
  }
}
