import type { GenerateSessionInput } from '../generated/graphql.ts';
import type { FramedPage } from '../parts/page-frame.tsx';

/** What a host needs to show a page to its own user. No snippet holds a key: it stays in the server's environment. */
export interface Setup {
  /** Of the service, without a trailing slash. */
  readonly url: string;
  readonly session: GenerateSessionInput;
  readonly page: FramedPage;
  readonly title: string;
}

/** A server in TypeScript, with the client package. */
export function serverSnippet({ url, session }: Setup): string {
  return `import { createInlay } from '@inlay/client';

const inlay = createInlay({ url: ${quoted(url)}, apiKey: process.env['INLAY_API_KEY'] ?? '' });

/** For the user who is signed in to your product. Your page gets nothing but the id. */
export async function newSession(): Promise<string> {
  const { sessionId } = await inlay.sessions.generate(${indented(typescript(session), '  ')});
  return sessionId;
}
`;
}

/** The same request from a shell, for a server in any language. */
export function curlSnippet({ url, session }: Setup): string {
  const body = JSON.stringify(session, null, 2).replaceAll("'", String.raw`'\''`);
  return `curl -sS '${url}/api/v1/embed/generate-session' \\
  -H "Authorization: Api-Key $INLAY_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'
`;
}

/** A page without a framework. */
export function pageSnippet({ url, page, title }: Setup): string {
  const options = [
    ...Object.entries({ ...page, title }).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${quoted(value)},`],
    ),
    "getSession: () => fetch('/session').then((response) => response.text()),",
  ];
  const height = page.kind === 'chat' ? ' style="height: 640px"' : '';
  return `<div id="inlay"${height}></div>
<script src="${url}/embed.js"></script>
<script>
  Inlay.mount(document.getElementById('inlay'), {
    ${options.join('\n    ')}
  });
</script>
`;
}

/** A page in React. */
export function reactSnippet({ url, page }: Setup): string {
  const component = page.kind === 'chat' ? 'InlayChat' : 'InlayDashboard';
  const agent = page.kind === 'chat' && page.agent !== undefined ? ` agentId={${page.agent}}` : '';
  const own = page.kind === 'chat' ? `${agent} style={{ height: 640 }}` : ` name={${quoted(page.dashboard)}}`;
  return `import { ${component}, InlayProvider } from '@inlay/react';

const getSession = async () => (await fetch('/session')).text();

export function Analytics() {
  return (
    <InlayProvider url={${quoted(url)}} getSession={getSession}>
      <${component}${own} />
    </InlayProvider>
  );
}
`;
}

/** JSON with unquoted names where TypeScript allows them. */
function typescript(value: unknown): string {
  const json = JSON.stringify(value, null, 2);
  return json.replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:');
}

function indented(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}

/** A literal that is safe in a script element too. */
function quoted(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
  return `'${json.slice(1, -1).replaceAll(String.raw`\"`, '"').replaceAll("'", String.raw`\'`)}'`;
}
