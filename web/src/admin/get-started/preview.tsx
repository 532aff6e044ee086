import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from 'urql';
import { DashboardsDocument, type GenerateSessionInput, MintSessionDocument } from '../generated/graphql.ts';
import { type FramedPage, PageFrame } from '../parts/page-frame.tsx';
import { useChange } from '../parts/use-change.ts';

interface PreviewProps {
  readonly session: GenerateSessionInput;
  readonly page: FramedPage;
  readonly setPage: (page: FramedPage) => void;
  /** Whether to mint a session and show the page. */
  readonly isShown: boolean;
}

const chat = 'chat';

/** The chat or a dashboard, as the user of the session sees it. */
export function Preview({ session, page, setPage, isShown }: PreviewProps) {
  const { deploymentId } = session;
  const [{ data }] = useQuery({ query: DashboardsDocument, variables: { deploymentId } });
  const mint = useChange(MintSessionDocument);
  const dashboards = data?.dashboards ?? [];
  return (
    <Stack>
      <Select
        label="Page"
        maw={320}
        allowDeselect={false}
        data={[
          { value: chat, label: 'Chat' },
          ...dashboards.map(({ name, title }) => ({ value: `dashboard:${name}`, label: title })),
        ]}
        value={page.kind === 'chat' ? chat : `dashboard:${page.dashboard}`}
        onChange={(choice) =>
          setPage(
            choice === null || choice === chat
              ? { kind: 'chat' }
              : { kind: 'dashboard', dashboard: choice.replace(/^dashboard:/, '') },
          )
        }
      />
      {isShown ? (
        <PageFrame
          page={page}
          title="Preview"
          mintSession={async () => (await mint({ input: session })).generateSession.sessionId}
        />
      ) : (
        <Text size="sm" c="dimmed">
          A preview mints a session with the key that you are signed in with, as your server would. It is
          listed among the sessions.
        </Text>
      )}
    </Stack>
  );
}
