import { Alert, Button, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { DeploymentsQuery, GenerateSessionInput } from '../generated/graphql.ts';
import { type FormValues, readForm } from '../parts/form-values.ts';
import { ListInput } from '../parts/list-input.tsx';
import { AttributeField, type Catalogue, readAttributes, useCatalogue } from '../users/attribute-fields.tsx';

/** What explains a field stands below it, so that fields side by side are on one line. */
const inputFirst: ('label' | 'input' | 'description')[] = ['label', 'input', 'description'];

interface SessionFormProps {
  readonly deployments: readonly DeploymentsQuery['deployments']['edges'][number]['node'][];
  readonly session: GenerateSessionInput;
  readonly onChange: (session: GenerateSessionInput) => void;
}

/** The user and the rights to try a session with. */
export function SessionForm({ deployments, session, onChange }: SessionFormProps) {
  const catalogue = useCatalogue();
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    try {
      onChange(readSession(readForm(new FormData(event.currentTarget)), catalogue));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  }

  return (
    <form onSubmit={submit} aria-label="Session">
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
          <NativeSelect
            name="deploymentId"
            label="Deployment"
            data={deployments.map(({ deploymentId, name }) => ({
              value: String(deploymentId),
              label: name,
            }))}
            defaultValue={String(session.deploymentId)}
          />
          <TextInput
            inputWrapperOrder={inputFirst}
            name="externalId"
            label="User"
            description="Your identifier of a user, in lower case. A new user is created if there is none."
            defaultValue={session.externalId ?? ''}
            maxLength={255}
            required
          />
          <TextInput
            inputWrapperOrder={inputFirst}
            name="embedTenantName"
            label="Embed tenant"
            description="Your customer, such as acme-corp. Optional."
            maxLength={36}
          />
          <ListInput
            inputWrapperOrder={inputFirst}
            name="groups"
            label="Groups"
            description="Replace the user's own. Leave empty to keep those."
            data={[...catalogue.groups]}
          />
          {catalogue.attributes.map((attribute) => (
            <AttributeField key={attribute.id} attribute={attribute} inputWrapperOrder={inputFirst} />
          ))}
        </SimpleGrid>
        <Textarea
          inputWrapperOrder={inputFirst}
          name="securityContext"
          label="Security context"
          description="JSON for the row filters of the data model. Optional."
          placeholder='{ "customerId": 42 }'
          autosize
          minRows={1}
          maxRows={8}
          spellCheck={false}
        />
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          Preview as this user
        </Button>
      </Stack>
    </form>
  );
}

/** Without what is empty, as a backend would send it. @throws Error for text that is not a JSON object */
function readSession(values: FormValues, { attributes }: Catalogue): GenerateSessionInput {
  const tenant = values.text('embedTenantName');
  const groups = values.list('groups');
  const userAttributes = readAttributes(values, attributes).filter(({ value }) => value !== null);
  const context = values.text('securityContext');
  return {
    deploymentId: Number(values.text('deploymentId')),
    externalId: values.text('externalId'),
    ...(tenant === '' ? {} : { embedTenantName: tenant }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(userAttributes.length === 0 ? {} : { userAttributes }),
    ...(context === '' ? {} : { securityContext: readObject(context) }),
  };
}

function readObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('The security context is not a JSON object, such as {"customerId": 42}.');
  }
  return { ...value };
}
