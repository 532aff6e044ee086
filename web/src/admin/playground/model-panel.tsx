import { Accordion, Badge, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from 'urql';
import { ModelDocument, type ModelQuery } from '../generated/graphql.ts';
import { FailureAlert } from '../parts/failure-alert.tsx';
import { MemberTable } from './member-table.tsx';

type Relation = ModelQuery['searchMetadata'][number];

/** The cubes and views that the user can query, searched as the agent searches them. */
export function ModelPanel({ deploymentId }: { readonly deploymentId: number }) {
  const [text, setText] = useState('');
  const [searchQuery] = useDebouncedValue(text, 300);
  const [{ data, error }, ask] = useQuery({
    query: ModelDocument,
    variables: { deploymentId, searchQuery },
  });
  return (
    <Stack>
      <TextInput
        label="Search the data model"
        placeholder="revenue by country"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={1000}
        maw={420}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {error !== undefined && (
        <FailureAlert error={error} onRetry={() => ask({ requestPolicy: 'network-only' })} />
      )}
      {data === undefined && error === undefined && (
        <Skeleton height={200} role="status" aria-label="Loading the data model" />
      )}
      {data?.searchMetadata.length === 0 && <Text c="dimmed">Nothing that this user may see fits.</Text>}
      <Accordion variant="separated" multiple>
        {data?.searchMetadata.map((relation) => (
          <Accordion.Item key={relation.name} value={relation.name}>
            <Accordion.Control>
              <RelationHead relation={relation} />
            </Accordion.Control>
            <Accordion.Panel>
              <Members relation={relation} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function RelationHead({ relation: { title, name, type, description } }: { readonly relation: Relation }) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text fw={600}>{title}</Text>
        <Badge variant={type === 'VIEW' ? 'light' : 'default'} tt="none">
          {type.toLowerCase()}
        </Badge>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
      </Group>
      {description != null && <Text size="sm">{description}</Text>}
    </Stack>
  );
}

function Members({
  relation: { title, measures, dimensions, segments, joins },
}: {
  readonly relation: Relation;
}) {
  return (
    <Stack>
      <MemberTable label={`Measures of ${title}`} heading="Measures" members={measures} />
      <MemberTable label={`Dimensions of ${title}`} heading="Dimensions" members={dimensions} />
      <MemberTable label={`Segments of ${title}`} heading="Segments" members={segments} />
      {joins.length > 0 && <Text size="sm">Joins {joins.join(', ')}.</Text>}
    </Stack>
  );
}
