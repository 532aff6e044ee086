import { Alert, Button, Code, Text } from '@mantine/core';
import { useContext, useState } from 'react';
import { failureText } from '../../shared/failure.ts';
import { EngineSqlDocument, type EngineSqlQuery } from '../generated/graphql.ts';
import { UncachedClient } from '../parts/read-all.ts';
import { useAttempt } from '../parts/use-attempt.ts';

interface EngineSqlProps {
  readonly deploymentId: number;
  /** Global id of the user whose row filters are in it. */
  readonly userId: string;
  readonly query: string;
}

/** What the query becomes in the data source's own dialect. Asked as the administrator: users do not see it. */
export function EngineSql({ deploymentId, userId, query }: EngineSqlProps) {
  const client = useContext(UncachedClient);
  const attempt = useAttempt();
  const [compiled, setCompiled] = useState<NonNullable<EngineSqlQuery['engineSql']>>();
  const isEmpty = query.trim() === '';

  function compile(): void {
    void attempt.run(async () => {
      setCompiled(undefined);
      const answer = await client?.query(EngineSqlDocument, { deploymentId, userId, query }).toPromise();
      if (answer?.data?.engineSql == null) throw new Error(failureText(answer?.error));
      setCompiled(answer.data.engineSql);
    });
  }

  return (
    <section aria-label="SQL of the data source">
      <Button variant="default" size="xs" onClick={compile} loading={attempt.isRunning} disabled={isEmpty}>
        Show the SQL of the data source
      </Button>
      {attempt.problem !== undefined && (
        <Alert color="red" role="alert" mt="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {attempt.problem}
        </Alert>
      )}
      {compiled !== undefined && (
        <>
          <Text size="sm" c="dimmed" my="xs">
            With the user's row filters in it. {parametersText(compiled.parameterCount)}
          </Text>
          <Code
            block
            tabIndex={0}
            aria-label="The SQL of the data source"
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 420, overflowY: 'auto' }}
          >
            {compiled.sql}
          </Code>
        </>
      )}
    </section>
  );
}

function parametersText(count: number): string {
  if (count === 0) return 'It has no parameters.';
  return count === 1 ? 'Its one value is a parameter.' : `Its ${count} values are parameters.`;
}
