import { Alert, Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { failureText } from '../shared/failure.ts';
import { createGraphQLClient, isUnauthenticated } from '../shared/graphql-client.ts';
import { ViewerDocument } from './generated/graphql.ts';

interface SignInProps {
  /** Whether a key that worked no longer does. */
  readonly wasRefused: boolean;
  /** @param authorization the header of the key, which was tried */
  readonly onSignIn: (authorization: string) => void;
}

export function SignIn({ wasRefused, onSignIn }: SignInProps) {
  const [problem, setProblem] = useState(
    wasRefused ? 'Your key is no longer accepted: it was revoked or has expired.' : undefined,
  );
  const [isTrying, setTrying] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key')).trim();
    setTrying(true);
    const found = await problemOf(key);
    setTrying(false);
    setProblem(found);
    if (found === undefined) onSignIn(`Api-Key ${key}`);
  }

  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper withBorder shadow="sm" p={{ base: 'lg', xs: 'xl' }} w="100%" maw={420} radius="lg">
        <form onSubmit={(event) => void signIn(event)}>
          <Stack>
            <div>
              <Text fw={700} c="var(--mantine-primary-color-light-color)" size="sm">
                Inlay
              </Text>
              <Title order={1} size="h2">
                Admin console
              </Title>
            </div>
            {problem !== undefined && (
              <Alert color="red" role="alert" variant="light">
                {problem}
              </Alert>
            )}
            <PasswordInput
              name="key"
              label="Admin API key"
              description="It stays in this tab and is forgotten when you close it."
              autoComplete="off"
              leftSection={<IconKey size={16} aria-hidden />}
              required
              autoFocus
            />
            <Button type="submit" loading={isTrying}>
              Sign in
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

/** Tries a key. @returns why it does not open the console; undefined when it does */
async function problemOf(key: string): Promise<string | undefined> {
  // A text that no header can carry cannot be a key.
  if (!/^[\x21-\x7e]+$/.test(key)) return refused;
  const client = createGraphQLClient({
    authorization: () => `Api-Key ${key}`,
    onUnauthenticated: () => undefined,
  });
  const { data, error } = await client.query(ViewerDocument, {}).toPromise();
  if (data === undefined)
    return error !== undefined && isUnauthenticated(error) ? refused : failureText(error);
  return data.viewer.role === 'ADMIN' ? undefined : 'This key may only chat. The console needs an admin key.';
}

const refused = 'This key is not accepted: it is unknown, was revoked or has expired.';
